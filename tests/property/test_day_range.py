"""Spans of days: what is in them, and that they are read back as they were written."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from app.gui.model.day_range import ANY_DAY, between, day_range

DAYS = st.none() | st.dates()


@given(DAYS, DAYS)
def test_a_range_is_read_back_as_it_was_written(first: date | None, last: date | None) -> None:
    kept = between(first, last)
    assert day_range(kept.as_text()) == kept
    assert bool(kept.words) == kept.bounded == (first is not None or last is not None)


@given(DAYS, DAYS, st.dates())
def test_both_ends_belong_to_it_in_whichever_order_they_are_given(first: date | None, last: date | None, day: date) -> None:
    known = sorted(end for end in (first, last) if end is not None)
    one_way = (first is None or first <= day) and (last is None or day <= last)
    assert between(first, last).holds(day) is (known[0] <= day <= known[1] if len(known) == 2 else one_way)
    assert all(between(first, last).holds(end) for end in known)


@given(DAYS, DAYS)
def test_what_has_no_day_is_in_no_bounded_range(first: date | None, last: date | None) -> None:
    assert between(first, last).holds(None) is (first is None and last is None)


@given(st.text())
def test_anything_else_is_unbounded_or_a_range_that_is_written_again(text: str) -> None:
    found = day_range(text)
    assert found == ANY_DAY or day_range(found.as_text()) == found
