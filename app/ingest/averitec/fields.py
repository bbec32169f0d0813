"""Fields of AVeriTeC's objects, and how nothing of them is lost: what we would write otherwise is kept beside the value.

`other` of a claim, question or answer is JSON of the fields that have no place in our values (`required_reannotation`) and of those that
we would write in another way (null for an empty text). They come back on writing, unless the value was changed meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from app.ingest.rows.date_style import DAY_FIRST
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.text import safe
from app.ingest.rows.values import day, scalar
from app.translation import tr

Row = dict[str, Any]


def text_of(record: Record, name: str) -> str:
    """The field's text as it stands, "" where there is none. Raises RowRefused for a list or an object."""
    return safe(scalar(record.get(name), name))


def texts_of(record: Record, name: str) -> tuple[str, ...]:
    """The texts of a list, one text as a list of one. Raises RowRefused for anything else."""
    value = record.get(name)
    items = value if isinstance(value, list) else [] if value is None else [value]
    return tuple(safe(scalar(item, name)) for item in items)


def objects_of(record: Record, name: str) -> list[Record]:
    """The objects of a list, one object as a list of one. Raises RowRefused for anything else."""
    value = record.get(name)
    items = value if isinstance(value, list) else [] if value is None else [value]
    found: list[Record] = [item for item in items if isinstance(item, dict)]
    if len(found) < len(items):
        raise RowRefused(tr('The field "{field}" holds something that is no object.', field=name))
    return found


def day_of(record: Record, name: str) -> date | None:
    """The day of a date, day before month as AVeriTeC writes it (25-8-2020); None where there is none.

    Raises RowRefused for a text that names no day: without its day a claim would have no cutoff.
    """
    text = text_of(record, name)
    if not text.strip():
        return None
    found = day(text, DAY_FIRST)
    if found is None:
        raise RowRefused(tr('The date "{date}" cannot be read; write it as day-month-year, such as 25-8-2020.', date=text.strip()[:40]))
    return found


def day_text(made: date) -> str:
    """A day as AVeriTeC writes it: without leading zeros."""
    return f"{made.day}-{made.month}-{made.year}"


def kept(record: Record, written: Mapping[str, Any]) -> str:
    """JSON of the fields that `written`, our way of writing what was read, lacks or has otherwise; "" for none."""
    others = {name: value for name, value in record.items() if name not in written or _differ(written[name], value)}
    return json.dumps(others, ensure_ascii=False) if others else ""


def completed(written: Row, other: str, order: Sequence[str], read: Callable[[Record], object]) -> Row:
    """The row with its kept fields, in AVeriTeC's order and unknown ones last; `read` reads such a row without them.

    A kept field counts only where the row still reads the same with it: what was changed since is written as it is now.
    """
    row, now = dict(written), read(written)
    for name, value in (json.loads(other) if other else {}).items():
        if read(written | {name: value}) == now:
            row[name] = value
    places = {name: place for place, name in enumerate(order)}
    return {name: row[name] for name in sorted(row, key=lambda name: places.get(name, len(places)))}


def _differ(one: object, other: object) -> bool:
    """Whether two JSON values are not the same, true and 1 told apart."""
    return json.dumps(one, sort_keys=True) != json.dumps(other, sort_keys=True)
