"""Fact-checks put right as far as that can be: what is derived from their content is derived anew."""

from __future__ import annotations

import sqlite3

from app.domain.duplicates import duplicate_key
from app.domain.progress import CancelToken, Progress
from app.store import letter_pairs, seals
from app.store.contents import altered_contents, readable_text
from app.store.facets import WEIGHTS
from app.store.repair import FullText, Mended
from app.store.rows import regroup_all
from app.store.schema import BODY, FACTCHECK, GIVEN, SEALED


def _fill(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT INTO fulltext (fulltext, rank) VALUES ('rank', ?)", (WEIGHTS,))
    connection.execute("INSERT INTO fulltext (fulltext) VALUES ('rebuild')")


FULL_TEXT = FullText(
    name="fulltext",
    fill=_fill,
    check="INSERT INTO fulltext (fulltext, rank) VALUES ('integrity-check', 1)",
)
LETTER_PAIRS = FullText(
    name="letterpairs", fill=letter_pairs.add_all, check="INSERT INTO letterpairs (letterpairs) VALUES ('integrity-check')"
)
TEXTS = (FULL_TEXT, LETTER_PAIRS)


def mend_factchecks(connection: sqlite3.Connection, *, progress: Progress, cancel: CancelToken) -> Mended:
    """Groups anew, digests of rows whose content is right anew; fact-checks whose content is not what was written are left and named."""
    connection.execute("INSERT INTO body (row, body) SELECT row, '' FROM factcheck WHERE row NOT IN (SELECT row FROM body)")
    altered = altered_contents(connection, progress=progress, cancel=cancel)
    with readable_text(connection):
        names = dict(connection.execute("SELECT row, id FROM factcheck").fetchall())
        rows = connection.execute("SELECT row, publisher, url, claim, cluster FROM factcheck").fetchall()
    keys = {row: duplicate_key(publisher=publisher, url=url, claim=claim) for row, publisher, url, claim, _ in rows if row not in altered}
    moved = [(keys[row], row) for row, *_, cluster in rows if row in keys and keys[row] != cluster]
    wrong = {*seals.unlike_keys(connection, FACTCHECK), *seals.unlike_keys(connection, BODY)}
    connection.executemany("UPDATE factcheck SET cluster = ? WHERE row = ?", moved)
    regroup_all(connection)
    mended = sorted(wrong - set(altered))
    for sealed in (FACTCHECK, BODY):
        seals.renew(connection, sealed, mended)
    given = seals.unlike_labels(connection, GIVEN)
    lost = [label for sealed in SEALED for label in seals.forget_gone(connection, sealed)]
    left = [*altered.values(), *(f"language of {name}" for name in given), *lost]
    return Mended(mended=[names.get(row, str(row)) for row in mended], left=left)
