"""Which fact-checks are not what was written: their content hashes taken anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.store import given_languages
from app.store.rows import FACTCHECK_COLUMNS, factcheck_of
from app.translation import tr

_QUERY = f"SELECT factcheck.row, content, body, {', '.join(FACTCHECK_COLUMNS)} FROM factcheck LEFT JOIN body ON body.row = factcheck.row"
_EVERY = 1000


def altered_contents(connection: sqlite3.Connection, *, progress: Progress, cancel: CancelToken) -> dict[int, str]:
    """The ids, by row, of all fact-checks that have not the content their hash was taken of. Raises sqlite3.Error."""
    with readable_text(connection):
        imported = given_languages.imported(connection)
        wrong: dict[int, str] = {}
        for place, (row, content, body, *values) in enumerate(connection.execute(_QUERY)):
            if place % _EVERY == 0:
                cancel.check()
                progress(ProgressUpdate(tr("Checking fact-checks"), place))
            if body is None or _content(values, body, imported) != content:
                wrong[row] = str(values[0])
    return wrong


@contextmanager
def readable_text(connection: sqlite3.Connection) -> Iterator[None]:
    """Altered text may be no text any more: meanwhile it is read with signs in place of what is none."""
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        yield
    finally:
        connection.text_factory = str


def _content(values: Sequence[Any], body: str, imported: Mapping[str, str]) -> str:
    """The content hash of a fact-check as it is stored; "" where the values are none of a fact-check."""
    try:
        found = factcheck_of(values, body=body)
    except sqlite3.DataError:
        return ""
    return replace(found, language=imported.get(found.id, found.language)).content_hash()
