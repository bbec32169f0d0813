"""How stories travelled between languages and countries, from repeats.

Singh's thesis counts a debunk as repeated when another organisation had published one of the same claim before, and looks at the days
between the first and the later ones in bins of seven days, and at how often the later one is the first in its language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median

from app.domain.narrative import NarrativeItem
from app.domain.repeat import Repeat
from app.domain.timeline import Flow, GapBin, Spread

BIN_DAYS = 7


def spread(repeats: Sequence[Repeat], items: Mapping[str, NarrativeItem]) -> Spread:
    """What is known of these repeats; `items` are fact-checks by id. A repeat that a person called irrelevant is none.

    Of several repeats of one later fact-check, the one of the earliest counts: it tells when the claim was first debunked.
    """
    first = firsts(repeats)
    pairs = [(items[each.earlier], items[each.later], each.days) for each in first if each.earlier in items and each.later in items]
    known = [each for each in first if each.later in items and items[each.later].language]
    return Spread(
        repeats=len(first),
        known_languages=len(known),
        new_language=sum(each.new_language for each in known),
        languages=_flows(pairs, lambda item: item.language),
        countries=_flows(pairs, lambda item: item.country),
        gaps=gaps([each.days for each in first]),
    )


def firsts(repeats: Iterable[Repeat]) -> tuple[Repeat, ...]:
    """Of each later fact-check the repeat of the earliest one; those judged irrelevant are left out."""
    earliest: dict[str, Repeat] = {}
    for each in repeats:
        if each.judgement is not None and not each.judgement.holds:
            continue
        known = earliest.get(each.later)
        if known is None or (-each.days, each.earlier) < (-known.days, known.earlier):
            earliest[each.later] = each
    return tuple(earliest[later] for later in sorted(earliest))


def gaps(days: Iterable[int]) -> tuple[GapBin, ...]:
    """A histogram of days in bins of seven (1–7, 8–14, …), from the first bin to the last that is not empty."""
    counts: dict[int, int] = {}
    for each in days:
        place = max(each - 1, 0) // BIN_DAYS
        counts[place] = counts.get(place, 0) + 1
    return tuple(
        GapBin(first=place * BIN_DAYS + 1, last=(place + 1) * BIN_DAYS, count=counts.get(place, 0))
        for place in range(max(counts, default=-1) + 1)
    )


def _flows(pairs: Iterable[tuple[NarrativeItem, NarrativeItem, int]], value: Callable[[NarrativeItem], str]) -> tuple[Flow, ...]:
    days: dict[tuple[str, str], list[int]] = {}
    for earlier, later, gap in pairs:
        if value(earlier) and value(later):
            days.setdefault((value(earlier), value(later)), []).append(gap)
    ordered = sorted(days.items(), key=lambda flow: (-len(flow[1]), flow[0]))
    return tuple(
        Flow(source=source, target=target, count=len(found), median_days=float(median(found))) for (source, target), found in ordered
    )
