"""Exact nearest neighbours over half-precision vectors that lie in a file in arbitrary order.

Reasons for exact search, instead of HNSW as for more than 100,000 fact-checks. Measured with 384 dimensions: a graph takes 1.7 ms
per post to build on one core at 100,000 posts, and more as it grows (half an hour or longer for a million, again when a fifth is
deleted). It must be loaded whole (1.7 GB of single-precision vectors and links for a million), finds 80% of the true first 200 at
the breadth used for fact-checks, and falls back to exact search under a filter. Reading all million vectors takes a fraction of a
second, needs no building, maps 0.8 GB that the system may take back, gets faster with a filter, and adding a post means adding a
record.

Numpy converts half to single precision one number at a time. The bits of a half-precision number, moved to their positions in a
single-precision one, represent that number times 2^-112, for which the query compensates. Whole blocks are therefore converted by
three integer operations while they are in the processor's cache.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from app.ports import FloatMatrix, Hits, Mask
from app.store.exact_index import ROUNDING, pair_scores
from app.store.postings import Longs
from app.store.row_index.vector_file import Halves
from app.store.selection import empty_hits, write_best

_BLOCK = 512
_AT_ONCE = 16_000_000
_SHIFT = 13
_MASK = np.int32(-0x70000001)
_SCALE = np.float32(2.0**112)


class HalfPrecisionIndex:
    """VectorIndex whose row r has the vector at `positions[r]`, or none where that is -1; searches with `threads` threads."""

    kind = "exact"

    def __init__(self, vectors: Halves, positions: Longs, *, threads: int) -> None:
        self._vectors = vectors
        self._positions = positions
        self._threads = threads

    def __len__(self) -> int:
        return len(self._positions)

    def rows(self, rows: NDArray[np.int32]) -> FloatMatrix:
        """Return the vectors of these rows; zeros where there is none."""
        positions = self._positions[np.asarray(rows, np.int64)]
        vectors = np.zeros((len(positions), self._vectors.shape[1]), np.float32)
        vectors[positions >= 0] = self._vectors[positions[positions >= 0]]
        return vectors

    def search(self, queries: FloatMatrix, k: int, *, allowed: Mask | None = None) -> Hits:
        """Return the k nearest rows of each query row; with `allowed` (one bool per row of the index) only among those rows."""
        hits = empty_hits(len(queries), k)
        usable = self._positions >= 0 if allowed is None else (self._positions >= 0) & allowed
        rows = np.flatnonzero(usable)
        if not len(rows) or k <= 0:
            return hits
        step = max(1, _AT_ONCE // len(self._vectors))
        for start in range(0, len(queries), step):
            block = np.ascontiguousarray(queries[start : start + step], np.float32)
            query_indexes, matched_rows = self._candidates(block, rows, min(k, len(rows)))
            part = Hits(hits.rows[start : start + step], hits.scores[start : start + step])
            distinct, indexes = np.unique(matched_rows, return_inverse=True)
            write_best(part, query_indexes, matched_rows, pair_scores(block, self.rows(distinct.astype(np.int32)), query_indexes, indexes))
        return hits

    def _candidates(self, queries: FloatMatrix, rows: NDArray[np.int64], k: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return (query, row) indexes of every score that may be among the k best of its query, allowing for rounding."""
        positions = self._positions[rows]
        by_position = self._scores(queries, positions)
        query_indexes: list[NDArray[np.int64]] = []
        matched_rows: list[NDArray[np.int64]] = []
        for query_index in range(len(queries)):
            scores = by_position[query_index, positions]
            least = np.partition(scores, len(scores) - k)[len(scores) - k]
            # Scores within the rounding error of the k-th best may be better once they are computed exactly.
            passing_rows = rows[scores >= least - ROUNDING]
            matched_rows.append(passing_rows)
            query_indexes.append(np.full(len(passing_rows), query_index, np.int64))
        return np.concatenate(query_indexes), np.concatenate(matched_rows)

    def _scores(self, queries: FloatMatrix, positions: Longs) -> FloatMatrix:
        """Return approximate scores (queries, positions of the file); only those at `positions` are written."""
        selected = np.zeros(len(self._vectors), np.bool_)
        selected[positions] = True
        ascending = np.flatnonzero(selected)
        scores = np.empty((len(queries), len(self._vectors)), np.float32)
        shares = [share for share in np.array_split(ascending, self._threads) if len(share)]
        if len(shares) == 1:
            self._score_share(queries, shares[0], scores)
            return scores
        with ThreadPoolExecutor(len(shares)) as pool:
            list(pool.map(lambda share: self._score_share(queries, share, scores), shares))
        return scores

    def _score_share(self, queries: FloatMatrix, positions: Longs, scores: FloatMatrix) -> None:
        """Score ascending positions block by block: the work of one thread."""
        scaled = (queries * _SCALE)[:, None, :]
        halves = self._vectors.view(np.int16)
        buffer = np.empty((_BLOCK, self._vectors.shape[1]), np.int32)
        for start in range(0, len(positions), _BLOCK):
            part = positions[start : start + _BLOCK]
            first, last = int(part[0]), int(part[-1])
            contiguous = last - first + 1 == len(part)
            block = buffer[: len(part)]
            np.copyto(block, halves[first : last + 1] if contiguous else halves[part])
            np.left_shift(block, _SHIFT, out=block)
            np.bitwise_and(block, _MASK, out=block)
            products = np.vecdot(block.view(np.float32)[None], scaled)
            if contiguous:
                scores[:, first : last + 1] = products
            else:
                scores[:, part] = products
