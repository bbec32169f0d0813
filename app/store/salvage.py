"""Reading the fact-checks of a damaged library: every row that can still be read and is what was imported; the rest by name."""

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
from app.store import given_languages
from app.store.contents import readable_text
from app.store.database import address, connect, damaged, plain_words
from app.store.neighbours import DATABASE
from app.store.rows import FACTCHECK_COLUMNS, factcheck_of
from app.store.schema_check import harden, open_schema

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
_EVERY = 1000
T = TypeVar("T")


def salvage_factchecks(path: Path, *, cancel: CancelToken) -> SalvagedFactChecks:
    """The fact-checks of the library in folder `path`, newest first, and what had to be left out.

    Raises LibraryError `library-damaged` where the file is no database any more or nothing of it can be read.
    """
    with plain_words(path), closing(_opened(path / DATABASE)) as connection, readable_text(connection):
        items, left = _read(connection, cancel)
    if left and not items:
        raise damaged(path, left[0])
    items.sort(key=lambda item: item.id)
    items.sort(key=lambda item: item.published.isoformat() if item.published else "", reverse=True)
    return SalvagedFactChecks(items=tuple(items), left_out=tuple(left))


def _opened(file: Path) -> sqlite3.Connection:
    """A connection that reads a file that is cut short, or whose table of contents is damaged, as far as it goes."""
    try:
        connection: sqlite3.Connection = connect(file, read_only=True).conn
    except sqlite3.OperationalError:  # a disk that is full, or a lock: no damage
        raise
    except sqlite3.DatabaseError:
        connection = sqlite3.connect(address(file, read_only=True), uri=True, isolation_level=None)
    harden(connection)
    open_schema(connection)  # a damaged table of contents is read past
    return connection


def _read(connection: sqlite3.Connection, cancel: CancelToken) -> tuple[list[FactCheck], list[str]]:
    none: dict[str, str] = {}
    imported = _or(lambda: given_languages.imported(connection), none)
    items: list[FactCheck] = []
    left: list[str] = []
    for place, row in enumerate(_rows(connection)):
        if place % _EVERY == 0:
            cancel.check()
        try:
            found = connection.execute(_ROW, (row,)).fetchone()
            if found is not None:
                items.append(_factcheck(found, imported))
        except sqlite3.OperationalError:
            raise
        except sqlite3.Error as error:
            left.append(f"row {row} ({error})")
    return items, left


def _factcheck(found: tuple[str, ...], imported: Mapping[str, str]) -> FactCheck:
    """A fact-check that is what was imported. Raises sqlite3.DataError."""
    content, body, *values = found
    if body is None:
        raise sqlite3.DataError(f"{values[0]}: its body is gone")
    item = factcheck_of(values, body=body)
    if replace(item, language=imported.get(item.id, item.language)).content_hash() != content:
        raise sqlite3.DataError(f"{item.id}: altered")
    return item


def _rows(connection: sqlite3.Connection) -> list[int]:
    """The rows' numbers: all that any list of them holds; where none can be read to its end, every number that may be one."""
    found: set[int] = set()
    whole, reason = False, sqlite3.DatabaseError("it cannot be read")
    for query in _ROWS:
        try:
            for (row,) in _each(connection, query):
                found.add(row)
            whole = True
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            reason = error
    if whole:
        return sorted(found)
    largest = max(_or(partial(_number, connection, query), 0) for query in _LARGEST)
    if not largest and not found:
        raise reason
    return list(range(1, max([largest, *found]) + 1))


def _number(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0] or 0)


def _each(connection: sqlite3.Connection, query: str) -> Iterator[tuple[int]]:
    yield from connection.execute(query)


def _or(read: Callable[[], T], otherwise: T) -> T:
    try:
        return read()
    except sqlite3.Error:
        return otherwise
