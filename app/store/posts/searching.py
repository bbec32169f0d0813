"""Full-text search in posts: one of each group of copies, latest first."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from app.domain.post import Post
from app.domain.posts import PostFilter, PostPage
from app.store import facets
from app.store.analysis import unspaced
from app.store.fulltext import match_expression
from app.store.posts.schema import COLUMNS
from app.store.rows import chunks, placeholders
from app.store.stored_values import reading_stored_values, row_as

POST_COLUMNS = ", ".join(f"post.{name}" for name in COLUMNS)
_LATEST = "ORDER BY published DESC, id"
_LEAST_BEGINNING = 4
MOST_SORTED = 20_000
"""Most matches that are sorted by day."""


@reading_stored_values()
def post_of(values: Sequence[Any]) -> Post:
    """Build a post from the values of the schema's COLUMNS, in that order. Raises DamagedValue."""
    fields: dict[str, Any] = dict(zip(COLUMNS, values, strict=True))
    (engagement,) = row_as(tuple[int | None], (fields.pop("engagement"),))
    row_as(tuple[str, ...], tuple(fields.values()))
    stamp = fields["published"]
    return Post(**{**fields, "engagement": engagement, "published": datetime.fromisoformat(stamp) if stamp else None})


@reading_stored_values()
def search(connection: sqlite3.Connection, text: str, *, among: PostFilter, offset: int, limit: int) -> PostPage:
    """Return one page; typed text is taken as words and never as query syntax."""
    clean = facets.without_signs(text.encode("utf-8", "replace").decode().replace("\x00", " ")).strip()
    conditions, values = _among(among)
    if clean and unspaced(clean):
        conditions += ["instr(clean, ?)"] * len(clean.split())
        values += clean.split()
    elif clean:
        expression = match_expression(text.strip("\n"), least=_LEAST_BEGINNING)
        if not expression:
            return PostPage(items=(), total=0, copies={})
        filters = {name: value for name in facets.POSTS.columns if (value := getattr(among, name))}
        condition = f"({expression}) AND {facets.POSTS.expression(filters)}" if filters else expression
        total = connection.execute("SELECT count(*) FROM words WHERE words MATCH ?", (condition,)).fetchone()[0]
        if total > MOST_SORTED and not (among.since or among.until):
            return _of_many(connection, condition, total, offset=offset, limit=limit)
        conditions.append("row IN (SELECT rowid FROM words WHERE words MATCH ?)")
        values.append(condition)
    filter_sql = f"WHERE {' AND '.join(['head', *conditions])}"
    total = connection.execute(f"SELECT count(*) FROM post {filter_sql}", values).fetchone()[0]
    rows = connection.execute(f"SELECT {POST_COLUMNS} FROM post {filter_sql} {_LATEST} LIMIT ? OFFSET ?", (*values, limit, offset))
    items = tuple(post_of(row) for row in rows.fetchall())
    return PostPage(items=items, total=int(total), copies=_copies(connection, [item.id for item in items]))


def _of_many(connection: sqlite3.Connection, condition: str, total: int, *, offset: int, limit: int) -> PostPage:
    """Return one page of so many matches that sorting them by day takes seconds: the latest imported come first instead."""
    query = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ? OFFSET ?"
    rows = [row for (row,) in connection.execute(query, (condition, limit, offset))]
    post_of_row = {
        row: post_of(values)
        for chunk in chunks(rows)
        for row, *values in connection.execute(f"SELECT row, {POST_COLUMNS} FROM post WHERE row IN ({placeholders(chunk)})", chunk)
    }
    items = tuple(post_of_row[row] for row in rows)
    return PostPage(items=items, total=int(total), copies=_copies(connection, [item.id for item in items]))


def _among(among: PostFilter) -> tuple[list[str], list[str]]:
    """Return the SQL conditions of the filters, without words, and their parameters."""
    conditions: list[tuple[str, str]] = []
    if among.platform:
        conditions.append(("platform = ?", among.platform))
    if among.language:
        conditions.append(("language = ?", among.language))
    if among.since:
        conditions.append(("published >= ?", among.since.isoformat()))
    if among.until:
        conditions.append(("published != '' AND published < ?", (among.until + timedelta(days=1)).isoformat()))
    return [condition for condition, _ in conditions], [value for _, value in conditions]


def _copies(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, int]:
    """Return the number of posts in the group of each id."""
    counts: dict[str, int] = {}
    for chunk in chunks(ids):
        query = f"SELECT id, (SELECT count(*) FROM post AS one WHERE one.form = post.form) FROM post WHERE id IN ({placeholders(chunk)})"
        counts.update(connection.execute(query, chunk).fetchall())
    return counts
