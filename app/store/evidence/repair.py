"""Repairs the rows of evidence: passages, keys and digests are derived again from intact documents."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from app.domain.evidence import EvidenceDocument
from app.ports import PassageCutter
from app.store import row_digests, source_ids
from app.store.content_check import lenient_text
from app.store.evidence.schema import COLUMNS, DOCUMENT, PASSAGE, WARNING
from app.store.evidence.searching import document_of
from app.store.evidence.writing import recut_passages, rewrite_derived
from app.store.repair import FullText, RowRepair
from app.store.row_index.state import renew_state
from app.store.rows import placeholders

_FILL = "INSERT INTO words (rowid, title, text, source) SELECT row, title, text, source FROM document"


def _fill(connection: sqlite3.Connection) -> None:
    connection.execute(_FILL)


TEXTS = (FullText(name="words", fill=_fill, check="INSERT INTO words (words, rank) VALUES ('integrity-check', 1)"),)


def repair_evidence(connection: sqlite3.Connection, *, cut: PassageCutter) -> RowRepair:
    """Derive passages, keys and digests of intact documents again. Altered documents are left unchanged and named.

    Raises sqlite3.Error.
    """
    if not row_digests.has_digests(connection):
        return RowRepair()
    repaired, altered = [], []
    altered_rows = set(row_digests.altered_keys(connection, DOCUMENT))
    for row, document, content in _documents(connection):
        if row in altered_rows and document is not None and document.content_hash() == content:
            rewrite_derived(connection, row, document)
            row_digests.record_rows(connection, DOCUMENT, [row])
            altered_rows.remove(row)
            repaired.append(document.id)
    passages = row_digests.altered_keys(connection, PASSAGE)
    missing = row_digests.forget_missing(connection, PASSAGE)
    owners = {owner for (owner,) in connection.execute(f"SELECT document FROM passage WHERE row IN ({placeholders(passages)})", passages)}
    for row, document, _ in _documents(connection) if passages or missing else ():
        if document is not None and row not in altered_rows and recut_passages(connection, row, document, cut, always=row in owners):
            repaired.append(document.id)
    if repaired:
        renew_state(connection)
    altered += [label for table in (DOCUMENT, WARNING) for label in row_digests.altered_labels(connection, table)]
    altered += [f"passage {label}" for label in row_digests.altered_labels(connection, PASSAGE)]
    altered += [label for table in (DOCUMENT, WARNING) for label in row_digests.forget_missing(connection, table)]
    return RowRepair(repaired=[*repaired, *source_ids.forget_altered(connection)], altered=altered)


def _documents(connection: sqlite3.Connection) -> Iterator[tuple[int, EvidenceDocument | None, str]]:
    """Yield row, document (None where its values do not form one) and content hash of every document."""
    with lenient_text(connection):
        for (row,) in connection.execute("SELECT row FROM document ORDER BY row").fetchall():
            content, *values = connection.execute(f"SELECT content, {', '.join(COLUMNS)} FROM document WHERE row = ?", (row,)).fetchone()
            try:
                yield row, document_of(values), content
            except sqlite3.DataError:
                yield row, None, content
