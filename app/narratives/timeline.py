"""Items counted by time and by what they are: rows for a timeline, shares, topics over time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta

from app.domain.narrative import ItemKind, Narrative, NarrativeItem
from app.domain.timeline import Facet, Share, Step, TimelineRow

_FACETS: dict[Facet, Callable[[NarrativeItem], str]] = {
    Facet.LANGUAGE: lambda item: item.language,
    Facet.PUBLISHER: lambda item: item.publisher if item.kind is ItemKind.FACTCHECK else "",
    Facet.COUNTRY: lambda item: item.country,
    Facet.PLATFORM: lambda item: item.platform,
    Facet.VERDICT: lambda item: item.verdict.value if item.kind is ItemKind.FACTCHECK else "",
    Facet.CLAIMANT: lambda item: item.claimant,
}


def first_day(day: date, step: Step) -> date:
    """The first day of the bin that a day lies in; weeks begin on Monday."""
    if step is Step.WEEK:
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if step is Step.MONTH else day


def following(start: date, step: Step) -> date:
    """The first day of the next bin."""
    if step is Step.MONTH:
        return (start.replace(day=1) + timedelta(days=32)).replace(day=1)
    return start + timedelta(days=7 if step is Step.WEEK else 1)


def timeline(items: Iterable[NarrativeItem], facet: Facet, step: Step = Step.WEEK) -> tuple[TimelineRow, ...]:
    """Count the items of each value in each bin, by day and then value. Items without a day are not counted. NARRATIVE is no facet
    of an item: see `topics`."""
    value = _FACETS[facet]
    return _rows((first_day(item.day, step), value(item), item.kind) for item in items if item.day)


def topics(
    narratives: Sequence[Narrative], items: Iterable[NarrativeItem], step: Step = Step.MONTH, *, limit: int = 10
) -> tuple[TimelineRow, ...]:
    """Count the items of each of the `most` largest narratives in each bin; `value` is the narrative's id, "" for all others."""
    largest = sorted(narratives, key=lambda narrative: (-len(narrative.items), narrative.id))[:limit]
    narrative_of = {key: narrative.id for narrative in largest for key in narrative.items}
    return _rows((first_day(item.day, step), narrative_of.get(item.key, ""), item.kind) for item in items if item.day)


def shares(items: Iterable[NarrativeItem], facet: Facet, *, limit: int = 0) -> tuple[Share, ...]:
    """Count each known value, most frequent first; at most `most` values (0: all)."""
    facet_counts = Counter(filter(None, map(_FACETS[facet], items)))
    total = facet_counts.total()
    ordered = sorted(facet_counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Share(value=value, count=count, share=count / total) for value, count in ordered[: limit or None])


def _rows(dated_values: Iterable[tuple[date, str, ItemKind]]) -> tuple[TimelineRow, ...]:
    kind_counts: dict[tuple[date, str], Counter[ItemKind]] = {}
    for start, value, kind in dated_values:
        kind_counts.setdefault((start, value), Counter())[kind] += 1
    return tuple(
        TimelineRow(start=start, value=value, factchecks=kinds[ItemKind.FACTCHECK], posts=kinds[ItemKind.POST])
        for (start, value), kinds in sorted(kind_counts.items())
    )
