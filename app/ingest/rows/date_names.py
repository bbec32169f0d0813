"""Dates with the name of a month, in any language and order: 3. května 2024, May 3, 2024, 2024. május 3., 3-may-24."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

import regex

from app.ingest.rows.calendar_words import Month, is_particle, is_weekday, months_named
from app.ingest.rows.calendars import YEARS_AHEAD, Calendar
from app.ingest.rows.date_forms import DateText, calendar_of_year, day_of, era_of
from app.ingest.rows.date_style import ANY_STYLE, DateStyle, whole_year

_TOKEN = regex.compile(r"(?P<number>\d+)|(?P<glue>(?<=\d['’-]?)(?=[\p{L}\p{M}]))?(?P<word>[\p{L}\p{M}]+)")
_MAX_NAME_WORDS = 8
_MAX_ENDING = 4
# Any year that is Buddhist in a Thai text, to ask `calendar_of_year` whether this text is one.
_SURELY_BUDDHIST_YEAR = 2500

Months = Mapping[Month, frozenset[str]]


@dataclass(slots=True)
class _Parts:
    """The parts of a date in order: its numbers and months with their positions, and its era."""

    numbers: list[tuple[int, str]] = field(default_factory=list)
    months: list[tuple[int, Months]] = field(default_factory=list)
    # Weekdays that name months as well, such as "mar"; they count only if no other word names a month.
    ambiguous_months: list[tuple[int, Months]] = field(default_factory=list)
    era: Calendar | None = None


@dataclass(frozen=True, slots=True)
class _Date:
    """Day and year of a date, with everything that determines the calendar of the year."""

    day: int
    year: str
    era: Calendar | None
    date_text: DateText
    style: DateStyle

    def days(self, named: Calendar, month: int) -> list[date]:
        """Return the possible days in this month of the calendar that its name belongs to. Raises NoSuchDay."""
        if named is Calendar.GREGORIAN:
            candidates = [day_of(calendar, year, month, self.day) for calendar, year in self._years()]
        else:
            candidates = [day_of(named, int(self.year), month, self.day)] if len(self.year) == 4 else []
        return [day for day in candidates if day]

    def _years(self) -> list[tuple[Calendar | None, int]]:
        """Return the possible years; two digits may be a Gregorian year or, in Thai dates, a Buddhist one."""
        if len(self.year) == 4:
            return [(self.era or calendar_of_year(int(self.year), self.date_text, self.style), int(self.year))]
        is_thai = calendar_of_year(_SURELY_BUDDHIST_YEAR, self.date_text, ANY_STYLE) is Calendar.BUDDHIST
        gregorian = whole_year(int(self.year)) if self.era in (None, Calendar.GREGORIAN) else None
        ahead = YEARS_AHEAD[Calendar.BUDDHIST]
        buddhist = whole_year((int(self.year) - ahead) % 100) if is_thai or self.era is Calendar.BUDDHIST else None
        return [(Calendar.GREGORIAN, year) for year in (gregorian, buddhist) if year]


def named_days(date_text: DateText, style: DateStyle) -> frozenset[date]:
    """Return the possible days of a date with a month's name. Raises NoSuchDay."""
    parts = _parse_parts(date_text.text)
    if parts is None or len(parts.numbers) != 2:
        return frozenset()
    months = parts.months or parts.ambiguous_months[-1:]
    # "أيار / مايو" is one month under two names.
    if not months or any(other.keys() != months[0][1].keys() for _, other in months):
        return frozenset()
    position, readings = months[-1]
    numbers = _day_and_year(parts.numbers, position)
    if numbers is None:
        return frozenset()
    parsed = _Date(*numbers, era=parts.era, date_text=date_text, style=style)
    return frozenset(day for month in _months_in_languages(readings, style) for day in parsed.days(*month))


def month_languages(text: str) -> frozenset[str]:
    """Return the languages of the month's name in this folded date; empty if it is not such a date."""
    parts = _parse_parts(text)
    if parts is None or len(parts.numbers) != 2 or len(parts.months) != 1:
        return frozenset()
    return frozenset[str]().union(*parts.months[0][1].values())


def _parse_parts(text: str) -> _Parts | None:
    """Parse a text that consists of a date alone; None if a word in it belongs to no date."""
    tokens = list(_TOKEN.finditer(text))
    words = [match.group() for match in tokens]
    parts, index = _Parts(), 0
    while index < len(tokens):
        if words[index].isdigit():
            parts.numbers.append((index, words[index]))
            index += 1
            continue
        width = _add_name(words, index, parts, glued=index > 0 and tokens[index]["glue"] is not None)
        if not width:
            return None
        index += width
    return parts


def _add_name(words: Sequence[str], index: int, parts: _Parts, *, glued: bool) -> int:
    """Add the name at `index` to the parts and return its number of words; 0 for a word that belongs to no date."""
    for width in range(min(_MAX_NAME_WORDS, len(words) - index), 0, -1):
        name = " ".join(words[index : index + width])
        # A number is never part of a name.
        if any(word.isdigit() for word in words[index : index + width]):
            continue
        era, only_date_words = era_of(name.split())
        if era and only_date_words and width >= len(name.split()):
            parts.era = parts.era or era
            return width
        if is_weekday(name):
            parts.ambiguous_months += [(index, readings)] if (readings := months_named(name)) and width == 1 else []
            return width
        if width == 1 and is_particle(name):
            return width
        if readings := months_named(name):
            parts.months.append((index, readings))
            return width
    # An inflectional ending after a number ("3rd", "5'te") belongs to the date.
    return 1 if glued and len(words[index]) <= _MAX_ENDING else 0


def _day_and_year(numbers: Sequence[tuple[int, str]], month: int) -> tuple[int, str] | None:
    """Return day and year, decided by their digits and the month's position; None if the order is not that of a date."""
    (first_index, first), (second_index, second) = numbers
    if len(second) == 4 and len(first) <= 2:
        return int(first), second
    if len(first) == 4 and len(second) <= 2 and first_index < month:
        return int(second), first
    if len(second) == 2 and len(first) <= 2 and month < second_index:
        return int(first), second
    return None


def _months_in_languages(readings: Months, style: DateStyle) -> list[Month]:
    """Return the months of a name in the column's languages; all of its months if none belongs to them."""
    months = [month for month, languages in readings.items() if languages & style.languages]
    return months or list(readings)
