"""What a library holds in posts, in numbers."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from app.domain.posts import PostStatistics
from app.store.posts.digests import places
from app.store.posts.heads_folder import indexed_words
from app.store.posts.schema import FILE, INDEX
from app.store.posts.vector_file import VectorFile, dimension_of, vector_paths

_COUNTS = "SELECT count(*), coalesce(sum(head), 0), coalesce(max(published), ''), coalesce(min(nullif(published, '')), '') FROM post"
_BY_NAME = "SELECT {0}, count(*) FROM post WHERE {0} != '' GROUP BY {0} ORDER BY count(*) DESC, {0}"


def statistics(connection: sqlite3.Connection, path: Path) -> PostStatistics:
    """Counts, dates, size on disk."""
    posts, groups, newest, oldest = connection.execute(_COUNTS).fetchone()
    index = path / INDEX
    return PostStatistics(
        posts=posts,
        groups=groups,
        size_bytes=sum(_size(file) for file in (*path.glob(f"{FILE}*"), *index.rglob("*"))),
        newest=newest[:10],
        oldest=oldest[:10],
        platforms=tuple(connection.execute(_BY_NAME.format("platform")).fetchall()),
        languages=tuple(connection.execute(_BY_NAME.format("language")).fetchall()),
        encoded=min(groups, _encoded(index)),
    )


def _encoded(index: Path) -> int:
    """How many of the indexed heads have a vector of the model that has made most; 0 where nothing is indexed."""
    words = indexed_words(index)
    if words is None:
        return 0
    files = (VectorFile(path, dimension_of(path), checked=False) for path in vector_paths(index))
    return max((int((places(words, file.words) >= 0).sum()) for file in files), default=0)


def _size(file: Path) -> int:
    """0 where it went away meanwhile."""
    with suppress(FileNotFoundError):
        return file.stat().st_size if file.is_file() else 0
    return 0
