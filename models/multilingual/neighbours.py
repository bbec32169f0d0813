"""Batches of texts with similar English sides, which the student must learn to tell apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_NEAREST = 7
_PART = 1024

Integers = NDArray[np.int64]


class Neighbours:
    """Batches of neighbouring examples, by English side, among those at `positions`. `targets` are the rows of all examples in the
    teacher's vectors."""

    def __init__(self, vectors: NDArray[np.float16], targets: Integers, positions: Integers) -> None:
        self._rows, groups = np.unique(targets[positions], return_inverse=True)
        order = np.argsort(groups, kind="stable")
        self._members = positions[order]
        self._starts = np.concatenate([[0], np.cumsum(np.bincount(groups))])
        self._near = _nearest(vectors[self._rows].astype(np.float32), _NEAREST)

    def batch(self, size: int, chooser: np.random.Generator) -> Integers:
        """Return one example for each of a number of English texts, in any language, in groups of neighbours."""
        seeds = chooser.integers(0, len(self._rows), size // (1 + _NEAREST))
        texts = np.unique(np.concatenate([seeds, self._near[seeds].ravel()]))
        lengths = self._starts[texts + 1] - self._starts[texts]
        drawn = (chooser.random(len(texts)) * lengths).astype(np.int64)
        return np.asarray(self._members[self._starts[texts] + drawn], np.int64)


def _nearest(vectors: NDArray[np.float32], count: int) -> Integers:
    """Return the nearest rows of each row without itself, shape (n, count)."""
    nearest = np.empty((len(vectors), count), np.int64)
    for start in range(0, len(vectors), _PART):
        cosines = vectors[start : start + _PART] @ vectors.T
        row_numbers = np.arange(len(cosines))
        cosines[row_numbers, row_numbers + start] = -2.0
        nearest[start : start + len(cosines)] = np.argpartition(-cosines, count, axis=1)[:, :count]
    return nearest
