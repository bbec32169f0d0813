"""Finds altered fact-checks by computing their content hashes again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.store import language_overrides
from app.store.rows import FACTCHECK_COLUMNS, factcheck_of
from app.translation import tr

_QUERY = f"SELECT factcheck.row, content, body, {', '.join(FACTCHECK_COLUMNS)} FROM factcheck LEFT JOIN body ON body.row = factcheck.row"
_PROGRESS_EVERY = 1000


def altered_factchecks(connection: sqlite3.Connection, *, progress: Progress, cancel: CancelToken) -> dict[int, str]:
    """Return the ids, by row, of fact-checks that do not match their stored content hash. Raises sqlite3.Error, Cancelled."""
    with lenient_text(connection):
        imported = language_overrides.imported(connection)
        altered: dict[int, str] = {}
        for number, (row, content, body, *values) in enumerate(connection.execute(_QUERY)):
            if number % _PROGRESS_EVERY == 0:
                cancel.check()
                progress(ProgressUpdate(tr("Checking fact-checks"), number))
            if body is None or _content_hash(values, body, imported) != content:
                altered[row] = str(values[0])
    return altered


@contextmanager
def lenient_text(connection: sqlite3.Connection) -> Iterator[None]:
    """Read text that is not valid UTF-8, as altered text may be, with replacement characters."""
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        yield
    finally:
        connection.text_factory = str


def _content_hash(values: Sequence[Any], body: str, imported: Mapping[str, str]) -> str:
    """Compute the content hash of a fact-check as it is stored; "" where the values do not form a fact-check."""
    try:
        item = factcheck_of(values, body=body)
    except sqlite3.DataError:
        return ""
    return replace(item, language=imported.get(item.id, item.language)).content_hash()
