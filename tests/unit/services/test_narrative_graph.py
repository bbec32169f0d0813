"""Neighbour graph of items: compared with all cosines at once, for new items, and with an approximate index."""

from __future__ import annotations

import numpy as np
import pytest

from app.domain.progress import CancelToken, no_progress
from app.narratives.parameters import NarrativeRecipe
from app.ports import FloatMatrix, Hits, Mask, NeighbourGraph
from app.services import narrative_graph
from app.services.narrative_graph import nearest, neighbour_graph
from app.services.narrative_items import Items
from app.store.exact_index import ExactIndex

RECIPE = NarrativeRecipe(neighbours=3, least_cosine=0.4)


class Approximate:
    """Exact index that reports itself as approximate."""

    kind = "hnsw"

    def __init__(self, index: ExactIndex) -> None:
        self._index = index

    def __len__(self) -> int:
        return len(self._index)

    def search(self, queries: FloatMatrix, k: int, *, allowed: Mask | None = None) -> Hits:
        return self._index.search(queries, k, allowed=allowed)


def vectors(seed: int, count: int) -> FloatMatrix:
    random_rows = np.random.default_rng(seed).standard_normal((count, 6))
    return (random_rows / np.linalg.norm(random_rows, axis=1, keepdims=True)).astype(np.float32)


def items(prefix: str, matrix: FloatMatrix, *, approximate: bool = False) -> Items:
    index = ExactIndex(matrix, np.ones(len(matrix), np.bool_))
    numbers = np.arange(len(matrix), dtype=np.int32)
    return Items(
        keys=[f"{prefix}:{number:04d}" for number in numbers],
        digests=numbers.astype(np.uint64) + np.uint64(1),
        rows=numbers,
        place_of=numbers,
        index=Approximate(index) if approximate else index,
        vectors_of=lambda subset: matrix[subset],
    )


def expected(matrix: FloatMatrix, neighbours: int = 3) -> set[tuple[int, int]]:
    """Return each item paired with its nearest, from all cosines."""
    alike = matrix @ matrix.T
    np.fill_diagonal(alike, -1.0)
    nearest_places = np.argsort(-alike, axis=1)[:, :neighbours]
    return {
        (min(row_index, neighbour), max(row_index, neighbour))
        for row_index, row in enumerate(nearest_places.tolist())
        for neighbour in row
        if alike[row_index, neighbour] >= RECIPE.least_cosine
    }


def pairs(graph: NeighbourGraph) -> set[tuple[int, int]]:
    return set(zip(graph.first_nodes.tolist(), graph.second_nodes.tolist(), strict=True))


def decode_graph(*pools: Items, old: NeighbourGraph | None = None) -> tuple[NeighbourGraph, np.ndarray, bool]:
    return neighbour_graph(pools, old or NeighbourGraph(), progress=no_progress, cancel=CancelToken(), recipe=RECIPE)


@pytest.mark.parametrize(("approximate", "all_pairs"), [(False, 0), (True, 0), (True, 10)])
def test_neighbours_are_those_of_all_cosines(monkeypatch: pytest.MonkeyPatch, approximate: bool, all_pairs: int) -> None:
    monkeypatch.setattr(narrative_graph, "_ALL_PAIRS_UP_TO", all_pairs)
    monkeypatch.setattr(narrative_graph, "_BLOCK", 7)
    monkeypatch.setattr(narrative_graph, "_CHUNK", 10)
    for count in (1, 2, 9, 33):
        matrix = vectors(count, count)
        graph, is_new, compared = decode_graph(items("factcheck", matrix, approximate=approximate))
        assert is_new.all() and compared and pairs(graph) == expected(matrix)
        alike = matrix @ matrix.T
        assert np.allclose(graph.similarities, alike[graph.first_nodes, graph.second_nodes], atol=1e-5)


def test_new_items_get_neighbours_and_removed_ones_disappear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrative_graph, "_CHUNK", 10)
    matrix = vectors(5, 30)
    before, _, _ = decode_graph(items("factcheck", matrix[:24]))
    after, is_new, _ = decode_graph(items("factcheck", matrix), old=before)
    assert np.flatnonzero(is_new).tolist() == list(range(24, 30))
    new = {pair for pair in expected(matrix) if pair[1] >= 24}
    assert pairs(before) <= pairs(after) and {pair for pair in pairs(after) if pair[1] >= 24} <= new
    assert {pair for pair in new if pair not in pairs(after)} == {
        pair for pair in new if pair not in pairs(after) and pair[0] < 24
    }  # an old item does not look again: only what a new one finds among its own nearest is added
    fewer, is_new, _ = decode_graph(items("factcheck", matrix[:10]), old=after)
    assert not is_new.any() and pairs(fewer) == {pair for pair in pairs(after) if pair[1] < 10}


def test_posts_and_factchecks_find_each_other_and_many_posts_only_the_factchecks() -> None:
    checks, posts = vectors(1, 12), vectors(2, 20)
    graph, _, compared = decode_graph(items("factcheck", checks), items("post", posts))
    across = {pair for pair in pairs(graph) if pair[0] < 12 <= pair[1]}
    alike = checks @ posts.T
    by_post = {
        (int(check_row), post + 12)
        for post in range(20)
        for check_row in np.argsort(-alike[:, post])[:3]
        if alike[check_row, post] >= RECIPE.least_cosine
    }
    by_check = {
        (check, int(check_row) + 12)
        for check in range(12)
        for check_row in np.argsort(-alike[check])[:3]
        if alike[check, check_row] >= RECIPE.least_cosine
    }
    assert compared and by_post <= across <= by_post | by_check
    assert any(pair[0] >= 12 for pair in pairs(graph))
    few = NarrativeRecipe(neighbours=3, least_cosine=0.4, most_post_pairs=10)
    alone, _, compared = neighbour_graph(
        (items("factcheck", checks), items("post", posts)), NeighbourGraph(), progress=no_progress, cancel=CancelToken(), recipe=few
    )
    assert not compared and not any(pair[0] >= 12 for pair in pairs(alone))


def test_the_nearest_of_each_row_ties_by_place() -> None:
    rows, neighbours = np.array([1, 0, 1, 1, 0], np.int32), np.array([4, 3, 2, 9, 1], np.int32)
    alike = np.array([0.5, 0.9, 0.5, 0.7, 0.9], np.float32)
    assert sorted((int(rows[index]), int(neighbours[index])) for index in nearest(rows, neighbours, alike, 2)) == [
        (0, 1),
        (0, 3),
        (1, 2),
        (1, 9),
    ]
