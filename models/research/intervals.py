"""Bootstrap intervals of means (Efron and Tibshirani 1993, percentile method), seeded.

With 125 verifiable sentences in seven debates a mean says little alone. Resampling debates asks how it would be in other
debates like these; resampling sentences within each debate asks how much hangs on the single sentences of these.
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
    """Interval of the mean of these values (one a debate, or one a question), which are resampled with replacement."""
    if not values:
        return Interval(0.0, 0.0)
    dice = np.random.default_rng(seed)
    chosen = dice.integers(0, len(values), size=(resamples, len(values)))
    return _interval(np.asarray(values, np.float64)[chosen].mean(axis=1))


def sentence_interval(
    lines: Sequence[Sequence[int]], flags: Sequence[Sequence[bool]], missed: Sequence[int], *, resamples: int, seed: int
) -> Interval:
    """Interval of the mean average precision over debates when each debate's sentences are resampled with replacement.

    By debate: the lines in ranked order, whether each is relevant, and how many relevant ones the ranking lacks. The same
    sentences are drawn for every ranking of the same lines, so that two systems can be compared. A debate whose resample has
    no relevant sentence is left out of that resample's mean.
    """
    if not lines:
        return Interval(0.0, 0.0)
    parts = enumerate(zip(lines, flags, missed, strict=True))
    each = [_resampled(own, relevant, lost, resamples, seed + number) for number, (own, relevant, lost) in parts]
    values = np.stack(each)
    there = ~np.isnan(values)
    sums = np.where(there, values, 0.0).sum(axis=0)
    return _interval(sums / np.maximum(there.sum(axis=0), 1))


def _resampled(lines: Sequence[int], flags: Sequence[bool], missed: int, resamples: int, seed: int) -> Floats:
    """Average precision of each resample, NaN where nothing relevant was drawn."""
    drawn = _draws(len(lines) + missed, resamples, seed)
    order = np.argsort(np.argsort(np.asarray(lines), kind="stable"), kind="stable")  # the place of each line in the document
    counts = drawn[:, : len(lines)][:, order]
    return average_precision_of_counts(counts, np.asarray(flags, np.bool_), drawn[:, len(lines) :].sum(axis=1))


@lru_cache(maxsize=64)
def _draws(total: int, resamples: int, seed: int) -> Counts:
    """How often each of `total` items is drawn in each resample; the same for all rankings of one debate."""
    drawn = np.random.default_rng(seed).multinomial(total, np.full(total, 1.0 / max(total, 1)), size=resamples)
    return drawn.astype(np.int32)


def average_precision_of_counts(counts: Counts, relevant: NDArray[np.bool_], missed: Counts) -> Floats:
    """Average precision of rankings in which the item at place n stands counts[:, n] times, shape (resamples,).

    `missed` (resamples,) are the relevant items that no place holds. Copies of an item stand behind one another.
    """
    ahead = np.cumsum(counts, axis=1) - counts
    hits = counts * relevant
    hits_ahead = np.cumsum(hits, axis=1) - hits
    own, own_ahead, own_hits_ahead = counts[:, relevant], ahead[:, relevant], hits_ahead[:, relevant]
    total = np.zeros(len(counts))
    for copy in range(1, int(own.max(initial=0)) + 1):
        precision = (own_hits_ahead + copy) / (own_ahead + copy)
        total += np.where(own >= copy, precision, 0.0).sum(axis=1)
    number = own.sum(axis=1) + missed
    result: Floats = np.full(len(counts), np.nan)
    np.divide(total, number, out=result, where=number > 0)
    return result


def _interval(values: Floats) -> Interval:
    low, high = np.quantile(values, [(1 - _LEVEL) / 2, (1 + _LEVEL) / 2])
    return Interval(float(low), float(high))
