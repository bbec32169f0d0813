"""Exact nearest neighbours: a blocked float32 product finds the candidates, and each pair is then scored on its own.

A matrix product may round the same pair differently in blocks of different shape. The second step makes every score a function of
its two vectors only, so that ranks do not depend on the batch or on the number of rows in the library.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.ports import FloatMatrix, Hits, Mask
from app.store.selection import empty_hits, write_best

_BLOCK = 8_000_000
ROUNDING = 2e-6
_FEW = 16
_NEVER = np.float32(-np.inf)


class ExactIndex:
    """VectorIndex over stored unit vectors; rows without a text (`present` false) are never hits."""

    kind = "exact"

    def __init__(self, vectors: FloatMatrix, present: Mask) -> None:
        self._vectors = vectors
        self._present = present

    def __len__(self) -> int:
        return len(self._vectors)

    def search(self, queries: FloatMatrix, k: int, *, allowed: Mask | None = None) -> Hits:
        """Return the k nearest rows of each query row; with `allowed` (one bool per row of the index) only among those rows."""
        hits = empty_hits(len(queries), k)
        usable = self._present if allowed is None else self._present & allowed
        rows = np.flatnonzero(usable)
        if not len(rows) or k <= 0:
            return hits
        # Few usable rows are copied into a matrix of their own. With many, masking the others is cheaper than copying.
        copies_rows = 2 * len(rows) < len(usable)
        matrix = self._vectors[rows] if copies_rows else self._vectors
        unusable = np.zeros(0, np.int64) if copies_rows else np.flatnonzero(~usable)
        step = max(1, _BLOCK // len(matrix))
        for start in range(0, len(queries), step):
            block = np.ascontiguousarray(queries[start : start + step], np.float32)
            scores = _products(block, matrix)
            scores[:, unusable] = _NEVER
            query_indexes, columns = _candidates(scores, min(k, len(rows)))
            part = Hits(hits.rows[start : start + step], hits.scores[start : start + step])
            # A matrix product rounds the same pair differently in blocks of different shape. Scored one by one, a pair's cosine
            # depends on its two vectors only.
            write_best(part, query_indexes, rows[columns] if copies_rows else columns, pair_scores(block, matrix, query_indexes, columns))
        return hits


def _products(block: FloatMatrix, matrix: FloatMatrix) -> FloatMatrix:
    """Return approximate scores (queries, rows). With few queries, the rows are the longer side and go first."""
    if 1 < len(block) <= _FEW:
        return np.ascontiguousarray((matrix @ block.T).T)
    return block @ matrix.T


def _candidates(scores: FloatMatrix, k: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return (query, column) indexes of every score that may be among the k best of its query, allowing for rounding."""
    total = scores.shape[1]
    # The k-th best score of each query. Scores within the rounding error below it may be better once they are computed exactly.
    least = np.partition(scores, total - k, axis=1)[:, total - k]
    flat = np.flatnonzero(scores >= (least - ROUNDING)[:, None])
    query_indexes, columns = np.divmod(flat, total)
    return query_indexes, columns


def pair_scores(
    queries: FloatMatrix, vectors: FloatMatrix, query_indexes: NDArray[np.int64], vector_indexes: NDArray[np.int64], *, step: int = 8_192
) -> NDArray[np.float32]:
    """Return the cosine of each (queries[query_indexes[i]], vectors[vector_indexes[i]]) pair, summed in one fixed order."""
    result = np.empty(len(query_indexes), np.float32)
    for start in range(0, len(query_indexes), step):
        part = slice(start, start + step)
        result[part] = np.einsum("pd,pd->p", queries[query_indexes[part]], vectors[vector_indexes[part]])
    return result
