"""Days as people type them: 2023-06-01, 1 June 2023, 01/06/2023, 1.6.2023, and whole months and years."""

from __future__ import annotations

import re
from datetime import date, timedelta

from app.gui.model.day_range import DayRange
from app.ingest.rows.date_style import DateStyle, Order
from app.translation import ENGLISH, language, tr

_ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")


def read_days(text: str, order: Order = Order.DAY_FIRST) -> DayRange | None:
    """Read a day, a month or a year as the days from its first to its last; None if the text names none.

    `order` is that of day and month in 01/06/2023; a date that exists in the other order only is read in that one. Names of months
    may be in the language of the window, in English or in any other. Raises ValueError for a day that is not in the calendar.
    """
    text = text.strip()
    if day := _read(text, order):
        return DayRange(day, day)
    if not _YEAR.search(text):
        return None
    if re.fullmatch(r"\d{4}", text):
        return _span(_read(f"{text}-01-01", order), _read(f"{text}-12-31", order))
    for first in (f"1 {text}", f"{text}-01", f"01/{text}", f"01.{text}", f"01-{text}"):
        if day := _read(first, Order.DAY_FIRST):
            return DayRange(day, _end_of_month(day))
    return None


def read_day(text: str, order: Order = Order.DAY_FIRST) -> date | None:
    """Read a day, or the first of a month or year; None if the text names none, or one that is not in the calendar."""
    try:
        days = read_days(text, order)
    except ValueError:
        return None
    return days.first if days else None


def settled(text: str, order: Order = Order.DAY_FIRST) -> str:
    """Return the day in the form in which the window shows days; a text that names none stays as it was typed."""
    day = read_day(text, order)
    return day.isoformat() if day else text.strip()


def day_trouble(text: str, order: Order = Order.DAY_FIRST) -> str:
    """Return in one sentence why a text is no day; "" where it is one, or empty."""
    if not text.strip():
        return ""
    try:
        days = read_days(text, order)
    except ValueError as error:
        return str(error)
    return "" if days else tr("“{text}” is not a date. Write it like 1 June 2023 or 2023-06-01.", text=text.strip()[:40])


def _read(text: str, order: Order) -> date | None:
    from app.ingest.rows.dates import ImpossibleDate, parse_date  # not needed to show the window

    if _ISO_DAY.fullmatch(text):  # of any year, also of one before 1900
        try:
            return date.fromisoformat(text)
        except ValueError as error:
            raise ImpossibleDate(text) from error
    preferred = order if order is not Order.YEAR_FIRST else Order.DAY_FIRST
    return parse_date(text, DateStyle(order=preferred, languages=frozenset({language(), ENGLISH})))


def _span(first: date | None, last: date | None) -> DayRange | None:
    return DayRange(first, last) if first and last else None


def _end_of_month(first: date) -> date:
    return (first.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
