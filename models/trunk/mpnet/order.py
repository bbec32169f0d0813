"""Batches of similar length in an endless order that depends only on seed and step, so a stopped training resumes with the same
ones.

An epoch draws a number of groups from every source. Smaller sources are repeated; larger ones show other groups in the next epoch.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from models.trunk.losses import Item
from models.trunk.mpnet.pair_set import PairSet

WINDOW = 32
"""Number of batches within which groups are sorted by length."""


class BatchOrder:
    """Batches of one task with `size` groups each. `quotas` gives the groups of each source in an epoch (none: all of them)."""

    def __init__(self, pairs: PairSet, quotas: Mapping[str, int], *, size: int, seed: int) -> None:
        self._pairs = pairs
        self._lengths = pairs.lengths()
        rows_by_source = [np.flatnonzero(pairs.sources == index) for index in range(len(pairs.names))]
        self._sources = [(rows, quotas.get(name, len(rows))) for name, rows in zip(pairs.names, rows_by_source, strict=True)]
        self._size = size
        self._seed = seed
        self.batches = sum(quota for _, quota in self._sources) // size
        """Batches of an epoch."""
        self._epoch, self._order = -1, np.empty((0, size), np.int64)

    def batch(self, step: int) -> list[Item]:
        """Return the groups of this step."""
        epoch, index = divmod(step, self.batches)
        if epoch != self._epoch:
            self._epoch, self._order = epoch, self._batches(epoch)
        return [self._pairs.item(int(group)) for group in self._order[index]]

    def _batches(self, epoch: int) -> NDArray[np.int64]:
        chooser = np.random.default_rng([self._seed, epoch])
        drawn = np.concatenate([_draw(rows, quota, chooser) for rows, quota in self._sources])
        order = chooser.permutation(drawn)[: self.batches * self._size]
        window = self._size * WINDOW
        parts = [order[low : low + window] for low in range(0, len(order), window)]
        by_length = np.concatenate([part[np.argsort(self._lengths[part], kind="stable")] for part in parts])
        return chooser.permutation(by_length.reshape(-1, self._size))


def _draw(rows: NDArray[np.int64], quota: int, chooser: np.random.Generator) -> NDArray[np.int64]:
    repeats, remainder = divmod(quota, len(rows))
    return np.concatenate([*[rows] * repeats, chooser.choice(rows, remainder, replace=False)])
