"""Periods that sentences and claims name, and pairs of periods that exclude each other."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.claims.times import periods, spans, time_difference
from app.domain.speech import ClaimPair, SlotKind

SAID = date(2021, 6, 12)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("in 2019", date(2019, 1, 1), date(2019, 12, 31)),
        ("in the 1990s", date(1990, 1, 1), date(1999, 12, 31)),
        ("in March 2020", date(2020, 3, 1), date(2020, 3, 31)),
        ("on 3 May 2021", date(2021, 5, 3), date(2021, 5, 3)),
        ("on May 3, 2021", date(2021, 5, 3), date(2021, 5, 3)),
        ("in February", date(2021, 2, 1), date(2021, 2, 28)),
        ("in November", date(2020, 11, 1), date(2020, 11, 30)),
        ("last year", date(2020, 1, 1), date(2020, 12, 31)),
        ("next month", date(2021, 7, 1), date(2021, 7, 31)),
        ("this week", date(2021, 6, 7), date(2021, 6, 13)),
        ("yesterday", date(2021, 6, 11), date(2021, 6, 11)),
        ("earlier today", SAID, SAID),
        ("two years ago", date(2019, 1, 1), date(2019, 12, 31)),
        ("a decade ago", date(2010, 1, 1), date(2019, 12, 31)),
    ],
)
def test_a_time_is_a_period_of_the_calendar(text: str, first: date, last: date) -> None:
    (period,) = periods(f"The harbour was closed {text}.", SAID)
    assert (period.first, period.last) == (first, last)


@pytest.mark.parametrize(
    "text",
    ["It may close.", "They march on.", "Today, more than ever, we need it.", "We met 2019 people.", "The 24 hours of it.", "Recently."],
)
def test_texts_without_a_period(text: str) -> None:
    assert periods(text, SAID) == []


def test_relative_times_need_a_day() -> None:
    assert periods("It closed last year and in March.", None) == []
    assert len(periods("It closed in March 2020.", None)) == 1


@pytest.mark.parametrize(
    ("sentence", "claim", "quoted"),
    [
        ("It fell in 2019.", "It fell in 2017.", "2019"),
        ("It grew between 1990 and 2005.", "It grew between 2005 and 2020.", "1990"),
        ("It fell in March 2020.", "It fell in May 2020.", "March 2020"),
        ("It fell last year.", "It fell in 2014.", "last year"),
        ("We lost it over the last ten years.", "We lost it over the last two years.", "the last ten years"),
        ("We lost it over the past couple of years.", "We lost it last year.", "the past couple of years"),
    ],
)
def test_disjoint_periods_differ(sentence: str, claim: str, quoted: str) -> None:
    difference = time_difference(ClaimPair(sentence, claim, SAID, SAID, SAID))
    assert difference is not None and difference.kind is SlotKind.WHEN and difference.said == quoted


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("It fell in March 2020.", "It fell in 2020."),
        ("It fell last year.", "It fell in 2020."),
        ("It fell last year.", "It fell."),
        ("It fell.", "It fell in 2014."),
        ("We lost it over the last ten years.", "We lost it over the past decade."),
        ("Between 2005 and 2020 it grew.", "It grew between 2005 and 2020."),
    ],
)
def test_overlapping_periods_do_not_differ(sentence: str, claim: str) -> None:
    assert time_difference(ClaimPair(sentence, claim, SAID, SAID, SAID)) is None


def test_a_fact_check_cannot_settle_what_happened_after_it() -> None:
    before = ClaimPair("They signed it earlier today.", "They signed it.", SAID, date(2021, 4, 20), date(2021, 4, 22))
    difference = time_difference(before)
    assert difference is not None and (difference.said, difference.checked) == ("earlier today", "2021-04-22")
    after = ClaimPair("They signed it earlier today.", "They signed it.", SAID, SAID, date(2021, 6, 20))
    assert time_difference(after) is None


@given(st.text(max_size=40), st.dates(date(1900, 1, 1), date(2100, 1, 1)))
def test_any_text_is_read_and_every_period_begins_before_it_ends(text: str, day: date) -> None:
    assert all(period.first <= period.last for period in periods(f"It was {text} in 1999, last year.", day))
    assert all(period.days > 0 for period in spans(text))


@given(st.sampled_from(["in 2019", "last year", "in March 2020", "two years ago", "over the last ten years"]), st.dates(date(1950, 1, 1)))
def test_a_sentence_never_differs_in_time_from_itself(time: str, day: date) -> None:
    text = f"It fell {time}."
    assert time_difference(ClaimPair(text, text, day, day, day)) is None


@given(st.integers(0, 10**9), st.sampled_from(["day", "week", "month", "year", "decade", "century"]), st.dates())
def test_periods_are_clipped_to_the_calendar(number: int, unit: str, day: date) -> None:
    assert all(period.first <= period.last for period in periods(f"It was {number} {unit}s ago.", day))
