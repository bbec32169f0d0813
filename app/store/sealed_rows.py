"""`library verify` for rows with digests: is each row what was written, and is none gone?"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from app.domain.importing import CheckResult
from app.errors import LibraryError
from app.store import seals
from app.store.seals import Sealed
from app.translation import tr

_SHOWN = 5
_UNSEALED = "{} rows without digests, as version 0.1 wrote them; the next change of the file or `priorcheck library rebuild` adds them"


def check_rows(connection: sqlite3.Connection, tables: Iterable[Sealed], *, name: str, hint: str) -> CheckResult:
    """One check of all rows of a file; what is found is reported, not raised."""
    try:
        if not seals.are_kept(connection):
            rows = sum(_count(connection, sealed) for sealed in tables)
            return CheckResult(name=name, ok=True, detail=_UNSEALED.format(rows) if rows else "nothing kept")
        wrong = [label for sealed in tables for label in seals.altered(connection, sealed)]
    except sqlite3.Error as error:
        return CheckResult(name=name, ok=False, detail=str(error), hint=hint)
    return CheckResult(name=name, ok=not wrong, detail=altered_words(wrong) or "as they were written", hint=hint if wrong else "")


def altered_words(names: Sequence[str]) -> str:
    """What is said of altered rows; "" where there are none."""
    if not names:
        return ""
    shown = ", ".join(name[:80] for name in names[:_SHOWN])
    return f"altered: {shown}" + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")


def _count(connection: sqlite3.Connection, sealed: Sealed) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {sealed.table}").fetchone()[0])


class FullTextGuard:
    """Compares full texts with their digests before the first search in them, once an opened file. Sizes of rows, which only rank, are left
    to `library verify`."""

    def __init__(self, path: Path, names: Sequence[str]) -> None:
        self._path, self._names = path, names
        self._checked = False

    def check(self, connection: sqlite3.Connection) -> None:
        """Raise LibraryError `library-altered` where one is not what was written."""
        if self._checked or not seals.are_kept(connection):
            return
        if any(seals.altered_full_text(connection, name, sizes=False) for name in self._names):
            told = tr("The full text of the library {path} was altered on the disk.", path=self._path)
            raise LibraryError("library-altered", told, hint=tr("Run `priorcheck library rebuild` to make it anew."))
        self._checked = True
