"""Writes a change of fact-checks inside the caller's transaction: rows, ids of imported rows, languages, groups."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.domain.factcheck import FactCheck
from app.domain.importing import ChangeCounts
from app.domain.likeness import FactCheckKind
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.source_ids import SourceIds
from app.ports import LibraryChange
from app.store import language_overrides, row_digests
from app.store.factcheck_ids import FactCheckIds
from app.store.rows import (
    CHUNK,
    KnownRow,
    begin_groups,
    count_joined,
    delete,
    insert,
    known_rows,
    refill_full_text,
    regroup,
    storable,
    update,
)
from app.store.schema import BODY, FACTCHECK
from app.translation import tr


def write_change(connection: sqlite3.Connection, change: LibraryChange, *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
    """Delete, insert and update rows, full text and groups, then set languages. The caller holds the transaction.

    An id that is both deleted and upserted is replaced. Of several upserts of one id the last one counts.
    """
    begin_groups(connection)
    incoming = {factcheck.id for factcheck in change.upsert}
    deleted = delete(connection, [name for name in dict.fromkeys(change.delete) if name not in incoming])
    writing = _ChangeWriter(connection, change.languages, total=len(change.upsert) + len(change.imported), progress=progress, cancel=cancel)
    writing.write([storable(factcheck) for factcheck in change.upsert])
    ids = SourceIds(FactCheckKind(), FactCheckIds(connection))
    for part in ids.parts(((row.source, storable(row.factcheck)) for row in change.imported), size=len(change.imported)):
        writing.write(part)
    writing.finish()
    return ChangeCounts(
        added=len(writing.added),
        changed=len(writing.changed),
        unchanged=writing.unchanged,
        deleted=deleted,
        grouped=count_joined(connection, writing.added),
        ids=ids.notes,
    )


class _ChangeWriter:
    """State of writing one change."""

    def __init__(
        self, connection: sqlite3.Connection, languages: Mapping[str, str], *, total: int, progress: Progress, cancel: CancelToken
    ) -> None:
        self._connection, self._languages = connection, languages
        self._progress, self._cancel = progress, cancel
        self._done, self._total = 0, total
        self._mended = False
        self.added: list[str] = []
        self.changed: set[str] = set()
        self.unchanged = 0

    def write(self, factchecks: Sequence[FactCheck]) -> None:
        """Insert and update fact-checks; of several with one id the last one counts."""
        known_rows_by_id = known_rows(self._connection, {factcheck.id for factcheck in factchecks})
        altered = self._altered([known_row.row for known_row in known_rows_by_id.values()])
        for factcheck in factchecks:
            if self._done % CHUNK == 0:
                self._cancel.check()
                self._progress(ProgressUpdate(tr("Writing fact-checks"), self._done, self._total))
            self._done += 1
            self._write_one(factcheck, known_rows_by_id, altered)

    def finish(self) -> None:
        """Set languages and rebuild the groups that changed."""
        self.changed |= language_overrides.set_languages(self._connection, self._languages) - set(self.added)
        if self._mended:
            refill_full_text(self._connection)
        regroup(self._connection)

    def _altered(self, rows: Sequence[int]) -> set[int]:
        tables = (FACTCHECK, BODY)
        return {int(key) for table in tables for key in row_digests.altered_among(self._connection, table, "row", rows, label="row")}

    def _write_one(self, factcheck: FactCheck, known_rows_by_id: dict[str, KnownRow], altered: set[int]) -> None:
        known_row = known_rows_by_id.get(factcheck.id)
        if known_row is not None and factcheck.id in self._languages:  # set after the rows, and not part of the content hash
            factcheck = replace(factcheck, language=language_overrides.imported_with(self._connection, factcheck.id))
        content = factcheck.content_hash()
        if known_row is None:
            known_rows_by_id[factcheck.id] = KnownRow(insert(self._connection, factcheck, content), content)
            self.added.append(factcheck.id)
        elif known_row.content == content and known_row.row not in altered:
            self.unchanged += 1
        else:
            update(self._connection, factcheck, content, known_row)
            self.changed.add(factcheck.id)
            if known_row.row in altered:  # every column was rewritten, so the row is intact again
                self._mended = True
                for table in (FACTCHECK, BODY):
                    row_digests.record_rows(self._connection, table, [known_row.row])
