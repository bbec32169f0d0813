"""Imputed stance of pairs that the model cannot read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ranking import expected_stance

CHANCES = st.floats(0, 1)


@given(CHANCES, CHANCES)
def test_likelier_pairs_agree_more_and_contradict_less(chance: float, other_chance: float) -> None:
    low, high = sorted((chance, other_chance))
    assert 0 < expected_stance("support", low) <= expected_stance("support", high) < 1
    assert 1 > expected_stance("refute", low) >= expected_stance("refute", high) > 0


def test_the_imputed_stance_is_the_mean_of_the_fitted_pairs() -> None:
    assert expected_stance("support", 0.3) == pytest.approx(0.66, abs=0.01)
    assert expected_stance("refute", 0.3) == pytest.approx(0.30, abs=0.01)
    with pytest.raises(KeyError):
        expected_stance("neither", 0.3)
