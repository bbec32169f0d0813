"""Is the adapted encoder better? Both look for the same fact-checks, and the differences are resampled query by query."""

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
    """Average precision at 5 and reciprocal rank of each query, by cosine; a row of the gallery that is as near as a wanted one and
    stands before it comes first. Every query wants at least one row."""
    precisions, reciprocals = np.zeros(len(targets)), np.zeros(len(targets))
    rows = np.arange(len(gallery))
    for query, target_rows in enumerate(targets):
        cosines = gallery @ queries[query]
        ahead = sorted(int(((cosines > cosines[row]) | ((cosines == cosines[row]) & (rows < row))).sum()) for row in target_rows)
        precisions[query] = sum((hit + 1) / (rank + 1) for hit, rank in enumerate(ahead) if rank < DEPTH) / len(target_rows)
        reciprocals[query] = 1 / (ahead[0] + 1)
    return precisions, reciprocals


def compare(before: tuple[Scores, Scores], after: tuple[Scores, Scores], *, gallery: int, seed: int) -> Comparison:
    """The scores of the same queries by two encoders."""
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
    """Mean and 95% interval by the percentile bootstrap over queries (Efron and Tibshirani 1993), seeded."""
    drawn = np.random.default_rng(seed).integers(0, len(differences), size=(_RESAMPLES, len(differences)))
    low, high = np.quantile(differences[drawn].mean(axis=1), (0.025, 0.975))
    return Interval(mean=float(differences.mean()), low=float(low), high=float(high))


def passes(held_back: Comparison, decisions: Comparison | None) -> bool:
    """Surely better on the made-up claims, and not surely worse on what was confirmed."""
    return held_back.map_difference.low > 0 and (decisions is None or decisions.map_difference.high >= 0)
