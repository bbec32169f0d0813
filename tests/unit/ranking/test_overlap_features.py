"""Surface overlap of a sentence and a fact-check; sentences that repeat earlier ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.factcheck import FactCheck
from app.ranking import OVERLAP_FEATURES, factcheck_traits, overlap_features, repeats, sentence_traits

CHECK = FactCheck(
    id="x",
    claim="Crime fell 12 percent in Leeds under Mayor Alice Brown.",
    title="Did crime fall in Leeds?",
    body="On Monday she said: “we have cut crime by more than any city in the north.” The police count is lower.",
    claimant="Alice Brown",
)


def _values(text: str, speaker: str = "") -> dict[str, float]:
    row = overlap_features(sentence_traits(text, speaker), factcheck_traits(CHECK))
    return dict(zip(OVERLAP_FEATURES, row.tolist(), strict=True))


def test_a_sentence_quoted_in_the_body_is_detected() -> None:
    quoted = _values("Look, we have cut crime by more than any city in the North!")
    assert quoted["quoted"] == pytest.approx(np.log1p(9))
    assert quoted["quoted_share"] == pytest.approx(9 / 10)
    other = _values("We have built more homes than any other town in the south.")
    assert (other["quoted"], other["quoted_share"]) == (0.0, 0.0)


def test_matching_and_differing_numbers_and_names() -> None:
    values = _values("In Leeds crime fell 12 percent, not 30 percent as Bob Gray says.")
    assert values["same_numbers"] == values["other_numbers"] == pytest.approx(np.log1p(1))
    assert values["same_names"] == pytest.approx(np.log1p(1))
    assert values["other_names"] == pytest.approx(np.log1p(2))


@pytest.mark.parametrize(("speaker", "expected"), [("MAYOR BROWN", 1.0), ("Bob Gray", -1.0), ("", 0.0), ("Mayor", 0.0)])
def test_the_speaker_is_compared(speaker: str, expected: float) -> None:
    assert _values("Crime fell.", speaker)["same_speaker"] == expected


@settings(deadline=None)
@given(st.text(max_size=300), st.text(max_size=40), st.text(max_size=300))
def test_any_text_gives_finite_numbers(text: str, speaker: str, claim: str) -> None:
    row = overlap_features(sentence_traits(text, speaker), factcheck_traits(FactCheck(id="y", claim=claim, claimant=speaker)))
    assert np.isfinite(row).all() and row.dtype == np.float32


def test_repeats_are_detected() -> None:
    texts = ["Taxes were raised forty times in Texas.", "Good evening.", "In Texas, forty times they raised taxes.", "We like schools."]
    first, greeting, again, other = repeats(texts).tolist()
    assert (first, greeting, other) == (0.0, 0.0, 0.0)
    assert again == pytest.approx(1.0)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.text(alphabet="abcdefgh 123", max_size=30), max_size=40))
def test_repeats_look_back_only(texts: list[str]) -> None:
    values = repeats(texts)
    assert values.shape == (len(texts),)
    assert ((values >= 0) & (values <= 1 + 1e-6)).all()
    for end in range(len(texts)):
        assert repeats(texts[: end + 1])[end] == pytest.approx(float(values[end]))
