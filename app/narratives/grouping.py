"""Items into narratives: average linkage over a graph of near neighbours.

Two groups may become one while the mean cosine over all pairs of their members is at least a threshold. That mean is the product of the
two groups' mean vectors, so it is exact however few of the pairs are edges of the graph, and a chain of look-alikes never becomes one
catch-all: average linkage (Sokal and Michener 1958), restricted to groups that some edge joins. The nearest two are joined first, ties
by the items' order, so the outcome does not depend on the order in which edges are given.

Groups that are there already are where the joining starts: they grow and may join, and are never taken apart.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.ports import FloatMatrix, IntMatrix
from app.translation import tr

FREE = -1
_CHECK_EVERY = 256
_TELL_EVERY = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Edges:
    """Pairs of items by their places, (m,) int32 each, and their cosines, (m,) float32. A pair stands once, in either direction."""

    firsts: IntMatrix
    seconds: IntMatrix
    similarities: FloatMatrix

    def __len__(self) -> int:
        return len(self.firsts)


def grouped(
    vectors: FloatMatrix,
    edges: Edges,
    *,
    threshold: float,
    start: Sequence[int] | NDArray[np.int64],
    pinned: Iterable[int] = (),
    progress: Progress,
    cancel: CancelToken,
) -> NDArray[np.int64]:
    """The group of each of n items, (n,) int64, numbered by the place of a member.

    `vectors` are unit vectors (n, dimension). Items whose `start` is the same number are in one group from the beginning, those with FREE
    each alone. A number of `start` in `pinned` names a group laid down by hand: no two of these are ever joined.
    """
    joining = _Joining(vectors, edges, threshold=threshold, start=np.asarray(start, np.int64), pinned=frozenset(pinned))
    total = joining.waiting
    for step, _ in enumerate(iter(joining.join_nearest, False)):
        if step % _CHECK_EVERY == 0:
            cancel.check()
        if step % _TELL_EVERY == 0:
            progress(ProgressUpdate(tr("Grouping stories"), max(total - joining.waiting, 0), total))
    return joining.labels()


class _Joining:
    """Groups by the place of their first member: sums of vectors, sizes, neighbours; and a heap of pairs that may be joined."""

    def __init__(self, vectors: FloatMatrix, edges: Edges, *, threshold: float, start: NDArray[np.int64], pinned: frozenset[int]) -> None:
        self._threshold = threshold
        self._root = _first_members(start)
        self._sums = np.zeros_like(vectors, np.float32)
        np.add.at(self._sums, self._root, vectors)
        self._sizes = np.bincount(self._root, minlength=len(start))
        is_pinned = np.isin(start, list(pinned)) if pinned else np.zeros(len(start), np.bool_)
        self._by_hand = set(self._root[is_pinned].tolist())
        self._near: dict[int, set[int]] = {}
        self._version = dict.fromkeys(range(len(start)), 0)
        self._heap = self._first_pairs(edges)
        heapq.heapify(self._heap)

    @property
    def waiting(self) -> int:
        """Return the number of pairs that may still be joined."""
        return len(self._heap)

    def join_nearest(self) -> bool:
        """Look at the nearest pair, and join it if it still is one; False when none is left."""
        if not self._heap:
            return False
        _, first, second, stamp = heapq.heappop(self._heap)
        if stamp == self._version.get(first, -1) + self._version.get(second, -1) and first in self._version and second in self._version:
            self._join(first, second)
        return True

    def labels(self) -> NDArray[np.int64]:
        """The group of each item."""
        root = self._root
        while True:  # every group points to the one it was joined to
            above = root[root]
            if np.array_equal(above, root):
                return root
            root = above

    def _first_pairs(self, edges: Edges) -> list[tuple[float, int, int, int]]:
        firsts, seconds = self._root[edges.firsts], self._root[edges.seconds]
        low, high = np.minimum(firsts, seconds), np.maximum(firsts, seconds)
        differs = low != high
        pairs = np.stack(np.divmod(np.unique(low[differs] * len(self._root) + high[differs]), len(self._root)), axis=1)
        for first, second in pairs.tolist():
            if not (first in self._by_hand and second in self._by_hand):
                self._near.setdefault(first, set()).add(second)
                self._near.setdefault(second, set()).add(first)
        centroids = self._sums / np.maximum(self._sizes, 1)[:, None]
        heap: list[tuple[float, int, int, int]] = []
        for begin in range(0, len(pairs), 100_000):
            part = pairs[begin : begin + 100_000]
            similarities = np.einsum("ij,ij->i", centroids[part[:, 0]], centroids[part[:, 1]])
            similar = np.flatnonzero(similarities >= self._threshold)
            rows = zip(part[similar].tolist(), similarities[similar].tolist(), strict=True)
            heap += [(-value, first, second, 0) for (first, second), value in rows if second in self._near.get(first, ())]
        return heap

    def _join(self, group: int, other_group: int) -> None:
        neighbours = (self._near.pop(group, set()) | self._near.pop(other_group, set())) - {group, other_group}
        self._sums[group] += self._sums[other_group]
        self._sizes[group] += self._sizes[other_group]
        self._root[other_group] = group
        if other_group in self._by_hand:
            self._by_hand.add(group)
        del self._version[other_group]
        self._version[group] += 1
        if group in self._by_hand:
            neighbours = self._without_by_hand(group, other_group, neighbours)
        for neighbour in neighbours:
            self._near[neighbour].discard(other_group)
            self._near[neighbour].add(group)
        self._near[group] = neighbours
        self._push(group, sorted(neighbours))

    def _without_by_hand(self, first: int, second: int, neighbours: set[int]) -> set[int]:
        """The neighbours that are not by hand as well; those that are lose sight of this group."""
        for neighbour in neighbours & self._by_hand:
            self._near[neighbour] -= {first, second}
        return neighbours - self._by_hand

    def _push(self, group: int, neighbours: list[int]) -> None:
        if not neighbours:
            return
        similarities = self._sums[neighbours] @ self._sums[group] / (self._sizes[neighbours] * self._sizes[group])
        for neighbour, value in zip(neighbours, similarities.tolist(), strict=True):
            if value >= self._threshold:
                low, high = min(group, neighbour), max(group, neighbour)
                heapq.heappush(self._heap, (-value, low, high, self._version[group] + self._version[neighbour]))


def _first_members(start: NDArray[np.int64]) -> NDArray[np.int64]:
    """The place of the first item with the same number; its own for a free one."""
    root = np.arange(len(start))
    numbered = np.flatnonzero(start != FREE)
    _, first, inverse = np.unique(start[numbered], return_index=True, return_inverse=True)
    root[numbered] = numbered[first[inverse]]
    return root
