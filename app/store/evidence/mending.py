"""Evidence put right as far as that can be: passages are cut anew from documents that are whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from app.domain.evidence import EvidenceDocument
from app.ports import PassageCutter
from app.store import seals
from app.store.contents import readable_text
from app.store.evidence.schema import COLUMNS, DOCUMENT, PASSAGE, WARNING
from app.store.evidence.searching import document_of
from app.store.evidence.writing import cut_anew, rewrite_derived
from app.store.flat.state import draw_state
from app.store.repair import FullText, Mended
from app.store.rows import marks

_FILL = "INSERT INTO words (rowid, title, text, source) SELECT row, title, text, source FROM document"


def _fill(connection: sqlite3.Connection) -> None:
    connection.execute(_FILL)


TEXTS = (FullText(name="words", fill=_fill, check="INSERT INTO words (words, rank) VALUES ('integrity-check', 1)"),)


def mend_evidence(connection: sqlite3.Connection, *, cut: PassageCutter) -> Mended:
    """Passages, keys and digests anew of documents whose content is right; others are left and named."""
    if not seals.are_kept(connection):
        return Mended()
    mended, left = [], []
    wrong = set(seals.unlike_keys(connection, DOCUMENT))
    for row, document, content in _documents(connection):
        if row in wrong and document is not None and document.content_hash() == content:
            rewrite_derived(connection, row, document)
            seals.renew(connection, DOCUMENT, [row])
            wrong.remove(row)
            mended.append(document.id)
    passages = seals.unlike_keys(connection, PASSAGE)
    lost = seals.forget_gone(connection, PASSAGE)
    owners = {owner for (owner,) in connection.execute(f"SELECT document FROM passage WHERE row IN ({marks(passages)})", passages)}
    for row, document, _ in _documents(connection) if passages or lost else ():
        if document is not None and row not in wrong and cut_anew(connection, row, document, cut, always=row in owners):
            mended.append(document.id)
    if mended:
        draw_state(connection)
    left += [label for sealed in (DOCUMENT, WARNING) for label in seals.unlike_labels(connection, sealed)]
    left += [f"passage {label}" for label in seals.unlike_labels(connection, PASSAGE)]
    left += [label for sealed in (DOCUMENT, WARNING) for label in seals.forget_gone(connection, sealed)]
    return Mended(mended=mended, left=left)


def _documents(connection: sqlite3.Connection) -> Iterator[tuple[int, EvidenceDocument | None, str]]:
    """Row, document (None where its values are none of one) and content hash."""
    with readable_text(connection):
        for (row,) in connection.execute("SELECT row FROM document ORDER BY row").fetchall():
            content, *values = connection.execute(f"SELECT content, {', '.join(COLUMNS)} FROM document WHERE row = ?", (row,)).fetchone()
            try:
                yield row, document_of(values), content
            except sqlite3.DataError:
                yield row, None, content
