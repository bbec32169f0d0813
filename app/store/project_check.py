"""The check of a project file before anything is read from it: projects are handed on."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from app.store.project_faults import foreign, newer
from app.store.project_schema import APPLICATION_ID, MIGRATIONS, VERSION
from app.store.schema_check import AlteredFile, check_schema
from app.store.stored import DamagedValue, shown
from app.translation import tr

_MOST_BYTES = 1 << 30


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
        raise AlteredFile(tr("it keeps its changes in a second file"))
    check_schema(connection, MIGRATIONS, version)
    (told,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if told != "ok":
        raise DamagedValue(shown(str(told)))
    return int(version)
