"""Base of the small SQLite files next to a library's fact-checks; each is created when something is first stored in it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from app.domain.importing import CheckResult
from app.rights.permissions import make_folder
from app.store import file_list, row_digests
from app.store.database import Format, connect, library_errors, may_write, prepare, read_only_folder, refuse_altered, vanished
from app.store.digest_check import check_rows
from app.store.repair import integrity_problem
from app.store.row_digests import DigestedTable
from app.store.stored_values import reading_stored_values, row_as

T = TypeVar("T")


class SidecarDatabase:
    """One connection, opened at first use; each change is one transaction. Raises LibraryError: `library-foreign`, `library-newer`,
    `library-outdated`, `library-damaged`, `library-read-only`, `library-busy`, `library-vanished`, `disk-full`. After an error
    the previous state is unchanged."""

    def __init__(self, path: Path, form: Format) -> None:
        self._path, self._form = path, form
        self._connection: sqlite3.Connection | None = None

    @property
    def file(self) -> str:
        """Name of the file."""
        return self._form.file

    def close(self) -> None:
        """Close the file, if it was opened."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()

    def verify(self, *, hint: str) -> tuple[CheckResult, ...]:
        """Check the file's integrity, and every row against its digest. Return nothing where there is no file.

        Raises LibraryError where it cannot be opened.
        """
        connection = self._opened()
        if connection is None:
            return ()
        name, problem = self._form.file.removesuffix(".db"), integrity_problem(connection)
        integrity = CheckResult(name=f"{name}: database", ok=not problem, detail=problem or "whole", hint=hint if problem else "")
        return (integrity, check_rows(connection, self._form.digested, name=f"{name}: contents", hint=hint))

    def add_digests(self) -> None:
        """Add the digests that a file of version 0.1 lacks. Raises LibraryError."""
        connection = self._opened()
        if connection is not None and not row_digests.has_digests(connection):
            with self._change():
                pass

    def _check(self, table: DigestedTable, column: str = "", values: Sequence[object] = ()) -> None:
        """Raise LibraryError `library-altered` for an altered row: any, or one with one of these values in `column`."""
        connection = self._opened()
        if connection is None or not column:
            refuse_altered(self._path, self._altered(table))
            return
        with library_errors(self._path, file=self._form.file):
            refuse_altered(self._path, row_digests.altered_among(connection, table, column, values))

    def _altered(self, table: DigestedTable) -> list[str]:
        """Return the labels of altered rows."""
        connection = self._opened()
        if connection is None or not row_digests.has_digests(connection):
            return []
        with library_errors(self._path, file=self._form.file):
            return row_digests.altered_or_missing(connection, table)

    def _opened(self, *, create: bool = False) -> sqlite3.Connection | None:
        """Return the connection; None where there is no file and `create` is false."""
        file = self._path / self._form.file
        if self._connection is not None:
            if not file.is_file():
                raise vanished(self._path)
            return self._connection
        if not file.is_file() and not create:
            file_list.refuse_missing(self._path, self._form.file)
            return None
        with library_errors(self._path, file=self._form.file):
            if create:
                make_folder(self._path)
            read_only = not may_write(self._path)
            if read_only and create:
                raise read_only_folder(self._path)
            database = connect(file, read_only=read_only, reading=not create)
            try:
                prepare(database, self._path, read_only=read_only, form=self._form)
            except BaseException:
                database.conn.close()
                raise
        self._connection = database.conn
        return self._connection

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query; nothing where there is no file."""
        connection = self._opened()
        if connection is None:
            return []
        with library_errors(self._path, file=self._form.file):
            return connection.execute(query, values).fetchall()

    def _rows_as(self, kind: type[T], query: str, values: Sequence[object] = ()) -> list[T]:
        """Return the rows of a query, each as this tuple of types."""
        with library_errors(self._path, file=self._form.file):
            return row_as(list[kind], self._rows(query, values))  # type: ignore[valid-type]

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Translate errors of reading stored values to LibraryError `library-damaged`."""
        with library_errors(self._path, file=self._form.file), reading_stored_values():
            yield

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """Open a transaction that is on the disk when it ends, or rolled back as a whole."""
        connection = self._opened(create=True)
        assert connection is not None
        if not may_write(self._path):
            raise read_only_folder(self._path)
        with library_errors(self._path, file=self._form.file):
            connection.execute("BEGIN IMMEDIATE")
            try:
                with row_digests.recording(connection, self._form.digested):
                    yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
