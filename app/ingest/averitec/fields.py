"""Fields of AVeriTeC's objects, and the preservation of fields that our values cannot represent.

`other` of a claim, question or answer is JSON of the fields that have no counterpart in our values (`required_reannotation`) and of
those that we would write differently (null for an empty text). They are written back unless the value was changed meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from app.ingest.rows.date_style import DAY_FIRST
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.text import safe
from app.ingest.rows.values import parse_day, scalar
from app.translation import tr

Row = dict[str, Any]


def text_of(record: Record, name: str) -> str:
    """Return the field's text unchanged, "" if it is missing. Raises RowRefused for a list or an object."""
    return safe(scalar(record.get(name), name))


def texts_of(record: Record, name: str) -> tuple[str, ...]:
    """Return the texts of a list; one text counts as a list of one. Raises RowRefused for anything else."""
    value = record.get(name)
    items = value if isinstance(value, list) else [] if value is None else [value]
    return tuple(safe(scalar(item, name)) for item in items)


def objects_of(record: Record, name: str) -> list[Record]:
    """Return the objects of a list; one object counts as a list of one. Raises RowRefused for anything else."""
    value = record.get(name)
    items = value if isinstance(value, list) else [] if value is None else [value]
    objects: list[Record] = [item for item in items if isinstance(item, dict)]
    if len(objects) < len(items):
        raise RowRefused(tr('The field "{field}" holds something that is no object.', field=name))
    return objects


def day_of(record: Record, name: str) -> date | None:
    """Parse a date with the day before the month, as AVeriTeC writes it (25-8-2020); None if the field is empty.

    Raises RowRefused for a text that is not a date: without one, a claim would have no cutoff.
    """
    text = text_of(record, name)
    if not text.strip():
        return None
    parsed = parse_day(text, DAY_FIRST)
    if parsed is None:
        raise RowRefused(tr('The date "{date}" cannot be read; write it as day-month-year, such as 25-8-2020.', date=text.strip()[:40]))
    return parsed


def day_text(claim_day: date) -> str:
    """Format a day as AVeriTeC writes it: without leading zeros."""
    return f"{claim_day.day}-{claim_day.month}-{claim_day.year}"


def preserved_fields(record: Record, written: Mapping[str, Any]) -> str:
    """Return JSON of the fields that `written`, the row as we would write it, lacks or has with another value; "" if there are
    none."""
    # Fields that we write as they were read need not be preserved.
    unmatched = {name: value for name, value in record.items() if name not in written or _differ(written[name], value)}
    return json.dumps(unmatched, ensure_ascii=False) if unmatched else ""


def with_preserved_fields(written: Row, other: str, order: Sequence[str], read: Callable[[Record], object]) -> Row:
    """Add the preserved fields to a row. Fields come in AVeriTeC's order, unknown ones last; `read` parses a row without preserved
    fields.

    A preserved field is added only if the row still parses to the same value with it. A value that was changed since is written as
    it is now.
    """
    row, expected = dict(written), read(written)
    for name, value in (json.loads(other) if other else {}).items():
        if read(written | {name: value}) == expected:
            row[name] = value
    positions = {name: position for position, name in enumerate(order)}
    return {name: row[name] for name in sorted(row, key=lambda name: positions.get(name, len(positions)))}


def _differ(first: object, second: object) -> bool:
    """Return True if two JSON values differ; true and 1 do."""
    # In Python, True == 1.
    return json.dumps(first, sort_keys=True) != json.dumps(second, sort_keys=True)
