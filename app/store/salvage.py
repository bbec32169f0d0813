"""Reads the fact-checks of a damaged library row by row: those that are intact, and the names of the others."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from app.domain.factcheck import FactCheck
from app.domain.importing import SalvagedFactChecks
from app.domain.progress import CancelToken
from app.store import language_overrides
from app.store.content_check import lenient_text
from app.store.database import address, connect, damaged, library_errors
from app.store.permission_template import DATABASE
from app.store.rows import FACTCHECK_COLUMNS, factcheck_of
from app.store.schema_check import allow_schema_writing, harden

_ROW = (
    f"SELECT content, body, {', '.join(FACTCHECK_COLUMNS)} FROM factcheck LEFT JOIN body ON body.row = factcheck.row "
    "WHERE factcheck.row = ?"
)
_ROWS = ("SELECT row FROM factcheck NOT INDEXED", "SELECT row FROM factcheck ORDER BY id", "SELECT row FROM body")
_LARGEST = (
    "SELECT max(row) FROM factcheck",
    "SELECT max(row) FROM body",
    "SELECT max(key) FROM seal WHERE kind = 'factcheck'",
    "SELECT count(*) FROM factcheck",
)
_CANCEL_EVERY = 1000
T = TypeVar("T")


def salvage_factchecks(path: Path, *, cancel: CancelToken) -> SalvagedFactChecks:
    """Read the intact fact-checks of the library in folder `path`, newest first, and list the rows that had to be left out.

    Raises LibraryError `library-damaged` where the file is no database any more or no row of it can be read; Cancelled.
    """
    with library_errors(path), closing(_connect(path / DATABASE)) as connection, lenient_text(connection):
        items, left_out = _read(connection, cancel)
    if left_out and not items:
        raise damaged(path, left_out[0])
    items.sort(key=lambda item: item.id)
    items.sort(key=lambda item: item.published.isoformat() if item.published else "", reverse=True)
    return SalvagedFactChecks(items=tuple(items), left_out=tuple(left_out))


def _connect(file: Path) -> sqlite3.Connection:
    """Open a file for reading even where it is truncated or its sqlite_master is damaged."""
    try:
        connection: sqlite3.Connection = connect(file, read_only=True).conn
    except sqlite3.OperationalError:  # a full disk or a lock, not damage
        raise
    except sqlite3.DatabaseError:
        connection = sqlite3.connect(address(file, read_only=True), uri=True, isolation_level=None)
    harden(connection)
    allow_schema_writing(connection)  # a damaged sqlite_master is tolerated
    return connection


def _read(connection: sqlite3.Connection, cancel: CancelToken) -> tuple[list[FactCheck], list[str]]:
    no_languages: dict[str, str] = {}
    imported = _or_default(lambda: language_overrides.imported(connection), no_languages)
    items: list[FactCheck] = []
    left_out: list[str] = []
    for number, row in enumerate(_row_numbers(connection)):
        if number % _CANCEL_EVERY == 0:
            cancel.check()
        try:
            values = connection.execute(_ROW, (row,)).fetchone()
            if values is not None:
                items.append(_factcheck(values, imported))
        except sqlite3.OperationalError:
            raise
        except sqlite3.Error as error:
            left_out.append(f"row {row} ({error})")
    return items, left_out


def _factcheck(row: tuple[str, ...], imported: Mapping[str, str]) -> FactCheck:
    """Build an intact fact-check. Raises sqlite3.DataError where it was altered."""
    content, body, *values = row
    if body is None:
        raise sqlite3.DataError(f"{values[0]}: its body is gone")
    item = factcheck_of(values, body=body)
    if replace(item, language=imported.get(item.id, item.language)).content_hash() != content:
        raise sqlite3.DataError(f"{item.id}: altered")
    return item


def _row_numbers(connection: sqlite3.Connection) -> list[int]:
    """Collect the row numbers from every index and table that lists them. Where none can be read to its end, return every number that may
    be a row. Raises sqlite3.DatabaseError where there is nothing to read."""
    numbers: set[int] = set()
    complete, reason = False, sqlite3.DatabaseError("it cannot be read")
    for query in _ROWS:
        try:
            for (row,) in _select(connection, query):
                numbers.add(row)
            complete = True
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            reason = error
    if complete:
        return sorted(numbers)
    largest = max(_or_default(partial(_number, connection, query), 0) for query in _LARGEST)
    if not largest and not numbers:
        raise reason
    return list(range(1, max([largest, *numbers]) + 1))


def _number(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0] or 0)


def _select(connection: sqlite3.Connection, query: str) -> Iterator[tuple[int]]:
    yield from connection.execute(query)


def _or_default(read: Callable[[], T], default: T) -> T:
    try:
        return read()
    except sqlite3.Error:
        return default
