"""Confidence of an answer: a probability that rises with the reader's score and the post's similarity."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.ask.answer_confidence import sureness

SHARE = st.floats(0, 1)
COSINE = st.floats(-1, 1)


@given(SHARE, COSINE)
def test_it_is_a_probability(read: float, similarity: float) -> None:
    assert 0 < sureness(read, similarity) < 1


@given(SHARE, SHARE, COSINE, COSINE)
def test_it_grows_with_both(read: float, other_read: float, similarity: float, other_similarity: float) -> None:
    low, high = (
        sureness(min(read, other_read), min(similarity, other_similarity)),
        sureness(max(read, other_read), max(similarity, other_similarity)),
    )
    assert low <= high


def test_a_weak_answer_in_a_near_post_beats_an_answer_in_an_unrelated_post() -> None:
    assert sureness(0.15, 0.7) > 0.5 > sureness(0.6, 0.05)
