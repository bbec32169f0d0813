"""What a file from a stranger may hold: exactly the tables, indexes and views of a format that this program ever wrote.

SQLite runs what a file's schema says: a trigger deletes what was just written, a view or a generated column puts other values in front of
the program, a virtual table reads other files. So a file's schema is compared before any statement touches a table. Which schemas were
ever written is asked of the migrations themselves, run one after the other on an empty database in memory.
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
from app.store.stored import DamagedValue, shown
from app.translation import tr

Schema = Mapping[tuple[str, str], tuple[str, str]]
"""By kind ("table", "index", "view") and name: the table it belongs to, and its SQL as one spelling ("" for what SQLite itself makes)."""

_LONGEST_VALUE = 512 * 1024 * 1024
_LONGEST_SQL = 20_000
_SECONDS = 8.0
_STEPS = 20_000
_SUPER_JOURNAL = bytes.fromhex("d9d505f920a163d7")
"""The last bytes of a rollback journal that names another file: SQLite would open that file, and may delete it."""
_COMPANIONS = ("-journal", "-wal", "-shm")
_TOKEN = re.compile(r"\s+|\"(?:[^\"]|\"\")*\"|`(?:[^`]|``)*`|\[[^\]]*\]|'(?:[^']|'')*'|\w+|.", re.DOTALL)
_MASTER = "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master"


class AlteredFile(sqlite3.DatabaseError):
    """A file that holds what this program never writes; its text says what, and is safe to show."""


def check_file(path: Path) -> None:
    """Refuse what is no ordinary file, before it is opened: a pipe or device, also in the place of a journal, and a journal that names
    another file. Raises AlteredFile; OSError where it cannot be looked at."""
    real = Path(os.path.realpath(path))  # SQLite puts its journals beside the file that a link leads to
    for file in (real, *(real.with_name(real.name + end) for end in _COMPANIONS)):
        try:
            mode = file.lstat().st_mode
        except FileNotFoundError:
            continue
        if not stat.S_ISREG(mode):
            raise AlteredFile(tr("{file} is no ordinary file", file=shown(file.name)))
    if _names_another(real.with_name(f"{real.name}-journal")):
        raise AlteredFile(tr("a journal lies beside it that names another file"))


def _names_another(journal: Path) -> bool:
    try:
        with journal.open("rb") as file:
            file.seek(-len(_SUPER_JOURNAL), os.SEEK_END)
            return file.read() == _SUPER_JOURNAL
    except OSError:  # there is none, or it is shorter than that
        return False


@contextmanager
def limited(connection: sqlite3.Connection) -> Iterator[None]:
    """Take back what SQLite is doing once this thread has computed for eight seconds: altered pages can make it walk for ever.

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


def harden(connection: sqlite3.Connection) -> None:
    """Let SQLite trust nothing in a file: no functions called by its schema, no cells that reach out of their page, no other files."""
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)


def open_schema(connection: sqlite3.Connection) -> None:
    """Let this connection write SQLite's table of contents, which repairing needs and which `harden` forbids from Python 3.12 on."""
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, False)
    connection.execute("PRAGMA writable_schema = ON")


def check_schema(connection: sqlite3.Connection, migrations: Migrations, version: int, *, optional: frozenset[str] = frozenset()) -> None:
    """Compare a file with its format after `version` migrations; `optional` is the SQL of indexes that it may hold besides.

    Raises AlteredFile, and sqlite3.Error where the schema cannot be read.
    """
    expected = written_schema(migrations, version)
    if expected is None:
        raise AlteredFile(tr("it says that it is of format {version}", version=version))
    check_objects(connection, expected, also=frozenset(map(_spelling, optional)))


def check_objects(connection: sqlite3.Connection, expected: Schema, *, also: frozenset[str] = frozenset(), complete: bool = True) -> None:
    """Compare a file with one schema, of which it must hold all where `complete`; `also` is the SQL, in one spelling, of indexes that may
    be there. Raises as `check_schema`."""
    rows = _rows(connection, most=len(expected) + len(also))
    found: dict[tuple[str, str], tuple[str, str]] = {}
    roots: set[int] = set()
    for kind, name, table, root, sql in rows:
        if kind == "index" and (kind, name) not in expected and _spelling(sql) in also:
            continue
        if (kind, name) in found or expected.get((kind, name)) != (table, _spelling(sql)):
            raise AlteredFile(tr("it holds {thing}, which Priorcheck never puts there", thing=shown(f"{kind} {name}")))
        if root in roots or root == 1:
            raise AlteredFile(tr("two of its tables lie in one place"))
        roots |= {root} - {0}
        found[kind, name] = table, _spelling(sql)
    missing = [f"{kind} {name}" for kind, name in expected if (kind, name) not in found]
    if complete and missing:
        raise AlteredFile(tr("it lacks {thing}", thing=missing[0]))


def _rows(connection: sqlite3.Connection, *, most: int) -> list[tuple[str, str, str, int, str]]:
    """The schema's rows; one more than could be ours is enough to know."""
    before = connection.text_factory
    connection.text_factory = bytes
    try:
        rows = connection.execute(_MASTER).fetchmany(most + 1)
    finally:
        connection.text_factory = before
    return [(_text(kind), _text(name), _text(table), _root(root), _text(sql)) for kind, name, table, root, sql in rows]


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else ""


def _root(value: object) -> int:
    return value if isinstance(value, int) else 0


@lru_cache(maxsize=32)
def written_schema(migrations: Migrations, version: int) -> Schema | None:
    """What a file holds after so many migrations; None where there are not so many."""
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
    """What a file holds after these statements."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.executescript(script)
        return _schema_of(connection)


def _schema_of(connection: sqlite3.Connection) -> Schema:
    rows: Sequence[tuple[Any, ...]] = connection.execute(_MASTER).fetchall()
    return {(kind, name): (table, _spelling(sql or "")) for kind, name, table, _, sql in rows}


@lru_cache(maxsize=512)
def _spelling(sql: str) -> str:
    """SQL in one spelling: spaces and the way names are quoted are left to whatever wrote it, as versions of sqlite-utils differ there."""
    if len(sql) > _LONGEST_SQL:
        return sql
    return " ".join(_token(found[0]) for found in _TOKEN.finditer(sql) if not found[0].isspace())


def _token(text: str) -> str:
    if text[0] in '"`[' and len(text) > 2 and re.fullmatch(r"\w+", text[1:-1]):
        return text[1:-1]
    return text
