"""Changes a library: rows and a new index generation in one transaction, which become visible together or not at all.

The name of the current generation is stored in the database. A change writes its rows, builds the new generation aside from those
uncommitted rows, and sets the name in the same transaction: whenever the process dies, name and rows agree. Unreferenced folders
are removed by the next writer; the previous generation stays until then, since another process may be opening it.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from app.domain.importing import ChangeCounts
from app.domain.progress import CancelToken, Progress, no_progress
from app.errors import LibraryError
from app.file_replacement import flush_folder
from app.ports import LibraryChange, TextEncoder
from app.rights.permissions import make_folder
from app.store import row_digests
from app.store.analysis import ANALYSIS
from app.store.builder import Plan, build
from app.store.change_writing import write_change
from app.store.content_check import altered_factchecks
from app.store.database import INDEX, connect, disk_error, library_errors, meta, prepare, read_only_folder, set_meta, transaction, vanished
from app.store.encoding import EncoderChanged, SideFile
from app.store.files import altered_files
from app.store.generation import Generation, read_generation
from app.store.lock import writer_lock
from app.store.permission_template import DATABASE, permission_template
from app.store.schema import DIGESTED_TABLES, FACTCHECK, FULL_TEXTS
from app.store.sqlite import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Context of a change: the library's folder, encoder, progress, cancel token, and the number of vectors above which HNSW is
    used."""

    path: Path
    encoder: TextEncoder
    progress: Progress
    cancel: CancelToken
    hnsw_above: int


def apply_change(job: Job, change: LibraryChange) -> ChangeCounts:
    """Apply a change. Where it changes nothing, a readable generation stays."""
    with _writing(job.path) as database:
        counts = write_change(database.conn, change, progress=job.progress, cancel=job.cancel)
        changed = counts.added or counts.changed or counts.deleted
        if changed or (_size(database) and not _is_current(database, job.path)):
            _switch(database, job, old=_reusable(database, job.path))
    return counts


def rebuild(job: Job) -> str:
    """Build a generation only from the rows. Return its name ("" for an empty library).

    Where only the text analysis is older, the vectors are reused: they are valid, and encoding takes long.
    """
    with _writing(job.path) as database:
        # Where only the text analysis is older, the vectors are still valid, and encoding takes long.
        old = _reusable(database, job.path)
        _switch(database, job, old=old if old is not None and _worth_keeping(old, job) else None)
        return meta(database, "generation")


@contextmanager
def _writing(path: Path) -> Iterator[Database]:
    """Open the library's only writer, inside a transaction that is rolled back on any error; errors of the disk become
    LibraryErrors."""
    if not (path / DATABASE).exists():
        raise vanished(path)
    with library_errors(path), writer_lock(path):
        database = connect(path / DATABASE, read_only=False)
        try:
            prepare(database, path, read_only=False)
            # Left by a change that was killed before its commit.
            remove_orphans(path, keep={meta(database, "generation")})
            with transaction(database.conn), _recording_digests(database.conn):
                yield database
            with suppress(OSError):
                _remove_side_files(path)
        except BaseException:
            with suppress(sqlite3.Error, OSError):
                remove_orphans(path, keep={meta(database, "generation"), meta(database, "previous")})
            raise
        finally:
            database.conn.close()


@contextmanager
def _recording_digests(connection: sqlite3.Connection) -> Iterator[None]:
    """Record digests of changed rows; in a library without digests, of all rows except those that are known to be altered."""
    lacks_digests = not row_digests.has_digests(connection)
    with row_digests.recording(connection, DIGESTED_TABLES, FULL_TEXTS):
        if lacks_digests:
            row_digests.remove_digests(connection, FACTCHECK, altered_factchecks(connection, progress=no_progress, cancel=CancelToken()))
        yield


def _size(database: Database) -> int:
    return int(database.conn.execute("SELECT count(*) FROM factcheck").fetchone()[0])


def _switch(database: Database, job: Job, *, old: Generation | None) -> None:
    """Build the next generation and store its name; the caller's commit makes it current."""
    # Another process may be opening the previous generation, which the next writer removes.
    set_meta(database, "previous", meta(database, "generation"))
    if not _size(database):
        set_meta(database, "generation", "")
        set_meta(database, "manifest", "")
        return
    number = _next_number(database, job.path)
    name = f"{number:06d}"
    folder = job.path / INDEX / name
    temporary_folder = folder.with_name(f"{name}.tmp")
    digest = _built(database, job, Plan(name=name, folder=temporary_folder, old=old, hnsw_above=job.hnsw_above))
    read_generation(temporary_folder, expected=digest)
    job.cancel.check()
    temporary_folder.rename(folder)
    flush_folder(folder.parent)
    for key, value in (("sequence", str(number)), ("generation", name), ("manifest", digest)):
        set_meta(database, key, value)


def _next_number(database: Database, path: Path) -> int:
    """Return one more than any number in use. Folders are counted, too, since the stored name may be damaged."""
    numbers = [meta(database, "sequence"), *(folder.name.removesuffix(".tmp") for folder in (path / INDEX).glob("*"))]
    return 1 + max((int(name) for name in numbers if name.isascii() and name.isdigit()), default=0)


def _built(database: Database, job: Job, plan: Plan) -> str:
    """Build a generation; start again when the encoder changes its device on the way."""
    while True:
        side = SideFile(job.path / INDEX, job.encoder)
        try:
            return build(database.conn, plan, encoder=job.encoder, side=side, progress=job.progress, cancel=job.cancel)
        # The encoder moved to another device on the way, and no index mixes vectors of two devices.
        except EncoderChanged:
            shutil.rmtree(plan.folder, ignore_errors=True)


def _reusable(database: Database, path: Path) -> Generation | None:
    """Return the current generation if it is intact; otherwise the next one is built only from the rows."""
    name = meta(database, "generation")
    if not name:
        return None
    try:
        generation = read_generation(path / INDEX / name, expected=meta(database, "manifest"))
    except LibraryError:
        return None
    # Scores are computed again; all other files are copied, and must be unaltered.
    return None if altered_files(generation.folder, generation.manifest.files, leaving_out=".scores.npy") else generation


def _worth_keeping(old: Generation, job: Job) -> bool:
    """Return True where a rebuild reuses vectors of an intact generation: it was made by another text analysis, or by an encoder
    that may share vectors with the current one (a `Successor`). In any other case the user who asks for a rebuild wants everything new."""
    return old.manifest.analysis != ANALYSIS or not job.encoder.identity.same_model(old.manifest.encoder.key())


def _is_current(database: Database, path: Path) -> bool:
    """Return True where the current generation can be opened and was made by this version's text analysis."""
    try:
        generation = read_generation(path / INDEX / meta(database, "generation"), expected=meta(database, "manifest"))
    except LibraryError:
        return False
    return generation.manifest.analysis == ANALYSIS


def remove_orphans(path: Path, *, keep: set[str]) -> None:
    """Remove generation folders except those in `keep`; files that another program has open are left for later."""
    for folder in (path / INDEX).glob("*"):
        if folder.is_dir() and folder.name not in keep:
            shutil.rmtree(folder, ignore_errors=True)


def _remove_side_files(path: Path) -> None:
    for file in (path / INDEX).glob("unfinished-*.bin"):
        file.unlink(missing_ok=True)


def check_writable(path: Path, *, read_only: bool) -> None:
    """Raise LibraryError if the library was opened, or can only be opened, for reading."""
    if read_only:
        raise read_only_folder(path)
    probe = path / INDEX
    try:
        make_folder(probe, like=permission_template(path), parents=False)
    except OSError as error:
        raise disk_error(path, error) from error
