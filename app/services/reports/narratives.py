"""Writers for narratives: JSON with clusters, repeats and timeline rows; GraphML for Gephi; four CSV tables. Programs read these,
so all text is English or codes."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.domain.control_characters import escape_controls
from app.domain.narrative import ItemKind, Narrative, NarrativeItem, NarrativeMap, item_key
from app.domain.repeat import Repeat
from app.domain.timeline import Facet, Step, TimelineRow
from app.narratives.spread import spread
from app.narratives.timeline import timeline
from app.services.reports.clean import clean
from app.services.reports.delimited import csv_bytes
from app.services.reports.json_text import pretty
from app.services.reports.rows import run_row
from app.services.reports.write import format_of, write_bytes

_LABEL = 80


def write_narratives(narratives: NarrativeMap, path: Path, *, record: bool = True) -> tuple[Path, ...]:
    """Write narratives in the format of the path's suffix (NARRATIVE_FORMATS), with `record` the run's record beside them; the files, in
    order.

    A CSV holds the items; `NAME.narratives.csv`, `NAME.repeats.csv` and `NAME.timeline.csv` are written beside it. Raises InputError when
    the suffix is none of these or a file cannot be written.
    """
    contents = NARRATIVE_FORMATS[format_of(path, NARRATIVE_FORMATS)](narratives)
    files = tuple(path.with_name(_beside(path.name, part)) for part in contents)
    for file, content in zip(files, contents.values(), strict=True):
        write_bytes(file, content)
    if record:
        write_bytes(path.with_name(path.name + ".run.json"), pretty(run_row(narratives.run)))
    return files


def narratives_row(narrative_map: NarrativeMap) -> dict[str, Any]:
    """Return the whole map as plain values."""
    items = {item.key: item for item in narrative_map.items}
    return {
        "narratives": [narrative_row(entry, items) for entry in narrative_map.narratives],
        "repeats": [repeat_row(entry, items) for entry in narrative_map.repeats],
        "timeline": [{"facet": facet.value} | timeline_row(row) for facet, row in _timelines(narrative_map)],
        "spread": asdict(spread(narrative_map.repeats, _factchecks(narrative_map.items))),
        "alone": narrative_map.alone,
        "remarks": list(narrative_map.remarks),
    }


def narrative_row(narrative: Narrative, items: Mapping[str, NarrativeItem]) -> dict[str, Any]:
    """One narrative with its items."""
    row = asdict(narrative)
    for name in ("languages", "publishers", "countries", "platforms"):
        row[name] = dict(row[name])
    row["items"] = [item_row(items[key]) for key in narrative.items]
    return row


def item_row(item: NarrativeItem) -> dict[str, Any]:
    """Return one fact-check or post; a post lacks the fields that only fact-checks have."""
    row = asdict(item)
    if item.kind is ItemKind.POST:
        for name in ("verdict", "rating", "claimant", "country"):
            del row[name]
    return row


def repeat_row(repeat: Repeat, items: Mapping[str, NarrativeItem]) -> dict[str, Any]:
    """One repeat with both claims."""
    later, earlier = (items[item_key(ItemKind.FACTCHECK, check_id)] for check_id in (repeat.later, repeat.earlier))
    claims = {"later_claim": later.text, "earlier_claim": earlier.text}
    publishers = {"later_publisher": later.publisher, "earlier_publisher": earlier.publisher}
    return asdict(repeat) | claims | publishers | {"later_language": later.language, "earlier_language": earlier.language}


def timeline_row(row: TimelineRow) -> dict[str, Any]:
    """One bin of a timeline."""
    return asdict(row)


def _timelines(narrative_map: NarrativeMap) -> Iterable[tuple[Facet, TimelineRow]]:
    """Yield the weekly rows of narrative items by language, then by publisher."""
    item_keys = {key for narrative in narrative_map.narratives for key in narrative.items}
    items = [item for item in narrative_map.items if item.key in item_keys]
    return ((facet, row) for facet in (Facet.LANGUAGE, Facet.PUBLISHER) for row in timeline(items, facet, Step.WEEK))


def _factchecks(items: Iterable[NarrativeItem]) -> dict[str, NarrativeItem]:
    return {item.id: item for item in items if item.kind is ItemKind.FACTCHECK}


def _json(narrative_map: NarrativeMap) -> dict[str, bytes]:
    return {"": pretty(narratives_row(narrative_map))}


def _graphml(narrative_map: NarrativeMap) -> dict[str, bytes]:
    """Return the graph: items as nodes, similarities as edges, and each repeat as an edge of its own kind. Gephi recognises the
    attributes by their names."""
    import networkx

    graph = networkx.Graph()
    narrative_of = {key: entry for entry in narrative_map.narratives for key in entry.items}
    for item in narrative_map.items:
        narrative = narrative_of.get(item.key)
        graph.add_node(
            escape_controls(item.key),
            label=clean(" ".join(item.text.split())[:_LABEL]),
            kind=item.kind.value,
            date=item.day.isoformat() if item.day else "",
            publisher=clean(item.publisher),
            language=clean(item.language),
            country=clean(item.country),
            verdict=item.verdict.value if item.kind is ItemKind.FACTCHECK else "",
            narrative=escape_controls(narrative.id) if narrative else "",
            narrative_name=clean(narrative.name) if narrative else "",
            size=len(narrative.items) if narrative else 1,
            url=clean(item.url),
        )
    for edge in narrative_map.edges:
        graph.add_edge(
            escape_controls(edge.one), escape_controls(edge.other), similarity=edge.similarity, weight=edge.similarity, repeat=False, days=0
        )
    for repeat in narrative_map.repeats:
        ends = [escape_controls(item_key(ItemKind.FACTCHECK, entry)) for entry in (repeat.earlier, repeat.later)]
        graph.add_edge(*ends, similarity=repeat.similarity, weight=repeat.similarity, repeat=True, days=repeat.days)
    stream = io.BytesIO()
    networkx.write_graphml_lxml(graph, stream, encoding="utf-8", named_key_ids=True)
    return {"": stream.getvalue()}


def _csv(narrative_map: NarrativeMap) -> dict[str, bytes]:
    items = {item.key: item for item in narrative_map.items}
    narrative_of = {key: entry.id for entry in narrative_map.narratives for key in entry.items}
    return {
        "": _table(
            ({"narrative": narrative_of[key]} | asdict(items[key]) for entry in narrative_map.narratives for key in entry.items), _ITEM
        ),
        "narratives": _table((_flat(entry) for entry in narrative_map.narratives), _NARRATIVE),
        "repeats": _table((repeat_row(entry, items) for entry in narrative_map.repeats), _REPEAT),
        "timeline": _table(({"facet": facet.value} | timeline_row(row) for facet, row in _timelines(narrative_map)), _TIMELINE),
    }


_ITEM = ("narrative", "kind", "id", "text", "day", "publisher", "platform", "language", "country", "claimant", "verdict", "rating", "url")
_NARRATIVE = ("id", "name", "claim", "first", "last", "factchecks", "posts", "ruling", "repeats", "languages", "publishers", "countries")
_REPEAT = (
    *("later", "earlier", "days", "similarity", "probability", "judgement", "new_language"),
    *("later_publisher", "earlier_publisher", "later_language", "earlier_language", "later_claim", "earlier_claim"),
)
_TIMELINE = ("facet", "start", "value", "factchecks", "posts")


def _flat(narrative: Narrative) -> dict[str, Any]:
    row = asdict(narrative)
    for name in ("languages", "publishers", "countries"):
        row[name] = "; ".join(f"{value} {count}" for value, count in row[name])
    return row


def _table(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> bytes:
    return csv_bytes(columns, ([_cell(row[name]) for name in columns] for row in rows))


def _cell(value: Any) -> object:
    return "" if value is None else value.isoformat() if hasattr(value, "isoformat") else value


def _beside(name: str, part: str) -> str:
    """“stories.csv” and “repeats” to “stories.repeats.csv”, “.csv.gz” alike."""
    if not part:
        return name
    stem, dot, suffix = name.removesuffix(".gz").rpartition(".")
    return f"{stem}.{part}{dot}{suffix}" + (".gz" if name.endswith(".gz") else "")


NARRATIVE_FORMATS: Mapping[str, Callable[[NarrativeMap], dict[str, bytes]]] = {"json": _json, "graphml": _graphml, "csv": _csv}
