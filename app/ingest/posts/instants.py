"""Instants as platforms and tables write them, in UTC; what is no instant, or none that exists, is None."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

from app.ingest.rows.date_style import ANY_STYLE, DateStyle, latest_year
from app.ingest.rows.dates import ImpossibleDate, parse_date

_EPOCH = re.compile(r"-?\d{9,10}(?:\.\d+)?$|\d{12,13}(?:\.\d+)?$|\d{15,16}$")
_LONGEST = 80
_ZONES = {
    name: timezone(timedelta(hours=hours))
    for name, hours in {
        "UTC": 0, "GMT": 0, "Z": 0, "WET": 0, "BST": 1, "CET": 1, "WEST": 1, "CEST": 2, "EET": 2, "EEST": 3,
        "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "BRT": -3,
    }.items()
}  # fmt: skip
_ZONE = re.compile(r"(.*\d(?:\s?[AaPp][Mm])?)\s*\(?(" + "|".join(_ZONES) + r")\)?$")
_OFFSET = re.compile(r"(.*\d)\s+([+-]\d{2}):?(\d{2})$")
_NAMED = re.compile(r"[A-Z][a-z]{2},? +([A-Z][a-z]{2}|\d{1,2}) +([A-Z][a-z]{2}|\d{1,2}) +(.*)$")
_CLOCK = re.compile(r"(?:^|[\sT,])(\d{1,2})[:h.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*([AaPp]\.?[Mm]\.?)?$")
_MONTHS = {name: place for place, name in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), start=1)}
_EARLIEST = 1970


def instant(value: object, *, style: DateStyle = ANY_STYLE) -> datetime | None:
    """The instant that this value tells: an epoch (seconds to microseconds), ISO 8601, the forms of platforms and of tables.

    One without a time zone is taken as UTC, a day without a time as its first moment.
    """
    try:
        found = _instant(value, style)
    except (ValueError, OverflowError, OSError):
        return None
    return found if found is not None and _EARLIEST <= found.year <= latest_year() else None


def _instant(value: object, style: DateStyle) -> datetime | None:
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return _epoch(value)
    told = value.strip() if isinstance(value, str) else ""
    if not 0 < len(told) <= _LONGEST:
        return None
    if told[4:5] == "-":
        try:
            return _utc(datetime.fromisoformat(told))
        except ValueError:
            pass
    if _EPOCH.match(told):
        return _epoch(float(told))
    return _platform(told) or _written(told, style)


def _utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _epoch(number: float) -> datetime | None:
    """The instant of an epoch; its size tells seconds from milli- and microseconds."""
    for scale in (1, 1_000, 1_000_000):
        if 1e8 <= abs(number) / scale < 1e10:
            return datetime.fromtimestamp(number / scale, tz=UTC)
    return None


def _platform(told: str) -> datetime | None:
    """ "Wed Oct 10 20:19:24 +0000 2018" and "Wed, 10 Oct 2018 20:19:24 GMT"."""
    found = _NAMED.match(told)
    if not found:
        return None
    month, day = (found[1], found[2]) if found[1] in _MONTHS else (found[2], found[1])
    if month not in _MONTHS or not day.isdecimal():
        return None
    words = found[3].split()
    year = next((word for word in words if len(word) == 4 and word.isdecimal()), "")
    clock = next((word for word in words if ":" in word), "")
    zone = next((word for word in words if word[0] in "+-" or word in _ZONES), "UTC")
    moment = datetime.fromisoformat(f"{year}-{_MONTHS[month]:02}-{int(day):02}T{clock or '00:00'}")
    if zone in _ZONES:
        return moment.replace(tzinfo=_ZONES[zone]).astimezone(UTC)
    return _utc(datetime.fromisoformat(f"{moment.isoformat()}{zone}"))


def _written(told: str, style: DateStyle) -> datetime | None:
    """A day in any form that tables know, with or without a clock and a time zone behind it."""
    zone: timezone = UTC
    if named := _ZONE.match(told):
        told, zone = named[1], _ZONES[named[2]]
    elif offset := _OFFSET.match(told):
        hours, minutes = int(offset[2]), int(offset[3])
        told, zone = offset[1], timezone(timedelta(hours=hours, minutes=-minutes if offset[2][0] == "-" else minutes))
    clock = _CLOCK.search(told)
    clock = clock if clock and told[: clock.start()].strip() else None  # "24.05.03" is a day
    try:
        day = parse_date(told[: clock.start()] if clock else told, style) or parse_date(told, style)
    except ImpossibleDate:
        return None
    if day is None:
        return None
    hour, minute, second = _time(clock) if clock else (0, 0, 0)
    return datetime(day.year, day.month, day.day, hour, minute, second, tzinfo=zone).astimezone(UTC)


def _time(clock: re.Match[str]) -> tuple[int, int, int]:
    hour = int(clock[1])
    half = (clock[4] or "").lower()[:1]
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return hour, int(clock[2]), int(clock[3] or 0)
