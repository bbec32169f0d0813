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


def reciprocal_rank(ranking: Sequence[str], relevant: Collection[str]) -> float:
    """1 / place of the first relevant item, 0 when there is none."""
    for place, item in enumerate(ranking, start=1):
        if item in relevant:
            return 1.0 / place
    return 0.0


def mean(values: Sequence[float]) -> float:
    """Arithmetic mean, 0 for no values."""
    return sum(values) / len(values) if values else 0.0
