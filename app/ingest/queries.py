"""Query files: JSON Lines with `qid` and `text`, or the pairs of the stance command."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import msgspec

from app.domain.importing import RefusedRow
from app.domain.options import Query
from app.errors import InputError


class _QueryRow(msgspec.Struct):
    text: str
    qid: str | int | None = None


class _PairRow(msgspec.Struct):
    premise: str
    hypothesis: str


def read_queries(path: Path) -> list[Query | RefusedRow]:
    """One entry a row in the file's order; a row that is no query is a RefusedRow and stops nothing.

    A row without `qid` gets its row number. Raises InputError when the file cannot be read.
    """
    entries: list[Query | RefusedRow] = []
    for number, line in _lines(path):
        try:
            row = msgspec.json.decode(line, type=_QueryRow)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            entries.append(_refused(path, number, str(error)))
            continue
        if not row.text.strip():
            entries.append(_refused(path, number, "the text is empty"))
            continue
        entries.append(Query(qid=str(row.qid) if row.qid is not None else str(number), text=row.text))
    return entries


def read_pairs(path: Path) -> list[tuple[str, str] | RefusedRow]:
    """(premise, hypothesis) or a RefusedRow for each row, in order. Raises InputError when the file cannot be read."""
    entries: list[tuple[str, str] | RefusedRow] = []
    for number, line in _lines(path):
        try:
            row = msgspec.json.decode(line, type=_PairRow)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            entries.append(_refused(path, number, str(error)))
            continue
        entries.append((row.premise, row.hypothesis))
    return entries


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        content = path.read_bytes()
        content = gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
    except FileNotFoundError as error:
        raise InputError("queries-not-found", f"There is no file “{path}”.", hint="Check the name.") from error
    except (OSError, EOFError) as error:
        raise InputError("queries-damaged", f"“{path}” cannot be read: {error}.", hint="Check the file.") from error
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").splitlines(), start=1):
        if line.strip():
            yield number, line


def _refused(path: Path, number: int, reason: str) -> RefusedRow:
    return RefusedRow(source=str(path), row=f"row {number}", reason=reason)
