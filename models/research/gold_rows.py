"""Strict reading of gold and prediction files in JSON Lines: with one bad row the measure would be wrong."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from app.decoding import DECODING_ERRORS
from app.errors import InputError
from app.ingest.contents import content_lines

Row = TypeVar("Row")
Key = str | int | float
"""A row's id as files write it; `id_text` makes them comparable."""


def read_rows(path: Path, kind: type[Row], *, description: str) -> list[Row]:
    """Return the file's rows (.gz too). Raises InputError when it cannot be read, is empty, or a row is not `what` ("a pair with a
    label")."""
    rows = [_row(path, number, line, kind, description) for number, line in content_lines(path)]
    if not rows:
        raise InputError("evaluation-empty", f"“{path}” holds no row to score.", hint="Name a file with rows.")
    return rows


def id_text(key: Key) -> str:
    """Return the id as text, so that 7 and "7" are the same id."""
    return str(key)


def unique(path: Path, keys: Sequence[str]) -> None:
    """Raise InputError when an id occurs twice in the file."""
    earlier_keys: set[str] = set()
    for key in keys:
        if key in earlier_keys:
            raise InputError("evaluation-twice", f"The id “{key}” stands twice in “{path}”.", hint="Keep one row of each id.")
        earlier_keys.add(key)


def check_ids(path: Path, row_ids: Sequence[str], gold_ids: Sequence[str]) -> None:
    """Raises InputError when an id of the predictions is unknown to the gold, or a gold row has no prediction."""
    unique(path, row_ids)
    gold_set, row_set = set(gold_ids), set(row_ids)
    unknown_ids = [key for key in row_ids if key not in gold_set]
    if unknown_ids:
        message = f"“{path}” has a row of the id “{unknown_ids[0]}”, which is not in the gold{_more(unknown_ids)}."
        raise InputError("predictions-unknown", message, hint="Predict the rows of the gold file.")
    check_complete(path, [key for key in gold_ids if key not in row_set])


def check_complete(path: Path, missing: Sequence[str]) -> None:
    """Raises InputError when rows are missing."""
    if missing:
        message = f"“{path}” has no row for the id “{missing[0]}” of the gold{_more(missing)}."
        raise InputError("predictions-missing", message, hint="Predict every row of the gold file.")


def check_count(path: Path, row_count: int, gold_count: int) -> None:
    """Raises InputError when predictions without ids are not as many as gold rows."""
    if row_count != gold_count:
        message = f"“{path}” has {row_count} rows and the gold {gold_count}, and without ids they must be the same rows in the same order."
        raise InputError("predictions-count", message, hint="Predict every row of the gold file, in its order.")


def _more(keys: Sequence[str]) -> str:
    return f" (and {len(keys) - 1} more)" if len(keys) > 1 else ""


def _row(path: Path, number: int, line: bytes, kind: type[Row], description: str) -> Row:
    try:
        return msgspec.json.decode(line, type=kind)
    except DECODING_ERRORS as error:
        raise InputError("evaluation-row", f"Row {number} of “{path}” is not {description}: {error}.", hint="Correct the file.") from error
