"""Reading of a database on a full disk, where SQLite cannot create the index of its log (32 kB), which it needs even to read.

A file whose log is empty can be opened as immutable while nobody changes it. The library's lock is held, shared with other such
readers, until the connection is closed; writers are refused meanwhile.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path

from app.store.lock import share_lock

_ERRORS_OF_A_FULL_DISK = ("SQLITE_FULL", "SQLITE_CANTOPEN", "SQLITE_IOERR")


class ImmutableConnection(sqlite3.Connection):
    """A connection that holds the library's lock until it is closed. `lock` is the descriptor of the lock file."""

    lock = -1

    def close(self) -> None:
        """Close the connection and release the lock."""
        super().close()
        self._release_lock()

    def __del__(self) -> None:
        self._release_lock()

    def _release_lock(self) -> None:
        lock, self.lock = self.lock, -1
        if lock >= 0:
            os.close(lock)


def may_lack_room(error: sqlite3.Error) -> bool:
    """True for the errors that SQLite raises on a full disk, and in other cases, too."""
    return str(getattr(error, "sqlite_errorname", "")).startswith(_ERRORS_OF_A_FULL_DISK)


def log_is_empty(file: Path) -> bool:
    """True where all changes are in the file itself and none in its log."""
    try:
        return file.with_name(file.name + "-wal").stat().st_size == 0
    except FileNotFoundError:
        return True


def connect_immutable(file: Path, *, timeout: float) -> sqlite3.Connection | None:
    """Open a file for reading only. Return None where its log is not empty, somebody writes, or the system has no shared locks.

    Raises sqlite3.Error.
    """
    if sys.platform == "win32":
        return None
    lock = share_lock(file.parent)
    if lock is None:
        return None
    # A log that holds changes is never ignored.
    if not log_is_empty(file):
        os.close(lock)
        return None
    uri = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        connection = sqlite3.connect(
            uri, uri=True, isolation_level=None, check_same_thread=False, timeout=timeout, factory=ImmutableConnection
        )
    except sqlite3.Error:
        os.close(lock)
        raise
    connection.lock = lock
    return connection
