"""Columns of posts for and against a statement, the contradiction score, and what the posts hold of a yes-no question."""

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


def apart(count: int) -> np.ndarray:
    """Unit vectors at right angles."""
    return np.eye(count, 16, dtype=np.float32)


def stances(*rows: tuple[float, float, float]) -> np.ndarray:
    return np.array(rows, np.float32)


def sides(rows: np.ndarray, vectors: np.ndarray, recipe: Recipe = RECIPE) -> tuple[Side, Side]:
    """The columns of posts that all surely take a side."""
    return sides_of(rows, vectors, np.ones(len(rows)), recipe)


def test_a_post_stands_in_the_column_of_the_side_it_takes_or_in_none() -> None:
    given_ = stances((0.8, 0.1, 0.1), (0.1, 0.7, 0.2), (0.04, 0.04, 0.92), (0.5, 0.4, 0.1))
    supporting, refuting = sides(given_, apart(4))
    assert (supporting.rows, refuting.rows) == ((0, 3), (1,))


def test_a_side_that_no_post_takes_surely_is_empty() -> None:
    given_ = stances((0.8, 0.1, 0.1), (0.1, 0.3, 0.6), (0.1, 0.2, 0.7))
    assert sides(given_, apart(3))[1].rows == ()
    assert sides(given_, apart(3), replace(RECIPE, sure=0.3))[1].rows == (1, 2)


def test_a_post_that_hardly_speaks_of_the_claim_takes_no_side() -> None:
    given_ = stances((0.8, 0.1, 0.1), (0.9, 0.0, 0.1))
    assert sides_of(given_, apart(2), np.array([0.5, 0.005]))[0].rows == (0,)
    assert sides_of(given_, apart(2), np.array([0.5, 0.005]), replace(RECIPE, spoken=0.0))[0].rows == (0, 1)


def test_who_may_mean_either_side_comes_later() -> None:
    given_ = stances((0.5, 0.45, 0.05), (0.45, 0.05, 0.5))
    even = replace(RECIPE, fading=0.0)
    assert sides(given_, apart(2), even)[0].rows == (1, 0)
    assert sides(given_, apart(2), replace(even, weighed=False))[0].rows == (0, 1)


def test_relevance_keeps_a_post_about_something_else_from_the_top() -> None:
    given_ = np.full((200, 3), 0.01, np.float32)
    given_[0], given_[199] = (0.7, 0.1, 0.2), (0.99, 0.0, 0.01)
    assert sides(given_, np.zeros((200, 4), np.float32))[0].rows == (0, 199)
    assert sides(given_, np.zeros((200, 4), np.float32), replace(RECIPE, fading=0.0))[0].rows == (199, 0)


def test_what_says_nearly_the_same_comes_after_what_says_something_else() -> None:
    vectors = apart(4)
    vectors[1] = vectors[0]
    given_ = stances((0.9, 0.0, 0.1), (0.89, 0.0, 0.11), (0.6, 0.0, 0.4), (0.5, 0.0, 0.5))
    column, _ = sides(given_, vectors)
    assert column.rows == (0, 2, 3, 1)
    assert column.clusters == (0, 1, 2, 0)
    assert sides(given_, vectors, replace(RECIPE, diverse=False))[0].rows == (0, 1, 2, 3)


def test_posts_without_a_vector_are_never_said_to_be_alike() -> None:
    assert clustered(np.zeros((3, 8), np.float32), alike=0.8) == [0, 1, 2]


def test_a_cluster_speaks_once() -> None:
    assert strength([0.9, 0.8, 0.4], [0, 0, 1]) == pytest.approx(1.3)
    assert strength([], []) == 0.0


def test_contested_is_what_both_camps_speak_about_and_the_more_they_speak() -> None:
    assert contested(0.0, 5.0) == contested(5.0, 0.0) == contested(0.0, 0.0) == 0.0
    assert contested(2.0, 2.0) > contested(0.5, 0.5) > contested(0.5, 0.1) > 0
    assert contested(50.0, 50.0) == pytest.approx(1.0)


def test_a_camp_must_be_clearly_stronger_for_yes_or_no() -> None:
    assert holding(3.0, 1.0) is Holding.YES and holding(1.0, 3.0) is Holding.NO
    assert holding(3.0, 2.0) is Holding.NOT_SURE and holding(0.1, 0.0) is Holding.NOT_SURE and holding(0.0, 0.0) is Holding.NOT_SURE


@given(st.lists(st.tuples(*(st.floats(0.01, 1.0) for _ in range(3))), max_size=30), st.integers(0, 3), st.booleans())
def test_columns_are_disjoint_ordered_and_complete(rows: list[tuple[float, float, float]], spread: int, diverse: bool) -> None:
    given_ = np.array(rows, np.float64).reshape(-1, 3)
    given_ = (given_ / given_.sum(axis=1, keepdims=True)).astype(np.float32) if len(rows) else np.zeros((0, 3), np.float32)
    vectors = np.random.default_rng(spread).normal(size=(len(rows), 3)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) if len(rows) else 1.0
    columns = sides(given_, vectors, replace(RECIPE, diverse=diverse, sure=0.0))
    assert not set(columns[0].rows) & set(columns[1].rows)
    for which, column in enumerate(columns):
        assert all(given_[place, which] >= max(RECIPE.least, given_[place, 1 - which]) for place in column.rows)
        assert len(set(column.rows)) == len(column.rows) == len(column.scores) == len(column.relevances) == len(column.clusters)
        leads = {cluster: at for at, cluster in reversed(list(enumerate(column.clusters)))}
        first = [column.scores[at] for at in sorted(leads.values())]
        rest = [score for at, score in enumerate(column.scores) if leads[column.clusters[at]] != at]
        assert first == sorted(first, reverse=True) and rest == sorted(rest, reverse=True)
        assert not diverse or sorted(leads.values()) == list(range(len(leads)))
    expected = {place for place, row in enumerate(given_) if row[:2].max() >= RECIPE.least}
    assert set(columns[0].rows) | set(columns[1].rows) == expected


@given(st.floats(0, 100), st.floats(0, 100))
def test_contested_is_a_symmetric_share(one: float, other: float) -> None:
    assert 0.0 <= contested(one, other) <= 1.0
    assert contested(one, other) == pytest.approx(contested(other, one))
    mirrored = {Holding.YES: Holding.NO, Holding.NO: Holding.YES, Holding.NOT_SURE: Holding.NOT_SURE}
    assert holding(other, one) is mirrored[holding(one, other)]
