"""Merges, sorts, deduplicates and cuts the hits of several queries."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.ports import FloatMatrix, Hits, IntMatrix
from app.retrieval import represented


def union(lists: Sequence[IntMatrix]) -> IntMatrix:
    """Return the rows in any of these lists (q, k), (q, n) in row order, padded with -1."""
    unique_rows = [np.unique(np.concatenate([rows[query] for rows in lists])) for query in range(lists[0].shape[0])]
    unique_rows = [rows[rows >= 0] for rows in unique_rows]
    width = max([len(rows) for rows in unique_rows], default=0)
    padded = [np.pad(rows, (0, width - len(rows)), constant_values=-1) for rows in unique_rows]
    return np.array(padded, dtype=np.int32).reshape(len(unique_rows), width)


def best_first(rows: IntMatrix, scores: FloatMatrix, *, tie_break: FloatMatrix | None = None) -> Hits:
    """Sort hits by score, ties by `tie_break` (higher first), then in row order; -1 last, with score 0."""
    second = scores if tie_break is None else tie_break
    order = np.lexsort((rows, -second, -scores, rows < 0), axis=1)
    return _reordered(rows, scores, order)


def one_of_each_group(hits: Hits, groups: IntMatrix, newest: IntMatrix) -> Hits:
    """Remove hits that follow a duplicate of theirs, and replace the remaining ones by the `newest` of their group."""
    rows = hits.rows.copy()
    for query_rows in rows:
        present = np.flatnonzero(query_rows >= 0)
        _, first = np.unique(groups[query_rows[present]], return_index=True)
        query_rows[np.delete(present, first)] = -1
    rows = represented(rows, newest)
    return _reordered(rows, hits.scores, np.argsort(rows < 0, axis=1, kind="stable"))


def cut(hits: Hits, depth: int) -> Hits:
    """Return the first `depth` hits of each query."""
    return Hits(hits.rows[:, :depth], hits.scores[:, :depth])


def last_first(lists: Sequence[Hits], *, keep: int) -> Hits:
    """Return the last list's order, then rows that it lacks in the order of the list before it; a score is 1 / rank."""
    queries = lists[0].rows.shape[0]
    rows, scores = np.full((queries, keep), -1, dtype=np.int32), np.zeros((queries, keep), dtype=np.float32)
    for query in range(queries):
        ordered = list(dict.fromkeys(int(row) for hits in reversed(lists) for row in hits.rows[query] if row >= 0))
        rows[query, : len(ordered)] = ordered
        scores[query, : len(ordered)] = 1.0 / np.arange(1, len(ordered) + 1)
    return Hits(rows, scores)


def _reordered(rows: IntMatrix, scores: FloatMatrix, order: NDArray[np.signedinteger]) -> Hits:
    ordered = np.take_along_axis(rows, order, axis=1)
    ordered_scores = np.where(ordered >= 0, np.take_along_axis(scores, order, axis=1), 0.0)
    return Hits(ordered, ordered_scores.astype(np.float32))
