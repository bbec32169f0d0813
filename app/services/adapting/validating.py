"""Tests if the adapted encoder is better: both search for the same fact-checks, with a bootstrap over the queries."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.domain.adapting import Comparison, Interval
from app.ports import FloatMatrix

DEPTH = 5
_RESAMPLES = 2000
Scores = NDArray[np.float64]


def retrieval_scores(queries: FloatMatrix, gallery: FloatMatrix, targets: Sequence[frozenset[int]]) -> tuple[Scores, Scores]:
    """Return average precision at 5 and reciprocal rank of each query, by cosine. Every query has at least one target.

    Ties count against the target: a gallery row with the same cosine and a lower index comes first.
    """
    precisions, reciprocals = np.zeros(len(targets)), np.zeros(len(targets))
    rows = np.arange(len(gallery))
    for query, target_rows in enumerate(targets):
        cosines = gallery @ queries[query]
        ahead = sorted(int(((cosines > cosines[row]) | ((cosines == cosines[row]) & (rows < row))).sum()) for row in target_rows)
        precisions[query] = sum((hit + 1) / (rank + 1) for hit, rank in enumerate(ahead) if rank < DEPTH) / len(target_rows)
        reciprocals[query] = 1 / (ahead[0] + 1)
    return precisions, reciprocals


def compare(before: tuple[Scores, Scores], after: tuple[Scores, Scores], *, gallery: int, seed: int) -> Comparison:
    """Compare the scores of the same queries by two encoders."""
    return Comparison(
        queries=len(before[0]),
        gallery=gallery,
        map_before=float(before[0].mean()),
        map_after=float(after[0].mean()),
        map_difference=paired_interval(after[0] - before[0], seed=seed),
        mrr_before=float(before[1].mean()),
        mrr_after=float(after[1].mean()),
        mrr_difference=paired_interval(after[1] - before[1], seed=seed),
    )


def paired_interval(differences: Scores, *, seed: int) -> Interval:
    """Return mean and 95% interval by the percentile bootstrap over queries (Efron and Tibshirani 1993), seeded."""
    drawn = np.random.default_rng(seed).integers(0, len(differences), size=(_RESAMPLES, len(differences)))
    low, high = np.quantile(differences[drawn].mean(axis=1), (0.025, 0.975))
    return Interval(mean=float(differences.mean()), low=float(low), high=float(high))


def passes(held_back: Comparison, decisions: Comparison | None) -> bool:
    """Return True if the new encoder is significantly better on the synthetic claims, and not significantly worse on the confirmed
    ones."""
    return held_back.map_difference.low > 0 and (decisions is None or decisions.map_difference.high >= 0)
