"""Current time as text, in UTC by ISO 8601."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_timestamp(*, milliseconds: bool = False, zulu: bool = False) -> str:
    """Return the current time, such as 2026-11-28T14:05:00+00:00; with `zulu` it ends in Z. Each file format keeps the form that it
    has always used."""
    text = datetime.now(UTC).isoformat(timespec="milliseconds" if milliseconds else "seconds")
    return text.replace("+00:00", "Z") if zulu else text
