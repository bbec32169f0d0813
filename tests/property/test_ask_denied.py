"""Words of denial can remove a post from a side of an answer; they never put it on a side."""

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
    """Return 1 for, -1 against, 0 for neither side."""
    return int(np.sign(row[0] - row[1]))


@given(SHARES, SENTENCE)
def test_a_post_stays_as_the_network_judged_it_or_takes_no_side(stance: FloatMatrix, text: str) -> None:
    row = judged(stance, text)
    assert row == pytest.approx(stance) or row == pytest.approx((0.0, 0.0, 1.0))


@given(SHARES, SENTENCE, st.sampled_from(DENIALS), st.integers(0, 40))
def test_an_added_denial_never_reverses_a_posts_side(stance: FloatMatrix, text: str, denial: str, at: int) -> None:
    words = text.split(" ")
    words.insert(min(at, len(words)), denial)
    before, after = side(judged(stance, text)), side(judged(stance, " ".join(words)))
    assert before * after >= 0
    assert side(stance) * after >= 0


@pytest.mark.parametrize(
    ("text", "allowed_side"),
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
def test_denials_leave_only_the_side_they_support(text: str, allowed_side: int) -> None:
    """`allowed_side` is the one side that such a post may still take; 0 allows both."""
    for stance, leaning in ((np.array([0.6, 0.3, 0.1], np.float32), 1), (np.array([0.3, 0.6, 0.1], np.float32), -1)):
        assert side(judged(stance, text)) == (leaning if allowed_side in {0, leaning} else 0)


def test_no_posts_give_no_stances() -> None:
    assert without_contradicted(np.zeros((0, 3), np.float32), [], RUST, ALGAE).shape == (0, 3)
