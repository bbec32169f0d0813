"""Checks for `library verify`: the database is intact, the index files are unaltered, and the two agree."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import numpy as np

from app.domain.importing import CheckResult
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.errors import LibraryError
from app.store.builder import read_rows
from app.store.content_check import altered_factchecks
from app.store.database import BUSY_SECONDS, INDEX, meta
from app.store.digest_check import altered_message, check_rows
from app.store.factcheck_repair import TEXTS
from app.store.files import REBUILD_HINT, digest
from app.store.generation import Generation, read_generation
from app.store.repair import full_text_problem, integrity_problem
from app.store.schema import DIGESTED_TABLES
from app.store.sqlite import Database

_BACKUP = (
    "Run `priorcheck library rebuild`, which repairs what can be repaired. What it cannot repair, save first with "
    "`priorcheck library export --out F.jsonl`; then restore the library from a backup, or import F.jsonl into a new one."
)
AGAIN = "Import these fact-checks again from where they came from, delete them, or restore the library from a backup."


def verify(database: Database, path: Path, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
    """Run all checks. Faults are reported in the results, not raised."""
    results = [_database(database.conn), _contents(database.conn, progress=progress, cancel=cancel)]
    results.append(check_rows(database.conn, DIGESTED_TABLES, name="rows", hint=AGAIN))
    try:
        name, expected = meta(database, "generation"), meta(database, "manifest")
        rows = database.conn.execute("SELECT count(*) FROM factcheck").fetchone()[0]
    except sqlite3.Error as error:
        return (*results, CheckResult(name="index", ok=False, detail=str(error), hint=_BACKUP))
    if not name:
        return (*results, CheckResult(name="index", ok=not rows, detail="no index", hint=REBUILD_HINT if rows else ""))
    try:
        generation = read_generation(path / INDEX / name, expected=expected)
    except LibraryError as error:
        return (*results, CheckResult(name="index", ok=False, detail=error.message, hint=error.hint))
    results.append(CheckResult(name="index", ok=True, detail=f"generation {name}, {len(generation.rows)} rows"))
    results.append(_digests(generation, progress=progress, cancel=cancel))
    results.append(_agreement(database.conn, generation))
    results.append(_norms(generation))
    return tuple(results)


def _checked(name: str, problem: str, *, detail: str, hint: str) -> CheckResult:
    return CheckResult(name=name, ok=not problem, detail=problem or detail, hint=hint if problem else "")


def _database(connection: sqlite3.Connection) -> CheckResult:
    """Check the database and its full text. In a read-only library the full text is skipped, since SQLite treats that comparison as
    a write."""
    connection.execute("PRAGMA busy_timeout = 0")
    problems = [integrity_problem(connection), *(full_text_problem(connection, text) for text in TEXTS)]
    connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    return _checked("database", "; ".join(filter(None, problems)), detail="whole", hint=_BACKUP)


def _contents(connection: sqlite3.Connection, *, progress: Progress, cancel: CancelToken) -> CheckResult:
    """Compare every row with its content hash."""
    try:
        altered = altered_factchecks(connection, progress=progress, cancel=cancel)
    except (sqlite3.Error, ValueError) as error:
        return CheckResult(name="fact-checks", ok=False, detail=str(error), hint=_BACKUP)
    return _checked("fact-checks", altered_message([*altered.values()]), detail="as they were written", hint=AGAIN)


def _digests(generation: Generation, *, progress: Progress, cancel: CancelToken) -> CheckResult:
    mismatches: list[str] = []
    for index, (name, record) in enumerate(generation.manifest.files.items()):
        cancel.check()
        progress(ProgressUpdate("Checking the index", index, len(generation.manifest.files)))
        if digest(generation.folder / name) != record.blake2b:
            mismatches.append(name)
    return _checked(
        "index files", f"altered: {', '.join(mismatches)}" if mismatches else "", detail="as they were written", hint=REBUILD_HINT
    )


def _agreement(connection: sqlite3.Connection, generation: Generation) -> CheckResult:
    try:
        rows = read_rows(connection)
    except sqlite3.Error as error:
        return CheckResult(name="agreement", ok=False, detail=str(error), hint=_BACKUP)
    indexed = generation.rows
    same: list[Callable[[], bool]] = [
        lambda: tuple(rows.ids) == tuple(indexed.ids),
        lambda: bool(np.array_equal(rows.content, indexed.content)),
        lambda: bool(np.array_equal(rows.groups, indexed.groups)),
        lambda: bool(np.array_equal(rows.published, indexed.published)),
    ]
    problem = "" if all(check() for check in same) else "the index and the database do not hold the same fact-checks"
    return _checked("agreement", problem, detail=f"{len(rows)} rows in both", hint=REBUILD_HINT)


def _norms(generation: Generation) -> CheckResult:
    largest_error = 0.0
    for field_vectors in generation.vectors.values():
        lengths = np.linalg.norm(field_vectors.vectors[field_vectors.present], axis=1)
        largest_error = max(largest_error, float(np.abs(lengths - 1).max(initial=0.0)))
    problem = "some vectors are not of length 1" if not largest_error < 1e-2 else ""
    return _checked("vectors", problem, detail=f"of length 1 within {largest_error:.1e}", hint=REBUILD_HINT)
