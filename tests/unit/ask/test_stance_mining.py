"""Columns of posts for and against a statement, the contradiction score, and the balance of a yes-no question."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ask.controversy import contested, holding
from app.ask.parameters import RECIPE, Recipe
from app.ask.stance_mining import Side, clustered, strength
from app.ask.stance_mining import sides as sides_of
from app.domain.ask import Holding


def orthogonal_vectors(count: int) -> np.ndarray:
    """Unit vectors at right angles."""
    return np.eye(count, 16, dtype=np.float32)


def stances(*rows: tuple[float, float, float]) -> np.ndarray:
    return np.array(rows, np.float32)


def sides(rows: np.ndarray, vectors: np.ndarray, recipe: Recipe = RECIPE) -> tuple[Side, Side]:
    """Return the columns of posts that all surely take a side."""
    return sides_of(rows, vectors, np.ones(len(rows)), recipe)


def test_a_post_is_in_the_column_of_its_side_or_in_none() -> None:
    posteriors = stances((0.8, 0.1, 0.1), (0.1, 0.7, 0.2), (0.04, 0.04, 0.92), (0.5, 0.4, 0.1))
    supporting, refuting = sides(posteriors, orthogonal_vectors(4))
    assert (supporting.rows, refuting.rows) == ((0, 3), (1,))


def test_a_side_that_no_post_takes_surely_is_empty() -> None:
    posteriors = stances((0.8, 0.1, 0.1), (0.1, 0.3, 0.6), (0.1, 0.2, 0.7))
    assert sides(posteriors, orthogonal_vectors(3))[1].rows == ()
    assert sides(posteriors, orthogonal_vectors(3), replace(RECIPE, sure=0.3))[1].rows == (1, 2)


def test_a_post_that_hardly_speaks_of_the_claim_takes_no_side() -> None:
    posteriors = stances((0.8, 0.1, 0.1), (0.9, 0.0, 0.1))
    assert sides_of(posteriors, orthogonal_vectors(2), np.array([0.5, 0.005]))[0].rows == (0,)
    assert sides_of(posteriors, orthogonal_vectors(2), np.array([0.5, 0.005]), replace(RECIPE, spoken=0.0))[0].rows == (0, 1)


def test_posts_of_an_unclear_side_rank_lower() -> None:
    posteriors = stances((0.5, 0.45, 0.05), (0.45, 0.05, 0.5))
    even = replace(RECIPE, fading=0.0)
    assert sides(posteriors, orthogonal_vectors(2), even)[0].rows == (1, 0)
    assert sides(posteriors, orthogonal_vectors(2), replace(even, weighed=False))[0].rows == (0, 1)


def test_irrelevant_posts_rank_lower() -> None:
    posteriors = np.full((200, 3), 0.01, np.float32)
    posteriors[0], posteriors[199] = (0.7, 0.1, 0.2), (0.99, 0.0, 0.01)
    assert sides(posteriors, np.zeros((200, 4), np.float32))[0].rows == (0, 199)
    assert sides(posteriors, np.zeros((200, 4), np.float32), replace(RECIPE, fading=0.0))[0].rows == (199, 0)


def test_near_duplicates_rank_after_different_posts() -> None:
    vectors = orthogonal_vectors(4)
    vectors[1] = vectors[0]
    posteriors = stances((0.9, 0.0, 0.1), (0.89, 0.0, 0.11), (0.6, 0.0, 0.4), (0.5, 0.0, 0.5))
    column, _ = sides(posteriors, vectors)
    assert column.rows == (0, 2, 3, 1)
    assert column.clusters == (0, 1, 2, 0)
    assert sides(posteriors, vectors, replace(RECIPE, diverse=False))[0].rows == (0, 1, 2, 3)


def test_posts_without_a_vector_are_never_clustered() -> None:
    assert clustered(np.zeros((3, 8), np.float32), alike=0.8) == [0, 1, 2]


def test_a_cluster_counts_once() -> None:
    assert strength([0.9, 0.8, 0.4], [0, 0, 1]) == pytest.approx(1.3)
    assert strength([], []) == 0.0


def test_controversy_rises_with_both_sides() -> None:
    assert contested(0.0, 5.0) == contested(5.0, 0.0) == contested(0.0, 0.0) == 0.0
    assert contested(2.0, 2.0) > contested(0.5, 0.5) > contested(0.5, 0.1) > 0
    assert contested(50.0, 50.0) == pytest.approx(1.0)


def test_yes_or_no_needs_a_clear_majority() -> None:
    assert holding(3.0, 1.0) is Holding.YES and holding(1.0, 3.0) is Holding.NO
    assert holding(3.0, 2.0) is Holding.NOT_SURE and holding(0.1, 0.0) is Holding.NOT_SURE and holding(0.0, 0.0) is Holding.NOT_SURE


@given(st.lists(st.tuples(*(st.floats(0.01, 1.0) for _ in range(3))), max_size=30), st.integers(0, 3), st.booleans())
def test_columns_are_disjoint_ordered_and_complete(rows: list[tuple[float, float, float]], spread: int, diverse: bool) -> None:
    stances = np.array(rows, np.float64).reshape(-1, 3)
    stances = (stances / stances.sum(axis=1, keepdims=True)).astype(np.float32) if len(rows) else np.zeros((0, 3), np.float32)
    vectors = np.random.default_rng(spread).normal(size=(len(rows), 3)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) if len(rows) else 1.0
    columns = sides(stances, vectors, replace(RECIPE, diverse=diverse, sure=0.0))
    assert not set(columns[0].rows) & set(columns[1].rows)
    for side, column in enumerate(columns):
        assert all(stances[index, side] >= max(RECIPE.least, stances[index, 1 - side]) for index in column.rows)
        assert len(set(column.rows)) == len(column.rows) == len(column.scores) == len(column.relevances) == len(column.clusters)
        leads = {cluster: at for at, cluster in reversed(list(enumerate(column.clusters)))}
        first = [column.scores[at] for at in sorted(leads.values())]
        followers = [score for at, score in enumerate(column.scores) if leads[column.clusters[at]] != at]
        assert first == sorted(first, reverse=True) and followers == sorted(followers, reverse=True)
        assert not diverse or sorted(leads.values()) == list(range(len(leads)))
    expected = {index for index, row in enumerate(stances) if row[:2].max() >= RECIPE.least}
    assert set(columns[0].rows) | set(columns[1].rows) == expected


@given(st.floats(0, 100), st.floats(0, 100))
def test_contested_is_a_symmetric_share(supporting: float, refuting: float) -> None:
    assert 0.0 <= contested(supporting, refuting) <= 1.0
    assert contested(supporting, refuting) == pytest.approx(contested(refuting, supporting))
    mirrored = {Holding.YES: Holding.NO, Holding.NO: Holding.YES, Holding.NOT_SURE: Holding.NOT_SURE}
    assert holding(refuting, supporting) is mirrored[holding(supporting, refuting)]
