"""Checks of rows and full texts against their digests, for `library verify` and before a search."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from app.domain.importing import CheckResult
from app.errors import LibraryError
from app.store import row_digests
from app.store.row_digests import DigestedTable
from app.translation import tr

_SHOWN = 5
_WITHOUT_DIGESTS = (
    "{} rows without digests, as version 0.1 wrote them; the next change of the file or `priorcheck library rebuild` adds them"
)


def check_rows(connection: sqlite3.Connection, tables: Iterable[DigestedTable], *, name: str, hint: str) -> CheckResult:
    """Compare all rows of a file with their digests. Faults are reported in the result, not raised."""
    try:
        tables = [table for table in tables if _is_there(connection, table)]
        if not row_digests.has_digests(connection):
            rows = sum(_count(connection, table) for table in tables)
            return CheckResult(name=name, ok=True, detail=_WITHOUT_DIGESTS.format(rows) if rows else "nothing kept")
        altered = [label for table in tables for label in row_digests.altered_or_missing(connection, table)]
    except sqlite3.Error as error:
        return CheckResult(name=name, ok=False, detail=str(error), hint=hint)
    return CheckResult(name=name, ok=not altered, detail=altered_message(altered) or "as they were written", hint=hint if altered else "")


def altered_message(names: Sequence[str]) -> str:
    """Name up to five altered rows; "" where there are none."""
    if not names:
        return ""
    names_text = ", ".join(name[:80] for name in names[:_SHOWN])
    return f"altered: {names_text}" + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")


def _is_there(connection: sqlite3.Connection, table: DigestedTable) -> bool:
    """Return True if the file has the table; one of an earlier version that cannot be written lacks those of later ones."""
    return connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table.name,)).fetchone() is not None


def _count(connection: sqlite3.Connection, table: DigestedTable) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table.name}").fetchone()[0])


class FullTextGuard:
    """Compares full texts with their digests before the first search, once for each opened file. The sizes of rows, which affect only the
    ranking, are checked by `library verify`."""

    def __init__(self, path: Path, names: Sequence[str]) -> None:
        self._path, self._names = path, names
        self._checked = False

    def check(self, connection: sqlite3.Connection) -> None:
        """Raise LibraryError `library-altered` where a full text was altered."""
        if self._checked or not row_digests.has_digests(connection):
            return
        if any(row_digests.is_full_text_altered(connection, name, sizes=False) for name in self._names):
            message = tr("The full text of the library {path} was altered on the disk.", path=self._path)
            raise LibraryError("library-altered", message, hint=tr("Run `priorcheck library rebuild` to make it anew."))
        self._checked = True
