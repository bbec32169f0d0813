"""Dates of numbers alone: 2024-05-03, 03.05.2024, 5/3/24, seconds since 1970."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime

import regex

from app.ingest.rows.calendar_words import words_of
from app.ingest.rows.calendars import Calendar
from app.ingest.rows.date_forms import NoSuchDay, Written, calendar_of_year, day_of, era_of
from app.ingest.rows.date_style import EARLIEST_YEAR, DateStyle, Order, latest_year, whole_year

_NUMBERS = regex.compile(r"(\D{0,40}?)(\d{1,4})(\s?([-/.])\s?)(\d{1,2})\s?\4\s?(\d{1,4})(\.?)((?!\d).*)", regex.DOTALL)
_ISO_REST = regex.compile(r"[t\s,;].*", regex.DOTALL)
_COMPACT = regex.compile(r"((?:19|20)\d{2})(\d{2})(\d{2})(?:t\d.*)?")
_LEAP_YEAR = 2024
_ROMAN_MONTHS = "i ii iii iv v vi vii viii ix x xi xii".split()
_ROMAN = regex.compile(r"(?<!\w)(\d{1,2})\s?[-/. ]\s?(i{1,3}|iv|vi{0,3}|ix|xi{0,2})\s?[-/. ]\s?(\d{4})(?!\w)")
_EPOCH = regex.compile(r"\d{9,10}(?:\.\d+)?|\d{12,13}")


def numeric_days(written: Written, style: DateStyle) -> frozenset[date]:
    """The days that a date of numbers may be. Raises NoSuchDay."""
    text = _ROMAN.sub(_arabic, written.text)
    found = _NUMBERS.fullmatch(text)
    if not found:
        return _one_number(text)
    era, plain = era_of([*words_of(found[1]), *words_of(found[8])])
    if not plain and not (len(found[2]) == 4 and not found[1].strip() and _ISO_REST.fullmatch(found[8])):
        return frozenset()
    if len(found[2]) >= 3:
        return _year_first((found[2], found[5], found[6]), era, written, style)
    if len(found[6]) == 4:
        return _year_last(found, era or calendar_of_year(int(found[6]), written, style), style)
    return _chosen(_short_year(found), found, style) if era is None else frozenset()


def _arabic(found: regex.Match[str]) -> str:
    """A date with its month in Roman numerals with stops, as which its day stands first."""
    return f"{found[1]}.{_ROMAN_MONTHS.index(found[2]) + 1}.{found[3]}"


def numeric_orders(text: str) -> frozenset[Order]:
    """The orders in which a folded text is a date of two numbers and a year behind or before them; none for other texts."""
    found = _NUMBERS.fullmatch(text)
    if not found or len(found[2]) > 2:
        return frozenset()
    days = _day_and_month(found, Calendar.GREGORIAN, _LEAP_YEAR) if len(found[6]) == 4 else _short_year(found)
    return frozenset(order for order, day in days.items() if day)


def is_year_last(text: str) -> bool:
    """Return True if nobody writes such a date with its year first: it has slashes, or full stops as in 03.05.24."""
    found = _NUMBERS.fullmatch(text)
    return found is not None and (len(found[6]) == 4 or not _may_begin_with_year(found))


def _one_number(text: str) -> frozenset[date]:
    """The day of 20240503, or of the seconds or thousandths of seconds since 1970."""
    if compact := _COMPACT.fullmatch(text):
        return _some([day_of(Calendar.GREGORIAN, int(compact[1]), int(compact[2]), int(compact[3]))])
    if not _EPOCH.fullmatch(text):
        return frozenset()
    seconds = float(text) if len(text.partition(".")[0]) < 12 else float(text) / 1000
    day = datetime.fromtimestamp(seconds, tz=UTC).date()
    return _some([day if EARLIEST_YEAR <= day.year <= latest_year() else None])


def _year_first(numbers: tuple[str, str, str], era: Calendar | None, written: Written, style: DateStyle) -> frozenset[date]:
    year, month, day = map(int, numbers)
    if len(numbers[0]) == 3:
        calendar = era or style.calendar
        return _some([day_of(calendar, year, month, day)]) if calendar is Calendar.MINGUO else frozenset()
    return _some([day_of(era or calendar_of_year(year, written, style), year, month, day)])


def _year_last(found: regex.Match[str], calendar: Calendar | None, style: DateStyle) -> frozenset[date]:
    """With a year of four digits behind them, two numbers are day and month in the column's order; with full stops, the day is first."""
    first, second, year = int(found[2]), int(found[5]), int(found[6])
    days = _day_and_month(found, calendar, year)
    if calendar is not None and not any(days.values()) and 0 not in (first, second):
        day_of(calendar, year, second, first)  # the day is impossible either way, which this raises
    return _in_order(days, Order.DAY_FIRST if found[4] == "." else style.order)


def _day_and_month(found: regex.Match[str], calendar: Calendar | None, year: int) -> dict[Order, date | None]:
    first, second = int(found[2]), int(found[5])
    return {Order.DAY_FIRST: _valid(calendar, year, second, first), Order.MONTH_FIRST: _valid(calendar, year, first, second)}


def _short_year(found: regex.Match[str]) -> dict[Order, date | None]:
    """With two digits for the year it may stand first as well; a single digit is a day at the end of a Korean date alone."""
    days = _day_and_month(found, Calendar.GREGORIAN, whole_year(int(found[6])) or 0) if len(found[6]) == 2 or _is_listed(found) else {}
    if found[4] == ".":
        days[Order.MONTH_FIRST] = None
    if len(found[2]) == 2:
        days[Order.YEAR_FIRST] = _valid(Calendar.GREGORIAN, whole_year(int(found[2])) or 0, int(found[5]), int(found[6]))
    return days if len(found[6]) == 2 or _is_listed(found) else {}


def _is_listed(found: regex.Match[str]) -> bool:
    """Return True if a date is written with full stops and blanks, as in Korean and Hungarian: 24. 5. 3."""
    return found[4] == "." and (bool(found[7]) or found[3] != found[4])


def _may_begin_with_year(found: regex.Match[str]) -> bool:
    return found[4] == "-" or _is_listed(found)


def _chosen(days: dict[Order, date | None], found: regex.Match[str], style: DateStyle) -> frozenset[date]:
    """The day in the column's order; a year in front is thought of where the text suggests it, or nothing else is a date."""
    last = any(day for order, day in days.items() if order is not Order.YEAR_FIRST)
    if last and style.order is not Order.YEAR_FIRST and not (style.year_may_lead or _may_begin_with_year(found)):
        days[Order.YEAR_FIRST] = None
    return _in_order(days, style.order)


def _in_order(days: dict[Order, date | None], order: Order | None) -> frozenset[date]:
    chosen = days.get(order) if order else None
    return frozenset((chosen,)) if chosen else _some(days.values())


def _valid(calendar: Calendar | None, year: int, month: int, day: int) -> date | None:
    try:
        return day_of(calendar, year, month, day)
    except NoSuchDay:
        return None


def _some(days: Iterable[date | None]) -> frozenset[date]:
    return frozenset(day for day in days if day is not None)
