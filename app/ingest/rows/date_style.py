"""The date style of a column or of a whole file."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from app.ingest.rows.calendars import Calendar

EARLIEST_YEAR = 1900
LONGEST_DATE = 100
"""Characters; a longer text is no date."""
_EARLIEST_SHORT = 1970


class Order(StrEnum):
    """The order of day, month and year in a numeric date."""

    DAY_FIRST = "dmy"
    MONTH_FIRST = "mdy"
    YEAR_FIRST = "ymd"


@dataclass(frozen=True, slots=True)
class DateStyle:
    """The format of dates: the order of their numbers (None: unknown), the languages of their months (empty: any), the calendar
    of years outside ours (None: such dates are not read), and whether a two-digit year may come first although nothing shows it."""

    order: Order | None = None
    languages: frozenset[str] = frozenset()
    calendar: Calendar | None = None
    year_may_lead: bool = False


ANY_STYLE = DateStyle()
DAY_FIRST, MONTH_FIRST = DateStyle(Order.DAY_FIRST), DateStyle(Order.MONTH_FIRST)


def latest_year() -> int:
    """Return the last accepted year: next year, since clocks and time zones differ."""
    return date.today().year + 1


def whole_year(short: int) -> int | None:
    """Return the year of two digits, from 1970 to next year; None if they give none of these."""
    latest = latest_year()
    century = latest // 100 * 100
    return next((year for year in (century + short, century - 100 + short) if _EARLIEST_SHORT <= year <= latest), None)
