"""Words, numbers, names and negations of a text, and the features computed from them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.wording import negation_differs, wording
from app.inference.pairs.pair_features import NAMES, pair_features
from app.ports import PairInput


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("It cost 2.5 million crowns.", {2_500_000.0}),
        ("1,250 people in 2014", {1250.0, 2014.0}),
        ("three of 12 bridges", {3.0, 12.0}),
        ("one of them", set()),
        ("a dozen eggs, 40 percent", {12.0, 40.0}),
        ("$3 billion", {3e9}),
        ("12,5", {12.0, 5.0}),
        ("no numbers", set()),
    ],
)
def test_numbers_with_their_scale(text: str, numbers: set[float]) -> None:
    assert wording(text).numbers == numbers


def test_words_stems_and_names() -> None:
    features = wording("The Ember bridges didn’t close, said Mayor Orla.")
    assert {"ember", "bridg", "close", "mayor", "orla"} <= features.stems
    assert "the" not in features.stems
    assert features.names == {"ember", "mayor", "orla"}
    assert features.negations == 1


@pytest.mark.parametrize(("text", "count"), [("He never said so.", 1), ("It isn't not true.", 2), ("Nothing was denied.", 2), ("Yes.", 0)])
def test_negations(text: str, count: int) -> None:
    assert wording(text).negations == count


@pytest.mark.parametrize(
    ("speaker", "claimant", "same"),
    [("TRUEBLOOD", "Ada Trueblood", 1.0), ("Sen. Trueblood", "Sen. Finch", 0.0), ("", "Orla Finch", 0.0), ("HOST", "", 0.0)],
)
def test_speakers_match_by_a_shared_name(speaker: str, claimant: str, same: float) -> None:
    pair = PairInput(sentence="a", claim="b", speaker=speaker, claimant=claimant)
    row = pair_features([pair], np.zeros(1, np.float32), np.zeros(1, np.float32))[0]
    assert row[NAMES.index("same_speaker")] == same


@given(st.lists(st.tuples(st.text(max_size=60), st.text(max_size=60), st.text(max_size=30)), max_size=6))
@settings(max_examples=60)
def test_features_are_finite_for_any_text(rows: list[tuple[str, str, str]]) -> None:
    pairs = [PairInput(sentence=sentence, claim=claim, title=title) for sentence, claim, title in rows]
    cosines = np.linspace(-1, 1, len(pairs), dtype=np.float32)
    features = pair_features(pairs, cosines, cosines)
    assert features.shape == (len(pairs), len(NAMES))
    assert np.isfinite(features).all()


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("The jab causes measles.", "The jab does not cause measles.", True),
        ("They didn’t pay a penny.", "They paid every penny.", True),
        ("He never said that.", "He did not say that.", False),
        ("Taxes rose.", "Taxes went up.", False),
        ("", "", False),
    ],
)
def test_negation_differs_if_exactly_one_text_is_negated(first: str, second: str, expected: bool) -> None:
    assert negation_differs(first, second) is expected is negation_differs(second, first)
