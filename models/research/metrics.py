"""Ranking measures as defined in Shaar et al. 2022, section 6."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def average_precision(ranking: Sequence[int], relevant: Collection[int]) -> float:
    """Return the mean of the precisions at the ranks of the relevant items, over all relevant items; 0 if there are none.

    A relevant item that is missing from the ranking counts with precision 0.
    """
    if not relevant:
        return 0.0
    hits, total = 0, 0.0
    for rank, item in enumerate(ranking, start=1):
        if item in relevant:
            hits += 1
            total += hits / rank
    return total / len(relevant)


def verified_average_precision(
    ranking: Sequence[int], relevant: Collection[int], verified: Collection[int], *, credit: float = 0.0, harsh: bool = False
) -> float:
    """Return the average precision that also requires the evidence (Shaar et al. 2022: MAP_0^r, MAP_0.5^r and, with `harsh`,
    MAP_H^r).

    `verified` are the relevant items with a verifying fact-check among their first r. Such an item counts as 1 found item, any
    other relevant one as `credit`. The precision at every relevant item's rank is found / rank, and their sum is divided by the
    number of relevant items. With `harsh`, relevant items that were not verified have the precision 0. So average_precision is the
    case that all are verified, credit 0.5 gives the mean of credits 0 and 1, and MAP_H ≤ MAP_0 ≤ MAP_0.5 ≤ MAP, as among the
    published numbers.
    """
    if not relevant:
        return 0.0
    hits, total = 0.0, 0.0
    for rank, item in enumerate(ranking, start=1):
        if item not in relevant:
            continue
        is_verified = item in verified
        hits += 1.0 if is_verified else credit
        if is_verified or not harsh:
            total += hits / rank
    return total / len(relevant)


def reciprocal_rank(ranking: Sequence[str], relevant: Collection[str]) -> float:
    """Return 1 / rank of the first relevant item, 0 if there is none."""
    for rank, item in enumerate(ranking, start=1):
        if item in relevant:
            return 1.0 / rank
    return 0.0


def mean(values: Sequence[float]) -> float:
    """Return the arithmetic mean, 0 for no values."""
    return sum(values) / len(values) if values else 0.0
