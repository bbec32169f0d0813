"""Statistics of a library's evidence."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from app.domain.evidence import EvidenceStatistics
from app.store.evidence.schema import COPIES, FILE, INDEX
from app.store.row_index.sizes import bytes_of, encoded_rows
from app.store.stored_values import reading_stored_values, row_as

_COUNTS = (
    "SELECT count(*), (SELECT count(*) FROM passage), coalesce(sum(published = ''), 0), coalesce(max(published), ''), "
    "coalesce(min(nullif(published, '')), '') FROM document"
)
_BY_NAME = "SELECT {0}, count(*) FROM document WHERE {0} != '' GROUP BY {0} ORDER BY count(*) DESC, {0}"


@reading_stored_values()
def statistics(connection: sqlite3.Connection, path: Path) -> EvidenceStatistics:
    """Return counts, dates and size on disk."""
    documents, passages, undated, newest, oldest = row_as(tuple[int, int, int, str, str], connection.execute(_COUNTS).fetchone())
    files = (*path.glob(f"{FILE}*"), *(path / INDEX).rglob("*"), *(path / COPIES).rglob("*"))
    return EvidenceStatistics(
        documents=documents,
        passages=passages,
        size_bytes=bytes_of(files),
        undated=undated,
        newest=newest,
        oldest=oldest,
        sources=row_as(tuple[tuple[str, int], ...], connection.execute(_BY_NAME.format("source")).fetchall()),
        media=row_as(tuple[tuple[str, int], ...], connection.execute(_BY_NAME.format("medium")).fetchall()),
        encoded=min(passages, encoded_rows(path / INDEX)),
    )
