"""The SQLite file of a project: the document, the operations, the last ranking. One connection, locked while it is open."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import msgspec

from app.domain.keyed_document import KeyedDocument
from app.domain.project import ProjectContent
from app.domain.ranked import RankedDocument
from app.domain.review import ReviewOperation
from app.file_replacement import replace_with
from app.rights.permissions import make_file, make_folder
from app.store import row_digests
from app.store.packing import pack
from app.store.project_check import check_digests, check_project
from app.store.project_errors import project_errors, vanished
from app.store.project_reading import StoredSentence, read_content
from app.store.project_schema import APPLICATION_ID, DIGESTED_TABLES, MIGRATIONS, VERSION
from app.store.schema_check import check_file, check_schema, harden, time_limited
from app.store.sqlite import Database

_BATCH = 50
_BACKUP_PAGES = 512


def move_into_place(part: Path, path: Path) -> None:
    """Rename a file that was written aside to its final name. Raises ProjectError."""
    with project_errors(path):
        replace_with(part, path)


class ProjectDatabase:
    """Adapter of `app.ports.ProjectFile`."""

    def __init__(self, path: Path, database: Database) -> None:
        self._path, self._database = path, database

    @classmethod
    def open(cls, path: Path, *, new: bool = False) -> ProjectDatabase:
        """Open and lock a project; `new` creates one, replacing an existing file. Raises ProjectError."""
        with project_errors(path):
            if new:
                make_folder(path.parent)
                for old in (path, path.with_name(path.name + "-journal")):
                    old.unlink(missing_ok=True)
                make_file(path)
            elif not path.is_file():
                raise vanished(path)
            check_file(path)
            uri = f"{path.absolute().as_uri()}?mode={'rwc' if new else 'rw'}"
            connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=0.5)
            try:
                with time_limited(connection):
                    harden(connection)
                    _hold(connection)
                    row_digests.register_function(connection)
                    _prepare(connection, path)
                    row_digests.install_triggers(connection, DIGESTED_TABLES)
            except BaseException:
                connection.close()
                raise
        return cls(path, Database(connection))

    @property
    def path(self) -> Path:
        return self._path

    def read(self) -> ProjectContent:
        connection = self._database.conn
        with project_errors(self._path), time_limited(connection):
            check_digests(connection)
            return read_content(connection)

    def keep_base(self, base: KeyedDocument) -> None:
        stored_sentences = [StoredSentence(key, sentence) for key, sentence in zip(base.keys, base.document.sentences, strict=True)]
        with self._change() as run:
            for table in ("sentences", "ranked", "act", "note"):
                run(f"DELETE FROM {table}")
            _note(run, "document", zlib.decompress(pack(replace(base.document, sentences=()))).decode())
            _note(run, "position", "0")
            _put(run, "sentences", stored_sentences)

    def keep_act(self, number: int, act: ReviewOperation) -> None:
        with self._change() as run:
            # A new operation replaces those that were undone.
            run("DELETE FROM act WHERE number >= ?", number)
            run("INSERT INTO act VALUES (?, ?, ?, ?, ?)", number, act.at, act.who, act.label, pack(act))
            _note(run, "position", str(number))

    def keep_position(self, position: int) -> None:
        with self._change() as run:
            _note(run, "position", str(position))

    def keep_ranking(self, ranked: RankedDocument) -> None:
        with self._change() as run:
            run("DELETE FROM ranked")
            _put(run, "ranked", ranked.sentences)
            _note(run, "run", msgspec.json.encode(ranked.run).decode())

    def keep_note(self, name: str, text: str) -> None:
        with self._change() as run:
            _note(run, f"user:{name}", text.encode("utf-8", "replace").decode())

    def copy_to(self, path: Path) -> None:
        with project_errors(path):
            # Written under another name first, so that the target is never half a copy.
            part = path.with_name(f".{path.name}.part")
            part.unlink(missing_ok=True)
            target = sqlite3.connect(part)
            try:
                self._database.conn.backup(target, pages=_BACKUP_PAGES)
            except BaseException:
                target.close()
                part.unlink(missing_ok=True)
                raise
            target.close()
            replace_with(part, path)

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._database.conn.close()

    @contextmanager
    def _change(self) -> Iterator[Callable[..., object]]:
        """Open a transaction that is on the disk when it ends, or rolled back as a whole."""
        connection = self._database.conn
        with project_errors(self._path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                with row_digests.recording(connection, DIGESTED_TABLES):
                    yield lambda query, *values: connection.execute(query, values)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise


def _hold(connection: sqlite3.Connection) -> None:
    """Exclude every other process until this connection is closed or its process dies."""
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("BEGIN EXCLUSIVE")
    connection.execute("COMMIT")


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Check the file and migrate it."""
    version = check_project(connection, path)
    if version < VERSION:
        connection.execute("BEGIN IMMEDIATE")
        try:
            MIGRATIONS.apply(Database(connection))
            check_schema(connection, MIGRATIONS, VERSION)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _note(run: Callable[..., object], name: str, text: str) -> None:
    run("INSERT INTO note VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET text = excluded.text", name, text)


def _put(run: Callable[..., object], table: str, items: Sequence[object]) -> None:
    """Write items in batches: encoding all at once would hold the interpreter's lock, and block the window, too long."""
    for number, start in enumerate(range(0, len(items), _BATCH)):
        run(f"INSERT INTO {table} VALUES (?, ?)", number, pack(items[start : start + _BATCH]))
