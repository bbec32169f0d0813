"""Checks the schema of files that may come from a stranger: exactly the tables, indexes and views of a format that the program wrote.

SQLite executes parts of a file's schema: a trigger can delete new rows, a view or a generated column can show the program other values, a
virtual table can read other files. So a file's schema is compared before any statement touches a table. The expected schemas come from
the migrations themselves, run one after the other on an empty database in memory.
"""

from __future__ import annotations

import os
import re
import sqlite3
import stat
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from app.store.sqlite import Database, Migrations
from app.store.stored_values import DamagedValue, printable
from app.translation import tr

Schema = Mapping[tuple[str, str], tuple[str, str]]
"""Maps kind ("table", "index", "view") and name to the table it belongs to and its normalised SQL ("" for SQLite's own objects)."""

_MAX_VALUE_BYTES = 512 * 1024 * 1024
_MAX_SQL_LENGTH = 20_000
_MAX_SECONDS = 8.0
_STEPS_BETWEEN_LOOKS = 20_000
# The last bytes of a rollback journal that names another file: SQLite would open that file, and may delete it.
_SUPER_JOURNAL = bytes.fromhex("d9d505f920a163d7")
_COMPANIONS = ("-journal", "-wal", "-shm")
_TOKEN = re.compile(r"\s+|\"(?:[^\"]|\"\")*\"|`(?:[^`]|``)*`|\[[^\]]*\]|'(?:[^']|'')*'|\w+|.", re.DOTALL)
_MASTER = "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master"


class AlteredFile(sqlite3.DatabaseError):
    """A file with something in it that the program never writes; the message names it and is safe to show."""


def check_file(path: Path) -> None:
    """Refuse pipes and devices, also in place of a journal, and a journal that names another file, before the file is opened.

    Raises AlteredFile; OSError where the file cannot be examined.
    """
    real_path = Path(os.path.realpath(path))  # SQLite puts its journals next to the target of a link
    for file in (real_path, *(real_path.with_name(real_path.name + end) for end in _COMPANIONS)):
        try:
            mode = file.lstat().st_mode
        except FileNotFoundError:
            continue
        if not stat.S_ISREG(mode):
            raise AlteredFile(tr("{file} is no ordinary file", file=printable(file.name)))
    if _names_another_file(real_path.with_name(f"{real_path.name}-journal")):
        raise AlteredFile(tr("a journal lies beside it that names another file"))


def _names_another_file(journal: Path) -> bool:
    try:
        with journal.open("rb") as file:
            file.seek(-len(_SUPER_JOURNAL), os.SEEK_END)
            return file.read() == _SUPER_JOURNAL
    except OSError:  # no journal, or a shorter one
        return False


@contextmanager
def time_limited(connection: sqlite3.Connection) -> Iterator[None]:
    """Interrupt SQLite after eight seconds of this thread's processor time: altered pages can make it loop for ever.

    Raises DamagedValue then.
    """
    # Processor time, so that a busy computer refuses nothing.
    end = time.thread_time() + _MAX_SECONDS
    connection.set_progress_handler(lambda: time.thread_time() > end, _STEPS_BETWEEN_LOOKS)
    try:
        yield
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT:
            raise DamagedValue(tr("reading it takes too long")) from error
        raise
    finally:
        connection.set_progress_handler(None, 0)


def harden(connection: sqlite3.Connection) -> None:
    """Make SQLite distrust the file: no functions called by its schema, no cells that reach out of their page, no attached files."""
    # A library or project may come from a stranger.
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE_BYTES)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)


def allow_schema_writing(connection: sqlite3.Connection) -> None:
    """Allow writing sqlite_master, which repairs need and `harden` forbids from Python 3.12 on."""
    # `harden` forbids it from Python 3.12 on.
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, False)
    connection.execute("PRAGMA writable_schema = ON")


def check_schema(connection: sqlite3.Connection, migrations: Migrations, version: int, *, optional: frozenset[str] = frozenset()) -> None:
    """Compare a file's schema with that after `version` migrations; `optional` is the SQL of indexes that it may have in addition.

    Raises AlteredFile, and sqlite3.Error where the schema cannot be read.
    """
    expected = written_schema(migrations, version)
    if expected is None:
        raise AlteredFile(tr("it says that it is of format {version}", version=version))
    check_objects(connection, expected, optional=frozenset(map(_normalised, optional)))


def check_objects(
    connection: sqlite3.Connection, expected: Schema, *, optional: frozenset[str] = frozenset(), complete: bool = True
) -> None:
    """Compare a file with a schema, all of which it must have if `complete`; `optional` is the normalised SQL of additional indexes.

    Raises as `check_schema`.
    """
    rows = _rows(connection, limit=len(expected) + len(optional))
    checked: dict[tuple[str, str], tuple[str, str]] = {}
    roots: set[int] = set()
    for kind, name, table, root, sql in rows:
        if kind == "index" and (kind, name) not in expected and _normalised(sql) in optional:
            continue
        if (kind, name) in checked or expected.get((kind, name)) != (table, _normalised(sql)):
            raise AlteredFile(tr("it holds {thing}, which Priorcheck never puts there", thing=printable(f"{kind} {name}")))
        if root in roots or root == 1:
            raise AlteredFile(tr("two of its tables lie in one place"))
        roots |= {root} - {0}
        checked[kind, name] = table, _normalised(sql)
    missing = [f"{kind} {name}" for kind, name in expected if (kind, name) not in checked]
    if complete and missing:
        raise AlteredFile(tr("it lacks {thing}", thing=missing[0]))


def _rows(connection: sqlite3.Connection, *, limit: int) -> list[tuple[str, str, str, int, str]]:
    """Read the rows of sqlite_master, at most one more than `limit`: that is enough to refuse the file."""
    before = connection.text_factory
    connection.text_factory = bytes
    try:
        rows = connection.execute(_MASTER).fetchmany(limit + 1)
    finally:
        connection.text_factory = before
    return [(_as_text(kind), _as_text(name), _as_text(table), _as_page(root), _as_text(sql)) for kind, name, table, root, sql in rows]


def _as_text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else ""


def _as_page(value: object) -> int:
    return value if isinstance(value, int) else 0


@lru_cache(maxsize=32)
def written_schema(migrations: Migrations, version: int) -> Schema | None:
    """Return the schema after `version` migrations; None where there are fewer migrations."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        database = Database(connection)
        names = [migration.name for migration in migrations.pending(database)]
        if not 0 <= version <= len(names):
            return None
        if version:
            migrations.apply(database, stop_before=names[version:])
        return _schema_of(connection)


@lru_cache(maxsize=4)
def schema_of(script: str) -> Schema:
    """Return the schema that these SQL statements create."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.executescript(script)
        return _schema_of(connection)


def _schema_of(connection: sqlite3.Connection) -> Schema:
    rows: Sequence[tuple[Any, ...]] = connection.execute(_MASTER).fetchall()
    return {(kind, name): (table, _normalised(sql or "")) for kind, name, table, _, sql in rows}


@lru_cache(maxsize=512)
def _normalised(sql: str) -> str:
    """Normalise spaces and the quoting of names in SQL, in which versions of sqlite-utils differ."""
    if len(sql) > _MAX_SQL_LENGTH:
        return sql
    return " ".join(_unquoted(match[0]) for match in _TOKEN.finditer(sql) if not match[0].isspace())


def _unquoted(text: str) -> str:
    if text[0] in '"`[' and len(text) > 2 and re.fullmatch(r"\w+", text[1:-1]):
        return text[1:-1]
    return text
