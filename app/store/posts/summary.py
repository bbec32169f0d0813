"""Statistics of a library's posts."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from app.domain.posts import PostStatistics
from app.store.posts.schema import FILE, INDEX
from app.store.row_index.sizes import bytes_of, encoded_rows
from app.store.stored_values import reading_stored_values, row_as

_COUNTS = "SELECT count(*), coalesce(sum(head), 0), coalesce(max(published), ''), coalesce(min(nullif(published, '')), '') FROM post"
_BY_NAME = "SELECT {0}, count(*) FROM post WHERE {0} != '' GROUP BY {0} ORDER BY count(*) DESC, {0}"


@reading_stored_values()
def statistics(connection: sqlite3.Connection, path: Path) -> PostStatistics:
    """Return counts, dates and size on disk."""
    posts, groups, newest, oldest = row_as(tuple[int, int, str, str], connection.execute(_COUNTS).fetchone())
    index = path / INDEX
    return PostStatistics(
        posts=posts,
        groups=groups,
        size_bytes=bytes_of((*path.glob(f"{FILE}*"), *index.rglob("*"))),
        newest=newest[:10],
        oldest=oldest[:10],
        platforms=row_as(tuple[tuple[str, int], ...], connection.execute(_BY_NAME.format("platform")).fetchall()),
        languages=row_as(tuple[tuple[str, int], ...], connection.execute(_BY_NAME.format("language")).fetchall()),
        encoded=min(groups, encoded_rows(index)),
    )
