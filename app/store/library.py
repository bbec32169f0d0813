"""The library on disk: opening it, and the Library port over SQLite and index generations."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from app.domain.factcheck import EVERY_FACTCHECK, NATURAL_ORDER, FactCheck, FactCheckFilter, FactCheckOrder
from app.domain.importing import ChangeCounts, CheckResult, LibraryStatistics
from app.domain.overview import DuplicatePage, PublisherSummary, StoredRating
from app.domain.progress import CancelToken, Progress
from app.errors import LibraryError
from app.ports import LibraryChange, LibrarySnapshot, SearchPage, TextEncoder
from app.rights.permissions import make_folder
from app.store import checking, file_list, fulltext, overview, row_digests, summary
from app.store.analysis import ANALYSIS
from app.store.builder import HNSW_ABOVE
from app.store.database import INDEX, check_folder, connect, damaged, library_errors, may_write, meta, prepare, refuse_altered, vanished
from app.store.digest_check import FullTextGuard
from app.store.evidence.schema import COPIES as EVIDENCE_COPIES
from app.store.evidence.schema import FILE as EVIDENCE
from app.store.evidence.schema import INDEX as EVIDENCE_INDEX
from app.store.factcheck_repair import TEXTS, repair_factchecks
from app.store.files import index_outdated
from app.store.generation_cache import GenerationCache
from app.store.judgements import FILE as JUDGEMENTS
from app.store.lock import writer_lock
from app.store.permission_template import DATABASE
from app.store.posts.schema import FILE as POSTS
from app.store.posts.schema import INDEX as POSTS_INDEX
from app.store.repair import repair
from app.store.rows import FACTCHECK_COLUMNS, chunks, factcheck_of, placeholders
from app.store.schema import BODY, DIGESTED_TABLES, FACTCHECK, FULL_TEXTS
from app.store.snapshot import Snapshot
from app.store.sqlite import Database
from app.store.verifications import FILE as VERIFICATIONS
from app.store.writer import Job, apply_change, check_writable, rebuild
from app.translation import tr

_ATTEMPTS = 3
_FILES = {f"{name}{end}" for name in (DATABASE, POSTS, EVIDENCE, VERIFICATIONS, JUDGEMENTS) for end in ("", "-wal", "-shm", "-journal")}
_FOLDERS = {INDEX, POSTS_INDEX, EVIDENCE_INDEX, EVIDENCE_COPIES, "adapting"}
_OURS = _FILES | _FOLDERS | {"writer.lock", "adapting.lock", "desktop.ini", "Thumbs.db"}


def open_library(path: Path, *, create: bool = False, read_only: bool = False, hnsw_above: int = HNSW_ABOVE) -> SqliteLibrary:
    """Open the library in folder `path`; with `create` an absent or empty folder becomes one.

    A folder that cannot be written is opened for reading. Fields with more than `hnsw_above` vectors are searched with HNSW
    from the next change on. Raises LibraryError: `library-not-found`, `library-not-a-folder`, `library-foreign`,
    `library-newer`, `library-outdated`, `library-damaged`, `library-read-only`.
    """
    path = Path(path)
    _check_folder(path, create=create and not read_only)
    read_only = read_only or not may_write(path)
    with library_errors(path):
        database = connect(path / DATABASE, read_only=read_only, reading=True)
        try:
            prepare(database, path, read_only=read_only)
        except BaseException:
            database.conn.close()
            raise
    return SqliteLibrary(path, database, read_only=read_only, hnsw_above=hnsw_above)


def _check_folder(path: Path, *, create: bool) -> None:
    check_folder(path)
    if (path / DATABASE).is_file():
        return
    foreign_names = {entry.name for entry in path.iterdir() if not entry.name.startswith(".")} - _OURS if path.exists() else set()
    if foreign_names:
        message = tr("The folder {path} holds other files and no library.", path=path)
        raise LibraryError("library-foreign", message, hint=tr("Choose another folder."))
    if not create:
        file_list.refuse_missing(path, DATABASE, (INDEX,))
        message = tr("There is no library in {path}.", path=path)
        raise LibraryError(
            "library-not-found", message, hint=tr("Import fact-checks first, or choose another library (on the command line by --library).")
        )
    with library_errors(path):
        make_folder(path)


class SqliteLibrary:
    """Library over SQLite. One connection serves searches by the user; every change and every snapshot has its own."""

    def __init__(self, path: Path, database: Database, *, read_only: bool, hnsw_above: int) -> None:
        self._path = path
        self._database = database
        self._read_only = read_only
        self._hnsw_above = hnsw_above
        self._cache = GenerationCache()
        self._full_text = FullTextGuard(path, FULL_TEXTS)

    @property
    def path(self) -> Path:
        """Folder of the library."""
        return self._path

    def __len__(self) -> int:
        with library_errors(self._path):
            return int(self._reader.execute("SELECT count(*) FROM factcheck").fetchone()[0])

    @property
    def _reader(self) -> sqlite3.Connection:
        connection: sqlite3.Connection = self._database.conn
        return connection

    def snapshot(self) -> LibrarySnapshot:
        """Return the current generation, pinned. Raises LibraryError `library-empty`, `index-damaged`, `index-outdated`,
        `library-vanished`."""
        self._check_there()
        for attempt in range(_ATTEMPTS):
            with library_errors(self._path):
                database = connect(self._path / DATABASE, read_only=True)
            try:
                return self._pinned(database)
            except LibraryError as error:
                database.conn.close()
                moved = error.code == "index-damaged" and attempt + 1 < _ATTEMPTS and self._moved_on(error)
                if not moved:
                    raise
            except BaseException:
                database.conn.close()
                raise
        raise damaged(self._path, tr("its index changes faster than it can be read"))

    def _pinned(self, database: Database) -> Snapshot:
        with library_errors(self._path):
            database.conn.execute("BEGIN")
            name, manifest = meta(database, "generation"), meta(database, "manifest")
            self._last_tried = name
            if not name:
                message = tr("The library {path} holds no fact-checks yet.", path=self._path)
                raise LibraryError("library-empty", message, hint=tr("Import some first."))
            generation = self._cache.open(self._path / INDEX / name, expected=manifest)
        if generation.generation.manifest.analysis != ANALYSIS:
            raise index_outdated(self._path)
        return Snapshot(generation, database.conn, self._path)

    def _moved_on(self, error: LibraryError) -> bool:
        """Return True where the generation that could not be opened has been replaced meanwhile."""
        return meta(self._database, "generation") != self._last_tried

    def _check_there(self) -> None:
        if not (self._path / DATABASE).exists():
            raise vanished(self._path)

    def apply(self, change: LibraryChange, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Write rows and a new index generation, which become visible together or not at all, also after a kill.

        Raises LibraryError `library-busy`, `library-read-only`, `disk-full`, `library-vanished`; Cancelled. Then nothing has
        changed.
        """
        return apply_change(self._job(encoder, progress, cancel), change)

    def rebuild(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> str:
        """Build a new generation from the rows with this encoder, and return its name. The old generation serves until it is
        finished."""
        return rebuild(self._job(encoder, progress, cancel))

    def repair(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Rebuild what derives from intact rows: full text, groups, indexes of the database. Return one result for each repair that
        was made or failed.

        Raises LibraryError `library-busy`, `library-read-only`, `disk-full`, `library-vanished`; Cancelled.
        """
        self._check_there()
        check_writable(self._path, read_only=self._read_only)
        repair_rows = partial(repair_factchecks, progress=progress, cancel=cancel)
        with library_errors(self._path), writer_lock(self._path):
            return repair(self._reader, TEXTS, DIGESTED_TABLES, repair_rows, name="fact-checks", hint=checking.AGAIN)

    def _job(self, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> Job:
        self._check_there()
        check_writable(self._path, read_only=self._read_only)
        self._cache.clear()
        return Job(path=self._path, encoder=encoder, progress=progress, cancel=cancel, hnsw_above=self._hnsw_above)

    def get(self, ids: Sequence[str]) -> dict[str, FactCheck]:
        """Return the known fact-checks among these ids, with bodies."""
        factchecks: dict[str, FactCheck] = {}
        columns = ", ".join(FACTCHECK_COLUMNS)
        with library_errors(self._path):
            for chunk in chunks(dict.fromkeys(ids)):
                query = f"SELECT {columns}, body FROM factcheck JOIN body ON body.row = factcheck.row WHERE id IN ({placeholders(chunk)})"
                for *values, body in self._reader.execute(query, chunk).fetchall():
                    factchecks[values[0]] = factcheck_of(values, body=body)
            self._check(list(factchecks))
        return {name: factchecks[name] for name in dict.fromkeys(ids) if name in factchecks}

    def same_as(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return for each known id the other ids of its duplicate group, in id order."""
        with library_errors(self._path):
            groups = fulltext.same_as(self._reader, ids)
            refuse_altered(self._path, row_digests.altered_among(self._reader, FACTCHECK, "id", list(groups)))
        return groups

    def search(
        self,
        text: str,
        *,
        among: FactCheckFilter = EVERY_FACTCHECK,
        order: FactCheckOrder = NATURAL_ORDER,
        offset: int = 0,
        limit: int = 50,
    ) -> SearchPage:
        """Search claim, title and body for words; an empty text lists all, newest first unless another order is given."""
        with library_errors(self._path):
            if text.strip():
                self._full_text.check(self._reader)
            page = fulltext.search(self._reader, text, among=among, order=order, offset=offset, limit=limit)
            self._check([item.id for item in page.items])
        return page

    def _check(self, ids: Sequence[str]) -> None:
        """Raise LibraryError `library-altered` if one of these fact-checks was altered."""
        refuse_altered(self._path, row_digests.altered_among(self._reader, FACTCHECK, "id", ids))
        query = "SELECT row, id FROM factcheck WHERE id IN ({})"
        names = {row: name for chunk in chunks(ids) for row, name in self._reader.execute(query.format(placeholders(chunk)), chunk)}
        refuse_altered(self._path, [names[int(row)] for row in row_digests.altered_among(self._reader, BODY, "row", list(names))])

    def publishers(self) -> tuple[PublisherSummary, ...]:
        """Return every publisher, most fact-checks first."""
        with library_errors(self._path):
            return overview.publishers(self._reader)

    def ratings(self) -> tuple[StoredRating, ...]:
        """Return every rating of every publisher with its stored verdict and rule, most frequent first."""
        with library_errors(self._path):
            return overview.ratings(self._reader)

    def duplicates(self, *, offset: int = 0, limit: int = 50) -> DuplicatePage:
        """Return groups of more than one: first those whose verdicts differ, then the largest."""
        with library_errors(self._path):
            return overview.duplicates(self._reader, offset=offset, limit=limit)

    def index_encoder(self) -> str:
        """Return the key of the encoder that made the current generation; "" where there is none that can be read."""
        with library_errors(self._path):
            return summary.index_encoder(self._database, self._path)

    def check_ahead(self) -> None:
        """Start to verify the index's files in the background; `snapshot` waits for the end and raises what was found."""
        with library_errors(self._path):
            name, manifest = meta(self._database, "generation"), meta(self._database, "manifest")
        if name:
            self._cache.check_ahead(self._path / INDEX / name, expected=manifest)

    def statistics(self) -> LibraryStatistics:
        """Return counts, dates and sizes."""
        with library_errors(self._path):
            return summary.statistics(self._database, self._path)

    def verify(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Check database, manifest and hashes, and compare the index's rows with those of the database."""
        self._check_there()
        return checking.verify(self._database, self._path, progress=progress, cancel=cancel)

    def close(self) -> None:
        """Close the reading connection; snapshots are closed separately."""
        self._cache.clear()
        self._database.conn.close()
