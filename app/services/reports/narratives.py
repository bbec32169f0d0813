"""Narratives as a file: JSON with clusters, repeats and timeline rows; GraphML for Gephi; four tables as CSV.

Read by programs, so it is English and codes throughout.
"""

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


def narratives_row(found: NarrativeMap) -> dict[str, Any]:
    """All of it as plain values."""
    items = {item.key: item for item in found.items}
    return {
        "narratives": [narrative_row(each, items) for each in found.narratives],
        "repeats": [repeat_row(each, items) for each in found.repeats],
        "timeline": [{"facet": facet.value} | timeline_row(row) for facet, row in _timelines(found)],
        "spread": asdict(spread(found.repeats, _factchecks(found.items))),
        "alone": found.alone,
        "remarks": list(found.remarks),
    }


def narrative_row(narrative: Narrative, items: Mapping[str, NarrativeItem]) -> dict[str, Any]:
    """One narrative with its items."""
    row = asdict(narrative)
    for name in ("languages", "publishers", "countries", "platforms"):
        row[name] = dict(row[name])
    row["items"] = [item_row(items[key]) for key in narrative.items]
    return row


def item_row(item: NarrativeItem) -> dict[str, Any]:
    """One fact-check or post; what only fact-checks have is left out of a post."""
    row = asdict(item)
    if item.kind is ItemKind.POST:
        for name in ("verdict", "rating", "claimant", "country"):
            del row[name]
    return row


def repeat_row(repeat: Repeat, items: Mapping[str, NarrativeItem]) -> dict[str, Any]:
    """One repeat with both claims."""
    later, earlier = (items[item_key(ItemKind.FACTCHECK, each)] for each in (repeat.later, repeat.earlier))
    claims = {"later_claim": later.text, "earlier_claim": earlier.text}
    publishers = {"later_publisher": later.publisher, "earlier_publisher": earlier.publisher}
    return asdict(repeat) | claims | publishers | {"later_language": later.language, "earlier_language": earlier.language}


def timeline_row(row: TimelineRow) -> dict[str, Any]:
    """One bin of a timeline."""
    return asdict(row)


def _timelines(found: NarrativeMap) -> Iterable[tuple[Facet, TimelineRow]]:
    """Weeks by language, then by publisher, of the items that belong to narratives."""
    listed = {key for each in found.narratives for key in each.items}
    items = [item for item in found.items if item.key in listed]
    return ((facet, row) for facet in (Facet.LANGUAGE, Facet.PUBLISHER) for row in timeline(items, facet, Step.WEEK))


def _factchecks(items: Iterable[NarrativeItem]) -> dict[str, NarrativeItem]:
    return {item.id: item for item in items if item.kind is ItemKind.FACTCHECK}


def _json(found: NarrativeMap) -> dict[str, bytes]:
    return {"": pretty(narratives_row(found))}


def _graphml(found: NarrativeMap) -> dict[str, bytes]:
    """Items as nodes, what makes them near as edges; a repeat is an edge of its own kind. Attributes that Gephi reads by their names."""
    import networkx

    graph = networkx.Graph()
    home = {key: each for each in found.narratives for key in each.items}
    for item in found.items:
        narrative = home.get(item.key)
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
    for edge in found.edges:
        graph.add_edge(
            escape_controls(edge.one), escape_controls(edge.other), similarity=edge.similarity, weight=edge.similarity, repeat=False, days=0
        )
    for repeat in found.repeats:
        ends = [escape_controls(item_key(ItemKind.FACTCHECK, each)) for each in (repeat.earlier, repeat.later)]
        graph.add_edge(*ends, similarity=repeat.similarity, weight=repeat.similarity, repeat=True, days=repeat.days)
    stream = io.BytesIO()
    networkx.write_graphml_lxml(graph, stream, encoding="utf-8", named_key_ids=True)
    return {"": stream.getvalue()}


def _csv(found: NarrativeMap) -> dict[str, bytes]:
    items = {item.key: item for item in found.items}
    home = {key: each.id for each in found.narratives for key in each.items}
    return {
        "": _table(({"narrative": home[key]} | asdict(items[key]) for each in found.narratives for key in each.items), _ITEM),
        "narratives": _table((_flat(each) for each in found.narratives), _NARRATIVE),
        "repeats": _table((repeat_row(each, items) for each in found.repeats), _REPEAT),
        "timeline": _table(({"facet": facet.value} | timeline_row(row) for facet, row in _timelines(found)), _TIMELINE),
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
