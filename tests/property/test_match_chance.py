"""Chance of a match with the shipped calibrations: a probability that never falls as pair probability or quotation rises."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from app.bootstrap import Session
from app.ranking import RankerFile
from app.ranking.model import RAW

SESSION = Session(device="cpu")
FILES = [SESSION.models.ranker().file, SESSION.models.query_ranker().file]
PAIR, QUOTED = st.floats(0, 1), st.floats(0, 6)


@pytest.mark.parametrize("file", FILES, ids=["document", "claim"])
@given(pairs=st.tuples(PAIR, PAIR), quoted=st.tuples(QUOTED, QUOTED))
def test_the_chance_never_falls(file: RankerFile, pairs: tuple[float, float], quoted: tuple[float, float]) -> None:
    (low, high), (few, many) = sorted(pairs), sorted(quoted)
    assert 0 <= file.chance(low, few) <= file.chance(high, few) <= 1
    assert file.chance(low, few) <= file.chance(low, many)


@given(pair=st.floats(1e-6, 1 - 1e-6), quoted=QUOTED)
def test_without_calibration_the_chance_is_the_pair_probability(pair: float, quoted: float) -> None:
    assert replace(FILES[0], match_calibration=RAW).chance(pair, quoted) == pytest.approx(pair)
