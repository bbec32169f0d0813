"""Query files: JSON Lines with `qid` and `text`, the questions of `ask`, or the pairs of the stance command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.decoding import JSON_ERRORS
from app.domain.ask import QuestionType
from app.domain.importing import RefusedRow
from app.domain.options import Query
from app.errors import InputError
from app.ingest.contents import content_lines
from app.ingest.rows.text import safe

_MAX_QUOTED = 60
_MAX_LINE_BYTES = 1 << 20
# Larger numbers are stored as text: few JSON readers would return them unchanged.
_MAX_EXACT_INTEGER = 2**63


class _NoRowError(ValueError):
    """The row does not have the expected fields; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryRow:
    """One row of a query file: its `qid` and the query, or the reason of its refusal. The `qid` is as the file writes it, a string
    or number; by default the line's number."""

    qid: str | int | float
    query: Query | None = None
    refused: RefusedRow | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionRow:
    """One row of a file of questions; `kind` is the row's type (None: derived from the words)."""

    qid: str | int | float
    text: str = ""
    kind: QuestionType | None = None
    refused: RefusedRow | None = None


def read_queries(path: Path) -> list[QueryRow]:
    """Return the file's rows in order; a row that is not a query does not stop the others. Raises InputError if the file cannot be
    read."""
    return [_query_row(path, number, line) for number, line in content_lines(path)]


def read_pairs(path: Path) -> list[tuple[str, str] | RefusedRow]:
    """Return (premise, hypothesis) or a RefusedRow for each row, in order. Raises InputError if the file cannot be read."""
    entries: list[tuple[str, str] | RefusedRow] = []
    for number, line in content_lines(path):
        try:
            row = _object(line)
            entries.append((_text(row, "premise"), _text(row, "hypothesis")))
        except _NoRowError as error:
            entries.append(_refused(path, number, str(error)))
    return entries


def read_questions(path: Path) -> list[QuestionRow]:
    """Return the rows {qid, question, type?} in order, as `read_queries` does."""
    return [_question_row(path, number, line) for number, line in content_lines(path)]


def check_some(path: Path, rows: int, refused: Sequence[RefusedRow], *, expected_fields: str) -> None:
    """Raise InputError `queries-none` if there are several rows and all are refused: the file is then of another kind."""
    if rows < 2 or len(refused) < rows:
        return
    message = f"None of the {rows} rows of “{path.name}” can be read; of the first, {refused[0].reason}."
    raise InputError("queries-none", message, hint=f"Give JSON Lines: one object with {expected_fields} a line.")


def _question_row(path: Path, number: int, line: bytes) -> QuestionRow:
    qid: str | int | float = number
    try:
        row = _object(line)
        qid = _qid(row.get("qid"), number)
        return QuestionRow(qid=qid, text=_text(row, "question"), kind=_kind(row.get("type")))
    except _NoRowError as error:
        return QuestionRow(qid=qid, refused=_refused(path, number, str(error)))


def _kind(value: object) -> QuestionType | None:
    if value is None or value == "":
        return None
    try:
        return QuestionType(str(value))
    except ValueError:
        raise _NoRowError(f"its “type” is neither entity nor yes-no: {str(value)[:_MAX_QUOTED]}") from None


def _query_row(path: Path, number: int, line: bytes) -> QueryRow:
    qid: str | int | float = number
    try:
        row = _object(line)
        qid = _qid(row.get("qid"), number)
        return QueryRow(qid=qid, query=Query(qid=str(qid), text=_text(row, "text")))
    except _NoRowError as error:
        return QueryRow(qid=qid, refused=_refused(path, number, str(error)))


def _qid(value: object, number: int) -> str | int | float:
    if isinstance(value, str):
        return safe(value)
    # bool is an int in Python, and true is no id.
    if isinstance(value, bool) or not isinstance(value, int | float):
        return number
    return value if abs(value) < _MAX_EXACT_INTEGER else str(value)


def _object(line: bytes) -> dict[str, object]:
    if len(line) > _MAX_LINE_BYTES:
        raise _NoRowError(f"it is longer than {_MAX_LINE_BYTES >> 20} MB")
    try:
        # NaN and Infinity are no JSON, although Python reads them.
        row = json.loads(line.decode("utf-8"), parse_constant=_reject_constant)
    except UnicodeDecodeError:
        raise _NoRowError("it is not UTF-8 text") from None
    except JSON_ERRORS:
        raise _NoRowError("it is not valid JSON") from None
    if not isinstance(row, dict):
        raise _NoRowError("it is not a JSON object")
    return row


def _reject_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


def _text(row: dict[str, object], name: str) -> str:
    if name not in row:
        raise _NoRowError(f"it has no “{name}”")
    value = row[name]
    if not isinstance(value, str):
        raise _NoRowError(f"its “{name}” is not a text: {str(value)[:_MAX_QUOTED]}")
    if not safe(value).strip():
        raise _NoRowError(f"its “{name}” is empty")
    return safe(value)


def _refused(path: Path, number: int, reason: str) -> RefusedRow:
    return RefusedRow(source=str(path), row=f"row {number}", reason=reason)
