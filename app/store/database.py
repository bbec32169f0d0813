"""The SQLite file of a library: opening, telling whose file it is, and turning SQLite's faults into plain words."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.errors import LibraryError
from app.store.schema import APPLICATION_ID, EARLY_INDEXES, MIGRATIONS, SCHEMA_VERSION
from app.store.schema_check import AlteredFile, check_file, check_schema, harden, limited
from app.store.sqlite import Database, Migrations
from app.store.stored import DamagedValue, is_damage, row_as, shown
from app.translation import mark, tr

DATABASE = "library.db"
INDEX = "index"
BUSY_SECONDS = 20
_LOG_BYTES = 32 * 1024 * 1024
_SETTINGS = ("cache_size = -65536", "temp_store = MEMORY", "synchronous = FULL", f"journal_size_limit = {_LOG_BYTES}")
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG} if hasattr(errno, "EDQUOT") else {errno.ENOSPC, errno.EFBIG}
_LEAST_ROOM = 64 * 1024
_NUMBERED = {"generation", "previous", "sequence"}
_READ_ONLY = {errno.EROFS, errno.EACCES, errno.EPERM}
_BACKUP = mark("Run `priorcheck library verify` to see what is wrong; restore the folder from a backup if it cannot be read.")


def connect(file: Path, *, read_only: bool) -> Database:
    """A connection in autocommit mode; a folder that cannot be written and has no log is opened as immutable."""
    check_file(file)
    mode = "ro" if read_only else "rwc"
    if read_only and not may_write(file.parent) and not file.with_name(file.name + "-wal").exists():
        mode = "ro&immutable=1"
    uri = f"{file.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS)
    try:
        with limited(connection):
            harden(connection)
            for setting in _SETTINGS:
                connection.execute(f"PRAGMA {setting}")
        return Database(connection)
    except BaseException:
        connection.close()
        raise


def may_write(folder: Path) -> bool:
    """Whether this process may change what lies in a folder."""
    return os.access(folder, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


@contextmanager
def plain_words(path: Path, *, file: str = DATABASE) -> Iterator[None]:
    """Faults of SQLite and of the disk become LibraryErrors with a stable code; `file` is the one that is worked with."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite's own words may quote what is no text
        raise _of_sqlite(path, error, file) from error
    except OSError as error:
        raise of_disk(path, error, file=file) from error


def _of_sqlite(path: Path, error: Exception, file: str) -> LibraryError:
    text = shown(str(error))
    if isinstance(error, AlteredFile):
        return altered(path / file, text)
    return damaged(path, text) if is_damage(error) else _of_words(path, text, file)


def _of_words(path: Path, reason: str, file: str) -> LibraryError:
    """What SQLite's words mean."""
    text = reason.lower()
    if "is full" in text:
        return disk_full(path)
    if "locked" in text or "busy" in text:
        told = tr("Another program is writing to the library {path}.", path=path)
        return LibraryError("library-busy", told, hint=tr("Wait until it is done."))
    if "readonly" in text or "read-only" in text:
        return read_only_folder(path)
    if not (path / file).exists():
        return vanished(path)
    if "i/o error" in text or "unable to open" in text:
        return _unusable(path, reason)
    return damaged(path, reason)


def _unusable(path: Path, reason: str) -> LibraryError:
    """What SQLite means by "unable to open" and "I/O error"; it says so of a log, which a killed program left, that cannot be read where
    nothing may be written, and of a disk without room for the small file that its log needs."""
    if not may_write(path):
        return read_only_folder(path)
    return disk_full(path) if no_room(path) else _disk(path, reason)


def of_disk(path: Path, error: OSError, *, file: str = DATABASE) -> LibraryError:
    """What a failed file operation inside a library means; `file` is what makes a folder one."""
    if error.errno in _FULL:
        return disk_full(path)
    if error.errno in _READ_ONLY:
        return read_only_folder(path)
    if not path.exists() or (error.errno == errno.ENOENT and not (path / file).exists()):
        return vanished(path)
    return _disk(path, str(error.strerror or error))


def no_room(folder: Path) -> bool:
    """Whether the disk is as good as full."""
    try:
        return shutil.disk_usage(folder).free < _LEAST_ROOM
    except OSError:
        return False


def _disk(path: Path, detail: str) -> LibraryError:
    told = tr("The library {path} cannot be read or written ({reason}).", path=path, reason=detail)
    return LibraryError("library-disk", told, hint=tr("Check the disk it lies on."))


def disk_full(path: Path) -> LibraryError:
    """No room for the change; the old state is untouched."""
    told = tr("The disk with the library {path} is full; the library is as it was before.", path=path)
    return LibraryError("disk-full", told, hint=tr("Free some space and try again."))


def read_only_folder(path: Path) -> LibraryError:
    """The folder may be read but not changed."""
    told = tr("The library {path} cannot be changed: its folder is read-only.", path=path)
    return LibraryError("library-read-only", told, hint=tr("Copy it to a folder of your own."))


def vanished(path: Path) -> LibraryError:
    """The folder was there when the library was opened."""
    told = tr("The library folder {path} is gone.", path=path)
    return LibraryError("library-vanished", told, hint=tr("Was the drive unplugged or the folder moved?"))


def damaged(path: Path, detail: str) -> LibraryError:
    """The database file itself cannot be read."""
    told = tr("The library database in {path} is damaged ({reason}).", path=path, reason=detail)
    return LibraryError("library-damaged", told, hint=tr(_BACKUP))


def altered(file: Path, detail: str) -> LibraryError:
    """The file holds what this program never writes."""
    told = tr("{path} was altered by another program: {reason}.", path=file, reason=detail)
    return LibraryError("library-altered", told, hint=tr("Do not use it; ask whoever sent it for a fresh copy, or restore a backup."))


@dataclass(frozen=True, slots=True)
class Format:
    """A file of a library: its name, the mark in it, its migrations and how many of them this version knows; `optional` is the SQL of
    indexes that it may hold besides."""

    file: str
    application_id: int
    migrations: Migrations
    version: int
    optional: frozenset[str] = frozenset()


def prepare(database: Database, path: Path, *, read_only: bool, form: Format | None = None) -> None:
    """Check that the file is of this version or older and holds nothing but that, and bring it up to date in one transaction; `form` is
    that of fact-checks unless told otherwise."""
    form = form or Format(DATABASE, APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION, EARLY_INDEXES)
    with limited(database.conn):
        owner = database.conn.execute("PRAGMA application_id").fetchone()[0]
        version = database.conn.execute("PRAGMA user_version").fetchone()[0]
        tables = database.conn.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if owner != form.application_id and (owner or tables):
        told = tr("{path} is not a Priorcheck library.", path=path / form.file)
        raise LibraryError("library-foreign", told, hint=tr("Choose another folder."))
    if version > form.version:
        told = tr(
            "The library {path} was written by a newer version of Priorcheck (format {version}, this one reads {known}).",
            path=path,
            version=version,
            known=form.version,
        )
        raise LibraryError("library-newer", told, hint=tr("Update Priorcheck, or choose another library."))
    check_schema(database.conn, form.migrations, version, optional=form.optional)
    if version < form.version:
        if read_only:
            told = tr("The library {path} has an older format.", path=path)
            raise LibraryError("library-outdated", told, hint=tr("Open it once where it can be written."))
        _migrate(database, form)


def _migrate(database: Database, form: Format) -> None:
    database.conn.execute("PRAGMA journal_mode = WAL")
    database.conn.execute("BEGIN IMMEDIATE")
    try:
        form.migrations.apply(database)
        check_schema(database.conn, form.migrations, form.version, optional=form.optional)  # its record of migrations may say anything
        database.conn.execute(f"PRAGMA application_id = {form.application_id}")
        database.conn.execute(f"PRAGMA user_version = {form.version}")
        database.conn.execute("COMMIT")
    except BaseException:
        if database.conn.in_transaction:
            database.conn.execute("ROLLBACK")
        raise


def meta(database: Database, key: str) -> str:
    """One of the library's own notes; "" when it was never written. Raises DamagedValue, also for a name that leads out of the folder."""
    row = database.conn.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    if row is None:
        return ""
    (value,) = row_as(tuple[str], row)
    if key in _NUMBERED and value and not (value.isascii() and value.isdecimal() and len(value) < 16):
        raise DamagedValue(tr("the name of its index is none that Priorcheck gives"))
    return value


def set_meta(database: Database, key: str, value: str) -> None:
    """Write one of the library's own notes (inside the caller's transaction)."""
    database.conn.execute(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", (key, value)
    )
