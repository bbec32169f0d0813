"""Numeric dates: 2024-05-03, 03.05.2024, 5/3/24, seconds since 1970."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime

import regex

from app.ingest.rows.calendar_words import words_of
from app.ingest.rows.calendars import Calendar
from app.ingest.rows.date_forms import DateText, NoSuchDay, calendar_of_year, day_of, era_of
from app.ingest.rows.date_style import EARLIEST_YEAR, DateStyle, Order, latest_year, whole_year

_NUMBERS = regex.compile(r"(\D{0,40}?)(\d{1,4})(\s?([-/.])\s?)(\d{1,2})\s?\4\s?(\d{1,4})(\.?)((?!\d).*)", regex.DOTALL)
_TIME_AFTER_ISO_DATE = regex.compile(r"[t\s,;].*", regex.DOTALL)
_COMPACT = regex.compile(r"((?:19|20)\d{2})(\d{2})(\d{2})(?:t\d.*)?")
# The year does not matter for the order, but 29 February must be possible.
_LEAP_YEAR = 2024
_ROMAN_MONTHS = "i ii iii iv v vi vii viii ix x xi xii".split()
_ROMAN_DATE = regex.compile(r"(?<!\w)(\d{1,2})\s?[-/. ]\s?(i{1,3}|iv|vi{0,3}|ix|xi{0,2})\s?[-/. ]\s?(\d{4})(?!\w)")
_EPOCH_TIME = regex.compile(r"\d{9,10}(?:\.\d+)?|\d{12,13}")


def numeric_days(date_text: DateText, style: DateStyle) -> frozenset[date]:
    """Return the possible days of a numeric date. Raises NoSuchDay."""
    text = _ROMAN_DATE.sub(_with_arabic_month, date_text.text)
    match = _NUMBERS.fullmatch(text)
    if not match:
        return _single_number_days(text)
    era, only_date_words = era_of([*words_of(match[1]), *words_of(match[8])])
    if not only_date_words and not (len(match[2]) == 4 and not match[1].strip() and _TIME_AFTER_ISO_DATE.fullmatch(match[8])):
        return frozenset()
    if len(match[2]) >= 3:
        return _year_first_days((match[2], match[5], match[6]), era, date_text, style)
    if len(match[6]) == 4:
        return _year_last_days(match, era or calendar_of_year(int(match[6]), date_text, style), style)
    return _short_year_days(_short_year_orders(match), match, style) if era is None else frozenset()


def _with_arabic_month(match: regex.Match[str]) -> str:
    """Rewrite a date whose month is in Roman numerals with Arabic ones and full stops, which put the day first."""
    return f"{match[1]}.{_ROMAN_MONTHS.index(match[2]) + 1}.{match[3]}"


def numeric_orders(text: str) -> frozenset[Order]:
    """Return the orders in which a folded text is a date of two numbers and a year before or after them; empty for other texts."""
    match = _NUMBERS.fullmatch(text)
    if not match or len(match[2]) > 2:
        return frozenset()
    days = _two_orders(match, Calendar.GREGORIAN, _LEAP_YEAR) if len(match[6]) == 4 else _short_year_orders(match)
    return frozenset(order for order, day in days.items() if day)


def is_year_last(text: str) -> bool:
    """Return True if such a date never has its year first: it has slashes, or full stops as in 03.05.24."""
    match = _NUMBERS.fullmatch(text)
    return match is not None and (len(match[6]) == 4 or not _may_begin_with_year(match))


def _single_number_days(text: str) -> frozenset[date]:
    """Return the day of 20240503, or of seconds or milliseconds since 1970."""
    if compact := _COMPACT.fullmatch(text):
        return _without_none([day_of(Calendar.GREGORIAN, int(compact[1]), int(compact[2]), int(compact[3]))])
    if not _EPOCH_TIME.fullmatch(text):
        return frozenset()
    # Twelve digits and more are milliseconds.
    seconds = float(text) if len(text.partition(".")[0]) < 12 else float(text) / 1000
    day = datetime.fromtimestamp(seconds, tz=UTC).date()
    return _without_none([day if EARLIEST_YEAR <= day.year <= latest_year() else None])


def _year_first_days(numbers: tuple[str, str, str], era: Calendar | None, date_text: DateText, style: DateStyle) -> frozenset[date]:
    year, month, day = map(int, numbers)
    # Only years of the Republic of China have three digits.
    if len(numbers[0]) == 3:
        calendar = era or style.calendar
        return _without_none([day_of(calendar, year, month, day)]) if calendar is Calendar.MINGUO else frozenset()
    return _without_none([day_of(era or calendar_of_year(year, date_text, style), year, month, day)])


def _year_last_days(match: regex.Match[str], calendar: Calendar | None, style: DateStyle) -> frozenset[date]:
    """Return the possible days of two numbers before a four-digit year, in the column's order; with full stops the day comes first."""
    first, second, year = int(match[2]), int(match[5]), int(match[6])
    days = _two_orders(match, calendar, year)
    if calendar is not None and not any(days.values()) and 0 not in (first, second):
        # The day is impossible in both orders, so this raises.
        day_of(calendar, year, second, first)
    return _days_in_order(days, Order.DAY_FIRST if match[4] == "." else style.order)


def _two_orders(match: regex.Match[str], calendar: Calendar | None, year: int) -> dict[Order, date | None]:
    first, second = int(match[2]), int(match[5])
    return {Order.DAY_FIRST: _day_or_none(calendar, year, second, first), Order.MONTH_FIRST: _day_or_none(calendar, year, first, second)}


def _short_year_orders(match: regex.Match[str]) -> dict[Order, date | None]:
    """Return the day in each order of a date with a two-digit year, which may come first. A single digit as the last number is a
    day only in Korean dates."""
    days = (
        _two_orders(match, Calendar.GREGORIAN, whole_year(int(match[6])) or 0) if len(match[6]) == 2 or _is_spaced_with_stops(match) else {}
    )
    if match[4] == ".":
        days[Order.MONTH_FIRST] = None
    # Years are written with two digits or four.
    if len(match[2]) == 2:
        days[Order.YEAR_FIRST] = _day_or_none(Calendar.GREGORIAN, whole_year(int(match[2])) or 0, int(match[5]), int(match[6]))
    return days if len(match[6]) == 2 or _is_spaced_with_stops(match) else {}


def _is_spaced_with_stops(match: regex.Match[str]) -> bool:
    """Return True if a date is written with full stops and blanks, as in Korean and Hungarian: 24. 5. 3."""
    return match[4] == "." and (bool(match[7]) or match[3] != match[4])


def _may_begin_with_year(match: regex.Match[str]) -> bool:
    return match[4] == "-" or _is_spaced_with_stops(match)


def _short_year_days(days: dict[Order, date | None], match: regex.Match[str], style: DateStyle) -> frozenset[date]:
    """Return the days in the column's order. A leading year counts only if the text suggests it, or no other order gives a date."""
    fits_other_order = any(day for order, day in days.items() if order is not Order.YEAR_FIRST)
    if fits_other_order and style.order is not Order.YEAR_FIRST and not (style.year_may_lead or _may_begin_with_year(match)):
        days[Order.YEAR_FIRST] = None
    return _days_in_order(days, style.order)


def _days_in_order(days: dict[Order, date | None], order: Order | None) -> frozenset[date]:
    day = days.get(order) if order else None
    return frozenset((day,)) if day else _without_none(days.values())


def _day_or_none(calendar: Calendar | None, year: int, month: int, day: int) -> date | None:
    try:
        return day_of(calendar, year, month, day)
    except NoSuchDay:
        return None


def _without_none(days: Iterable[date | None]) -> frozenset[date]:
    return frozenset(day for day in days if day is not None)
