"""Repairs the rows of posts whose imported content is intact: words, groups and digests are derived again."""

from __future__ import annotations

import sqlite3

from app.store import row_digests, source_ids
from app.store.content_check import lenient_text
from app.store.posts.answer_edits import EDIT
from app.store.posts.schema import COLUMNS, POST
from app.store.posts.searching import post_of
from app.store.posts.writing import refill_full_text, rewrite_derived
from app.store.repair import FullText, RowRepair
from app.store.row_index.state import renew_state

_HEADS = "INSERT INTO words (rowid, clean, facets) SELECT row, clean, facets FROM post_text WHERE row IN (SELECT row FROM post WHERE head)"


def _fill(connection: sqlite3.Connection) -> None:
    connection.execute(_HEADS)


# The full text holds one post of each group, so SQLite cannot compare it with the table of all texts.
TEXTS = (FullText(name="words", fill=_fill, check="INSERT INTO words (words) VALUES ('integrity-check')"),)


def repair_posts(connection: sqlite3.Connection) -> RowRepair:
    """Derive words, groups and digests of intact posts again. Altered posts are left unchanged and named. Raises sqlite3.Error."""
    altered: list[str] = []
    intact_posts = {}
    with lenient_text(connection):
        for row in row_digests.altered_keys(connection, POST) if row_digests.has_digests(connection) else ():
            content, *values = connection.execute(f"SELECT content, {', '.join(COLUMNS)} FROM post WHERE row = ?", (row,)).fetchone()
            try:
                post = post_of(values)
            except sqlite3.DataError:
                post = None
            if post is not None and post.content_hash() == content:
                intact_posts[row] = post
            else:
                altered.append(str(values[0]))
    if intact_posts:
        rewrite_derived(connection, intact_posts)
        row_digests.record_rows(connection, POST, intact_posts)
        refill_full_text(connection)
        renew_state(connection)
    edits = (
        [f"changes to “{question}”" for question in row_digests.altered_labels(connection, EDIT)]
        if row_digests.has_digests(connection)
        else []
    )
    forgotten = source_ids.forget_altered(connection) if row_digests.has_digests(connection) else []
    missing = [label for table in (POST, EDIT) for label in row_digests.forget_missing(connection, table)]
    return RowRepair(repaired=[*(post.id for post in intact_posts.values()), *forgotten], altered=[*altered, *edits, *missing])
