"""Checks a project file before anything is read from it: projects are passed on between people."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from app.store import row_digests
from app.store.project_errors import foreign, newer
from app.store.project_schema import APPLICATION_ID, DIGESTED_TABLES, MIGRATIONS, VERSION
from app.store.schema_check import AlteredFile, check_schema
from app.store.stored_values import DamagedValue, printable
from app.translation import tr

_MAX_BYTES = 1 << 30


def check_project(connection: sqlite3.Connection, path: Path) -> int:
    """Check the schema of a project file and the consistency of its pages. Return its format's number.

    Raises ProjectError `project-foreign`, `project-newer`; AlteredFile, DamagedValue and sqlite3.Error.
    """
    if path.stat().st_size > _MAX_BYTES:
        raise DamagedValue(tr("it holds more than Priorcheck can read"))
    owner, version = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    if owner != APPLICATION_ID and (owner or connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]):
        raise foreign(path)
    if version > VERSION:
        raise newer(path, version, VERSION)
    if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
        raise AlteredFile(tr("it keeps its changes in a second file"))
    check_schema(connection, MIGRATIONS, version)
    (result,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if result != "ok":
        raise DamagedValue(printable(str(result)))
    return int(version)


def check_digests(connection: sqlite3.Connection) -> None:
    """Compare every row with its digest, in a file that has digests. Raises DamagedValue for an altered row."""
    if not row_digests.has_digests(connection):
        return
    for table in DIGESTED_TABLES:
        if labels := row_digests.altered_or_missing(connection, table):
            raise DamagedValue(tr("{thing} was altered", thing=printable(f"{table.name} {labels[0]}")))
