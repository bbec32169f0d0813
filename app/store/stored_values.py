"""Type-checked reading of stored values: SQLite enforces no types, so a text column may hold numbers, NULL or bytes.

Wrong values raise DamagedValue, a sqlite3.DataError, which the callers translate for the user like SQLite's own errors.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

import msgspec

from app.translation import tr

T = TypeVar("T")
_READING_ERRORS = (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError, msgspec.MsgspecError, zlib.error)
_LONGEST_SHOWN = 120
_ROWS_AT_ONCE = 1000


class DamagedValue(sqlite3.DataError):
    """A stored value that the program never writes; the message is safe to show."""


@contextmanager
def reading_stored_values() -> Iterator[None]:
    """Convert the errors of parsing stored values into DamagedValue. For a few lines that do nothing but read stored values."""
    try:
        yield
    except _READING_ERRORS as error:
        raise DamagedValue(_message(error)) from error


def row_as(kind: type[T], row: object) -> T:
    """Convert a row to a tuple of types. Raises DamagedValue where a column holds another type."""
    try:
        return msgspec.convert(row, kind)
    except (msgspec.ValidationError, UnicodeDecodeError) as error:
        raise DamagedValue(_message(error)) from error


def rows_as(kind: type[T], cursor: sqlite3.Cursor) -> Iterator[T]:
    """Convert many rows, a thousand at a time. Raises DamagedValue."""
    try:
        while rows := cursor.fetchmany(_ROWS_AT_ONCE):
            yield from row_as(list[kind], rows)  # type: ignore[valid-type]
    finally:
        with suppress(sqlite3.ProgrammingError):  # the file was closed before
            cursor.close()  # the error's traceback would keep an open statement, and so its locks


def exactly(items: Iterable[T], number: int) -> Iterator[T]:
    """Pass on items of which there must be exactly `number`. Raises DamagedValue where there are more or fewer."""
    count = 0
    for count, item in enumerate(items, start=1):
        if count > number:
            break
        yield item
    if count != number:
        raise DamagedValue(tr("rows are missing, or there twice"))


def is_damage(error: Exception) -> bool:
    """True for errors caused by the file's content."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
    return isinstance(error, DamagedValue | UnicodeDecodeError) or code == sqlite3.SQLITE_CORRUPT


def printable(text: str) -> str:
    """Escape and shorten an error's text for the user: it may quote anything from the file."""
    return (text if text.isprintable() else ascii(text)[1:-1])[:_LONGEST_SHOWN]


def _message(error: Exception) -> str:
    return tr("a stored value cannot be read: {reason}", reason=printable(str(error)) or type(error).__name__)
