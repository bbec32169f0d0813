"""Dates as fact-checkers and feeds write them, in English, Spanish, Portuguese, French and German.

A text that is no date, or whose day and month cannot be told apart, gives None; one that names a day that does not
exist (2023-02-31) raises ImpossibleDate. A date with a time zone keeps the day as its publisher wrote it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import UTC, date, datetime

from app.translation import tr

_MONTH_NAMES = (
    "january jan enero ene janeiro janvier janv januar jaenner",
    "february feb febrero fevereiro fev fevrier fevr februar",
    "march mar marzo marco mars marz maerz mrz",
    "april apr abril abr avril avr",
    "may mayo maio mai",
    "june jun junio junho juin juni",
    "july jul julio julho juillet juil juli",
    "august aug agosto ago aout",
    "september sept sep septiembre setiembre setembro set septembre",
    "october oct octubre outubro out octobre oktober okt",
    "november nov noviembre novembro novembre",
    "december dec diciembre dic dezembro dez decembre dezember",
)
_MONTHS = {name: number for number, names in enumerate(_MONTH_NAMES, start=1) for name in names.split()}
_TIME = r"(?:[\s,|T–-]*(?:at|um|a|as|las|kl|from)?\s*\d{1,2}[:h.]\d{2}.*)?"
_START = r"\W*(?:[a-z]+(?:-feira)?\.?,\s*|(?:published|posted|updated|publicado|publie|stand)\W*(?:on|em|el|le)?\s+)?"
_ISO = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T\s,;].*)?$", re.DOTALL)
_COMPACT = re.compile(r"((?:19|20)\d{2})(\d{2})(\d{2})(?:T\d.*)?$")
_NUMERIC = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})" + _TIME + "$", re.DOTALL)
_DAY_MONTH = re.compile(
    _START
    + r"(?:the\s+|le\s+|el\s+)?(\d{1,2})(?:st|nd|rd|th|er|º|ª|°|o)?\.?[\s-]*(?:de\s+|of\s+)?"
    + r"([a-z]{3,10})\.?,?[\s-]*(?:de\s+|del\s+)?(\d{4})"
    + _TIME
    + r"\W*$",
    re.DOTALL,
)
_MONTH_DAY = re.compile(_START + r"([a-z]{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})" + _TIME + r"\W*$", re.DOTALL)
_STATED = re.compile(r"stated on ([A-Za-z]+)\.? (\d{1,2}), (\d{4})\b")
_IN_URL = re.compile(r"/((?:19|20)\d{2})/([a-z]{3,9}|\d{1,2})/(\d{1,2})(?:/|$)", re.IGNORECASE)
_EPOCH = re.compile(r"\d{9,10}(?:\.\d+)?$|\d{12,13}$")
_EARLIEST = 1000
_LONGEST = 100


class ImpossibleDate(ValueError):  # noqa: N818 - named after what the user is told
    """The text names a day that is not in the calendar."""

    def __init__(self, text: str) -> None:
        super().__init__(tr('The date "{date}" does not exist.', date=text.strip()[:40]))


def parse_date(text: str, *, day_first: bool | None = None) -> date | None:
    """The day this text names, or None. `day_first` settles "03/04/2020" where the column shows what is meant.

    Raises ImpossibleDate where the text has the form of a date but there is no such day.
    """
    text = text.strip()
    if not 0 < len(text) <= _LONGEST:
        return None
    if text[0].isdigit():
        for read in (_iso, _epoch):
            found = read(text)
            if found is not None:
                return found
        numeric = _NUMERIC.match(text)
        if numeric:
            return _day_month_year(text, int(numeric[1]), int(numeric[3]), int(numeric[4]), _order(numeric[2], day_first))
    return _named(text)


def unclear(text: str, *, day_first: bool | None = None) -> bool:
    """Whether this is a date that `parse_date` leaves out since its day and month cannot be told apart."""
    found = _NUMERIC.match(text.strip()[:_LONGEST])
    if not found or _order(found[2], day_first) is not None:
        return False
    first, second = int(found[1]), int(found[3])
    return first != second and 1 <= first <= 12 and 1 <= second <= 12


def _iso(text: str) -> date | None:
    found = _ISO.match(text)
    if found:
        return _day(text, int(found[1]), int(found[3]), int(found[4]))
    compact = _COMPACT.match(text)
    return _day(text, int(compact[1]), int(compact[2]), int(compact[3])) if compact else None


def _epoch(text: str) -> date | None:
    if not _EPOCH.match(text):
        return None
    seconds = float(text) if len(text.partition(".")[0]) < 12 else float(text) / 1000
    return datetime.fromtimestamp(seconds, tz=UTC).date()


def _order(separator: str, day_first: bool | None) -> bool | None:
    return True if separator == "." else day_first


def _day_month_year(text: str, first: int, second: int, year: int, day_first: bool | None) -> date | None:
    if first > 12 or second > 12:
        day, month = (first, second) if second <= 12 else (second, first)
        return _day(text, year, month, day)
    if day_first is None and first != second:
        return None
    return _day(text, year, second, first) if day_first else _day(text, year, first, second)


def _named(text: str) -> date | None:
    plain = _unaccented(text)
    found = _DAY_MONTH.match(plain)
    if found and found[2] in _MONTHS:
        return _day(text, int(found[3]), _MONTHS[found[2]], int(found[1]))
    found = _MONTH_DAY.match(plain)
    if found and found[1] in _MONTHS:
        return _day(text, int(found[3]), _MONTHS[found[1]], int(found[2]))
    return None


def _unaccented(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _day(text: str, year: int, month: int, day: int) -> date | None:
    """The day; None for the zero dates that programs write where they know none (0000-00-00, 0001-01-01)."""
    if year < _EARLIEST:
        return None
    try:
        return date(year, month, day)
    except ValueError as error:
        raise ImpossibleDate(text) from error


def stated_date(text: str) -> date | None:
    """The day in PolitiFact's "stated on October 22, 2019 in a speech:"; None where there is none."""
    found = _STATED.search(text)
    month = _MONTHS.get(found[1].lower()) if found else None
    return _day(text, int(found[3]), month, int(found[2])) if found and month else None


def url_date(url: str) -> date | None:
    """The day in an address such as /2019/oct/30/ or /2019/10/30/; None where there is none or it does not exist."""
    found = _IN_URL.search(url)
    if not found:
        return None
    month = int(found[2]) if found[2].isdigit() else _MONTHS.get(found[2].lower(), 0)
    try:
        return date(int(found[1]), month, int(found[3]))
    except ValueError:
        return None


def column_day_first(values: Iterable[str]) -> bool | None:
    """Whether a column of numeric dates puts the day first; None where it does not show or contradicts itself."""
    pairs = [(int(found[1]), int(found[3])) for found in map(_NUMERIC.match, (value.strip() for value in values)) if found]
    day_first = any(first > 12 >= second for first, second in pairs)
    month_first = any(second > 12 >= first for first, second in pairs)
    return None if day_first == month_first else day_first
