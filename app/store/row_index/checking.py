"""Checks of `library verify` for posts and evidence: the database is intact, and the index files are unaltered."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from app.domain.importing import CheckResult
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.store.database import BUSY_SECONDS
from app.store.digest_check import check_rows
from app.store.files import FileRecord, altered_files
from app.store.generation import Hashes
from app.store.repair import FullText, full_text_problem, integrity_problem
from app.store.row_digests import DigestedTable
from app.store.row_index.digests import matching_positions
from app.store.row_index.folder import indexed_words, read_manifest
from app.store.row_index.vector_file import VectorFile, dimension_of, vector_paths
from app.translation import tr

_MADE_ANEW = "the program makes it anew when it is next opened"
IMPORT_AGAIN = "Import these again from where they came from, delete them, or restore the library from a backup."
REPAIR = "Run `priorcheck library rebuild`, which repairs what can be repaired; otherwise restore the library from a backup."


def check_indexed_database(
    connection: sqlite3.Connection,
    index: Path,
    tables: Sequence[DigestedTable],
    texts: Sequence[FullText],
    *,
    name: str,
    progress: Progress,
    cancel: CancelToken,
) -> tuple[CheckResult, ...]:
    """Check a database with its index in folder `index`; `name` is the prefix of each check's name. Faults are reported in the
    results, not raised. A missing or altered index is no fault: it is rebuilt from the database at its next use."""
    progress(ProgressUpdate(tr("Checking {name}", name=name)))
    rows = check_rows(connection, tables, name=f"{name}: contents", hint=IMPORT_AGAIN)
    return (_database(connection, texts, name), rows, _index(index, name), *_vectors(index, name, cancel))


def _database(connection: sqlite3.Connection, texts: Sequence[FullText], name: str) -> CheckResult:
    """Check the database and its full texts. In a read-only library the full texts are skipped, since SQLite treats that comparison
    as a write."""
    connection.execute("PRAGMA busy_timeout = 0")
    problems = [integrity_problem(connection), *(full_text_problem(connection, text) for text in texts)]
    connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    problem_text = "; ".join(filter(None, problems))
    return CheckResult(name=f"{name}: database", ok=not problem_text, detail=problem_text or "whole", hint=REPAIR if problem_text else "")


def _index(index: Path, name: str) -> CheckResult:
    manifest = read_manifest(index)
    if manifest is None:
        summary = f"none yet: {_MADE_ANEW}"
    elif altered := _altered(index / manifest.folder, manifest.files):
        summary = f"{altered}; {_MADE_ANEW}"
    else:
        summary = f"{manifest.folder}, as it was written"
    return CheckResult(name=f"{name}: index", ok=True, detail=summary)


def _altered(folder: Path, files: Mapping[str, FileRecord]) -> str:
    try:
        altered = altered_files(folder, files)
    except OSError as error:
        return str(error)
    return f"altered: {', '.join(altered)}" if altered else ""


def _vectors(index: Path, name: str, cancel: CancelToken) -> tuple[CheckResult, ...]:
    """Return one result for each model's vectors. An altered record counts as absent and is encoded again."""
    words = _indexed_words(index)
    results = []
    for path in vector_paths(index):
        cancel.check()
        file = VectorFile(path, dimension_of(path))
        zero_rows = int((~file.words.any(axis=1)).sum())
        missing = int((matching_positions(words, file.words) < 0).sum())
        summary = f"{len(file)} texts" + (f", {zero_rows} of them torn: they are encoded again" if zero_rows else "")
        summary += f"; {missing} texts without a vector: `priorcheck library index` makes them" if missing else ""
        results.append(CheckResult(name=f"{name}: vectors", ok=True, detail=summary))
    if len(words) and not results:
        summary = f"none for {len(words)} texts: `priorcheck library index` makes them"
        results.append(CheckResult(name=f"{name}: vectors", ok=True, detail=summary))
    return tuple(results)


def _indexed_words(index: Path) -> Hashes:
    """Return the digests of the texts that can have vectors."""
    try:
        words = indexed_words(index)
    except (ValueError, OSError):  # an altered file, reported by the check of the index
        words = None
    if words is None or words.ndim != 2:
        return np.zeros((0, 2), np.uint64)
    return np.asarray(words[words.any(axis=1)])
