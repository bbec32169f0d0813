"""Batches of texts whose English sides are alike: what the student must learn to tell apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_NEAREST = 7
_PART = 1024

Integers = NDArray[np.int64]


class Neighbours:
    """The examples at `places`, by English side; `targets` are all examples' rows in the teacher's vectors."""

    def __init__(self, vectors: NDArray[np.float16], targets: Integers, places: Integers) -> None:
        self._rows, groups = np.unique(targets[places], return_inverse=True)
        order = np.argsort(groups, kind="stable")
        self._members = places[order]
        self._starts = np.concatenate([[0], np.cumsum(np.bincount(groups))])
        self._near = _nearest(vectors[self._rows].astype(np.float32), _NEAREST)

    def batch(self, size: int, chooser: np.random.Generator) -> Integers:
        """One example, in whatever language, of each of so many English texts, in groups of neighbours."""
        seeds = chooser.integers(0, len(self._rows), size // (1 + _NEAREST))
        texts = np.unique(np.concatenate([seeds, self._near[seeds].ravel()]))
        lengths = self._starts[texts + 1] - self._starts[texts]
        drawn = (chooser.random(len(texts)) * lengths).astype(np.int64)
        return np.asarray(self._members[self._starts[texts] + drawn], np.int64)


def _nearest(vectors: NDArray[np.float32], count: int) -> Integers:
    """The rows most like each row, itself left out, shape (n, count)."""
    found = np.empty((len(vectors), count), np.int64)
    for start in range(0, len(vectors), _PART):
        cosines = vectors[start : start + _PART] @ vectors.T
        own = np.arange(len(cosines))
        cosines[own, own + start] = -2.0
        found[start : start + len(cosines)] = np.argpartition(-cosines, count, axis=1)[:, :count]
    return found
