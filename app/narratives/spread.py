"""How stories travelled between languages and countries, from repeats.

Singh's thesis counts a debunk as repeated if another organisation had debunked the same claim before. It looks at the days between
the first and the later ones in bins of seven, and at how often the later one is the first in its language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median

from app.domain.narrative import NarrativeItem
from app.domain.repeat import Repeat
from app.domain.timeline import Flow, GapBin, Spread

BIN_DAYS = 7


def spread(repeats: Sequence[Repeat], items: Mapping[str, NarrativeItem]) -> Spread:
    """Summarise these repeats; `items` are fact-checks by id. Repeats that a person called irrelevant are excluded. Of several
    repeats of one later fact-check the earliest counts, because it tells when the claim was first debunked."""
    first = firsts(repeats)
    pairs = [
        (items[repeat.earlier], items[repeat.later], repeat.days) for repeat in first if repeat.earlier in items and repeat.later in items
    ]
    with_language = [repeat for repeat in first if repeat.later in items and items[repeat.later].language]
    return Spread(
        repeats=len(first),
        known_languages=len(with_language),
        new_language=sum(repeat.new_language for repeat in with_language),
        languages=_flows(pairs, lambda item: item.language),
        countries=_flows(pairs, lambda item: item.country),
        gaps=gaps([repeat.days for repeat in first]),
    )


def firsts(repeats: Iterable[Repeat]) -> tuple[Repeat, ...]:
    """Of each later fact-check the repeat of the earliest one; those judged irrelevant are left out."""
    earliest: dict[str, Repeat] = {}
    for repeat in repeats:
        if repeat.judgement is not None and not repeat.judgement.holds:
            continue
        earlier_repeat = earliest.get(repeat.later)
        if earlier_repeat is None or (-repeat.days, repeat.earlier) < (-earlier_repeat.days, earlier_repeat.earlier):
            earliest[repeat.later] = repeat
    return tuple(earliest[later] for later in sorted(earliest))


def gaps(days: Iterable[int]) -> tuple[GapBin, ...]:
    """A histogram of days in bins of seven (1–7, 8–14, …), from the first bin to the last that is not empty."""
    counts: dict[int, int] = {}
    for day_count in days:
        bin_number = max(day_count - 1, 0) // BIN_DAYS
        counts[bin_number] = counts.get(bin_number, 0) + 1
    return tuple(
        GapBin(first=bin_number * BIN_DAYS + 1, last=(bin_number + 1) * BIN_DAYS, count=counts.get(bin_number, 0))
        for bin_number in range(max(counts, default=-1) + 1)
    )


def _flows(pairs: Iterable[tuple[NarrativeItem, NarrativeItem, int]], value: Callable[[NarrativeItem], str]) -> tuple[Flow, ...]:
    days: dict[tuple[str, str], list[int]] = {}
    for earlier, later, gap in pairs:
        if value(earlier) and value(later):
            days.setdefault((value(earlier), value(later)), []).append(gap)
    ordered = sorted(days.items(), key=lambda flow: (-len(flow[1]), flow[0]))
    return tuple(
        Flow(source=source, target=target, count=len(flow_days), median_days=float(median(flow_days)))
        for (source, target), flow_days in ordered
    )
