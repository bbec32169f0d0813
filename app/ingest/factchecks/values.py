"""Values of records: text fields of any JSON type, numbers, missing values, dates."""

from __future__ import annotations

import math
from datetime import date

from app.ingest.factchecks.dates import ImpossibleDate, parse_date
from app.ingest.factchecks.drafts import Record, RowRefused


def day(text: str, *, day_first: bool | None = None) -> date | None:
    """The day this text names, None where it names none. Raises RowRefused for a day that does not exist."""
    try:
        return parse_date(text, day_first=day_first)
    except ImpossibleDate as error:
        raise RowRefused(str(error)) from error


def scalar(value: object, name: str) -> str:
    """A JSON or cell value as text: None and NaN are "", numbers are written out. Raises RowRefused for lists and objects."""
    if isinstance(value, str):
        return value
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise RowRefused(f'The field "{name}" holds {_kind(value)} where text is expected.')
    return str(int(value)) if float(value).is_integer() else str(value)


def field(record: Record, *names: str) -> str:
    """The first of these fields that holds text, as text; "" where none does. Raises RowRefused for a wrong type."""
    for name in names:
        text = scalar(record.get(name), name)
        if text.strip():
            return text
    return ""


def _kind(value: object) -> str:
    return {bool: "true or false", list: "a list", tuple: "a list", dict: "an object"}.get(type(value), f"a {type(value).__name__}")
