"""The date style of a column or of a whole file."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from app.ingest.rows.calendars import Calendar

EARLIEST_YEAR = 1900
# A text of more characters is no date.
MAX_DATE_CHARACTERS = 100
_EARLIEST_SHORT_YEAR = 1970


class Order(StrEnum):
    """The order of day, month and year in a numeric date."""

    DAY_FIRST = "dmy"
    MONTH_FIRST = "mdy"
    YEAR_FIRST = "ymd"


@dataclass(frozen=True, slots=True)
class DateStyle:
    """The format of a column's dates.

    `order` is that of their numbers (None: unknown), `languages` are those of their month names (empty: any), `calendar` is that of
    years that are not Gregorian (None: such dates are left out). `year_may_lead` tells that a two-digit year may come first
    although no value proves it.
    """

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
    return next((year for year in (century + short, century - 100 + short) if _EARLIEST_SHORT_YEAR <= year <= latest), None)
