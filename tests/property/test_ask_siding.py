"""Probability that a post takes a side at all: rises with the network's score and similarity; a pile counts as its best post."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.ask.stance_prior import siding, spoken_of

SHARE = st.floats(0, 1, width=32)
ANGLE = st.floats(0, 3, width=32)
CLAIM = np.array([1.0, 0.0], np.float32)


def taking(share: float, angle: float) -> float:
    stances = np.array([[share / 2, share / 2, 1 - share]], np.float32)
    return float(siding(stances, np.array([[np.cos(angle), np.sin(angle)]], np.float32), CLAIM)[0])


@given(SHARE, SHARE, ANGLE, ANGLE)
def test_it_is_a_probability_that_grows_with_both(share: float, other: float, angle: float, other_angle: float) -> None:
    low, high = taking(min(share, other), max(angle, other_angle)), taking(max(share, other), min(angle, other_angle))
    assert 0 < low <= high < 1


@given(SHARE)
def test_a_post_without_a_vector_is_judged_by_its_words_alone(share: float) -> None:
    stances = np.array([[share, 0, 1 - share], [share, 0, 1 - share]], np.float32)
    alone, unrelated = siding(stances, np.array([[0, 0], [0, 1]], np.float32), CLAIM)
    assert 0 < unrelated < alone < 1


@given(st.lists(st.floats(0, 1), max_size=12), st.floats(0, 1))
def test_more_posts_never_take_a_piles_side_away(shares: list[float], more: float) -> None:
    assert not spoken_of(np.array(shares)) or spoken_of(np.array([*shares, more]))


def test_a_lone_sure_post_is_enough_and_many_that_say_hardly_anything_are_not() -> None:
    assert spoken_of(np.array([0.9])) and spoken_of(np.array([0.2, 0.2, 0.2]))
    assert not spoken_of(np.full(1000, 0.1)) and not spoken_of(np.zeros(0))
