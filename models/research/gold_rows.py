"""Gold and prediction files of the evaluation: JSON Lines, read strictly: one bad row and the measure would lie."""

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


def read_rows(path: Path, kind: type[Row], *, what: str) -> list[Row]:
    """The file's rows (.gz too). Raises InputError when it cannot be read, holds none, or a row is not `what` ("a pair with a label")."""
    rows = [_row(path, number, line, kind, what) for number, line in content_lines(path)]
    if not rows:
        raise InputError("evaluation-empty", f"“{path}” holds no row to score.", hint="Name a file with rows.")
    return rows


def id_text(key: Key) -> str:
    """The id as text, so that 7 and "7" are the same row."""
    return str(key)


def unique(path: Path, keys: Sequence[str]) -> None:
    """Raises InputError when an id stands in the file twice."""
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            raise InputError("evaluation-twice", f"The id “{key}” stands twice in “{path}”.", hint="Keep one row of each id.")
        seen.add(key)


def check_ids(path: Path, given: Sequence[str], wanted: Sequence[str]) -> None:
    """Raises InputError when an id of the predictions is unknown to the gold, or a gold row has no prediction."""
    unique(path, given)
    known, found = set(wanted), set(given)
    strange = [key for key in given if key not in known]
    if strange:
        message = f"“{path}” has a row of the id “{strange[0]}”, which is not in the gold{_more(strange)}."
        raise InputError("predictions-unknown", message, hint="Predict the rows of the gold file.")
    check_complete(path, [key for key in wanted if key not in found])


def check_complete(path: Path, missing: Sequence[str]) -> None:
    """Raises InputError when rows are missing."""
    if missing:
        message = f"“{path}” has no row for the id “{missing[0]}” of the gold{_more(missing)}."
        raise InputError("predictions-missing", message, hint="Predict every row of the gold file.")


def check_count(path: Path, given: int, wanted: int) -> None:
    """Raises InputError when predictions without ids are not as many as gold rows."""
    if given != wanted:
        message = f"“{path}” has {given} rows and the gold {wanted}, and without ids they must be the same rows in the same order."
        raise InputError("predictions-count", message, hint="Predict every row of the gold file, in its order.")


def _more(keys: Sequence[str]) -> str:
    return f" (and {len(keys) - 1} more)" if len(keys) > 1 else ""


def _row(path: Path, number: int, line: bytes, kind: type[Row], what: str) -> Row:
    try:
        return msgspec.json.decode(line, type=kind)
    except DECODING_ERRORS as error:
        raise InputError("evaluation-row", f"Row {number} of “{path}” is not {what}: {error}.", hint="Correct the file.") from error
