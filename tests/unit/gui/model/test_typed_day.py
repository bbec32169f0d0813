"""Days as people type them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import translation
from app.gui.model.day_range import DayRange
from app.gui.model.typed_day import day_trouble, read_day, read_days, settled
from app.ingest.rows.date_style import Order

JUNE = date(2023, 6, 1)
DAYS = st.dates(date(1900, 1, 1), date.today())


@pytest.mark.parametrize(
    "text",
    [
        "2023-06-01", "2023/6/1", "20230601", "1 June 2023", "1st June 2023", "June 1, 2023", "1 Jun 2023", "01/06/2023", "1/6/23",
        "1.6.2023", "01-06-2023", "Thursday, 1 June 2023", "1 de junio de 2023", "1. Juni 2023", " 2023-06-01 ",
        "June 2023", "junio de 2023", "2023-06", "06/2023", "6.2023",
    ],
)  # fmt: skip
def test_a_day_or_month_is_read_however_it_is_typed(text: str) -> None:
    assert read_day(text) == JUNE and settled(text) == "2023-06-01" and day_trouble(text) == ""


def test_the_order_of_day_and_month_is_that_of_the_locale_unless_only_the_other_gives_a_day() -> None:
    assert read_day("01/06/2023", Order.MONTH_FIRST) == date(2023, 1, 6)
    assert read_day("13/06/2023", Order.MONTH_FIRST) == read_day("06/13/2023", Order.DAY_FIRST) == date(2023, 6, 13)
    assert read_day("1.6.2023", Order.MONTH_FIRST) == JUNE  # nobody writes the month first with full stops
    assert read_day("01/06/2023", Order.YEAR_FIRST) == JUNE


@pytest.mark.parametrize(
    ("text", "last"), [("February 2024", date(2024, 2, 29)), ("2023-12", date(2023, 12, 31)), ("2023", date(2023, 12, 31))]
)
def test_a_month_or_year_ends_on_its_last_day(text: str, last: date) -> None:
    days = read_days(text)
    assert days is not None and days.last == last


def test_months_are_read_in_the_language_of_the_window_first() -> None:
    # "listopad" is October in Croatian and November in Polish and Czech.
    translation.use_catalogue("hr", translation.catalogue())
    try:
        assert read_day("1 listopad 2023") == date(2023, 10, 1)
    finally:
        translation.use("en")


@pytest.mark.parametrize("text", ["hello", "1 June", "12-05", "0", "June", "32"])
def test_a_text_that_is_no_date_stays_and_is_explained_in_one_sentence(text: str) -> None:
    assert read_day(text) is None and settled(text) == text
    assert text in day_trouble(text) and "Write it like 1 June 2023" in day_trouble(text)


@pytest.mark.parametrize("text", ["2023-02-31", "31/02/2023", "32 June 2023", "2023-13"])
def test_a_day_that_is_not_in_the_calendar_is_named(text: str) -> None:
    assert read_day(text) is None and day_trouble(text)


def test_an_empty_text_is_no_trouble() -> None:
    assert day_trouble("") == day_trouble("  ") == settled("  ") == ""


@given(day=DAYS)
def test_the_form_that_the_window_shows_is_read_as_the_same_day(day: date) -> None:
    assert settled(settled(day.isoformat())) == day.isoformat() and read_days(day.isoformat()) == DayRange(day, day)


@given(day=DAYS)
def test_day_and_month_are_read_back_in_either_order(day: date) -> None:
    assert read_day(f"{day:%d/%m/%Y}", Order.DAY_FIRST) == read_day(f"{day:%m/%d/%Y}", Order.MONTH_FIRST) == day
    assert read_day(f"{day.day} {day:%B} {day.year}") == read_day(f"{day:%B} {day.day}, {day.year}") == day


@given(text=st.text(max_size=30))
def test_any_text_gets_an_answer(text: str) -> None:
    assert (read_day(text) is None) or day_trouble(text) == ""
