"""Shared parts of all date parsers: surrounding words, era marks, and the accepted range of years."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import regex

from app.ingest.rows.calendar_words import is_particle, is_weekday
from app.ingest.rows.calendars import ERAS, Calendar, gregorian
from app.ingest.rows.date_style import EARLIEST_YEAR, DateStyle, latest_year

_PERSIAN_DIGIT = regex.compile("[\u06f0-\u06f9]")
_THAI = regex.compile(r"\p{Thai}")
_PERSIAN_YEARS = range(1300, 1500)
_MAX_ERA_WORDS = 2


class NoSuchDay(ValueError):  # noqa: N818 - a day that is none is an outcome of reading
    """The numbers have the form of a date, but there is no such day."""


@dataclass(frozen=True, slots=True)
class DateText:
    """A date to be parsed: `text` is folded, `native` has its original digits and letters, which may reveal the calendar."""

    text: str
    native: str


def era_of(words: Sequence[str]) -> tuple[Calendar | None, bool]:
    """Return the calendar that an era mark among these words names, and True if every other word may occur in a date."""
    era: Calendar | None = None
    index = 0
    while index < len(words):
        for width in range(min(_MAX_ERA_WORDS, len(words) - index), 0, -1):
            name = " ".join(words[index : index + width])
            if name in ERAS:
                # A text that names two eras is read by the first.
                era = era or ERAS[name]
                break
            if is_weekday(name) or (width == 1 and is_particle(name)):
                break
        else:
            return era, False
        index += width
    return era, True


def calendar_of_year(year: int, date_text: DateText, style: DateStyle) -> Calendar | None:
    """Return the calendar of a year without an era mark: ours, that of its column, or that of its digits; None if it is ambiguous."""
    if EARLIEST_YEAR <= year <= latest_year():
        return Calendar.GREGORIAN
    if style.calendar is not None:
        return style.calendar
    if year in _PERSIAN_YEARS and _PERSIAN_DIGIT.search(date_text.native):
        return Calendar.PERSIAN
    # Only Thai texts give Buddhist years without a mark.
    return Calendar.BUDDHIST if year > latest_year() and _THAI.search(date_text.native) else None


def day_of(calendar: Calendar | None, year: int, month: int, day: int) -> date | None:
    """Convert a day to our calendar; None for parts that are zero and for years outside the accepted range. Raises NoSuchDay."""
    if calendar is None or 0 in (year, month, day):
        return None
    if calendar is Calendar.GREGORIAN and not EARLIEST_YEAR <= year <= latest_year():
        return None
    try:
        converted = gregorian(calendar, year, month, day)
    except (ValueError, OverflowError) as error:
        raise NoSuchDay from error
    return converted if converted is not None and EARLIEST_YEAR <= converted.year <= latest_year() else None
