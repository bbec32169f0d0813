"""Checks and repairs all databases in a library folder, including those that cannot be opened or are missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from app.bootstrap.open_libraries import OpenLibraries
from app.domain.importing import CheckResult, SalvagedFactChecks
from app.domain.progress import CancelToken, Progress
from app.errors import LibraryError
from app.ports import EvidenceLibrary, Library, PostLibrary
from app.store import open_library
from app.store.judgements import SqliteJudgements
from app.store.missing_files import missing_files
from app.store.narratives import SqliteNarratives
from app.store.repair import EXPORT_FIRST
from app.store.salvage import salvage_factchecks
from app.store.verifications import SqliteVerifications

_MISSING = "library-file-gone"  # missing files are reported together, at the end
_FAULTS = {"library-damaged", "library-foreign", "library-disk", "library-newer", "library-outdated", "library-strange"}
_UNTOUCHABLE = {"library-foreign", "library-newer", "library-strange"}
"""Faults of files that a repair must not change."""
_RESTORE_OR_IMPORT = "Restore the library from a backup, or delete {file} and import its contents again from where they came from."
_RESTORE = "Restore {file} from a backup; if there is none, delete it, and what was kept in it is lost."
_RESTORE_MISSING = (
    "Restore it from a backup. If it was removed on purpose, delete its index folder and the file .files in the library, too."
)

AnyLibrary = Library | PostLibrary | EvidenceLibrary


def check_library(libraries: OpenLibraries, path: Path, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
    """Check all files of the library in folder `path`. Faults are returned as results.

    Raises LibraryError, such as `library-not-found`, where there is no library; Cancelled.
    """
    results: list[CheckResult] = []
    for part, fault in _open_each(libraries, path):
        results += [fault] if fault else part.verify(progress=progress, cancel=cancel) if part else []
    results += _check_small_files(path)
    results += [CheckResult(name=file, ok=False, detail="missing", hint=_RESTORE_MISSING) for file in missing_files(path)]
    if not results:
        libraries.library(path)  # raises the error that there is none
    return tuple(results)


def repair_library(libraries: OpenLibraries, path: Path, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
    """Repair all files of the library in folder `path`. Return one result for each repair that was made or failed; none if all is intact.

    Raises LibraryError `library-busy`, `library-read-only`, `disk-full`, and as `check_library` does.
    """
    _refuse_foreign(libraries, path)
    results: list[CheckResult] = []
    for part, fault in _open_each(libraries, path):
        results += [fault] if fault else part.repair(progress=progress, cancel=cancel) if part else []
    results += [result for result in _check_small_files(path, add_digests=True) if not result.ok]
    results += [CheckResult(name=file, ok=False, detail="missing", hint=_RESTORE_MISSING) for file in missing_files(path)]
    return tuple(results)


def _refuse_foreign(libraries: OpenLibraries, path: Path) -> None:
    """Raise LibraryError without a library, or with a database of another program or of a newer version."""
    if not any((path / file).exists() for file in ("library.db", "posts.db", "evidence.db")) and not missing_files(path):
        libraries.library(path)
    try:
        libraries.existing_library(path)
    except LibraryError as error:
        if error.code in _UNTOUCHABLE:
            raise


def _open_each(libraries: OpenLibraries, path: Path) -> Iterator[tuple[AnyLibrary | None, CheckResult | None]]:
    """Open the libraries of fact-checks, posts and evidence. Yield each, None where it does not exist, or the fault of its file."""
    openers: dict[str, Callable[[Path], AnyLibrary | None]] = {
        "library.db": libraries.existing_library,
        "posts.db": libraries.existing_posts,
        "evidence.db": libraries.existing_evidence,
    }
    for file, opener in openers.items():
        try:
            yield opener(path), None
        except LibraryError as error:
            if error.code == _MISSING:
                continue
            if error.code not in _FAULTS:
                raise
            advice = EXPORT_FIRST if file == "library.db" else _RESTORE_OR_IMPORT.format(file=file)
            hint = error.hint if error.code in {"library-newer", "library-outdated"} else advice
            yield None, CheckResult(name=f"{file.removesuffix('.db')}: database", ok=False, detail=error.message, hint=hint)


def _check_small_files(path: Path, *, add_digests: bool = False) -> Iterator[CheckResult]:
    """Check the files of verifications, judgements and narratives."""
    for database in (SqliteVerifications(path), SqliteJudgements(path), SqliteNarratives(path)):
        hint = _RESTORE.format(file=database.file)
        try:
            if add_digests:
                database.add_digests()
            yield from database.verify(hint=hint)
        except LibraryError as error:
            if error.code == _MISSING:
                continue
            if error.code not in _FAULTS:
                raise
            yield CheckResult(name=f"{database.file.removesuffix('.db')}: database", ok=False, detail=error.message, hint=hint)
        finally:
            database.close()


def readable_factchecks(path: Path, *, cancel: CancelToken) -> SalvagedFactChecks:
    """Read the intact fact-checks of a library, even a damaged one, and list those that had to be left out.

    Raises LibraryError as `open_library` does, except that `library-damaged` is raised only where nothing can be read; Cancelled.
    """
    try:
        open_library(path).close()
    except LibraryError as error:
        if error.code not in {"library-damaged", "library-disk", "library-outdated"}:
            raise
    return salvage_factchecks(path, cancel=cancel)
