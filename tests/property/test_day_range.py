"""Ranges of days: membership, and lossless text form."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from app.gui.model.day_range import ANY_DAY, between, day_range

DAYS = st.none() | st.dates()


@given(DAYS, DAYS)
def test_a_range_is_read_back_as_it_was_written(first: date | None, last: date | None) -> None:
    day_span = between(first, last)
    assert day_range(day_span.as_text()) == day_span
    assert bool(day_span.words) == day_span.bounded == (first is not None or last is not None)


@given(DAYS, DAYS, st.dates())
def test_both_ends_are_inclusive_in_any_order(first: date | None, last: date | None, day: date) -> None:
    ends = sorted(end for end in (first, last) if end is not None)
    one_way = (first is None or first <= day) and (last is None or day <= last)
    assert between(first, last).holds(day) is (ends[0] <= day <= ends[1] if len(ends) == 2 else one_way)
    assert all(between(first, last).holds(end) for end in ends)


@given(DAYS, DAYS)
def test_undated_items_are_in_no_bounded_range(first: date | None, last: date | None) -> None:
    assert between(first, last).holds(None) is (first is None and last is None)


@given(st.text())
def test_anything_else_is_unbounded_or_a_range_that_is_written_again(text: str) -> None:
    parsed = day_range(text)
    assert parsed == ANY_DAY or day_range(parsed.as_text()) == parsed
