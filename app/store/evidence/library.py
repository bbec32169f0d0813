"""The EvidenceLibrary port over one SQLite file in the library's folder."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

from app.domain.evidence import EvidenceDocument, EvidenceFilter, EvidencePage, EvidenceStatistics, ReadEvidence, SourceWarning
from app.domain.importing import ChangeCounts, CheckResult
from app.domain.progress import CancelToken, Progress
from app.errors import LibraryError
from app.ports import EvidenceIndex, PassageCutter, TextEncoder
from app.store.database import Format, library_errors
from app.store.evidence.copies import Copies
from app.store.evidence.index import WARNINGS, SqliteEvidenceIndex
from app.store.evidence.repair import TEXTS, repair_evidence
from app.store.evidence.rows import PASSAGES, PassageRows
from app.store.evidence.schema import (
    APPLICATION_ID,
    COPIES,
    DOCUMENT,
    FILE,
    FULL_TEXTS,
    INDEX,
    MIGRATIONS,
    PASSAGE,
    READABLE_FROM,
    VERSION,
    WARNING,
)
from app.store.evidence.searching import DOCUMENT_COLUMNS, document_of, search
from app.store.evidence.summary import statistics
from app.store.evidence.writing import delete_documents, update_date, update_language, write_documents, write_rows
from app.store.repair import RowRepair
from app.store.row_index.file import IndexedDatabase, open_file
from app.store.rows import chunks, placeholders
from app.store.source_ids import OWN_ID
from app.store.stored_values import row_as
from app.translation import tr

_FORMAT = Format(FILE, APPLICATION_ID, MIGRATIONS, VERSION, (DOCUMENT, PASSAGE, WARNING, OWN_ID), READABLE_FROM, FULL_TEXTS)


def open_evidence(path: Path, *, cut: PassageCutter, create: bool = False, threads: int = 1) -> SqliteEvidence:
    """Open the evidence of the library in folder `path`; with `create` the file and its folder are made. `cut` splits imported
    documents into passages, `threads` is the number of threads of vector search.

    Raises LibraryError: `evidence-not-found`, `library-foreign`, `library-newer`, `library-outdated`, `library-damaged`,
    `library-read-only`, `library-not-a-folder`.
    """
    path = Path(path)
    message = tr("The library {path} holds no evidence yet.", path=path)
    missing = LibraryError("evidence-not-found", message, hint=tr("Import some first."))
    connection, read_only = open_file(path, _FORMAT, create=create, missing=missing, traces=(INDEX, COPIES))
    return SqliteEvidence(path, connection, cut=cut, read_only=read_only, threads=threads)


class SqliteEvidence(IndexedDatabase[PassageRows]):
    """EvidenceLibrary over SQLite."""

    def __init__(self, path: Path, connection: sqlite3.Connection, *, cut: PassageCutter, read_only: bool, threads: int) -> None:
        super().__init__(path, connection, form=_FORMAT, index=INDEX, kind=PASSAGES, texts=TEXTS, read_only=read_only, threads=threads)
        self._cut, self._copies = cut, Copies(path)

    def __len__(self) -> int:
        return int(self._select("SELECT count(*) FROM document")[0][0])

    def add(self, documents: Iterable[EvidenceDocument], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Add documents, all of them or none."""
        with self._change() as connection:
            self._copies.begin()
            return write_documents(connection, documents, cut=self._cut, progress=progress, cancel=cancel)

    def add_rows(self, rows: Iterable[ReadEvidence], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Add what was read from files, all of it or nothing."""
        with self._change() as connection:
            self._copies.begin()
            return write_rows(connection, rows, cut=self._cut, progress=progress, cancel=cancel)

    def keep(self, content: bytes, *, suffix: str) -> str:
        """Store a copy of a file; return its path below the library's folder."""
        with library_errors(self._path, file=FILE):
            return self._copies.keep(content, suffix)

    def set_date(self, document: str, published: date | None) -> bool:
        """Set a document's publication date, which another import of the same content does not change."""
        with self._change() as connection:
            return update_date(connection, document, published)

    def set_language(self, ids: Sequence[str], language: str) -> int:
        """Set the language of documents, which another import of the same content does not change."""
        with self._change() as connection:
            return update_language(connection, ids, language)

    def delete(self, ids: Sequence[str], *, cancel: CancelToken) -> int:
        """Delete documents with their passages."""
        with self._change() as connection:
            return delete_documents(connection, ids, cancel=cancel)

    def get(self, ids: Sequence[str]) -> dict[str, EvidenceDocument]:
        """Return the known documents among these ids."""
        documents: dict[str, EvidenceDocument] = {}
        with library_errors(self._path, file=FILE):
            for chunk in chunks(dict.fromkeys(ids)):
                for row in self._select(f"SELECT {DOCUMENT_COLUMNS} FROM document WHERE id IN ({placeholders(chunk)})", chunk):
                    documents[row[0]] = document_of(row)
        self._check(DOCUMENT, "id", list(documents))
        return {name: documents[name] for name in dict.fromkeys(ids) if name in documents}

    def search(self, text: str, *, among: EvidenceFilter, offset: int = 0, limit: int = 50) -> EvidencePage:
        """Return one page, best matches first; an empty text lists all documents, latest first."""
        with library_errors(self._path, file=FILE):
            if text.strip():
                self._full_text.check(self._connection)
            page = search(self._connection, text, among=among, offset=offset, limit=limit)
        self._check(DOCUMENT, "id", [item.id for item in page.items])
        return page

    def statistics(self) -> EvidenceStatistics:
        """Return counts, dates and size on disk."""
        with library_errors(self._path, file=FILE):
            return statistics(self._connection, self._path)

    def index(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> EvidenceIndex:
        """Return the index of the current passages, pinned; an outdated or damaged index is first rebuilt under the library's lock.

        Raises LibraryError `library-busy` and `library-read-only` where a rebuild is needed and impossible, `disk-full`,
        `library-vanished`; Cancelled. After an error the previous state is unchanged.
        """
        return SqliteEvidenceIndex(self._pinned(encoder, progress, cancel))

    def warnings(self) -> tuple[SourceWarning, ...]:
        """Return the user's list of sources, by host."""
        with library_errors(self._path, file=FILE):
            rows = row_as(list[tuple[str, str, str]], self._select(WARNINGS))
        warnings = tuple(SourceWarning(host=host, kind=kind, note=note) for host, kind, note in rows)
        self._check(WARNING, "host", [warning.host for warning in warnings])
        return warnings

    def keep_warnings(self, warnings: Sequence[SourceWarning]) -> None:
        """Replace the list of sources; of several rows of one host the last counts."""
        with self._change() as connection:
            connection.execute("DELETE FROM warning")
            rows = [(warning.host, warning.kind, warning.note) for warning in warnings]
            connection.executemany("INSERT OR REPLACE INTO warning (host, kind, note) VALUES (?, ?, ?)", rows)

    def verify(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Check the database, the index and the copies."""
        return (*super().verify(progress=progress, cancel=cancel), self._copies.check(self._connection, cancel=cancel))

    def repair(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Repair the database, and report copies that are missing or altered, which cannot be restored."""
        copies = self._copies.check(self._connection, cancel=cancel)
        return (*super().repair(progress=progress, cancel=cancel), *(() if copies.ok else (copies,)))

    def _repair_rows(self, connection: sqlite3.Connection) -> RowRepair:
        return repair_evidence(connection, cut=self._cut)

    def _committing(self) -> None:
        self._copies.flush()

    def _committed(self) -> None:
        self._copies.sweep(self._connection)
