"""Ranking measures, each defined as in Shaar et al. 2022, section 6."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def average_precision(ranking: Sequence[int], relevant: Collection[int]) -> float:
    """Mean of the precisions at the places of the relevant items, over all relevant items; 0 when there are none.

    A relevant item that is missing from the ranking counts with precision 0.
    """
    if not relevant:
        return 0.0
    found, total = 0, 0.0
    for place, item in enumerate(ranking, start=1):
        if item in relevant:
            found += 1
            total += found / place
    return total / len(relevant)


def verified_average_precision(
    ranking: Sequence[int], relevant: Collection[int], verified: Collection[int], *, credit: float = 0.0, harsh: bool = False
) -> float:
    """Average precision that asks for the evidence too (Shaar et al. 2022: MAP_0^r, MAP_0.5^r and, with `harsh`, MAP_H^r).

    `verified` are the relevant items among whose first r fact-checks one verifies them. Such an item counts as 1 found item,
    any other relevant one as `credit`; the precision at every relevant item's place is found / place, and their sum is divided
    by the number of relevant items. `harsh` gives the places of relevant items that were not verified the precision 0.
    So average_precision is the case that all are verified, credit 0.5 gives the mean of credits 0 and 1, and
    MAP_H ≤ MAP_0 ≤ MAP_0.5 ≤ MAP, as among the published numbers.
    """
    if not relevant:
        return 0.0
    found, total = 0.0, 0.0
    for place, item in enumerate(ranking, start=1):
        if item not in relevant:
            continue
        good = item in verified
        found += 1.0 if good else credit
        if good or not harsh:
            total += found / place
    return total / len(relevant)


def reciprocal_rank(ranking: Sequence[str], relevant: Collection[str]) -> float:
    """1 / place of the first relevant item, 0 when there is none."""
    for place, item in enumerate(ranking, start=1):
        if item in relevant:
            return 1.0 / place
    return 0.0


def mean(values: Sequence[float]) -> float:
    """Arithmetic mean, 0 for no values."""
    return sum(values) / len(values) if values else 0.0
