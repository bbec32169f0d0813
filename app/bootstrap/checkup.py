"""Checking and repairing everything that a library folder holds, also what cannot be opened any more or is gone."""

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
from app.store.missing import missing_files
from app.store.narratives import SqliteNarratives
from app.store.repair import EXPORT_FIRST
from app.store.salvage import salvage_factchecks
from app.store.verifications import SqliteVerifications

_MISSING = "library-file-gone"  # which is told of all files together
_FAULTS = {"library-damaged", "library-foreign", "library-disk", "library-newer", "library-outdated", "library-strange"}
_NOT_OURS = {"library-foreign", "library-newer", "library-strange"}
"""What no repair may touch."""
_ANOTHER_KIND = "Restore the library from a backup, or delete {file} and import its contents again from where they came from."
_BESIDE = "Restore {file} from a backup; if there is none, delete it, and what was kept in it is lost."
_GONE = "Restore it from a backup. If it was removed on purpose, delete its index folder and the file .files in the library, too."

Kept = Library | PostLibrary | EvidenceLibrary


def check_library(libraries: OpenLibraries, path: Path, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
    """All checks of all files of the library in folder `path`; none raises for what it finds.

    Raises LibraryError `library-not-found` and the like where there is no library.
    """
    results: list[CheckResult] = []
    for kept, trouble in _opened(libraries, path):
        results += [trouble] if trouble else kept.verify(progress=progress, cancel=cancel) if kept else []
    results += _beside(path)
    results += [CheckResult(name=file, ok=False, detail="missing", hint=_GONE) for file in missing_files(path)]
    if not results:
        libraries.library(path)  # which says that there is none
    return tuple(results)


def repair_library(libraries: OpenLibraries, path: Path, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
    """What could be repaired of the files in folder `path`, and what could not be; nothing where all is whole.

    Raises LibraryError `library-busy`, `library-read-only`, `disk-full`, and as `check_library` does.
    """
    _refuse_others(libraries, path)
    results: list[CheckResult] = []
    for kept, trouble in _opened(libraries, path):
        results += [trouble] if trouble else kept.repair(progress=progress, cancel=cancel) if kept else []
    results += [result for result in _beside(path, seal=True) if not result.ok]
    results += [CheckResult(name=file, ok=False, detail="missing", hint=_GONE) for file in missing_files(path)]
    return tuple(results)


def _refuse_others(libraries: OpenLibraries, path: Path) -> None:
    """Raise LibraryError where there is no library, or one of another program or of a newer version."""
    if not any((path / file).exists() for file in ("library.db", "posts.db", "evidence.db")) and not missing_files(path):
        libraries.library(path)
    try:
        libraries.known_library(path)
    except LibraryError as error:
        if error.code in _NOT_OURS:
            raise


def _opened(libraries: OpenLibraries, path: Path) -> Iterator[tuple[Kept | None, CheckResult | None]]:
    """Fact-checks, posts and evidence, each where the library has it; or what is wrong with its file."""
    kinds: dict[str, Callable[[Path], Kept | None]] = {
        "library.db": libraries.known_library,
        "posts.db": libraries.known_posts,
        "evidence.db": libraries.known_evidence,
    }
    for file, opened in kinds.items():
        try:
            yield opened(path), None
        except LibraryError as error:
            if error.code == _MISSING:
                continue
            if error.code not in _FAULTS:
                raise
            rescue = EXPORT_FIRST if file == "library.db" else _ANOTHER_KIND.format(file=file)
            hint = error.hint if error.code in {"library-newer", "library-outdated"} else rescue
            yield None, CheckResult(name=f"{file.removesuffix('.db')}: database", ok=False, detail=error.message, hint=hint)


def _beside(path: Path, *, seal: bool = False) -> Iterator[CheckResult]:
    for kept in (SqliteVerifications(path), SqliteJudgements(path), SqliteNarratives(path)):
        hint = _BESIDE.format(file=kept.file)
        try:
            if seal:
                kept.seal()
            yield from kept.verify(hint=hint)
        except LibraryError as error:
            if error.code == _MISSING:
                continue
            if error.code not in _FAULTS:
                raise
            yield CheckResult(name=f"{kept.file.removesuffix('.db')}: database", ok=False, detail=error.message, hint=hint)
        finally:
            kept.close()


def readable_factchecks(path: Path, *, cancel: CancelToken) -> SalvagedFactChecks:
    """The fact-checks of a library that can be read, also of a damaged one, and what had to be left out.

    Raises LibraryError as `open_library` does, but for `library-damaged`, which is raised only where nothing can be read.
    """
    try:
        open_library(path).close()
    except LibraryError as error:
        if error.code not in {"library-damaged", "library-disk", "library-outdated"}:
            raise
    return salvage_factchecks(path, cancel=cancel)
