"""The nearest-neighbour graph of items, updated incrementally: old edges are kept, and new items are searched for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.narratives.parameters import RECIPE, NarrativeRecipe
from app.ports import FloatMatrix, IntMatrix, NeighbourGraph
from app.services.narrative_items import Items
from app.translation import tr

_Rows = tuple[IntMatrix, IntMatrix, FloatMatrix]
EXACT = "exact"
_BLOCK, _CHUNK = 512, 25_000
# What a search costs: pairs compared one by one, and look-ups in a graph of neighbours.
_EXACT_A_SECOND, _GRAPH_A_SECOND = 5e7, 2e3
# Up to so many items that all ask for each other, comparing each pair once is faster than looking each item up in a graph of
# neighbours, and misses none: one core (AVX2) compares 5.6e7 pairs of 384 numbers in a second, and looks 700 items up among
# 100,000.
_ALL_PAIRS_UP_TO = 150_000


def neighbour_graph(
    pools: Sequence[Items],
    old: NeighbourGraph,
    *,
    progress: Progress,
    cancel: CancelToken,
    recipe: NarrativeRecipe = RECIPE,
) -> tuple[NeighbourGraph, NDArray[np.bool_], bool]:
    """Return the graph of all items, a mask of those that are new or changed since `old`, and True if posts were compared with each
    other.

    Posts are not compared with each other where there are too many. `pools` are the fact-checks, and the posts if there are any. An
    item's neighbours are its `recipe.neighbours` nearest of either kind that are similar enough; those of an old item are kept, and
    extended by new items that find it. Raises Cancelled.
    """
    keys = [key for pool in pools for key in pool.keys]
    digests = np.concatenate([pool.digests for pool in pools])
    is_new = ~_known(keys, digests, old)
    search = _Search(pools, is_new, progress=progress, cancel=cancel, recipe=recipe)
    search.among_factchecks()
    compared = search.with_posts() if len(pools) > 1 else True
    first_nodes, second_nodes, similarities = _unique([_unchanged_pairs(keys, is_new, old), *search.found])
    return (
        NeighbourGraph(keys=keys, digests=digests, first_nodes=first_nodes, second_nodes=second_nodes, similarities=similarities),
        is_new,
        compared,
    )


def _known(keys: Sequence[str], digests: NDArray[np.uint64], old: NeighbourGraph) -> NDArray[np.bool_]:
    before = dict(zip(old.keys, old.digests.tolist(), strict=True))
    return np.array([before.get(key) == digest for key, digest in zip(keys, digests.tolist(), strict=True)], np.bool_)


def _unchanged_pairs(keys: Sequence[str], is_new: NDArray[np.bool_], old: NeighbourGraph) -> _Rows:
    """Return the old pairs of which neither item is new, changed or gone, with the current indexes of the items."""
    now = {key: index for index, key in enumerate(keys) if not is_new[index]}
    moved = np.array([now.get(key, -1) for key in old.keys], np.int32)
    first_nodes, second_nodes = moved[old.first_nodes], moved[old.second_nodes]
    stay = (first_nodes >= 0) & (second_nodes >= 0)
    return first_nodes[stay], second_nodes[stay], old.similarities[stay]


def _unique(parts: Sequence[_Rows]) -> _Rows:
    """Return each pair once, the smaller index first, in ascending order."""
    first_nodes, second_nodes, similarities = (np.concatenate(column) for column in zip(*parts, strict=True))
    low, high = np.minimum(first_nodes, second_nodes).astype(np.int64), np.maximum(first_nodes, second_nodes).astype(np.int64)
    width = int(high.max(initial=0)) + 1
    _, first = np.unique(low * width + high, return_index=True)
    first = first[low[first] != high[first]]
    return low[first].astype(np.int32), high[first].astype(np.int32), similarities[first].astype(np.float32)


class _Search:
    """Searches for the neighbours of new items; `found` are pairs, possibly with repetitions."""

    def __init__(
        self, pools: Sequence[Items], is_new: NDArray[np.bool_], *, progress: Progress, cancel: CancelToken, recipe: NarrativeRecipe
    ) -> None:
        self._pools = pools
        self._progress, self._cancel, self._recipe = progress, cancel, recipe
        self._offsets = np.cumsum([0, *(len(pool) for pool in pools)])
        self._is_new = [np.flatnonzero(is_new[start:end]) for start, end in zip(self._offsets[:-1], self._offsets[1:], strict=True)]
        self.found: list[_Rows] = []

    def among_factchecks(self) -> None:
        self._look(0, 0, self._is_new[0], tr("Comparing fact-checks"))

    def with_posts(self) -> bool:
        """Search fact-checks and posts for each other, in the cheaper direction; posts for each other if that is fast enough.

        Returns True if posts were compared with each other.
        """
        posts = self._pools[1]
        old_posts = np.setdiff1d(np.arange(len(posts)), self._is_new[1])
        self._look(1, 0, self._is_new[1], tr("Comparing posts with fact-checks"))
        # New fact-checks are compared with every post, or old posts are looked up among the fact-checks, whichever is faster.
        if len(self._is_new[0]) * len(posts) / _EXACT_A_SECOND <= len(old_posts) / _GRAPH_A_SECOND:
            self._look(0, 1, self._is_new[0], tr("Comparing fact-checks with posts"))
        elif len(self._is_new[0]):
            self._look(1, 0, old_posts, tr("Comparing posts with fact-checks"))
        if len(self._is_new[1]) * len(posts) > self._recipe.most_post_pairs:
            return False
        self._look(1, 1, self._is_new[1], tr("Comparing posts"))
        return True

    def _look(self, source_pool: int, target_pool: int, indexes: NDArray[np.int64], activity: str) -> None:
        source, target = self._pools[source_pool], self._pools[target_pool]
        if not len(target) or not len(indexes):
            return
        # Comparing each pair once is faster than looking each item up, and misses none.
        is_small = source is target and len(indexes) == len(target) <= _ALL_PAIRS_UP_TO
        search = self._in_all if is_small or target.index.kind == EXACT else self._in_index
        for rows, neighbours, similarities in search(
            source, target, indexes.astype(np.int32), self._recipe.neighbours + (source_pool == target_pool), activity
        ):
            self.found.append(
                (
                    (rows + self._offsets[source_pool]).astype(np.int32),
                    (neighbours + self._offsets[target_pool]).astype(np.int32),
                    similarities,
                )
            )

    def _in_index(self, source: Items, target: Items, indexes: IntMatrix, count: int, activity: str) -> Iterator[_Rows]:
        """Yield the neighbours that an approximate index finds."""
        for start in range(0, len(indexes), _BLOCK):
            self._cancel.check()
            part = indexes[start : start + _BLOCK]
            hits = target.index.search(source.vectors(part), count)
            neighbours = np.where(hits.rows >= 0, target.place_of[hits.rows], -1)
            row, column = np.nonzero((neighbours >= 0) & (hits.scores >= self._recipe.least_cosine))
            yield part[row], neighbours[row, column], hits.scores[row, column]
            self._progress(ProgressUpdate(activity, start + len(part), len(indexes)))

    def _in_all(self, source: Items, target: Items, indexes: IntMatrix, count: int, activity: str) -> Iterator[_Rows]:
        """Yield the exact neighbours by multiplying all vectors. Few items are near enough, so selecting them costs little more
        than the products.

        Where all items search for each other, each product is computed once and read both ways.
        """
        is_within_pool = source is target and len(indexes) == len(target)
        vectors = source.vectors(indexes)
        parts: list[_Rows] = [(indexes[:0], indexes[:0], vectors[:0, 0])]
        for begin in range(0, len(target), _CHUNK):
            end = min(begin + _CHUNK, len(target))
            target_vectors = vectors[begin:end] if is_within_pool else target.vectors(np.arange(begin, end, dtype=np.int32))
            for start in range(0, end if is_within_pool else len(indexes), _BLOCK):
                self._cancel.check()
                row, column, near_similarities = self._near(vectors[start : start + _BLOCK], target_vectors, start, begin)
                if is_within_pool:  # a block and its mirror: what lies below the diagonal is read off the other side
                    upper = column > row
                    row, column, near_similarities = row[upper], column[upper], near_similarities[upper]
                    parts.append((column, row, near_similarities))
                parts.append((row, column, near_similarities))
                compared = (begin + (end - begin) * min(start + _BLOCK, len(indexes)) // len(indexes)) * len(indexes) // len(target)
                self._progress(ProgressUpdate(activity, compared, len(indexes)))
        rows, neighbours, similarities = (np.concatenate(values) for values in zip(*parts, strict=True))
        best = nearest(rows, neighbours, similarities, count - is_within_pool)  # no item is its own neighbour here
        yield indexes[rows[best]], neighbours[best], similarities[best]

    def _near(self, block: FloatMatrix, target_vectors: FloatMatrix, start: int, begin: int) -> _Rows:
        """Return the indexes of near pairs of the block and the target vectors."""
        similarities = block @ target_vectors.T
        cells = np.flatnonzero(similarities >= self._recipe.least_cosine)
        row, column = np.divmod(cells, len(target_vectors))
        return (row + start).astype(np.int32), (column + begin).astype(np.int32), similarities.ravel()[cells]


def nearest(rows: IntMatrix, neighbours: IntMatrix, similarities: FloatMatrix, count: int) -> NDArray[np.int64]:
    """Return the indexes of the `count` nearest hits of each row; ties go to the lower index."""
    order = np.lexsort((neighbours, -similarities, rows))
    ordered = rows[order]
    rank = np.arange(len(order)) - np.searchsorted(ordered, ordered, side="left")
    return order[rank < count]
