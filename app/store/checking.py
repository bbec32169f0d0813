"""`library verify`: is the database whole, is the index what was written, and do the two agree?"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from app.domain.factcheck import FactCheck
from app.domain.importing import CheckResult
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.errors import LibraryError
from app.store import given_languages
from app.store.builder import read_rows
from app.store.database import BUSY_SECONDS, INDEX, meta
from app.store.files import REBUILD_HINT, digest
from app.store.generation import Generation, read_generation
from app.store.rows import FACTCHECK_COLUMNS, factcheck_of
from app.store.sqlite import Database
from app.store.stored import shown

_BACKUP = "Restore the library from a backup, or import the fact-checks into a new one."


def verify(database: Database, path: Path, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
    """All checks; none raises for what it finds."""
    results = [_database(database.conn), _contents(database.conn, progress=progress, cancel=cancel)]
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
    try:
        found = connection.execute("PRAGMA integrity_check(5)").fetchall()
        _full_text(connection)
    except sqlite3.Error as error:
        return CheckResult(name="database", ok=False, detail=str(error), hint=_BACKUP)
    problem = "" if found == [("ok",)] else "; ".join(str(row[0]) for row in found)
    return _checked("database", problem, detail="whole", hint=_BACKUP)


def _full_text(connection: sqlite3.Connection) -> None:
    """Compare the full-text index with the texts; SQLite counts this as writing, so it is left out where that cannot be."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        connection.execute("INSERT INTO fulltext (fulltext, rank) VALUES ('integrity-check', 1)")
        connection.execute("INSERT INTO letterpairs (letterpairs) VALUES ('integrity-check')")
    except sqlite3.OperationalError as error:
        if not any(word in str(error) for word in ("readonly", "read-only", "locked")):
            raise
    finally:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")


def _contents(connection: sqlite3.Connection, *, progress: Progress, cancel: CancelToken) -> CheckResult:
    """Does every row still have the content its hash was taken of?"""
    columns = ", ".join(FACTCHECK_COLUMNS)
    query = f"SELECT {columns}, content, body FROM factcheck LEFT JOIN body ON body.row = factcheck.row"
    wrong: list[str] = []
    try:
        imported = given_languages.imported(connection)
        for place, (*values, content, body) in enumerate(connection.execute(query)):
            if place % 1000 == 0:
                cancel.check()
                progress(ProgressUpdate("Checking fact-checks", place))
            if body is None or _as_imported(factcheck_of(values, body=body), imported).content_hash() != content:
                wrong.append(shown(str(values[0])))
    except (sqlite3.Error, ValueError) as error:
        return CheckResult(name="fact-checks", ok=False, detail=str(error), hint=_BACKUP)
    return _checked("fact-checks", f"altered: {', '.join(wrong[:5])}" if wrong else "", detail="as they were written", hint=_BACKUP)


def _as_imported(factcheck: FactCheck, imported: Mapping[str, str]) -> FactCheck:
    return replace(factcheck, language=imported.get(factcheck.id, factcheck.language))


def _digests(generation: Generation, *, progress: Progress, cancel: CancelToken) -> CheckResult:
    wrong: list[str] = []
    for place, (name, record) in enumerate(generation.manifest.files.items()):
        cancel.check()
        progress(ProgressUpdate("Checking the index", place, len(generation.manifest.files)))
        if digest(generation.folder / name) != record.blake2b:
            wrong.append(name)
    return _checked("index files", f"altered: {', '.join(wrong)}" if wrong else "", detail="as they were written", hint=REBUILD_HINT)


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
    worst = 0.0
    for found in generation.vectors.values():
        lengths = np.linalg.norm(found.vectors[found.present], axis=1)
        worst = max(worst, float(np.abs(lengths - 1).max(initial=0.0)))
    problem = "some vectors are not of length 1" if not worst < 1e-2 else ""
    return _checked("vectors", problem, detail=f"of length 1 within {worst:.1e}", hint=REBUILD_HINT)
