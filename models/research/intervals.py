"""Bootstrap intervals of means (Efron and Tibshirani 1993, percentile method), seeded.

With 125 verifiable sentences in seven debates a mean alone is not informative. Resampling debates shows the variation over similar
debates; resampling sentences within each debate shows the influence of single sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Counts = NDArray[np.int32]

_LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """The 95% interval of a mean."""

    low: float
    high: float


def mean_interval(values: Sequence[float], *, resamples: int, seed: int) -> Interval:
    """Return the interval of the mean of these values (one for each debate or question), by resampling with replacement."""
    if not values:
        return Interval(0.0, 0.0)
    dice = np.random.default_rng(seed)
    draws = dice.integers(0, len(values), size=(resamples, len(values)))
    return _interval(np.asarray(values, np.float64)[draws].mean(axis=1))


def sentence_interval(
    lines: Sequence[Sequence[int]], flags: Sequence[Sequence[bool]], missed: Sequence[int], *, resamples: int, seed: int
) -> Interval:
    """Return the interval of the mean average precision over debates, by resampling each debate's sentences with replacement.

    The arguments are by debate: the lines in ranked order, whether each is relevant, and the number of relevant ones that the
    ranking lacks. The same sentences are drawn for every ranking of the same lines, so that two systems can be compared. A debate
    whose resample has no relevant sentence is left out of that resample's mean.
    """
    if not lines:
        return Interval(0.0, 0.0)
    parts = enumerate(zip(lines, flags, missed, strict=True))
    debate_values = [
        _resampled(counts, relevant, missed_count, resamples, seed + number) for number, (counts, relevant, missed_count) in parts
    ]
    values = np.stack(debate_values)
    defined = ~np.isnan(values)
    sums = np.where(defined, values, 0.0).sum(axis=0)
    return _interval(sums / np.maximum(defined.sum(axis=0), 1))


def _resampled(lines: Sequence[int], flags: Sequence[bool], missed: int, resamples: int, seed: int) -> Floats:
    """Return the average precision of each resample, NaN if it has nothing relevant."""
    drawn = _draws(len(lines) + missed, resamples, seed)
    order = np.argsort(np.argsort(np.asarray(lines), kind="stable"), kind="stable")  # rank of each line in the document
    counts = drawn[:, : len(lines)][:, order]
    return average_precision_of_counts(counts, np.asarray(flags, np.bool_), drawn[:, len(lines) :].sum(axis=1))


@lru_cache(maxsize=64)
def _draws(total: int, resamples: int, seed: int) -> Counts:
    """Return how often each of `total` items is drawn in each resample.

    The draws are the same for all rankings of one debate.
    """
    drawn = np.random.default_rng(seed).multinomial(total, np.full(total, 1.0 / max(total, 1)), size=resamples)
    return drawn.astype(np.int32)


def average_precision_of_counts(counts: Counts, relevant: NDArray[np.bool_], missed: Counts) -> Floats:
    """Return the average precision of rankings in which the item at rank n occurs counts[:, n] times, shape (resamples,).

    `missed` (resamples,) are the relevant items outside the ranking. Copies of an item are adjacent.
    """
    items_before = np.cumsum(counts, axis=1) - counts
    hits = counts * relevant
    hits_before = np.cumsum(hits, axis=1) - hits
    relevant_counts, relevant_before, relevant_hits_before = counts[:, relevant], items_before[:, relevant], hits_before[:, relevant]
    total = np.zeros(len(counts))
    for copy in range(1, int(relevant_counts.max(initial=0)) + 1):
        precision = (relevant_hits_before + copy) / (relevant_before + copy)
        total += np.where(relevant_counts >= copy, precision, 0.0).sum(axis=1)
    number = relevant_counts.sum(axis=1) + missed
    result: Floats = np.full(len(counts), np.nan)
    np.divide(total, number, out=result, where=number > 0)
    return result


def _interval(values: Floats) -> Interval:
    low, high = np.quantile(values, [(1 - _LEVEL) / 2, (1 + _LEVEL) / 2])
    return Interval(float(low), float(high))
