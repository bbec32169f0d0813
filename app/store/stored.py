"""Values that come out of a file, of which SQLite promises nothing: a column of texts may hold numbers, nothing, or bytes.

What is amiss is raised as sqlite3.DataError inside the contexts that turn SQLite's faults into plain words.
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
_AMISS = (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError, msgspec.MsgspecError, zlib.error)
_SHOWN = 120
_AT_ONCE = 1000


class DamagedValue(sqlite3.DataError):
    """A stored value that is none that the program writes; its text is safe to show."""


@contextmanager
def stored_values() -> Iterator[None]:
    """Turn what reading stored values raises into DamagedValue. For a few lines that read what is stored, and do nothing else."""
    try:
        yield
    except _AMISS as error:
        raise DamagedValue(_told(error)) from error


def row_as(kind: type[T], row: object) -> T:
    """A row as this tuple of types. Raises DamagedValue where a column holds something else."""
    try:
        return msgspec.convert(row, kind)
    except (msgspec.ValidationError, UnicodeDecodeError) as error:
        raise DamagedValue(_told(error)) from error


def rows_as(kind: type[T], cursor: sqlite3.Cursor) -> Iterator[T]:
    """Many rows as this tuple of types, a thousand at a time. Raises DamagedValue."""
    try:
        while rows := cursor.fetchmany(_AT_ONCE):
            yield from row_as(list[kind], rows)  # type: ignore[valid-type]
    finally:
        with suppress(sqlite3.ProgrammingError):  # the file was closed before
            cursor.close()  # an error keeps what raised it, and an open statement would keep its locks


def counted(items: Iterable[T], number: int) -> Iterator[T]:
    """These items, of which there must be so many. Raises DamagedValue where there are more or fewer."""
    seen = 0
    for seen, item in enumerate(items, start=1):
        if seen > number:
            break
        yield item
    if seen != number:
        raise DamagedValue(tr("rows are missing, or there twice"))


def is_damage(error: Exception) -> bool:
    """Whether the fault lies in what the file holds, whatever words it quotes from there."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
    return isinstance(error, DamagedValue | UnicodeDecodeError) or code == sqlite3.SQLITE_CORRUPT


def shown(text: str) -> str:
    """What a fault says, as it may be shown: it may quote anything that the file holds."""
    return (text if text.isprintable() else ascii(text)[1:-1])[:_SHOWN]


def _told(error: Exception) -> str:
    return tr("a stored value cannot be read: {reason}", reason=shown(str(error)) or type(error).__name__)
