"""Parser of dates as fact-checkers and feeds write them, in every language of the Unicode CLDR and in the calendars of `calendars`.

A text that is no date, whose year is not between 1900 and next year, or whose day and month are ambiguous gives None. A day that
does not exist (2023-02-31) raises ImpossibleDate. A date with a time zone keeps the day as its publisher wrote it.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache

import regex

from app.ingest.rows.calendar_words import folded, months_named
from app.ingest.rows.calendars import Calendar
from app.ingest.rows.date_forms import DateText, NoSuchDay
from app.ingest.rows.date_names import named_days
from app.ingest.rows.date_numbers import numeric_days
from app.ingest.rows.date_style import ANY_STYLE, EARLIEST_YEAR, MAX_DATE_CHARACTERS, DateStyle, latest_year
from app.ingest.rows.date_units import unit_days
from app.translation import tr

_CLOCK = regex.compile(
    r"(?:[\s,;|–-]*(?:\b(?:at|um|a|as|las|kl|from|jam|pukul)\b|t(?=\d))?\s*)(?<![\d.])\d{1,2}(?::\d{2}|\s?[ap]\.?\s?m\b|\s?h\s?\d{0,2}\b|\s?[時点點时시]\s?\d{0,2})"
    r"|(?<=\d{4})[\s,]+(?:um|kl|at|om|jam|pukul)?\.?\s*\d{1,2}\.\d{2}\b(?!\.\d)"
)
_CLOCK_SUFFIX = regex.compile(r"^[\d:.,]*\s*(?:[ap]\.?\s?m\b\.?)?\s*(?:[+-]\d{2}:?\d{2})?(?:\s*(?:utc|gmt|uhr))?")
# Between the names of one day in two calendars; the Arabic word means "corresponding to".
_SEPARATOR = regex.compile(r"[()]|\s[/=|–-]\s|\sالموافق\s")
_STATED_ON = regex.compile(r"stated on ([A-Za-z]+)\.? (\d{1,2}), (\d{4})\b")
_URL_DAY = regex.compile(r"/((?:19|20)\d{2})/([a-z]{3,9}|\d{1,2})/(\d{1,2})(?:/|$)", regex.IGNORECASE)


class ImpossibleDate(ValueError):  # noqa: N818 - named after what the user is told
    """The text names a day that is not in the calendar."""

    def __init__(self, text: str) -> None:
        super().__init__(tr('The date "{date}" does not exist.', date=text.strip()[:40]))


def parse_date(text: str, style: DateStyle = ANY_STYLE) -> date | None:
    """Parse a date; None if the text is none. `style` settles "03/04/2020" if the column shows the order.

    Raises ImpossibleDate if the text has the form of a date but there is no such day.
    """
    days = possible_days(text, style)
    return next(iter(days)) if len(days) == 1 else None


def unclear(text: str, style: DateStyle = ANY_STYLE) -> bool:
    """Return True if `parse_date` gives None because the text may name one of several days."""
    try:
        return len(possible_days(text, style)) > 1
    except ImpossibleDate:
        return False


# A row asks for a date's day, and then whether it was unclear or could not be read.
@lru_cache(maxsize=1 << 14)
def possible_days(text: str, style: DateStyle = ANY_STYLE) -> frozenset[date]:
    """Return all days that this text may name. Raises ImpossibleDate."""
    text = text.strip()
    if not 0 < len(text) <= MAX_DATE_CHARACTERS:
        return frozenset()
    try:
        days = _days_of(folded(text).strip(), style, native=text)
    except NoSuchDay as error:
        raise ImpossibleDate(text) from error
    return days or _days_in_two_calendars(text, style)


def _days_of(text: str, style: DateStyle, *, native: str) -> frozenset[date]:
    """Return the days of the entire text, else of the text without its clock time."""
    # The whole text first, since what looks like a clock may belong to the date.
    for part in (text, *_without_clock(text)):
        for parse in (unit_days, numeric_days, named_days):
            days = parse(DateText(part, native), style)
            if days:
                return days
    return frozenset()


def _without_clock(text: str) -> list[str]:
    """Return the text before the clock time, and the text with the clock time removed; empty if it has none."""
    match = _CLOCK.search(text)
    if not match:
        return []
    before, after = text[: match.start()], _CLOCK_SUFFIX.sub("", text[match.end() :])
    return [before.rstrip(" ,;|-–"), f"{before} {after}".strip()]


def _days_in_two_calendars(text: str, style: DateStyle) -> frozenset[date]:
    """Return the days of a text that names one day in two calendars ("21 رجب 1442 الموافق 5 مارس 2021"), if both agree within a
    day."""
    parts = _SEPARATOR.split(text) if _SEPARATOR.search(text) else []
    days_of_parts = [days for part in parts if part.strip() and (days := _days_or_none(part, style))]
    if not days_of_parts or any(len(days) > 1 for days in days_of_parts):
        return frozenset()
    all_days = frozenset[date]().union(*days_of_parts)
    return days_of_parts[-1] if (max(all_days) - min(all_days)).days <= 1 else frozenset()


def _days_or_none(part: str, style: DateStyle) -> frozenset[date]:
    try:
        return _days_of(folded(part).strip(), style, native=part)
    except NoSuchDay:
        return frozenset()


def stated_date(text: str) -> date | None:
    """Parse the day in PolitiFact's "stated on October 22, 2019 in a speech:"; None if there is none. Raises ImpossibleDate."""
    match = _STATED_ON.search(text)
    return parse_date(f"{match[1]} {match[2]}, {match[3]}") if match else None


def url_date(url: str) -> date | None:
    """Parse the day in an address such as /2019/oct/30/ or /2019/10/30/; None if there is none or it does not exist."""
    match = _URL_DAY.search(url)
    if not match:
        return None
    month = int(match[2]) if match[2].isdigit() else _english_month(match[2])
    try:
        day = date(int(match[1]), month, int(match[3]))
    except ValueError:
        return None
    return day if EARLIEST_YEAR <= day.year <= latest_year() else None


def _english_month(name: str) -> int:
    """Return the number of an English month, 0 for any other word."""
    return next((number for calendar, number in months_named(name.lower()) if calendar is Calendar.GREGORIAN), 0)
