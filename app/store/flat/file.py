"""What a library keeps in a file of its own beside the fact-checks: one connection, changes in one transaction, an index that follows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic

from app.domain.importing import CheckResult
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.errors import LibraryError
from app.ports import TextEncoder
from app.rights.permissions import make_folder
from app.store import file_list, row_digests
from app.store.database import (
    Format,
    check_folder,
    connect,
    may_write,
    plain_words,
    prepare,
    read_only_folder,
    refuse_altered,
    vanished,
)
from app.store.digest_check import FullTextGuard
from app.store.flat.checking import IMPORT_AGAIN, check_flat
from app.store.flat.encoding import encode_rows
from app.store.flat.folder import OpenedRows, make_rows
from app.store.flat.kind import Kind, RowKind
from app.store.flat.shelf import Pinned, Shelf
from app.store.flat.state import begin
from app.store.lock import writer_lock
from app.store.repair import FullText, RowRepair, repair
from app.store.row_digests import DigestedTable
from app.translation import tr


def open_file(
    path: Path, form: Format, *, create: bool, missing: LibraryError, traces: Sequence[str] = ()
) -> tuple[sqlite3.Connection, bool]:
    """A connection to the file of this format in the library's folder, and whether it may only be read; `missing` is raised where it is
    not there, unless it is to be made; folders in `traces` are only there beside it.

    Raises LibraryError: `library-foreign`, `library-newer`, `library-outdated`, `library-damaged`, `library-read-only`,
    `library-not-a-folder`, `library-file-gone`.
    """
    check_folder(path)
    if not (path / form.file).is_file():
        if not create:
            file_list.refuse_missing(path, form.file, traces)
            raise missing
        with plain_words(path, file=form.file):
            make_folder(path)
    read_only = not may_write(path)
    with plain_words(path, file=form.file):
        database = connect(path / form.file, read_only=read_only, reading=True)
        try:
            prepare(database, path, read_only=read_only, form=form)
        except BaseException:
            database.conn.close()
            raise
    return database.conn, read_only


class FlatFile(Generic[Kind]):
    """One connection for everything, changes in one transaction each, under the library's lock for writers.

    `form` is that of the database in the library's folder `path`, `index` the folder beside it with the index of its rows. The state of
    the database has a name (`state`).
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        *,
        form: Format,
        index: str,
        kind: RowKind[Kind],
        texts: Sequence[FullText],
        read_only: bool,
        threads: int,
    ) -> None:
        self._path, self._connection, self._read_only = path, connection, read_only
        self._form, self._file, self._index, self._kind = form, form.file, path / index, kind
        self._texts = texts
        self._full_text = FullTextGuard(path, form.full_texts)
        self._shelf = Shelf(self._index, kind, threads=threads)

    def encode(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> int:
        """Make the vectors that are missing; how many were made.

        A million texts take an hour: meanwhile the library's own lock is free, and rows may come and go. A lock of the index's folder
        keeps a second one from doing the same work. Raises what `index` does, and ModelError; what is finished stays.
        """
        opened, connection = self._opened(progress, cancel)
        try:
            connection.execute("ROLLBACK")  # a transaction of an hour would let SQLite's log grow
            self._check_writable()
            self._shelf.forget_vectors()
            with plain_words(self._path, file=self._file), writer_lock(self._index):
                return encode_rows(self._index, connection, self._kind, opened.rows, encoder=encoder, progress=progress, cancel=cancel)
        finally:
            connection.close()

    def verify(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Is everything as it was written? Nothing is changed, and what is found is told, not raised."""
        name = self._file.removesuffix(".db")
        contents = (self._form.digested, self._texts)
        return check_flat(self._connection, self._index, *contents, name=name, progress=progress, cancel=cancel)

    def repair(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Make anew what can be made from rows that are whole; what was done, and what could not be, one line each.

        Raises LibraryError `library-busy`, `library-read-only`, `disk-full`, `library-vanished`.
        """
        self._check_writable()
        progress(ProgressUpdate(tr("Repairing")))
        cancel.check()
        with plain_words(self._path, file=self._file), writer_lock(self._path):
            name = self._file.removesuffix(".db")
            return repair(self._connection, self._texts, self._form.digested, self._repair_rows, name=name, hint=IMPORT_AGAIN)

    def _repair_rows(self, connection: sqlite3.Connection) -> RowRepair:
        """Repair rows whose content is intact, inside a transaction."""
        return RowRepair()

    def close(self) -> None:
        """Close the file."""
        self._shelf.clear()
        self._connection.close()

    def _pinned(self, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> Pinned[Kind]:
        """The index of the rows as they are now, pinned; one that is out of date or damaged is mended under the library's lock.

        Raises LibraryError `library-busy` and `library-read-only` where it would have to be mended, `disk-full`, `library-vanished`;
        Cancelled. Then what was there before is still there.
        """
        opened, connection = self._opened(progress, cancel)
        try:
            with plain_words(self._path, file=self._file):
                placed = self._shelf.placed(opened, encoder)
        except BaseException:
            connection.close()
            raise
        return Pinned(opened=opened, placed=placed, connection=connection, path=self._path, file=self._file)

    def _opened(self, progress: Progress, cancel: CancelToken) -> tuple[OpenedRows[Kind], sqlite3.Connection]:
        """The rows as they are now, and a connection with a read transaction that sees the same."""
        if not (self._path / self._file).exists():
            raise vanished(self._path)
        with plain_words(self._path, file=self._file):
            connection: sqlite3.Connection = connect(self._path / self._file, read_only=True).conn
            try:
                opened = self._shelf.rows(begin(connection))
                return opened or self._made(connection, progress, cancel), connection
            except BaseException:
                connection.close()
                raise

    def _made(self, connection: sqlite3.Connection, progress: Progress, cancel: CancelToken) -> OpenedRows[Kind]:
        """The same, made now from what is there; under the lock nobody else changes the rows or the folder."""
        self._check_writable()
        with writer_lock(self._path):
            connection.execute("ROLLBACK")
            state = begin(connection)
            opened = self._shelf.rows(state)
            if opened is None:
                old = self._shelf.grown_from()
                opened = make_rows(self._index, connection, self._kind, state=state, old=old, progress=progress, cancel=cancel)
                self._shelf.keep(opened)
            return opened

    def _check_writable(self) -> None:
        if self._read_only:
            raise read_only_folder(self._path)

    def _committing(self) -> None:
        """Called before every change is made to last, inside its transaction."""

    def _committed(self) -> None:
        """Called after every change, still under the lock."""

    def _check(self, table: DigestedTable, column: str, values: Sequence[object]) -> None:
        """Raise LibraryError `library-altered` where a row with one of these values in `column` is not what was written."""
        with plain_words(self._path, file=self._file):
            refuse_altered(self._path, row_digests.altered_among(self._connection, table, column, values))

    def _select(self, query: str, values: Sequence[str] = ()) -> list[tuple[Any, ...]]:
        with plain_words(self._path, file=self._file):
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        self._check_writable()
        if not (self._path / self._file).exists():
            raise vanished(self._path)
        with plain_words(self._path, file=self._file), writer_lock(self._path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                with row_digests.recording(self._connection, self._form.digested, self._form.full_texts):
                    yield self._connection
                self._committing()
                self._connection.execute("COMMIT")
                self._committed()
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
