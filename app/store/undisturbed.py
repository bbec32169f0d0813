"""Reading a database on a disk without room for the index of SQLite's log: 32 kB beside the file, which SQLite makes even to read.

A file whose log holds nothing can be read as one that never changes, as long as nobody changes it. So the library's lock is held, shared
with other such readers, until the connection is closed; writers are refused meanwhile.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path

from app.store.lock import share_lock

_NO_ROOM = ("SQLITE_FULL", "SQLITE_CANTOPEN", "SQLITE_IOERR")


class UndisturbedConnection(sqlite3.Connection):
    """A connection that keeps writers away until it is closed."""

    lock = -1

    def close(self) -> None:
        """Close it, and let writers in again."""
        super().close()
        self._let_go()

    def __del__(self) -> None:
        self._let_go()

    def _let_go(self) -> None:
        lock, self.lock = self.lock, -1
        if lock >= 0:
            os.close(lock)


def may_lack_room(error: sqlite3.Error) -> bool:
    """Whether SQLite says this of a disk without room (it says it of others, too)."""
    return str(getattr(error, "sqlite_errorname", "")).startswith(_NO_ROOM)


def log_is_empty(file: Path) -> bool:
    """Whether everything is in the file itself and nothing in its log."""
    try:
        return file.with_name(file.name + "-wal").stat().st_size == 0
    except FileNotFoundError:
        return True


def connect_undisturbed(file: Path, *, timeout: float) -> sqlite3.Connection | None:
    """A connection for reading; None where the log holds something, somebody writes, or this system has no shared locks."""
    if sys.platform == "win32":
        return None
    lock = share_lock(file.parent)
    if lock is None:
        return None
    if not log_is_empty(file):
        os.close(lock)
        return None
    uri = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        connection = sqlite3.connect(
            uri, uri=True, isolation_level=None, check_same_thread=False, timeout=timeout, factory=UndisturbedConnection
        )
    except sqlite3.Error:
        os.close(lock)
        raise
    connection.lock = lock
    return connection
