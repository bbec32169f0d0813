"""Repairs the rows of fact-checks whose content is intact: groups and digests are derived again."""

from __future__ import annotations

import sqlite3

from app.domain.duplicates import duplicate_key
from app.domain.progress import CancelToken, Progress
from app.store import letter_pairs, row_digests, source_ids
from app.store.content_check import altered_factchecks, lenient_text
from app.store.facets import WEIGHTS
from app.store.repair import FullText, RowRepair
from app.store.rows import regroup_all
from app.store.schema import BODY, FACTCHECK, GIVEN


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


def repair_factchecks(connection: sqlite3.Connection, *, progress: Progress, cancel: CancelToken) -> RowRepair:
    """Rebuild all groups, and the digests of rows whose content is intact. Altered fact-checks are left unchanged and named.

    Raises sqlite3.Error, Cancelled.
    """
    connection.execute("INSERT INTO body (row, body) SELECT row, '' FROM factcheck WHERE row NOT IN (SELECT row FROM body)")
    altered = altered_factchecks(connection, progress=progress, cancel=cancel)
    with lenient_text(connection):
        names = dict(connection.execute("SELECT row, id FROM factcheck").fetchall())
        rows = connection.execute("SELECT row, publisher, url, claim, cluster FROM factcheck").fetchall()
    keys = {row: duplicate_key(publisher=publisher, url=url, claim=claim) for row, publisher, url, claim, _ in rows if row not in altered}
    moved = [(keys[row], row) for row, *_, cluster in rows if row in keys and keys[row] != cluster]
    without_digest = {*row_digests.altered_keys(connection, FACTCHECK), *row_digests.altered_keys(connection, BODY)}
    connection.executemany("UPDATE factcheck SET cluster = ? WHERE row = ?", moved)
    regroup_all(connection)
    repaired = sorted(without_digest - set(altered))
    for table in (FACTCHECK, BODY):
        row_digests.record_rows(connection, table, repaired)
    languages = row_digests.altered_labels(connection, GIVEN)
    names_forgotten = source_ids.forget_altered(connection)
    missing = [label for table in (FACTCHECK, BODY, GIVEN) for label in row_digests.forget_missing(connection, table)]
    unrepaired = [*altered.values(), *(f"language of {name}" for name in languages), *missing]
    return RowRepair(repaired=[*(names.get(row, str(row)) for row in repaired), *names_forgotten], altered=unrepaired)
