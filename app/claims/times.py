"""Times in a text as calendar periods: explicit ones ("in March 2020"), and those relative to a day ("last year").

Times relative to an unknown day, and vague ones ("recently", "today" for nowadays), are skipped, since a wrong period does more
harm than none.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

import regex

from app.domain.number_words import number_phrases
from app.domain.speech import ClaimPair, SlotDifference, SlotKind

_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
_UNITS = r"(?P<unit>day|week|month|year|decade|century|centurie)s?"
_YEAR = regex.compile(r"\b(?P<year>(?:1[5-9]|20)\d\d)(?P<decade>s)?\b(?!\s*\p{Ll}*\s*(?:people|jobs|dollars|pounds|euros|homes))")
_MONTH = regex.compile(
    rf"(?<!\bthat )\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?)?(?P<month>{'|'.join(_MONTHS)})"
    r"(?:\s+(?P<day2>\d{1,2})(?:st|nd|rd|th)?\b(?!\s*%))?(?:,?\s+(?:of\s+)?(?P<year>(?:1[5-9]|20)\d\d)\b)?",
    regex.IGNORECASE,
)
_RELATIVE = regex.compile(rf"\b(?P<which>this|last|next|previous|coming)\s+{_UNITS}\b(?!\s+(?:of|and a half))", regex.IGNORECASE)
_AGO = regex.compile(rf"\b(?P<number>an?|[\p{{L}}-]+|\d+)\s+{_UNITS}\s+ago\b", regex.IGNORECASE)
_DAYS = regex.compile(
    r"\b(?P<name>earlier today|later today|this (?:morning|afternoon|evening)|tonight|yesterday|last night|tomorrow)\b", regex.IGNORECASE
)
_DAY_OFFSET = {"yesterday": -1, "last night": -1, "tomorrow": 1}
_SPAN = regex.compile(rf"\b(?:the\s+)?(?:last|past)\s+(?P<number>couple of|[\p{{L}}-]+|\d+)\s+{_UNITS}\b", regex.IGNORECASE)
# Days by unit; the pattern of units leaves "centurie" of "centuries".
_DAYS_OF_UNIT = {"day": 1, "week": 7, "month": 30, "year": 365, "decade": 3652, "century": 36525, "centurie": 36525}

# Lengths of time are the same up to this ratio.
_MAX_RATIO = 1.5


@dataclass(frozen=True, slots=True)
class Period:
    """The days from `first` to `last`, both included, and the words that name the period."""

    first: date
    last: date
    text: str

    def overlaps(self, other: Period) -> bool:
        """Return True if both periods have a day in common."""
        return self.first <= other.last and other.first <= self.last


@dataclass(frozen=True, slots=True)
class Span:
    """A length of time up to now ("over the last ten years"), in days, and its words."""

    days: float
    text: str


def time_difference(pair: ClaimPair) -> SlotDifference | None:
    """Return the difference in times: periods without a common day, unequal lengths of time, or a time of the sentence after the
    fact-check's publication."""
    spoken_periods, checked_periods = periods(pair.sentence, pair.said), periods(pair.claim, pair.checked)
    spoken_only = [period for period in spoken_periods if not any(period.overlaps(counterpart) for counterpart in checked_periods)]
    checked_only = [counterpart for counterpart in checked_periods if not any(counterpart.overlaps(period) for period in spoken_periods)]
    if spoken_only and checked_only:
        return _difference(spoken_only, checked_only)
    spoken_spans, checked_spans = spans(pair.sentence), spans(pair.claim)
    if (
        spoken_spans
        and checked_spans
        and not any(_are_similar(period, counterpart) for period in spoken_spans for counterpart in checked_spans)
    ):
        return _difference(spoken_spans, checked_spans)
    if spoken_only and not checked_periods and pair.published is not None and all(period.first > pair.published for period in spoken_only):
        return SlotDifference(kind=SlotKind.WHEN, said=", ".join(period.text for period in spoken_only), checked=pair.published.isoformat())
    return None


def _difference(spoken: Sequence[Period | Span], checked: Sequence[Period | Span]) -> SlotDifference:
    spoken_text, checked_text = (", ".join(dict.fromkeys(period.text for period in side)) for side in (spoken, checked))
    return SlotDifference(kind=SlotKind.WHEN, said=spoken_text, checked=checked_text)


def _are_similar(first: Span, second: Span) -> bool:
    return max(first.days, second.days) <= _MAX_RATIO * min(first.days, second.days)


def periods(text: str, day: date | None) -> list[Period]:
    """Return the periods in a text, in order of kind. `day` is the reference of "last year"; if it is None, relative periods are
    skipped."""
    named_periods = [*_named_months(text, day)]
    month_texts = [period.text for period in named_periods]
    named_periods += [period for period in _named_years(text) if not any(period.text in month_text for month_text in month_texts)]
    return named_periods + list(_relative_periods(text, day)) if day is not None else named_periods


def spans(text: str) -> list[Span]:
    """Return the lengths of time up to now that a text names: "the last ten years", "last year" (one year)."""
    lengths = []
    for match in _SPAN.finditer(text):
        number = _parse_number(match["number"])
        if number is not None:
            lengths.append(Span(number * _DAYS_OF_UNIT[match["unit"].lower()], match[0]))
    # Without an explicit length, "last year" also means a length of one year.
    if not lengths:
        singles = (match for match in _RELATIVE.finditer(text) if match["which"].lower() == "last")
        lengths += [Span(_DAYS_OF_UNIT[match["unit"].lower()], match[0]) for match in singles]
    return lengths


def _named_years(text: str) -> Iterator[Period]:
    for match in _YEAR.finditer(text):
        year = int(match["year"])
        yield Period(date(year, 1, 1), date(year + 9 if match["decade"] else year, 12, 31), match[0])


def _named_months(text: str, day: date | None) -> Iterator[Period]:
    for match in _MONTH.finditer(text):
        number = _MONTHS.index(match["month"].lower()) + 1
        # "may" and "march" are verbs more often than months.
        if match["month"].lower() in ("may", "march") and not _names_month(match):
            continue
        year = int(match["year"]) if match["year"] else _nearest_year(number, day)
        if year is not None:
            yield _narrowed_to_day(_calendar_month(date(year, number, 1), 0, match[0]), match["day"] or match["day2"])


def _names_month(match: regex.Match[str]) -> bool:
    """Return True if "may" or "march" is a month here and no verb."""
    return match["month"][0].isupper() and bool(match["year"] or match["day"] or match["day2"])


def _nearest_year(month: int, day: date | None) -> int | None:
    """Return the year of the latest such month up to the day."""
    if day is None:
        return None
    return day.year if month <= day.month else day.year - 1


def _narrowed_to_day(month: Period, day: str | None) -> Period:
    if day is None or not 1 <= int(day) <= month.last.day:
        return month
    exact_day = month.first.replace(day=int(day))
    return Period(exact_day, exact_day, month.text)


def _relative_periods(text: str, day: date) -> Iterator[Period]:
    for match in _DAYS.finditer(text):
        yield _day_range(day, _DAY_OFFSET.get(match["name"].lower(), 0), 0, match[0])
    for match in _RELATIVE.finditer(text):
        steps = {"last": -1, "previous": -1, "next": 1, "coming": 1}.get(match["which"].lower(), 0)
        yield _period_around(day, match["unit"].lower(), steps, match[0])
    for match in _AGO.finditer(text):
        number = _parse_number(match["number"])
        if number is not None:
            yield _period_around(day, match["unit"].lower(), -int(number), match[0])


def _period_around(day: date, unit: str, steps: int, text: str) -> Period:
    """Return the day, week, month … that is `steps` after the day's own."""
    if unit == "day":
        return _day_range(day, steps, 0, text)
    if unit == "week":
        return _day_range(day, 7 * steps - day.weekday(), 6, text)
    if unit == "month":
        return _calendar_month(day, steps, text)
    length = {"year": 1, "decade": 10}.get(unit, 100)
    # Within the years that `date` supports.
    first_year = min(max(1, (day.year // length + steps) * length), 9999 - length)
    return Period(date(first_year, 1, 1), date(first_year + length - 1, 12, 31), text)


def _day_range(day: date, steps: int, more_days: int, text: str) -> Period:
    """Return the day `steps` after this one and the `more_days` after it, within the calendar."""
    first = min(max(day.toordinal() + steps, 1), date.max.toordinal())
    return Period(date.fromordinal(first), date.fromordinal(min(first + more_days, date.max.toordinal())), text)


def _calendar_month(day: date, steps: int, text: str) -> Period:
    """Return the month `steps` after that of the day, limited to the calendar's first and last month."""
    year, month = divmod(day.year * 12 + day.month - 1 + steps, 12)
    first = date(min(max(year, date.min.year), date.max.year), month + 1, 1)
    return Period(first, first.replace(day=monthrange(first.year, first.month)[1]), text)


def _parse_number(text: str) -> float | None:
    if text.isdigit():
        return float(text)
    words = text.lower()
    if words in ("a", "an", "one"):
        return 1.0
    if words == "couple of":
        return 2.0
    phrases = number_phrases(words)
    return float(phrases[0].value) if phrases and phrases[0].value is not None else None
