"""Items as two series of counts over time, without gaps: debunks and posts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date

from app.domain.narrative import ItemKind, NarrativeItem
from app.domain.series import CountSeries
from app.domain.timeline import Step
from app.narratives.timeline import first_day, following

_LONGEST = 20_000
"""Bins: more than fifty years of days. A wrong date far off would otherwise make a series that nobody can look at."""


def count_series(items: Iterable[NarrativeItem], *, step: Step, window: int) -> CountSeries | None:
    """Count the fact-checks and posts in each bin from the first dated item to the last; None if no item has a day. Of a series
    longer than twenty thousand bins the last ones are kept. Means are over `window` bins, or over as many as there are."""
    counts: Counter[tuple[ItemKind, date]] = Counter((item.kind, first_day(item.day, step)) for item in items if item.day)
    if not counts:
        return None
    days = [day for _, day in counts]
    bins = _bins(min(days), max(days), step)[-_LONGEST:]
    factchecks, posts = (tuple(counts[kind, day] for day in bins) for kind in (ItemKind.FACTCHECK, ItemKind.POST))
    return CountSeries(
        start=bins[0],
        step=step,
        factchecks=factchecks,
        posts=posts,
        window=window,
        factchecks_mean=rolling_mean(factchecks, window),
        posts_mean=rolling_mean(posts, window),
    )


def rolling_mean(counts: Sequence[int], window: int) -> tuple[float, ...]:
    """The mean of each value and those before it, `window` in all, or as many as there are."""
    averages: list[float] = []
    total = 0
    for index, count in enumerate(counts):
        total += count - (counts[index - window] if index >= window else 0)
        averages.append(total / min(index + 1, window))
    return tuple(averages)


def _bins(first: date, last: date, step: Step) -> list[date]:
    bins = [first]
    while bins[-1] < last:
        bins.append(following(bins[-1], step))
    return bins
