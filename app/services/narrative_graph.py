"""Which items are near to which: what is known from the last time, and the neighbours of what is new."""

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
_EXACT_A_SECOND, _GRAPH_A_SECOND = 5e7, 2e3
"""What a search costs: pairs compared one by one, and look-ups in a graph of neighbours."""
_ALL_PAIRS_UP_TO = 150_000
"""Up to so many items that all ask for each other, comparing each pair once is faster than looking each item up in a graph of neighbours,
and misses none: one core (AVX2) compares 5.6e7 pairs of 384 numbers in a second, and looks 700 items up among 100,000."""


def neighbour_graph(
    pools: Sequence[Items],
    old: NeighbourGraph,
    *,
    progress: Progress,
    cancel: CancelToken,
    recipe: NarrativeRecipe = RECIPE,
) -> tuple[NeighbourGraph, NDArray[np.bool_], bool]:
    """The graph of all items, which of them are new or changed since `old`, and whether posts were compared with each other, too (not where
    there are too many of them). `pools` are the fact-checks, and the posts where there are any.

    An item's neighbours are its `recipe.neighbours` nearest of either kind, as far as they are alike enough; those of an old item are kept
    as they are, and joined by whoever finds it. Raises Cancelled.
    """
    keys = [key for pool in pools for key in pool.keys]
    digests = np.concatenate([pool.digests for pool in pools])
    fresh = ~_known(keys, digests, old)
    search = _Search(pools, fresh, progress=progress, cancel=cancel, recipe=recipe)
    search.among_factchecks()
    compared = search.with_posts() if len(pools) > 1 else True
    ones, others, similarities = _unique([_kept(keys, fresh, old), *search.found])
    return NeighbourGraph(keys=keys, digests=digests, ones=ones, others=others, similarities=similarities), fresh, compared


def _known(keys: Sequence[str], digests: NDArray[np.uint64], old: NeighbourGraph) -> NDArray[np.bool_]:
    before = dict(zip(old.keys, old.digests.tolist(), strict=True))
    return np.array([before.get(key) == digest for key, digest in zip(keys, digests.tolist(), strict=True)], np.bool_)


def _kept(keys: Sequence[str], fresh: NDArray[np.bool_], old: NeighbourGraph) -> _Rows:
    """The old pairs of which neither item is new, changed or gone, at the places that the items have now."""
    now = {key: place for place, key in enumerate(keys) if not fresh[place]}
    moved = np.array([now.get(key, -1) for key in old.keys], np.int32)
    ones, others = moved[old.ones], moved[old.others]
    stay = (ones >= 0) & (others >= 0)
    return ones[stay], others[stay], old.similarities[stay]


def _unique(parts: Sequence[_Rows]) -> _Rows:
    """Each pair once, the smaller place first, in ascending order."""
    ones, others, similarities = (np.concatenate(column) for column in zip(*parts, strict=True))
    low, high = np.minimum(ones, others).astype(np.int64), np.maximum(ones, others).astype(np.int64)
    width = int(high.max(initial=0)) + 1
    _, first = np.unique(low * width + high, return_index=True)
    first = first[low[first] != high[first]]
    return low[first].astype(np.int32), high[first].astype(np.int32), similarities[first].astype(np.float32)


class _Search:
    """Looks for the neighbours of what is new; `found` are pairs, perhaps the same one several times."""

    def __init__(
        self, pools: Sequence[Items], fresh: NDArray[np.bool_], *, progress: Progress, cancel: CancelToken, recipe: NarrativeRecipe
    ) -> None:
        self._pools = pools
        self._progress, self._cancel, self._recipe = progress, cancel, recipe
        self._offsets = np.cumsum([0, *(len(pool) for pool in pools)])
        self._fresh = [np.flatnonzero(fresh[start:end]) for start, end in zip(self._offsets[:-1], self._offsets[1:], strict=True)]
        self.found: list[_Rows] = []

    def among_factchecks(self) -> None:
        self._look(0, 0, self._fresh[0], tr("Comparing fact-checks"))

    def with_posts(self) -> bool:
        """Fact-checks and posts with each other, the cheaper way round; posts with each other where that can be done in time."""
        posts = self._pools[1]
        old_posts = np.setdiff1d(np.arange(len(posts)), self._fresh[1])
        self._look(1, 0, self._fresh[1], tr("Comparing posts with fact-checks"))
        if len(self._fresh[0]) * len(posts) / _EXACT_A_SECOND <= len(old_posts) / _GRAPH_A_SECOND:
            self._look(0, 1, self._fresh[0], tr("Comparing fact-checks with posts"))
        elif len(self._fresh[0]):
            self._look(1, 0, old_posts, tr("Comparing posts with fact-checks"))
        if len(self._fresh[1]) * len(posts) > self._recipe.most_post_pairs:
            return False
        self._look(1, 1, self._fresh[1], tr("Comparing posts"))
        return True

    def _look(self, asking: int, asked: int, places: NDArray[np.int64], activity: str) -> None:
        source, target = self._pools[asking], self._pools[asked]
        if not len(target) or not len(places):
            return
        few = source is target and len(places) == len(target) <= _ALL_PAIRS_UP_TO
        look = self._in_all if few or target.index.kind == EXACT else self._in_index
        for rows, near, alike in look(source, target, places.astype(np.int32), self._recipe.neighbours + (asking == asked), activity):
            self.found.append(((rows + self._offsets[asking]).astype(np.int32), (near + self._offsets[asked]).astype(np.int32), alike))

    def _in_index(self, source: Items, target: Items, places: IntMatrix, wanted: int, activity: str) -> Iterator[_Rows]:
        """The neighbours as an approximate index finds them."""
        for start in range(0, len(places), _BLOCK):
            self._cancel.check()
            part = places[start : start + _BLOCK]
            hits = target.index.search(source.vectors(part), wanted)
            near = np.where(hits.rows >= 0, target.place_of[hits.rows], -1)
            row, column = np.nonzero((near >= 0) & (hits.scores >= self._recipe.least_cosine))
            yield part[row], near[row, column], hits.scores[row, column]
            self._progress(ProgressUpdate(activity, start + len(part), len(places)))

    def _in_all(self, source: Items, target: Items, places: IntMatrix, wanted: int, activity: str) -> Iterator[_Rows]:
        """The neighbours among all items: few are near enough, so looking for these costs little more than the products themselves.

        Where all items ask for each other, each product is made once and read both ways.
        """
        both = source is target and len(places) == len(target)
        asked = source.vectors(places)
        parts: list[_Rows] = [(places[:0], places[:0], asked[:0, 0])]
        for begin in range(0, len(target), _CHUNK):
            end = min(begin + _CHUNK, len(target))
            held = asked[begin:end] if both else target.vectors(np.arange(begin, end, dtype=np.int32))
            for start in range(0, end if both else len(places), _BLOCK):
                self._cancel.check()
                row, column, alike = self._near(asked[start : start + _BLOCK], held, start, begin)
                if both:  # a block and its mirror: what lies below the diagonal is read off the other side
                    upper = column > row
                    row, column, alike = row[upper], column[upper], alike[upper]
                    parts.append((column, row, alike))
                parts.append((row, column, alike))
                done = (begin + (end - begin) * min(start + _BLOCK, len(places)) // len(places)) * len(places) // len(target)
                self._progress(ProgressUpdate(activity, done, len(places)))
        rows, near, similarities = (np.concatenate(values) for values in zip(*parts, strict=True))
        chosen = nearest(rows, near, similarities, wanted - both)  # no item is its own neighbour here
        yield places[rows[chosen]], near[chosen], similarities[chosen]

    def _near(self, block: FloatMatrix, held: FloatMatrix, start: int, begin: int) -> _Rows:
        """Rows of the block and of what is held that are near, by their places."""
        alike = block @ held.T
        found = np.flatnonzero(alike >= self._recipe.least_cosine)
        row, column = np.divmod(found, len(held))
        return (row + start).astype(np.int32), (column + begin).astype(np.int32), alike.ravel()[found]


def nearest(rows: IntMatrix, near: IntMatrix, alike: FloatMatrix, wanted: int) -> NDArray[np.int64]:
    """Which of these hits are the `wanted` nearest of their row, ties by place."""
    order = np.lexsort((near, -alike, rows))
    ordered = rows[order]
    rank = np.arange(len(order)) - np.searchsorted(ordered, ordered, side="left")
    return order[rank < wanted]
