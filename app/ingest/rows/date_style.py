"""What a column, or a whole file, shows of how its dates are written."""

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
    """The order of day, month and year in a date of numbers."""

    DAY_FIRST = "dmy"
    MONTH_FIRST = "mdy"
    YEAR_FIRST = "ymd"


@dataclass(frozen=True, slots=True)
class DateStyle:
    """How dates are written: the order of their numbers (None: nothing shows), the languages of their months (none: any), the calendar of
    years that cannot be of ours (None: such dates are not read), and whether a year of two digits may stand first, though nothing shows it.
    """

    order: Order | None = None
    languages: frozenset[str] = frozenset()
    calendar: Calendar | None = None
    year_may_lead: bool = False


ANY_STYLE = DateStyle()
DAY_FIRST, MONTH_FIRST = DateStyle(Order.DAY_FIRST), DateStyle(Order.MONTH_FIRST)


def latest_year() -> int:
    """The last year that a date may be of: the next one, since clocks and time zones differ."""
    return date.today().year + 1


def whole_year(short: int) -> int | None:
    """The year that two digits mean, from 1970 to the next year; None where they mean none of these."""
    latest = latest_year()
    century = latest // 100 * 100
    return next((year for year in (century + short, century - 100 + short) if _EARLIEST_SHORT <= year <= latest), None)
