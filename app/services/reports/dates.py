"""Dates as an editor prints them."""

from __future__ import annotations

from datetime import date

from app.translation import ENGLISH, language

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def day_words(day: date) -> str:
    """Return a day in the report's language: “12 June 2018”, “12 de junio de 2018”."""
    if language() == ENGLISH:
        return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"
    from babel.dates import format_date

    return format_date(day, format="long", locale=language())


def iso_day(time: str) -> date | None:
    """Return the day of an ISO time; None if it is none."""
    try:
        return date.fromisoformat(time[:10])
    except ValueError:
        return None
