"""The check of a project file before anything is read from it, and the limits within which it is read: projects are handed on."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.store.project_faults import foreign, newer
from app.store.project_schema import APPLICATION_ID, MIGRATIONS, VERSION
from app.store.schema_check import AlteredFile, check_schema
from app.store.stored import DamagedValue, shown
from app.translation import tr

_MOST_BYTES = 1 << 30
_SECONDS = 10.0
_STEPS = 20_000


@contextmanager
def limited(connection: sqlite3.Connection) -> Iterator[None]:
    """Take back what SQLite is doing once this thread has computed for ten seconds: altered pages can make it walk for ever.

    Raises DamagedValue then. Time of the processor, so that a busy computer refuses nothing.
    """
    end = time.thread_time() + _SECONDS
    connection.set_progress_handler(lambda: time.thread_time() > end, _STEPS)
    try:
        yield
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT:
            raise DamagedValue(tr("reading it takes too long")) from error
        raise
    finally:
        connection.set_progress_handler(None, 0)


def check_project(connection: sqlite3.Connection, path: Path) -> int:
    """The format of a project file that holds what such a file may hold, and whose pages hang together.

    Raises ProjectError `project-foreign`, `project-newer`; AlteredFile, DamagedValue and sqlite3.Error.
    """
    if path.stat().st_size > _MOST_BYTES:
        raise DamagedValue(tr("it holds more than Priorcheck can read"))
    owner, version = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    if owner != APPLICATION_ID and (owner or connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]):
        raise foreign(path)
    if version > VERSION:
        raise newer(path, version, VERSION)
    if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
        raise AlteredFile(tr("it keeps its changes in a file of their own"))
    check_schema(connection, MIGRATIONS, version)
    (told,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if told != "ok":
        raise DamagedValue(shown(str(told)))
    return int(version)
