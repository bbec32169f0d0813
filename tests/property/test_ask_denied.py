"""Words of denial can take a post off its side of an answer; they never put one on a side, nor on the other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ask.answer_mentions import naming
from app.ask.negation import without_contradicted
from app.ports import FloatMatrix

WHAT = "What makes the water brown?"
DENIALS = ("no", "not", "never", "nope", "nobody", "isn't", "a myth", "false", "without", "hardly", "no doubt", "not only", "instead of")
NAMES = ("rust", "algae", "the old pipes", "dye", "")
ENDS = (".", ",", " but", ":", " –", "")
SENTENCE = st.lists(st.sampled_from((*DENIALS, *NAMES, *ENDS, "it is", "they say", "the water")), min_size=1, max_size=9).map(" ".join)
SHARES = st.tuples(*(st.floats(0, 1, width=32) for _ in range(3))).map(lambda row: np.array(row, np.float32) / max(sum(row), 1e-6))
RUST, ALGAE = naming(("rust",), WHAT), naming(("algae",), WHAT)


def judged(stance: FloatMatrix, text: str) -> FloatMatrix:
    row: FloatMatrix = without_contradicted(stance[None, :], [text], RUST, ALGAE)[0]
    return row


def side(row: FloatMatrix) -> int:
    """1 for, -1 against, 0 on no side."""
    return int(np.sign(row[0] - row[1]))


@given(SHARES, SENTENCE)
def test_a_post_stays_as_the_network_judged_it_or_takes_no_side(stance: FloatMatrix, text: str) -> None:
    row = judged(stance, text)
    assert row == pytest.approx(stance) or row == pytest.approx((0.0, 0.0, 1.0))


@given(SHARES, SENTENCE, st.sampled_from(DENIALS), st.integers(0, 40))
def test_adding_a_word_of_denial_turns_no_post_round(stance: FloatMatrix, text: str, denial: str, at: int) -> None:
    said = text.split(" ")
    said.insert(min(at, len(said)), denial)
    before, after = side(judged(stance, text)), side(judged(stance, " ".join(said)))
    assert before * after >= 0
    assert side(stance) * after >= 0


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("rust, pure rust", 1),
        ("It is not rust, it is algae", -1),
        ("no rust here", -1),
        ("it dont come from rust", -1),
        ("rust is a myth", -1),
        ("It is not algae, it is rust", 1),
        ("No doubt: rust", 1),
        ("The dye works are closed, so no. It is rust", 0),
        ("rust: that is not what they say", 0),
        ("No, rust.", 0),
    ],
)
def test_words_leave_a_post_the_side_they_speak_for(text: str, left: int) -> None:
    """`left`: the one side that such a post may still take; 0: either."""
    for stance, taken in ((np.array([0.6, 0.3, 0.1], np.float32), 1), (np.array([0.3, 0.6, 0.1], np.float32), -1)):
        assert side(judged(stance, text)) == (taken if left in {0, taken} else 0)


def test_of_no_posts_nothing_is_judged() -> None:
    assert without_contradicted(np.zeros((0, 3), np.float32), [], RUST, ALGAE).shape == (0, 3)
