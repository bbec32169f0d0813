"""Contract of VectorIndex: exact search and HNSW."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from app.domain.progress import CancelToken
from app.ports import VectorIndex
from app.store.exact_index import ExactIndex
from app.store.generation import FieldVectors
from app.store.hnsw_index import HnswIndex, build_graph

ROWS, DIMENSION = 900, 32
KINDS = ("exact", "hnsw")


def unit(values: NDArray[np.float64]) -> NDArray[np.float32]:
    return (values / np.linalg.norm(values, axis=1, keepdims=True)).astype(np.float32)


def field_of(vectors: NDArray[np.float32], texts: NDArray[np.int64]) -> FieldVectors:
    """Return rows in which equal numbers in `texts` mean equal texts; 0 means none."""
    hashes = np.stack([texts, texts * 7], axis=1).astype(np.uint64)
    return FieldVectors(vectors=np.where(texts[:, None] > 0, vectors, 0).astype(np.float32), hashes=hashes)


@pytest.fixture(scope="module")
def field() -> FieldVectors:
    """Return 900 rows; every tenth has no text, and some repeat an earlier text."""
    random = np.random.default_rng(7)
    vectors = unit(random.normal(size=(ROWS, DIMENSION)))
    texts = np.arange(1, ROWS + 1)
    texts[::10] = 0
    texts[451:455] = texts[1:5]
    vectors[451:455] = vectors[1:5]
    return field_of(vectors, texts)


def make(kind: str, field: FieldVectors, folder: Path) -> VectorIndex:
    if kind == "exact":
        return ExactIndex(field.vectors, field.present)
    complete = build_graph(folder / "graph", field, old=None, old_graph=None, cancel=CancelToken())
    return HnswIndex(folder / "graph", complete, exact_below=0)


@pytest.fixture(params=KINDS)
def index(request: pytest.FixtureRequest, field: FieldVectors, tmp_path: Path) -> VectorIndex:
    return make(request.param, field, tmp_path)


@pytest.fixture(scope="module")
def queries(field: FieldVectors) -> NDArray[np.float32]:
    random = np.random.default_rng(11)
    noisy = field.vectors[np.flatnonzero(field.present)[:40]] + 0.3 * random.normal(size=(40, DIMENSION))
    return unit(noisy)


def reference(field: FieldVectors, query: NDArray[np.float32], k: int, mask: NDArray[np.bool_]) -> list[int]:
    """Brute force in double precision, ties in row order."""
    scores = np.round(field.vectors.astype(np.float64) @ query.astype(np.float64), 9)
    rows = sorted(np.flatnonzero(mask & field.present).tolist(), key=lambda row: (-scores[row], row))
    return rows[:k]


def recall(field: FieldVectors, index: VectorIndex, queries: NDArray[np.float32], k: int, mask: NDArray[np.bool_]) -> float:
    hits = index.search(queries, k, allowed=mask)
    hit_counts = [len(set(hits.rows[row].tolist()) & set(reference(field, query, k, mask))) for row, query in enumerate(queries)]
    return sum(hit_counts) / (k * len(queries))


def test_finds_the_nearest_rows(index: VectorIndex, field: FieldVectors, queries: NDArray[np.float32]) -> None:
    share = recall(field, index, queries, 10, np.ones(ROWS, np.bool_))
    assert share == 1.0 if index.kind == "exact" else share > 0.97


@pytest.mark.parametrize("share", [0.9, 0.5, 0.15, 0.02])
def test_masks_keep_k_allowed_rows(index: VectorIndex, field: FieldVectors, queries: NDArray[np.float32], share: float) -> None:
    mask = np.random.default_rng(3).random(ROWS) < share
    hits = index.search(queries, 10, allowed=mask)
    assert mask[hits.rows].all() and field.present[hits.rows].all() and (hits.rows >= 0).all()
    assert recall(field, index, queries, 10, mask) > 0.97


def test_scores_descend_and_are_cosines(index: VectorIndex, field: FieldVectors, queries: NDArray[np.float32]) -> None:
    hits = index.search(queries, 15)
    assert hits.rows.dtype == np.int32 and hits.scores.dtype == np.float32 and hits.rows.shape == (40, 15)
    assert (np.diff(hits.scores, axis=1) <= 0).all()
    expected = np.einsum("qkd,qd->qk", field.vectors[hits.rows].astype(np.float64), queries.astype(np.float64))
    np.testing.assert_allclose(hits.scores, expected, atol=1e-6)


def test_equal_vectors_come_in_row_order(index: VectorIndex, field: FieldVectors) -> None:
    hits = index.search(field.vectors[1:5], 2)
    assert hits.rows.tolist() == [[1, 451], [2, 452], [3, 453], [4, 454]]


def test_rows_without_a_text_are_never_hits(index: VectorIndex, field: FieldVectors, queries: NDArray[np.float32]) -> None:
    hits = index.search(queries, ROWS)
    for row in hits.rows:
        assert set(row[row >= 0].tolist()) == set(np.flatnonzero(field.present).tolist())
    assert (hits.rows[:, -1] == -1).all() and (hits.scores[:, -1] == 0).all()


def test_fewer_rows_than_asked_for(index: VectorIndex, queries: NDArray[np.float32]) -> None:
    mask = np.zeros(ROWS, np.bool_)
    mask[[3, 10]] = True
    hits = index.search(queries[:2], 5, allowed=mask)
    assert hits.rows.tolist() == [[3, -1, -1, -1, -1]] * 2


def test_no_allowed_rows_or_queries_give_no_hits(index: VectorIndex, queries: NDArray[np.float32]) -> None:
    assert (index.search(queries, 3, allowed=np.zeros(ROWS, np.bool_)).rows == -1).all()
    assert index.search(queries[:0], 3).rows.shape == (0, 3)
    assert index.search(queries, 0).rows.shape == (40, 0)
    assert len(index) == ROWS


def test_a_score_depends_only_on_its_two_vectors(index: VectorIndex, queries: NDArray[np.float32]) -> None:
    together = index.search(queries, 12)
    shuffled = np.random.default_rng(1).permutation(len(queries))
    apart = index.search(queries[shuffled], 12)
    assert np.array_equal(apart.rows, together.rows[shuffled])
    assert np.array_equal(apart.scores, together.scores[shuffled])
    for row in (0, 17, 39):
        alone = index.search(queries[row : row + 1], 12)
        assert np.array_equal(alone.scores[0], together.scores[row]) and np.array_equal(alone.rows[0], together.rows[row])


def test_more_equal_rows_than_k_are_cut_in_row_order() -> None:
    """Exact search only: an approximate graph may find others of many equals."""
    vectors = np.repeat(unit(np.random.default_rng(2).normal(size=(2, DIMENSION))), 50, axis=0)
    index = ExactIndex(vectors, np.ones(100, np.bool_))
    assert index.search(vectors[:1], 5).rows.tolist() == [[0, 1, 2, 3, 4]]
    assert index.search(vectors[99:], 5).rows.tolist() == [[50, 51, 52, 53, 54]]


def grow(folder: Path, field: FieldVectors, remaining: NDArray[np.int64], more: NDArray[np.float32]) -> tuple[FieldVectors, HnswIndex]:
    """Build a graph over `field`, then grow one over the remaining rows, with the new rows in front."""
    old = build_graph(folder / "old", field, old=None, old_graph=None, cancel=CancelToken())
    hashes = np.concatenate([np.arange(10_000, 10_000 + 2 * len(more), dtype=np.uint64).reshape(-1, 2), field.hashes[remaining]])
    new = FieldVectors(vectors=np.concatenate([more, field.vectors[remaining]]), hashes=hashes)
    complete = build_graph(folder / "new", new, old=old, old_graph=folder / "old", cancel=CancelToken())
    return complete, HnswIndex(folder / "new", complete, exact_below=0)


@pytest.mark.parametrize("dropped", [60, 400], ids=["grown", "rebuilt"])
def test_a_grown_graph_finds_old_and_new_rows_and_no_deleted_one(
    field: FieldVectors, queries: NDArray[np.float32], tmp_path: Path, dropped: int
) -> None:
    remaining = np.arange(dropped, ROWS)
    more = unit(np.random.default_rng(5).normal(size=(50, DIMENSION)))
    new, index = grow(tmp_path, field, remaining, more)
    assert recall(new, index, queries, 10, np.ones(len(new.vectors), np.bool_)) > 0.97
    assert index.search(more, 1).rows[:, 0].tolist() == list(range(50))
    assert new.labels is not None
    fresh_labels = int(new.labels.max()) + 1 == len(np.unique(new.labels[new.labels >= 0]))
    assert fresh_labels == (dropped == 400)
