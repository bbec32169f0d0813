"""Parser of the times that platforms and tables write, in UTC; None for a text that is no time, or one that does not exist."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

from app.ingest.rows.date_style import ANY_STYLE, DateStyle, latest_year
from app.ingest.rows.dates import ImpossibleDate, parse_date

_EPOCH = re.compile(r"-?\d{9,10}(?:\.\d+)?$|\d{12,13}(?:\.\d+)?$|\d{15,16}$")
_MAX_CHARACTERS = 80
_ZONES = {
    name: timezone(timedelta(hours=hours))
    for name, hours in {
        "UTC": 0, "GMT": 0, "Z": 0, "WET": 0, "BST": 1, "CET": 1, "WEST": 1, "CEST": 2, "EET": 2, "EEST": 3,
        # CST and BST are ambiguous; these are their usual meanings.
        "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "BRT": -3,
    }.items()
}  # fmt: skip
_ENDS_WITH_ZONE = re.compile(r"(.*\d(?:\s?[AaPp][Mm])?)\s*\(?(" + "|".join(_ZONES) + r")\)?$")
_ENDS_WITH_OFFSET = re.compile(r"(.*\d)\s+([+-]\d{2}):?(\d{2})$")
_WEEKDAY_FIRST = re.compile(r"[A-Z][a-z]{2},? +([A-Z][a-z]{2}|\d{1,2}) +([A-Z][a-z]{2}|\d{1,2}) +(.*)$")
_CLOCK = re.compile(r"(?:^|[\sT,])(\d{1,2})[:h.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*([AaPp]\.?[Mm]\.?)?$")
_MONTHS = {name: number for number, name in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), start=1)}
_EARLIEST_YEAR = 1970


def instant(value: object, *, style: DateStyle = ANY_STYLE) -> datetime | None:
    """Parse a time: an epoch (seconds to microseconds), ISO 8601, the formats of platforms and of tables.

    A time without a zone is taken as UTC, a day without a time as its first moment.
    """
    try:
        moment = _parse_instant(value, style)
    except (ValueError, OverflowError, OSError):
        return None
    return moment if moment is not None and _EARLIEST_YEAR <= moment.year <= latest_year() else None


def _parse_instant(value: object, style: DateStyle) -> datetime | None:
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return _from_epoch(value)
    stripped = value.strip() if isinstance(value, str) else ""
    if not 0 < len(stripped) <= _MAX_CHARACTERS:
        return None
    if stripped[4:5] == "-":
        try:
            return _utc(datetime.fromisoformat(stripped))
        except ValueError:
            pass
    if _EPOCH.match(stripped):
        return _from_epoch(float(stripped))
    return _parse_platform_format(stripped) or _parse_table_format(stripped, style)


def _utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _from_epoch(number: float) -> datetime | None:
    """Convert an epoch; its magnitude distinguishes seconds, milliseconds and microseconds."""
    for scale in (1, 1_000, 1_000_000):
        # From 1973 to 2286 in seconds.
        if 1e8 <= abs(number) / scale < 1e10:
            return datetime.fromtimestamp(number / scale, tz=UTC)
    return None


def _parse_platform_format(text: str) -> datetime | None:
    """Parse "Wed Oct 10 20:19:24 +0000 2018" and "Wed, 10 Oct 2018 20:19:24 GMT"."""
    match = _WEEKDAY_FIRST.match(text)
    if not match:
        return None
    month, day = (match[1], match[2]) if match[1] in _MONTHS else (match[2], match[1])
    if month not in _MONTHS or not day.isdecimal():
        return None
    words = match[3].split()
    year = next((word for word in words if len(word) == 4 and word.isdecimal()), "")
    clock = next((word for word in words if ":" in word), "")
    zone = next((word for word in words if word[0] in "+-" or word in _ZONES), "UTC")
    moment = datetime.fromisoformat(f"{year}-{_MONTHS[month]:02}-{int(day):02}T{clock or '00:00'}")
    if zone in _ZONES:
        return moment.replace(tzinfo=_ZONES[zone]).astimezone(UTC)
    return _utc(datetime.fromisoformat(f"{moment.isoformat()}{zone}"))


def _parse_table_format(text: str, style: DateStyle) -> datetime | None:
    """Parse a day in any format of tables, with or without a clock time and a time zone after it."""
    zone: timezone = UTC
    if named := _ENDS_WITH_ZONE.match(text):
        text, zone = named[1], _ZONES[named[2]]
    elif offset := _ENDS_WITH_OFFSET.match(text):
        hours, minutes = int(offset[2]), int(offset[3])
        text, zone = offset[1], timezone(timedelta(hours=hours, minutes=-minutes if offset[2][0] == "-" else minutes))
    clock = _CLOCK.search(text)
    # A whole text that looks like a clock time is a day: "24.05.03".
    clock = clock if clock and text[: clock.start()].strip() else None
    try:
        day = parse_date(text[: clock.start()] if clock else text, style) or parse_date(text, style)
    except ImpossibleDate:
        return None
    if day is None:
        return None
    hour, minute, second = _time(clock) if clock else (0, 0, 0)
    return datetime(day.year, day.month, day.day, hour, minute, second, tzinfo=zone).astimezone(UTC)


def _time(clock: re.Match[str]) -> tuple[int, int, int]:
    hour = int(clock[1])
    meridiem = (clock[4] or "").lower()[:1]
    if meridiem:
        hour = hour % 12 + (12 if meridiem == "p" else 0)
    return hour, int(clock[2]), int(clock[3] or 0)
