"""The SQLite file of a library: opening, identification, and translation of SQLite's errors into messages for the user."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.errors import LibraryError
from app.paths import shortened
from app.rights.permissions import make_file
from app.store import file_list, row_digests
from app.store.disk_space import disk_full, is_disk_full
from app.store.immutable_reading import connect_immutable, log_is_empty, may_lack_room
from app.store.permission_template import DATABASE, permission_template
from app.store.schema import APPLICATION_ID, DIGESTED_TABLES, EARLY_INDEXES, FULL_TEXTS, MIGRATIONS, READABLE_FROM, SCHEMA_VERSION
from app.store.schema_check import AlteredFile, check_file, check_schema, harden, time_limited
from app.store.sqlite import Database, Migrations
from app.store.stored_values import DamagedValue, is_damage, printable, row_as
from app.translation import mark, tr

INDEX = "index"
BUSY_SECONDS = 20
_LOG_BYTES = 32 * 1024 * 1024
_SETTINGS = ("cache_size = -65536", "temp_store = MEMORY", "synchronous = FULL", f"journal_size_limit = {_LOG_BYTES}")
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG} if hasattr(errno, "EDQUOT") else {errno.ENOSPC, errno.EFBIG}
_UNREACHABLE = {errno.ELOOP, errno.ENAMETOOLONG, errno.ENOTDIR, errno.EINVAL}
_NUMBERED = {"generation", "previous", "sequence"}
_READ_ONLY = {errno.EROFS, errno.EACCES, errno.EPERM}
_BACKUP = mark("Run `priorcheck library verify` to see what is wrong; restore the folder from a backup if it cannot be read.")


def connect(file: Path, *, read_only: bool, reading: bool = False) -> Database:
    """Open a connection in autocommit mode; in a folder that cannot be written, a file without a log is opened as immutable. A
    connection that only reads (or with `reading`, reads at first) works on a full disk, too. Raises sqlite3.Error."""
    check_file(file)
    try:
        return _connect(file, read_only=read_only)
    except sqlite3.OperationalError as error:
        # SQLite creates a file of 32 kB even to read a database, for which a full disk has no room.
        if not ((read_only or reading) and may_lack_room(error)):
            raise
        immutable = connect_immutable(file, timeout=BUSY_SECONDS)
        if immutable is None:
            raise
        return _configured(immutable)


def _connect(file: Path, *, read_only: bool) -> Database:
    if not read_only:
        make_file(file, like=permission_template(file.parent))
    uri = address(file, read_only=read_only)
    return _configured(sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS))


def _configured(connection: sqlite3.Connection) -> Database:
    try:
        with time_limited(connection):
            harden(connection)
            for setting in _SETTINGS:
                connection.execute(f"PRAGMA {setting}")
            connection.execute("PRAGMA schema_version")  # SQLite opens lazily; an unreadable file fails here
        row_digests.register_function(connection)
        return Database(connection)
    except BaseException:
        connection.close()
        raise


def address(file: Path, *, read_only: bool) -> str:
    """Return the URI that SQLite opens a file by."""
    mode = "ro" if read_only else "rwc"
    if read_only and not may_write(file.parent) and not file.with_name(file.name + "-wal").exists():
        mode = "ro&immutable=1"
    return f"{file.absolute().as_uri()}?mode={mode}"


def may_write(folder: Path) -> bool:
    """Return True where this process may change the content of a folder."""
    return os.access(folder, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


@contextmanager
def library_errors(path: Path, *, file: str = DATABASE) -> Iterator[None]:
    """Translate errors of SQLite and of the disk to LibraryErrors with a stable code; `file` is the database in use."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite's message may quote invalid text
        raise _of_sqlite(path, error, file) from error
    except OSError as error:
        raise disk_error(path, error, file=file) from error


def _of_sqlite(path: Path, error: Exception, file: str) -> LibraryError:
    text = printable(str(error))
    if isinstance(error, AlteredFile):
        return altered(path / file, text)
    return damaged(path, text) if is_damage(error) else _error_of_message(path, text, file)


def _error_of_message(path: Path, reason: str, file: str) -> LibraryError:
    """Build the error for a message of SQLite."""
    text = reason.lower()
    if "is full" in text:
        return disk_full(path)
    if "locked" in text or "busy" in text:
        message = tr("Another program is writing to the library {path}.", path=path)
        return LibraryError("library-busy", message, hint=tr("Wait until it is done."))
    if "readonly" in text or "read-only" in text:
        return disk_full(path) if may_write(path) and is_disk_full(path) else read_only_folder(path)
    if not (path / file).exists():
        return vanished(path)
    if "i/o error" in text or "unable to open" in text:
        return _unusable(path, reason, file)
    return damaged(path, reason)


def _unusable(path: Path, reason: str, file: str) -> LibraryError:
    """Build the error for SQLite's "unable to open" and "I/O error". SQLite also reports these for the log of a killed program in a
    folder that cannot be written, and for a disk without room for the small index of that log."""
    files = [path / f"{file}{end}" for end in ("", "-wal", "-shm")]
    unreadable_path = next((file_path for file_path in files if not may_read(file_path)), None)
    if unreadable_path is not None:
        return unreadable(path, unreadable_path.name)
    if not may_write(path):
        return read_only_folder(path)
    # SQLite reports the same where the log of a killed program needs an index for which there is no room.
    if is_disk_full(path):
        return disk_full(path) if log_is_empty(path / file) else full_for_reading(path, f"{file}-wal")
    return _disk(path, reason)


def disk_error(path: Path, error: OSError, *, file: str = DATABASE) -> LibraryError:
    """Build the error for a failed file operation inside a library; `file` is the database whose absence means that the library is
    gone."""
    if error.errno in _FULL:
        return disk_full(path)
    if error.errno in _READ_ONLY:
        return _denied(path, error)
    if error.errno in _UNREACHABLE:
        return _unreachable(path, str(error.strerror))
    if not path.exists() or (error.errno == errno.ENOENT and not (path / file).exists()):
        return vanished(path)
    return _disk(path, str(error.strerror or error))


def _denied(path: Path, error: OSError) -> LibraryError:
    """Build the error for a refused access: `library-unreadable` where the file cannot be read, else `library-read-only`."""
    denied = Path(os.fsdecode(error.filename)) if error.filename else path
    unreadable_path = next((candidate for candidate in (path, denied) if not may_read(candidate)), None)
    return read_only_folder(path) if unreadable_path is None else unreadable(path, unreadable_path.name)


def check_folder(path: Path) -> None:
    """Check that a library can be at this path; a folder that does not exist yet is accepted. Raises LibraryError
    `library-not-a-folder`, `library-unreachable` and `library-unreadable`."""
    try:
        is_folder = stat.S_ISDIR(path.stat().st_mode)
    except FileNotFoundError:
        if path.is_symlink():
            raise _unreachable(path, tr("it is a link that leads nowhere")) from None
        return
    except (OSError, ValueError) as error:
        raise _unreachable(path, str(getattr(error, "strerror", None) or error)) from error
    if not is_folder:
        message = tr("{path} is a file, not a library folder.", path=path)
        raise LibraryError("library-not-a-folder", message, hint=tr("Choose a folder (on the command line by --library)."))
    if not may_read(path):
        raise unreadable(path, path.name)


def may_read(path: Path) -> bool:
    """Return True where this process may read a file or list a folder, and for a path that does not exist."""
    try:
        mode = os.R_OK | os.X_OK if path.is_dir() else os.R_OK
    except OSError:
        return False
    return os.access(path, mode, effective_ids=os.access in os.supports_effective_ids) or not os.path.lexists(path)


def _disk(path: Path, detail: str) -> LibraryError:
    message = tr("The library {path} cannot be read or written ({reason}).", path=path, reason=detail)
    return LibraryError("library-disk", message, hint=tr("Check the disk it lies on."))


def full_for_reading(path: Path, log: str) -> LibraryError:
    """Build the error for a full disk without room for the index of the log, which reading needs."""
    message = tr(
        "The disk with the library {path} is full: its file {file} holds changes, and 64 kB of room are needed to read them.",
        path=path,
        file=log,
    )
    return LibraryError("disk-full", message, hint=tr("Free some space and try again; nothing is lost."))


def unreadable(path: Path, name: str) -> LibraryError:
    """Build the error for a file that this user may not read."""
    message = tr("The library {path} cannot be read: you have no permission for “{name}”.", path=path, name=name)
    return LibraryError("library-unreadable", message, hint=tr("Ask its owner to let you read it, or choose another library."))


def _unreachable(path: Path, reason: str) -> LibraryError:
    message = tr("There can be no library in {path} ({reason}).", path=shortened(path), reason=reason)
    return LibraryError("library-unreachable", message, hint=tr("Choose another folder (on the command line by --library)."))


def read_only_folder(path: Path) -> LibraryError:
    """Build the error for a folder that may be read but not changed."""
    message = tr("The library {path} cannot be changed: its folder is read-only.", path=path)
    return LibraryError("library-read-only", message, hint=tr("Copy it to a folder of your own."))


def vanished(path: Path) -> LibraryError:
    """Build the error for a folder that disappeared after the library was opened."""
    message = tr("The library folder {path} is gone.", path=path)
    return LibraryError("library-vanished", message, hint=tr("Was the drive unplugged or the folder moved?"))


def damaged(path: Path, detail: str) -> LibraryError:
    """Build the error for a database file that cannot be read."""
    message = tr("The library database in {path} is damaged ({reason}).", path=path, reason=detail)
    return LibraryError("library-damaged", message, hint=tr(_BACKUP))


def refuse_altered(path: Path, names: Sequence[str]) -> None:
    """Raise LibraryError `library-altered` if rows with these names were altered."""
    if names:
        message = tr("“{name}” in the library {path} was altered on the disk.", name=names[0][:80], path=path)
        hint = tr("Run `priorcheck library verify` to see all that was altered; import it again, or delete it.")
        raise LibraryError("library-altered", message, hint=hint)


def altered(file: Path, detail: str) -> LibraryError:
    """Build the error for a file that holds something that this program never writes."""
    message = tr("{path} was altered by another program: {reason}.", path=file, reason=detail)
    return LibraryError("library-strange", message, hint=tr("Do not use it; ask whoever sent it for a fresh copy, or restore a backup."))


@dataclass(frozen=True, slots=True)
class Format:
    """Format of a database: file name, application id, migrations and the newest known version. `digested` are the tables whose
    rows have digests, `full_texts` the full texts that have one each; `optional` is the SQL of indexes that it may hold in
    addition. A file of version `readable_from` or later can be read without being migrated."""

    file: str
    application_id: int
    migrations: Migrations
    version: int
    digested: tuple[row_digests.DigestedTable, ...]
    readable_from: int
    full_texts: tuple[str, ...] = ()
    optional: frozenset[str] = frozenset()


def prepare(database: Database, path: Path, *, read_only: bool, form: Format | None = None) -> None:
    """Check the file's version and schema, and migrate it in one transaction; `form` is by default the format of fact-checks."""
    form = form or Format(DATABASE, APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION, DIGESTED_TABLES, READABLE_FROM, FULL_TEXTS, EARLY_INDEXES)
    with time_limited(database.conn):
        owner = database.conn.execute("PRAGMA application_id").fetchone()[0]
        version = database.conn.execute("PRAGMA user_version").fetchone()[0]
        tables = database.conn.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if owner != form.application_id and (owner or tables):
        message = tr("{path} is not a Priorcheck library.", path=path / form.file)
        raise LibraryError("library-foreign", message, hint=tr("Choose another folder."))
    if version > form.version:
        message = tr(
            "The library {path} was written by a newer version of Priorcheck (format {version}, this one reads {known}).",
            path=path,
            version=version,
            known=form.version,
        )
        raise LibraryError("library-newer", message, hint=tr("Update Priorcheck, or choose another library."))
    check_schema(database.conn, form.migrations, version, optional=form.optional)
    if version < form.version:
        if read_only and version >= form.readable_from:
            return
        if read_only:
            message = tr("The library {path} has an older format.", path=path)
            raise LibraryError("library-outdated", message, hint=tr("Open it once where it can be written."))
        _migrate(database, form)
    if not read_only:
        file_list.add_file(path, form.file)
        if row_digests.has_digest_table(database.conn):
            row_digests.install_triggers(database.conn, form.digested)


def _migrate(database: Database, form: Format) -> None:
    database.conn.execute("PRAGMA journal_mode = WAL")
    database.conn.execute("BEGIN IMMEDIATE")
    try:
        form.migrations.apply(database)
        check_schema(database.conn, form.migrations, form.version, optional=form.optional)  # the table of migrations may hold anything
        database.conn.execute(f"PRAGMA application_id = {form.application_id}")
        database.conn.execute(f"PRAGMA user_version = {form.version}")
        database.conn.execute("COMMIT")
    except BaseException:
        if database.conn.in_transaction:
            database.conn.execute("ROLLBACK")
        raise


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run a transaction, which is rolled back on any error."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def meta(database: Database, key: str) -> str:
    """Return a value of the table `meta`; "" when it was never written. Raises DamagedValue, also for a name that leads out of the
    folder."""
    row = database.conn.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    if row is None:
        return ""
    (value,) = row_as(tuple[str], row)
    if key in _NUMBERED and value and not (value.isascii() and value.isdecimal() and len(value) < 16):
        raise DamagedValue(tr("the name of its index is none that Priorcheck gives"))
    return value


def set_meta(database: Database, key: str, value: str) -> None:
    """Write a value of the table `meta`, inside the caller's transaction."""
    database.conn.execute(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", (key, value)
    )
