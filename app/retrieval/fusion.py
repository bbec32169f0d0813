"""Fusion of ranked lists."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.ports import FloatMatrix, Hits, IntMatrix

RRF_K = 60


def reciprocal_rank_fusion(lists: Sequence[Hits], *, weights: Sequence[float], keep: int, k: int = RRF_K) -> tuple[IntMatrix, FloatMatrix]:
    """Fuse several top-k lists of the same queries by weighted reciprocal rank.

    The fused score of a row is the sum of weight / (k + rank) over the lists that hold it, ranks from 1
    (Cormack, Clarke and Büttcher 2009; k = 60 as there). Returns rows (q, keep) int32, padded with -1, and their scores
    (q, keep) float32, padded with 0, best first; equal scores are in row order.
    """
    if len(lists) != len(weights):
        raise ValueError("one weight is needed for each list")
    queries = lists[0].rows.shape[0]
    rows = np.full((queries, keep), -1, dtype=np.int32)
    scores = np.zeros((queries, keep), dtype=np.float32)
    for query in range(queries):
        best_rows, best_scores = _fuse_one([hits.rows[query] for hits in lists], weights, k)
        count = min(keep, len(best_rows))
        rows[query, :count] = best_rows[:count]
        scores[query, :count] = best_scores[:count]
    return rows, scores


def _fuse_one(lists: Sequence[IntMatrix], weights: Sequence[float], k: int) -> tuple[IntMatrix, FloatMatrix]:
    found = [ranked[ranked >= 0] for ranked in lists]
    gains = [weight / (k + 1.0 + np.arange(len(ranked))) for ranked, weight in zip(found, weights, strict=True)]
    rows, inverse = np.unique(np.concatenate(found), return_inverse=True)
    totals = np.bincount(inverse, weights=np.concatenate(gains), minlength=len(rows))
    order = np.lexsort((rows, -totals))
    return rows[order].astype(np.int32), totals[order].astype(np.float32)
