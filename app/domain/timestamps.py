"""The present moment as text, in UTC by ISO 8601."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_timestamp(*, milliseconds: bool = False, zulu: bool = False) -> str:
    """The present moment, such as 2026-11-28T14:05:00+00:00; with `zulu` it ends in Z. Files keep the form that they have always had."""
    text = datetime.now(UTC).isoformat(timespec="milliseconds" if milliseconds else "seconds")
    return text.replace("+00:00", "Z") if zulu else text
