"""Repairs a database for `library rebuild`: whatever derives from intact rows is rebuilt, the rest is reported.

Repairs happen in place, since other programs may have the file open. A full text whose tables cannot even be dropped is deleted from
sqlite_master; a VACUUM then rewrites the file from its tables, and rebuilds every index.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from app.domain.importing import CheckResult
from app.store import row_digests
from app.store.database import transaction
from app.store.row_digests import DigestedTable
from app.store.schema_check import allow_schema_writing

EXPORT_FIRST = (
    "Save what can still be read with `priorcheck library export --out F.jsonl`, then restore the library from a backup, "
    "or import F.jsonl into a new one."
)
_PARTS = ("config", "content", "data", "docsize", "idx")


@dataclass(frozen=True, slots=True)
class FullText:
    """A full text: its table's name, the function that fills it, and the SQL that raises an error where it does not match its texts."""

    name: str
    fill: Callable[[sqlite3.Connection], object]
    check: str


@dataclass(frozen=True, slots=True)
class RowRepair:
    """The labels of repaired rows, and of altered rows that could not be repaired."""

    repaired: Sequence[str] = ()
    altered: Sequence[str] = ()


def full_text_problem(connection: sqlite3.Connection, text: FullText) -> str:
    """Describe the fault of a full text; "" if it has none, or in a read-only file, where SQLite does not allow the check."""
    try:
        if row_digests.has_digests(connection) and row_digests.is_full_text_altered(connection, text.name):
            return f"the full text {text.name} was altered"
        connection.execute(text.check)
    except sqlite3.Error as error:
        return "" if _is_only_locked(error) else f"the full text {text.name}: {error}"
    return ""


def integrity_problem(connection: sqlite3.Connection) -> str:
    """Describe what SQLite's integrity check finds; "" if nothing."""
    try:
        rows = connection.execute("PRAGMA integrity_check(5)").fetchall()
    except sqlite3.Error as error:
        return str(error)
    return "" if rows == [("ok",)] else "; ".join(str(row[0]) for row in rows)


def _is_only_locked(error: sqlite3.Error) -> bool:
    return any(word in str(error) for word in ("readonly", "read-only", "locked"))


def repair(
    connection: sqlite3.Connection,
    texts: Sequence[FullText],
    tables: Sequence[DigestedTable],
    repair_rows: Callable[[sqlite3.Connection], RowRepair],
    *,
    name: str,
    hint: str,
) -> tuple[CheckResult, ...]:
    """Repair a file. Return one result for each repair that was made or failed.

    The caller holds the library's lock, and no transaction. `repair_rows` runs inside a transaction; `hint` tells the user what to do about
    the rows that it could not repair.
    """
    results = [_rebuild_text(connection, text, name) for text in texts if full_text_problem(connection, text)]
    if integrity_problem(connection):
        results += _rebuild_indexes(connection, name)
    with_digests = partial(_record_repair, tables=tables, texts=texts, repair_rows=repair_rows)
    results += _repair_rows(connection, with_digests, name=name, hint=hint)
    if problem := integrity_problem(connection):
        results.append(_rewrite_file(connection, problem, name))
    return tuple(results)


def _rebuild_text(connection: sqlite3.Connection, text: FullText, name: str) -> CheckResult:
    try:
        with transaction(connection):
            _recreate(connection, text)
    except sqlite3.Error as error:
        return CheckResult(name=f"{name}: full text", ok=False, detail=f"{text.name} cannot be made anew ({error})", hint=EXPORT_FIRST)
    return CheckResult(name=f"{name}: full text", ok=True, detail=f"{text.name} made anew")


def _recreate(connection: sqlite3.Connection, text: FullText) -> None:
    sql = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (text.name,)).fetchone()[0]
    connection.execute("SAVEPOINT dropping")
    try:
        connection.execute(f"DROP TABLE {text.name}")
    except sqlite3.Error:
        connection.execute("ROLLBACK TO dropping")
        tables = [text.name, *(f"{text.name}_{part}" for part in _PARTS)]
        _delete_from_schema(connection, tables)
    connection.execute("RELEASE dropping")
    connection.execute(sql)
    text.fill(connection)
    if row_digests.has_digest_table(connection):
        row_digests.record_full_text(connection, text.name)


def _delete_from_schema(connection: sqlite3.Connection, names: Sequence[str]) -> None:
    """Delete tables with their indexes, or indexes, from sqlite_master. Their pages stay unused until the next VACUUM."""
    allow_schema_writing(connection)
    try:
        marks = ", ".join("?" * len(names))
        connection.execute(f"DELETE FROM sqlite_master WHERE name IN ({marks}) OR tbl_name IN ({marks})", (*names, *names))
    finally:
        connection.execute("PRAGMA writable_schema = RESET")


def _record_repair(
    connection: sqlite3.Connection,
    *,
    tables: Sequence[DigestedTable],
    texts: Sequence[FullText],
    repair_rows: Callable[[sqlite3.Connection], RowRepair],
) -> RowRepair:
    """Repair rows and record their digests; in a file without digests, those of all rows."""
    with row_digests.recording(connection, tables, [text.name for text in texts]):
        return repair_rows(connection)


def _rebuild_indexes(connection: sqlite3.Connection, name: str) -> list[CheckResult]:
    """Rebuild the indexes one by one. Failures are skipped here; the integrity check afterwards reports them."""
    rebuilt = []
    try:
        indexes = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index'").fetchall()
    except sqlite3.Error:
        return []
    for index, sql in indexes:
        try:
            with transaction(connection):
                _reindex(connection, index, sql)
            rebuilt.append(index)
        except sqlite3.Error:
            continue
    return [CheckResult(name=f"{name}: indexes", ok=True, detail=f"{len(rebuilt)} made anew")] if rebuilt else []


def _reindex(connection: sqlite3.Connection, index: str, sql: str | None) -> None:
    connection.execute("SAVEPOINT reindexing")
    try:
        connection.execute(f'REINDEX "{index}"')
    except sqlite3.Error:
        if sql is None:  # an index of SQLite's own, which belongs to its table
            raise
        connection.execute("ROLLBACK TO reindexing")
        _delete_from_schema(connection, [index])
        connection.execute(sql)
    connection.execute("RELEASE reindexing")


def _repair_rows(
    connection: sqlite3.Connection, repair_rows: Callable[[sqlite3.Connection], RowRepair], *, name: str, hint: str
) -> list[CheckResult]:
    try:
        with transaction(connection):
            outcome = repair_rows(connection)
    except sqlite3.Error as error:
        return [CheckResult(name=f"{name}: contents", ok=False, detail=str(error), hint=EXPORT_FIRST)]
    results = []
    if outcome.repaired:
        results.append(CheckResult(name=f"{name}: contents", ok=True, detail=_listed("put right", outcome.repaired)))
    if outcome.altered:
        results.append(CheckResult(name=f"{name}: contents", ok=False, detail=_listed("altered", outcome.altered), hint=hint))
    return results


def _listed(heading: str, labels: Sequence[str]) -> str:
    return f"{heading}: {', '.join(label[:80] for label in labels[:5])}" + (f" and {len(labels) - 5} more" if len(labels) > 5 else "")


def _rewrite_file(connection: sqlite3.Connection, problem: str, name: str) -> CheckResult:
    """Rewrite the file from its tables, which also rebuilds every index."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 1)  # the new file
    try:
        connection.execute("VACUUM")
        problem = integrity_problem(connection)
    except sqlite3.Error as error:
        problem = f"{problem} ({error})"
    finally:
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    if problem:
        return CheckResult(name=f"{name}: database", ok=False, detail=problem, hint=EXPORT_FIRST)
    return CheckResult(name=f"{name}: database", ok=True, detail="written anew from its tables")
