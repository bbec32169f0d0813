"""Posts put right as far as that can be: what is derived from what was imported is derived anew."""

from __future__ import annotations

import sqlite3

from app.store import seals
from app.store.contents import readable_text
from app.store.flat.state import draw_state
from app.store.posts.labels import EDIT
from app.store.posts.schema import COLUMNS, POST
from app.store.posts.searching import post_of
from app.store.posts.writing import refill_full_text, rewrite_derived
from app.store.repair import FullText, Mended

_HEADS = "INSERT INTO words (rowid, clean, facets) SELECT row, clean, facets FROM post_text WHERE row IN (SELECT row FROM post WHERE head)"


def _fill(connection: sqlite3.Connection) -> None:
    connection.execute(_HEADS)


# The full text holds heads alone, so that it cannot be compared with all texts.
TEXTS = (FullText(name="words", fill=_fill, check="INSERT INTO words (words) VALUES ('integrity-check')"),)


def mend_posts(connection: sqlite3.Connection) -> Mended:
    """Words, groups and digests anew of posts whose imported content is right; others are left and named."""
    left: list[str] = []
    right = {}
    with readable_text(connection):
        for row in seals.unlike_keys(connection, POST) if seals.are_kept(connection) else ():
            content, *values = connection.execute(f"SELECT content, {', '.join(COLUMNS)} FROM post WHERE row = ?", (row,)).fetchone()
            try:
                post = post_of(values)
            except sqlite3.DataError:
                post = None
            if post is not None and post.content_hash() == content:
                right[row] = post
            else:
                left.append(str(values[0]))
    if right:
        rewrite_derived(connection, right)
        seals.renew(connection, POST, right)
        refill_full_text(connection)
        draw_state(connection)
    edits = [f"changes to “{question}”" for question in seals.unlike_labels(connection, EDIT)] if seals.are_kept(connection) else []
    lost = [label for sealed in (POST, EDIT) for label in seals.forget_gone(connection, sealed)]
    return Mended(mended=[post.id for post in right.values()], left=[*left, *edits, *lost])
