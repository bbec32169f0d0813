"""Dates whose numbers carry their units: 2024年5月3日, 令和6年5月3日, 2024년 5월 3일, ngày 3 tháng 5 năm 2024."""

from __future__ import annotations

import unicodedata
from datetime import date

import regex

from app.ingest.rows.calendars import ERAS, JAPANESE_ERAS, Calendar
from app.ingest.rows.date_forms import DateText, calendar_of_year, day_of
from app.ingest.rows.date_style import DateStyle, whole_year

_HAN = "〇零一二三四五六七八九十"
_EAST_ASIAN = regex.compile(
    rf"\D{{0,20}}?(?P<era>令和|平成|昭和|中華民國|民國|民国|西元|公元)?\s?(?P<year>\d{{2,4}}|\d(?!\d)|元|[{_HAN}]{{2,4}})\s?(?P<unit>年|년)"
    rf"\s?(?P<month>\d{{1,2}}|[{_HAN}]{{1,3}})\s?[月월]\s?(?P<day>\d{{1,2}}|[{_HAN}]{{1,4}})\s?[日號号일]?(?P<rest>\D{{0,40}})"
)
# A year of an era with separators: R6.5.3.
_JAPANESE = regex.compile(r"(?P<era>[rhs]|令和|平成|昭和)\s?(?P<year>\d{1,2}|元)([-/.])(?P<month>\d{1,2})\3(?P<day>\d{1,2})")
_VIETNAMESE_WORDS = ("thang", "thg", "ngay")
_VIETNAMESE = regex.compile(r"\D{0,30}?(?P<day>\d{1,2})\s*(?:thang|thg|/)\s*(?P<month>\d{1,2})\s*(?:,|nam|/|-)*\s*(?P<year>\d{4})\D{0,20}")


def unit_days(date_text: DateText, style: DateStyle) -> frozenset[date]:
    """Return the day of a date with units; empty for other texts. Raises NoSuchDay."""
    text = date_text.text
    if match := _EAST_ASIAN.fullmatch(text) or _JAPANESE.fullmatch(text):
        day = _east_asian(match, date_text, style)
    elif any(word in text for word in _VIETNAMESE_WORDS) and (match := _VIETNAMESE.fullmatch(text)):
        day = day_of(Calendar.GREGORIAN, *(int(match[part]) for part in ("year", "month", "day")))
    else:
        return frozenset()
    return frozenset((day,)) if day else frozenset()


def _east_asian(match: regex.Match[str], date_text: DateText, style: DateStyle) -> date | None:
    era, parts = match["era"] or "", match.groupdict()
    year, month, day = (_number(str(parts[name])) for name in ("year", "month", "day"))
    if era in JAPANESE_ERAS:
        return day_of(Calendar.GREGORIAN, JAPANESE_ERAS[era] + year, month, day)
    if era:
        return day_of(ERAS[era], year, month, day)
    if year < 100:
        # In Chinese and Japanese texts such a year may be one of an era; Korean texts name no eras.
        return day_of(Calendar.GREGORIAN, whole_year(year) or 0, month, day) if parts.get("unit") == "년" else None
    return day_of(calendar_of_year(year, date_text, style) if year >= 1000 else style.calendar, year, month, day)


def _number(digits: str) -> int:
    """Parse a number in digits or in Chinese numerals, positional (二〇二四) or with tens (二十三); 元 is the first."""
    if digits.isdigit():
        return int(digits)
    if digits == "元":
        return 1
    values = [int(unicodedata.numeric(char)) for char in digits]
    if 10 not in values:
        return int("".join(map(str, values)))
    tens, _, ones = (part.strip() for part in digits.partition("十"))
    return (int(unicodedata.numeric(tens[-1])) if tens else 1) * 10 + (int(unicodedata.numeric(ones[0])) if ones else 0)
