"""Fusion of ranked lists: reciprocal rank fusion, weighted CombSUM, Borda's count."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from app.ports import FloatMatrix, Hits, IntMatrix

RRF_K = 60

Ranked = tuple[IntMatrix, FloatMatrix]
"""One query's list: rows, best first, none twice, and their scores."""
Gains = Callable[[Sequence[Ranked], Sequence[float]], list[NDArray[np.float64]]]
"""What each list of a query gives to its rows, by the lists and their weights."""


def reciprocal_rank_fusion(lists: Sequence[Hits], *, weights: Sequence[float], keep: int, k: int = RRF_K) -> Ranked:
    """Fuse several top-k lists of the same queries by weighted reciprocal rank.

    The fused score of a row is the sum of weight / (k + rank) over the lists that hold it, ranks from 1
    (Cormack, Clarke and Büttcher 2009; k = 60 as there). Returns rows (q, keep) int32, padded with -1, and their scores
    (q, keep) float32, padded with 0, best first; equal scores are in row order.
    """

    def gains(ranked: Sequence[Ranked], weighed: Sequence[float]) -> list[NDArray[np.float64]]:
        return [weight / (k + 1.0 + np.arange(len(rows), dtype=np.float64)) for (rows, _), weight in zip(ranked, weighed, strict=True)]

    return _fused(lists, weights, keep, gains)


def comb_sum(lists: Sequence[Hits], *, weights: Sequence[float], keep: int) -> Ranked:
    """Fuse several top-k lists of the same queries by the weighted sum of their scores.

    Each list's scores of a query are first brought to [0, 1] (score minus the least, over the range; Lee 1997, section 3), all to 1 where
    they are equal; a row that a list lacks gets 0 from it (CombSUM: Fox and Shaw 1994). Returns what `reciprocal_rank_fusion` does.
    """

    def gains(ranked: Sequence[Ranked], weighed: Sequence[float]) -> list[NDArray[np.float64]]:
        return [weight * _unit_range(scores) for (_, scores), weight in zip(ranked, weighed, strict=True)]

    return _fused(lists, weights, keep, gains)


def borda_count(lists: Sequence[Hits], *, weights: Sequence[float], keep: int) -> Ranked:
    """Fuse several top-k lists of the same queries by weighted votes for ranks.

    Of c rows in any of a query's lists the first of a list gets c points, the second c - 1, and so on; rows that a list lacks share
    its remaining points evenly (Aslam and Montague 2001, section 2.2). Returns what `reciprocal_rank_fusion` does; scores are
    points above those of a row that all lists lack.
    """
    return _fused(lists, weights, keep, _points)


def _fused(lists: Sequence[Hits], weights: Sequence[float], keep: int, gains_of: Gains) -> Ranked:
    if len(lists) != len(weights):
        raise ValueError("one weight is needed for each list")
    queries = lists[0].rows.shape[0]
    rows = np.full((queries, keep), -1, dtype=np.int32)
    scores = np.zeros((queries, keep), dtype=np.float32)
    for query in range(queries):
        ranked = [_without_padding(hits.rows[query], hits.scores[query]) for hits in lists]
        best_rows, best_scores = _fuse_one([list_rows for list_rows, _ in ranked], gains_of(ranked, weights))
        count = min(keep, len(best_rows))
        rows[query, :count] = best_rows[:count]
        scores[query, :count] = best_scores[:count]
    return rows, scores


def _without_padding(rows: IntMatrix, scores: FloatMatrix) -> Ranked:
    return rows[rows >= 0], scores[rows >= 0]


def _fuse_one(row_lists: Sequence[IntMatrix], gains: Sequence[NDArray[np.float64]]) -> Ranked:
    rows, inverse = np.unique(np.concatenate(row_lists), return_inverse=True)
    totals = np.bincount(inverse, weights=np.concatenate(gains), minlength=len(rows))
    order = np.lexsort((rows, -totals))
    return rows[order].astype(np.int32), totals[order].astype(np.float32)


def _unit_range(scores: FloatMatrix) -> NDArray[np.float64]:
    exact = scores.astype(np.float64)
    if not len(exact):
        return exact
    low, high = float(exact.min()), float(exact.max())
    return (exact - low) / (high - low) if high > low else np.ones(len(exact))


def _points(ranked: Sequence[Ranked], weights: Sequence[float]) -> list[NDArray[np.float64]]:
    """Return each row's points above those of a row that the list lacks, so that absence counts 0 and the order is Borda's."""
    row_count = len(np.unique(np.concatenate([rows for rows, _ in ranked])))
    points = []
    for (rows, _), weight in zip(ranked, weights, strict=True):
        absent_count = row_count - len(rows)
        share = (absent_count + 1) / 2 if absent_count else 0.0  # the mean of the points 1 to `absent_count` that are left
        points.append(weight * (row_count - np.arange(len(rows), dtype=np.float64) - share))
    return points
