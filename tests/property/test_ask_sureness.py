"""How sure an answer is: a probability that grows with what the reader finds and with the nearness of the post."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.ask.answer_confidence import sureness

SHARE = st.floats(0, 1)
COSINE = st.floats(-1, 1)


@given(SHARE, COSINE)
def test_it_is_a_probability(read: float, near: float) -> None:
    assert 0 < sureness(read, near) < 1


@given(SHARE, SHARE, COSINE, COSINE)
def test_it_grows_with_both(read: float, other_read: float, near: float, other_near: float) -> None:
    low, high = sureness(min(read, other_read), min(near, other_near)), sureness(max(read, other_read), max(near, other_near))
    assert low <= high


def test_what_is_read_with_little_confidence_in_a_near_post_is_surer_than_what_stands_in_a_post_about_something_else() -> None:
    assert sureness(0.15, 0.7) > 0.5 > sureness(0.6, 0.05)
