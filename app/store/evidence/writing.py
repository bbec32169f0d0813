"""Writes documents and their passages inside the caller's transaction."""

from __future__ import annotations

import hashlib
import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from app.domain.evidence import EvidenceDocument, ReadEvidence, source_address
from app.domain.importing import ChangeCounts
from app.domain.likeness import EvidenceKind
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.source_ids import SourceIds
from app.ports import PassageCutter
from app.store import row_digests, source_ids
from app.store.evidence.schema import COLUMNS, DOCUMENT, PASSAGE
from app.store.evidence.searching import DOCUMENT_COLUMNS, document_of
from app.store.row_index.state import renew_state
from app.store.rows import chunks, placeholders
from app.store.stored_ids import StoredIds
from app.translation import tr

_WRITTEN = (*COLUMNS, "content", "same", "address")
_INSERT = f"INSERT INTO document ({', '.join(_WRITTEN)}) VALUES ({', '.join('?' * len(_WRITTEN))})"
_ADD_WORDS = "INSERT INTO words (rowid, title, text, source) SELECT row, title, text, source FROM document WHERE row = ?"
_DROP_WORDS = "INSERT INTO words (words, rowid, title, text, source) SELECT 'delete', row, title, text, source FROM document WHERE row = ?"
_EVERY = 20
# Documents of one source that are compared at once with the stored ones.
_PART = 50


@dataclass(slots=True)
class _Counts:
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    grouped: int = 0
    dated: int = 0
    mended: int = 0
    written: set[str] = field(default_factory=set)


def write_documents(
    connection: sqlite3.Connection, documents: Iterable[EvidenceDocument], *, cut: PassageCutter, progress: Progress, cancel: CancelToken
) -> ChangeCounts:
    """Insert and update. A known id is replaced. Of documents with equal text from the same address the first is stored, with the
    earliest known date; this includes one id that occurs several times with the same text."""
    return _write_all(connection, map(_storable, documents), cut=cut, progress=progress, cancel=cancel)


def write_rows(
    connection: sqlite3.Connection, rows: Iterable[ReadEvidence], *, cut: PassageCutter, progress: Progress, cancel: CancelToken
) -> ChangeCounts:
    """Insert and update what was read from files, whose ids are unique only within their source."""

    def read(condition: str, values: Sequence[str]) -> Iterator[tuple[int, EvidenceDocument]]:
        for row, *columns in connection.execute(f"SELECT row, {DOCUMENT_COLUMNS} FROM document WHERE {condition}", values).fetchall():
            yield row, document_of(columns)

    ids = SourceIds(EvidenceKind(), StoredIds(connection, "document", read))
    parts = ids.parts(((row.source, _storable(row.document)) for row in rows), size=_PART)
    documents = (document for part in parts for document in part)
    counts = _write_all(connection, documents, cut=cut, progress=progress, cancel=cancel)
    return replace(counts, ids=ids.notes)


def _write_all(
    connection: sqlite3.Connection, documents: Iterable[EvidenceDocument], *, cut: PassageCutter, progress: Progress, cancel: CancelToken
) -> ChangeCounts:
    counts = _Counts()
    for index, document in enumerate(documents):
        if index % _EVERY == 0:
            cancel.check()
            progress(ProgressUpdate(tr("Writing evidence"), index))
        _write(connection, document, cut, counts)
    cancel.check()
    if counts.mended:  # FTS5 removes an entry by its indexed words, and those of an altered row are lost
        connection.execute("INSERT INTO words (words) VALUES ('rebuild')")
    if counts.added or counts.changed or counts.dated:
        renew_state(connection)
    return ChangeCounts(added=counts.added, changed=counts.changed, unchanged=counts.unchanged, grouped=counts.grouped)


def update_date(connection: sqlite3.Connection, document: str, published: date | None) -> bool:
    """Set a document's date; return False where there is no such document. Its content hash stays that of the import."""
    day = published.isoformat() if published else ""
    is_known = connection.execute("UPDATE document SET published = ? WHERE id = ?", (day, document)).rowcount > 0
    if is_known:
        renew_state(connection)
    return is_known


def update_language(connection: sqlite3.Connection, ids: Sequence[str], language: str) -> int:
    """Set the language of documents and return how many exist. Their content hashes and passages stay those of the import."""
    count = 0
    for chunk in chunks(dict.fromkeys(ids)):
        count += connection.execute(f"UPDATE document SET language = ? WHERE id IN ({placeholders(chunk)})", (language, *chunk)).rowcount
    if count:
        renew_state(connection)
    return count


def delete_documents(connection: sqlite3.Connection, ids: Sequence[str], *, cancel: CancelToken) -> int:
    """Delete documents and return how many existed."""
    deleted = 0
    for chunk in chunks(dict.fromkeys(ids)):
        rows = connection.execute(f"SELECT row FROM document WHERE id IN ({placeholders(chunk)})", chunk).fetchall()
        for (row,) in rows:
            cancel.check()
            _drop(connection, row)
        source_ids.forget(connection, chunk)
        deleted += len(rows)
    if deleted:
        renew_state(connection)
    return deleted


def _storable(document: EvidenceDocument) -> EvidenceDocument:
    """Replace code points that SQLite cannot store: lone surrogates by "?", NUL by a space."""
    texts = {name: value for name in COLUMNS if isinstance(value := getattr(document, name), str)}
    all_text = "".join(texts.values())
    if "\x00" not in all_text:
        try:
            all_text.encode()
        except UnicodeEncodeError:
            pass
        else:
            return document
    clean = {name: value.encode("utf-8", "replace").decode().replace("\x00", " ") for name, value in texts.items()}
    return replace(document, **clean)  # type: ignore[arg-type]


def _write(connection: sqlite3.Connection, document: EvidenceDocument, cut: PassageCutter, counts: _Counts) -> None:
    content, same = document.content_hash(), _duplicate_key(document)
    stored_row = connection.execute("SELECT row, content, same FROM document WHERE id = ?", (document.id,)).fetchone()
    # Twice in one import: neither is a correction of the other.
    repeated = document.id in counts.written and stored_row and stored_row[2] == same
    damaged = bool(stored_row) and _is_altered(connection, stored_row[0])
    counts.mended += damaged
    if stored_row and stored_row[1] == content and not repeated and not damaged:
        counts.unchanged += 1
        counts.written.add(document.id)
        return
    if stored_row and not repeated:
        _drop(connection, stored_row[0])
    if duplicate := connection.execute("SELECT row, published FROM document WHERE same = ?", (same,)).fetchone():
        counts.grouped += 1
        counts.changed += bool(stored_row) and not repeated
        counts.dated += _date_earlier(connection, document, *duplicate)
        return
    counts.written.add(document.id)
    row = _insert(connection, document, content, same)
    _insert_passages(connection, row, document, cut)
    counts.added += not stored_row
    counts.changed += bool(stored_row)


def _is_altered(connection: sqlite3.Connection, row: int) -> bool:
    """Return True where the document at `row`, or one of its passages, was altered."""
    of_passages = row_digests.altered_among(connection, PASSAGE, "document", [row])
    return bool(of_passages or row_digests.altered_among(connection, DOCUMENT, "row", [row]))


def _duplicate_key(document: EvidenceDocument) -> str:
    """Return the key of equal text from the same address; white space is ignored."""
    # The address counts: the same text elsewhere is a document of its own.
    key = f"{source_address(document.url)}\x1f{' '.join(document.text.split())}"
    return hashlib.blake2b(key.encode(), digest_size=12).hexdigest()


def _date_earlier(connection: sqlite3.Connection, document: EvidenceDocument, row: int, published: str) -> bool:
    """Give the document at `row` its duplicate's date where that is earlier: the text already existed then."""
    day = _iso(document)
    if not day or (published and published <= day):
        return False
    # The text already existed on the earlier day.
    connection.execute("UPDATE document SET published = ? WHERE row = ?", (day, row))
    return True


def _iso(document: EvidenceDocument) -> str:
    return document.published.isoformat() if document.published else ""


def _insert(connection: sqlite3.Connection, document: EvidenceDocument, content: str, same: str) -> int:
    columns = {name: getattr(document, name) for name in COLUMNS}
    columns |= {"published": _iso(document), "page_starts": " ".join(map(str, document.page_starts))}
    row = connection.execute(_INSERT, (*columns.values(), content, same, source_address(document.url))).lastrowid or 0
    connection.execute(_ADD_WORDS, (row,))
    return row


def _insert_passages(connection: sqlite3.Connection, row: int, document: EvidenceDocument, cut: PassageCutter) -> None:
    rows = _passages(row, document, cut)
    connection.executemany("INSERT INTO passage (document, start, end, page, text) VALUES (?, ?, ?, ?, ?)", rows)


def _passages(row: int, document: EvidenceDocument, cut: PassageCutter) -> list[tuple[int, int, int, int | None, str]]:
    return [(row, start, end, _page(document.page_starts, start), document.text[start:end]) for start, end in _spans(document, cut)]


def rewrite_derived(connection: sqlite3.Connection, row: int, document: EvidenceDocument) -> None:
    """Recompute the keys of the document at `row`."""
    values = (_duplicate_key(document), source_address(document.url), row)
    connection.execute("UPDATE document SET same = ?, address = ? WHERE row = ?", values)


def recut_passages(connection: sqlite3.Connection, row: int, document: EvidenceDocument, cut: PassageCutter, *, always: bool) -> bool:
    """Cut the document at `row` into passages again where the stored ones differ, or `always`. Return True if that was done."""
    query = "SELECT start, end, page, text FROM passage WHERE document = ? ORDER BY row"
    stored_passages = connection.execute(query, (row,)).fetchall()
    if not always and stored_passages == [values[1:] for values in _passages(row, document, cut)]:
        return False
    connection.execute("DELETE FROM passage WHERE document = ?", (row,))
    _insert_passages(connection, row, document, cut)
    return True


def _spans(document: EvidenceDocument, cut: PassageCutter) -> Iterator[tuple[int, int]]:
    return ((start, end) for start, end in cut(document.text, document.language) if start < end)


def _page(starts: Sequence[int], offset: int) -> int | None:
    """Return the page, from 1, of the character at `offset`; None in a text without pages."""
    return max(1, bisect_right(starts, offset)) if starts else None


def _drop(connection: sqlite3.Connection, row: int) -> None:
    connection.execute(_DROP_WORDS, (row,))
    connection.execute("DELETE FROM passage WHERE document = ?", (row,))
    connection.execute("DELETE FROM document WHERE row = ?", (row,))
