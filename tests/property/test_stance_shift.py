"""A shift of prior odds keeps probabilities valid, and is reversible."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.stance import NEUTRAL, NO_SHIFT, Stance, StanceProbabilities

WEIGHTS = st.floats(0.01, 1.0)
SHIFTS = st.tuples(st.floats(-3, 3), st.floats(-3, 3))


def probabilities(support: float, refute: float, neutral: float) -> StanceProbabilities:
    total = support + refute + neutral
    return StanceProbabilities(support / total, refute / total, neutral / total)


@given(WEIGHTS, WEIGHTS, WEIGHTS, SHIFTS)
def test_odds_against_neutral_change_by_the_shift_alone(support: float, refute: float, neutral: float, shift: tuple[float, float]) -> None:
    before, after = probabilities(support, refute, neutral), probabilities(support, refute, neutral).shifted(shift)
    assert after.support + after.refute + after.neutral == pytest.approx(1.0)
    if not after.judged:
        return
    for name, more in zip(("support", "refute"), shift, strict=True):
        odds = (getattr(after, name) / after.neutral) / (getattr(before, name) / before.neutral)
        assert math.log(odds) == pytest.approx(more, abs=1e-9)


@given(WEIGHTS, WEIGHTS, WEIGHTS, SHIFTS)
def test_the_opposite_shift_undoes_it(support: float, refute: float, neutral: float, shift: tuple[float, float]) -> None:
    before = probabilities(support, refute, neutral)
    after = before.shifted(shift)
    if after.judged and (back := after.shifted((-shift[0], -shift[1]))).judged:
        assert (back.support, back.refute) == pytest.approx((before.support, before.refute))


@given(WEIGHTS, WEIGHTS, WEIGHTS, SHIFTS)
def test_no_shift_reverses_a_side(support: float, refute: float, neutral: float, shift: tuple[float, float]) -> None:
    before = probabilities(support, refute, neutral)
    assert {before.label, before.shifted(shift).label} != {Stance.AGREE, Stance.DISAGREE}


def test_a_side_that_a_shift_would_reverse_is_unjudged() -> None:
    assert probabilities(0.2, 0.7, 0.1).shifted((0.3193, -1.1208)) is NEUTRAL
    assert probabilities(0.2, 0.7, 0.1).shifted((0.0, -0.5)).label is Stance.DISAGREE


def test_unjudged_stances_are_not_shifted() -> None:
    assert NEUTRAL.shifted((2.0, 2.0)) is NEUTRAL
    assert probabilities(1, 2, 3).shifted(NO_SHIFT) == probabilities(1, 2, 3)
