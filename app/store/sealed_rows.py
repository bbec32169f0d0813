"""`library verify` for rows with digests: is each row what was written, and is none gone?"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from app.domain.importing import CheckResult
from app.store import seals
from app.store.seals import Sealed

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


def check_full_texts(connection: sqlite3.Connection, names: Sequence[str]) -> list[str]:
    """The full texts among these that are not what was written; none where nothing is sealed. Raises sqlite3.Error."""
    return [name for name in names if seals.altered_full_text(connection, name)] if seals.are_kept(connection) else []
