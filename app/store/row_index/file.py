"""Base of posts and evidence: a SQLite file next to the fact-checks with one connection, and an index that follows its changes."""

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
    library_errors,
    may_write,
    prepare,
    read_only_folder,
    refuse_altered,
    vanished,
)
from app.store.digest_check import FullTextGuard
from app.store.lock import writer_lock
from app.store.repair import FullText, RowRepair, repair
from app.store.row_digests import DigestedTable
from app.store.row_index.checking import IMPORT_AGAIN, check_indexed_database
from app.store.row_index.encoding import encode_rows
from app.store.row_index.folder import OpenedRows, make_rows
from app.store.row_index.index_cache import IndexCache, PinnedState
from app.store.row_index.kind import Kind, RowKind
from app.store.row_index.state import begin
from app.translation import tr


def open_file(
    path: Path, form: Format, *, create: bool, missing: LibraryError, traces: Sequence[str] = ()
) -> tuple[sqlite3.Connection, bool]:
    """Open the file of this format in the library's folder. Return the connection, and True where it may only be read. `missing` is
    raised where the file does not exist, unless `create`; the folders `traces` exist only next to it.

    Raises LibraryError: `library-foreign`, `library-newer`, `library-outdated`, `library-damaged`, `library-read-only`,
    `library-not-a-folder`, `library-file-gone`.
    """
    check_folder(path)
    if not (path / form.file).is_file():
        if not create:
            file_list.refuse_missing(path, form.file, traces)
            raise missing
        with library_errors(path, file=form.file):
            make_folder(path)
    read_only = not may_write(path)
    with library_errors(path, file=form.file):
        database = connect(path / form.file, read_only=read_only, reading=True)
        try:
            prepare(database, path, read_only=read_only, form=form)
        except BaseException:
            database.conn.close()
            raise
    return database.conn, read_only


class IndexedDatabase(Generic[Kind]):
    """One connection for everything; each change is one transaction under the library's writer lock. `form` is the format of the
    database in the library's folder `path`, `index` the folder of its index. Each state of the database has a name (`state`)."""

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
        self._cache = IndexCache(self._index, kind, threads=threads)

    def encode(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> int:
        """Make the missing vectors and return how many.

        A million texts take an hour. The library's own lock is free meanwhile, and rows may change; a lock of the index's folder
        keeps a second process from doing the same work. Raises what `index` does, and ModelError; finished vectors are kept.
        """
        opened_rows, connection = self._opened(progress, cancel)
        try:
            connection.execute("ROLLBACK")  # a transaction of an hour would let SQLite's log grow
            self._check_writable()
            self._cache.forget_vectors()
            with library_errors(self._path, file=self._file), writer_lock(self._index):
                return encode_rows(self._index, connection, self._kind, opened_rows.rows, encoder=encoder, progress=progress, cancel=cancel)
        finally:
            connection.close()

    def verify(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Check that everything is as it was written. Changes nothing; faults are reported in the results, not raised."""
        name = self._file.removesuffix(".db")
        contents = (self._form.digested, self._texts)
        return check_indexed_database(self._connection, self._index, *contents, name=name, progress=progress, cancel=cancel)

    def repair(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Rebuild what derives from intact rows. Return one result for each repair that was made or failed.

        Raises LibraryError `library-busy`, `library-read-only`, `disk-full`, `library-vanished`.
        """
        self._check_writable()
        progress(ProgressUpdate(tr("Repairing")))
        cancel.check()
        with library_errors(self._path, file=self._file), writer_lock(self._path):
            name = self._file.removesuffix(".db")
            return repair(self._connection, self._texts, self._form.digested, self._repair_rows, name=name, hint=IMPORT_AGAIN)

    def _repair_rows(self, connection: sqlite3.Connection) -> RowRepair:
        """Repair rows whose content is intact, inside a transaction."""
        return RowRepair()

    def close(self) -> None:
        """Close the file."""
        self._cache.clear()
        self._connection.close()

    def _pinned(self, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> PinnedState[Kind]:
        """Return the index of the current rows, pinned; an outdated or damaged index is first rebuilt under the library's lock.

        Raises LibraryError `library-busy` and `library-read-only` where a rebuild is needed and impossible, `disk-full`,
        `library-vanished`; Cancelled. After an error the previous state is unchanged.
        """
        opened_rows, connection = self._opened(progress, cancel)
        try:
            with library_errors(self._path, file=self._file):
                row_vectors = self._cache.row_vectors(opened_rows, encoder)
        except BaseException:
            connection.close()
            raise
        return PinnedState(opened=opened_rows, row_vectors=row_vectors, connection=connection, path=self._path, file=self._file)

    def _opened(self, progress: Progress, cancel: CancelToken) -> tuple[OpenedRows[Kind], sqlite3.Connection]:
        """Return the current rows, and a connection whose read transaction sees the same state."""
        if not (self._path / self._file).exists():
            raise vanished(self._path)
        with library_errors(self._path, file=self._file):
            connection: sqlite3.Connection = connect(self._path / self._file, read_only=True).conn
            try:
                opened_rows = self._cache.rows(begin(connection))
                return opened_rows or self._made(connection, progress, cancel), connection
            except BaseException:
                connection.close()
                raise

    def _made(self, connection: sqlite3.Connection, progress: Progress, cancel: CancelToken) -> OpenedRows[Kind]:
        """Build the index of the current rows under the library's lock, which keeps others from changing rows and folder."""
        self._check_writable()
        with writer_lock(self._path):
            connection.execute("ROLLBACK")
            state = begin(connection)
            opened_rows = self._cache.rows(state)
            if opened_rows is None:
                old = self._cache.rows_to_extend()
                opened_rows = make_rows(self._index, connection, self._kind, state=state, old=old, progress=progress, cancel=cancel)
                self._cache.keep(opened_rows)
            return opened_rows

    def _check_writable(self) -> None:
        if self._read_only:
            raise read_only_folder(self._path)

    def _committing(self) -> None:
        """Hook that is called before every commit, inside the transaction."""

    def _committed(self) -> None:
        """Hook that is called after every commit, still under the lock."""

    def _check(self, table: DigestedTable, column: str, values: Sequence[object]) -> None:
        """Raise LibraryError `library-altered` if a row with one of these values in `column` was altered."""
        with library_errors(self._path, file=self._file):
            refuse_altered(self._path, row_digests.altered_among(self._connection, table, column, values))

    def _select(self, query: str, values: Sequence[str] = ()) -> list[tuple[Any, ...]]:
        with library_errors(self._path, file=self._file):
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        self._check_writable()
        if not (self._path / self._file).exists():
            raise vanished(self._path)
        with library_errors(self._path, file=self._file), writer_lock(self._path):
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
