"""`library rebuild` for a database: what can be made anew from rows that are whole is made anew; the rest is reported.

Repairing happens in place, since other programs may have the file open. A full text whose tables cannot even be dropped is struck from
SQLite's own table of contents; a VACUUM then rewrites the file from its tables, with every index made anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from app.domain.importing import CheckResult
from app.store import seals
from app.store.database import transaction
from app.store.schema_check import open_schema
from app.store.seals import Sealed

EXPORT_FIRST = (
    "Save what can still be read with `priorcheck library export --out F.jsonl`, then restore the library from a backup, "
    "or import F.jsonl into a new one."
)
_PARTS = ("config", "content", "data", "docsize", "idx")


@dataclass(frozen=True, slots=True)
class FullText:
    """A full text: the name of its table, how it is filled, and how it is compared with the texts it is of (SQL, run for its errors)."""

    name: str
    fill: Callable[[sqlite3.Connection], object]
    check: str


@dataclass(frozen=True, slots=True)
class Mended:
    """Rows that were put right, and those that are not what was written, by their labels."""

    mended: Sequence[str] = ()
    left: Sequence[str] = ()


def full_text_problem(connection: sqlite3.Connection, text: FullText) -> str:
    """What is wrong with a full text; "" where nothing is, or where SQLite may not look since it counts that as writing."""
    try:
        if seals.are_kept(connection) and seals.altered_full_text(connection, text.name):
            return f"the full text {text.name} was altered"
        connection.execute(text.check)
    except sqlite3.Error as error:
        return "" if _only_locked(error) else f"the full text {text.name}: {error}"
    return ""


def integrity_problem(connection: sqlite3.Connection) -> str:
    """What SQLite finds wrong with the file; "" where nothing is."""
    try:
        found = connection.execute("PRAGMA integrity_check(5)").fetchall()
    except sqlite3.Error as error:
        return str(error)
    return "" if found == [("ok",)] else "; ".join(str(row[0]) for row in found)


def _only_locked(error: sqlite3.Error) -> bool:
    return any(word in str(error) for word in ("readonly", "read-only", "locked"))


def repair(
    connection: sqlite3.Connection,
    texts: Sequence[FullText],
    tables: Sequence[Sealed],
    mend: Callable[[sqlite3.Connection], Mended],
    *,
    name: str,
    hint: str,
) -> tuple[CheckResult, ...]:
    """Repair a file; what was done, and what could not be, one line each. The caller holds the library's lock, and no transaction.

    `mend` puts rows right inside a transaction; `hint` says what to do about rows that it cannot.
    """
    results = [_repaired_text(connection, text, name) for text in texts if full_text_problem(connection, text)]
    if integrity_problem(connection):
        results += _reindexed(connection, name)
    with_digests = partial(_mend, tables=tables, texts=texts, mend=mend)
    results += _repaired_rows(connection, with_digests, name=name, hint=hint)
    if problem := integrity_problem(connection):
        results.append(_rewritten(connection, problem, name))
    return tuple(results)


def _repaired_text(connection: sqlite3.Connection, text: FullText, name: str) -> CheckResult:
    try:
        with transaction(connection):
            _make_anew(connection, text)
    except sqlite3.Error as error:
        return CheckResult(name=f"{name}: full text", ok=False, detail=f"{text.name} cannot be made anew ({error})", hint=EXPORT_FIRST)
    return CheckResult(name=f"{name}: full text", ok=True, detail=f"{text.name} made anew")


def _make_anew(connection: sqlite3.Connection, text: FullText) -> None:
    made = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (text.name,)).fetchone()[0]
    connection.execute("SAVEPOINT dropping")
    try:
        connection.execute(f"DROP TABLE {text.name}")
    except sqlite3.Error:
        connection.execute("ROLLBACK TO dropping")
        tables = [text.name, *(f"{text.name}_{part}" for part in _PARTS)]
        _strike(connection, tables)
    connection.execute("RELEASE dropping")
    connection.execute(made)
    text.fill(connection)
    if seals.has_table(connection):
        seals.seal_full_text(connection, text.name)


def _strike(connection: sqlite3.Connection, names: Sequence[str]) -> None:
    """Take tables with these names and their indexes, or indexes, out of SQLite's table of contents; their pages are lost until the next
    VACUUM."""
    open_schema(connection)
    try:
        marks = ", ".join("?" * len(names))
        connection.execute(f"DELETE FROM sqlite_master WHERE name IN ({marks}) OR tbl_name IN ({marks})", (*names, *names))
    finally:
        connection.execute("PRAGMA writable_schema = RESET")


def _mend(
    connection: sqlite3.Connection, *, tables: Sequence[Sealed], texts: Sequence[FullText], mend: Callable[[sqlite3.Connection], Mended]
) -> Mended:
    """Rows of a file that has no digests yet get theirs on the way."""
    with seals.sealing(connection, tables, [text.name for text in texts]):
        return mend(connection)


def _reindexed(connection: sqlite3.Connection, name: str) -> list[CheckResult]:
    """The indexes of the tables, made anew one by one; what cannot be is told by the check of the whole file afterwards."""
    made = []
    try:
        indexes = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index'").fetchall()
    except sqlite3.Error:
        return []
    for index, sql in indexes:
        try:
            with transaction(connection):
                _reindex(connection, index, sql)
            made.append(index)
        except sqlite3.Error:
            continue
    return [CheckResult(name=f"{name}: indexes", ok=True, detail=f"{len(made)} made anew")] if made else []


def _reindex(connection: sqlite3.Connection, index: str, sql: str | None) -> None:
    connection.execute("SAVEPOINT reindexing")
    try:
        connection.execute(f'REINDEX "{index}"')
    except sqlite3.Error:
        if sql is None:  # SQLite's own, which belongs to its table
            raise
        connection.execute("ROLLBACK TO reindexing")
        _strike(connection, [index])
        connection.execute(sql)
    connection.execute("RELEASE reindexing")


def _repaired_rows(
    connection: sqlite3.Connection, mend: Callable[[sqlite3.Connection], Mended], *, name: str, hint: str
) -> list[CheckResult]:
    try:
        with transaction(connection):
            found = mend(connection)
    except sqlite3.Error as error:
        return [CheckResult(name=f"{name}: contents", ok=False, detail=str(error), hint=EXPORT_FIRST)]
    results = []
    if found.mended:
        results.append(CheckResult(name=f"{name}: contents", ok=True, detail=_named("put right", found.mended)))
    if found.left:
        results.append(CheckResult(name=f"{name}: contents", ok=False, detail=_named("altered", found.left), hint=hint))
    return results


def _named(what: str, labels: Sequence[str]) -> str:
    return f"{what}: {', '.join(label[:80] for label in labels[:5])}" + (f" and {len(labels) - 5} more" if len(labels) > 5 else "")


def _rewritten(connection: sqlite3.Connection, problem: str, name: str) -> CheckResult:
    """The file written anew from its tables, which makes every index of them anew."""
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
