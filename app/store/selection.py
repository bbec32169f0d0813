"""Selection of the best k hits with ties in row order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.ports import Hits


def empty_hits(queries: int, k: int) -> Hits:
    """Return hits of shape (queries, k) without rows."""
    return Hits(np.full((queries, k), -1, np.int32), np.zeros((queries, k), np.float32))


def best_of_row(scores: NDArray[np.float32], k: int) -> NDArray[np.int64]:
    """Return the indexes of the k largest positive scores in descending order; equal scores in ascending order of index."""
    positions = np.flatnonzero(scores > 0)
    values = scores[positions]
    if len(positions) > k > 0:
        least = np.partition(values, len(values) - k)[len(values) - k]
        is_best = values >= least
        positions, values = positions[is_best], values[is_best]
    return positions[np.lexsort((positions, -values))][: max(k, 0)]


def write_best(hits: Hits, queries: NDArray[np.int64], rows: NDArray[np.int64], scores: NDArray[np.float32]) -> None:
    """Write loose (query, row, score) triples into `hits`: best first, ties in row order, no more than fit."""
    order = np.lexsort((rows, -scores, queries))
    queries, rows, scores = queries[order], rows[order], scores[order]
    first = np.searchsorted(queries, np.arange(len(hits.rows)))
    rank = np.arange(len(queries)) - first[queries]
    is_within = rank < hits.rows.shape[1]
    hits.rows[queries[is_within], rank[is_within]] = rows[is_within]
    hits.scores[queries[is_within], rank[is_within]] = scores[is_within]
