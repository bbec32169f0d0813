"""Schema of a library's posts, as ordered migrations."""

from __future__ import annotations

from app.store import facets, row_digests
from app.store.row_index.state import add_state
from app.store.sqlite import Database, Migrations

FILE = "posts.db"
INDEX = "posts-index"
APPLICATION_ID = 0x50525053
VERSION = 5
READABLE_FROM = 3
MIGRATIONS = Migrations("priorcheck-posts")
COLUMNS = ("id", "text", "author", "published", "platform", "language", "url", "engagement", "repeats", "replies_to")
POST = row_digests.DigestedTable(name="post", columns=("row", *COLUMNS, "clean", "content", "form", "head"), key=("row",), label="id")
FULL_TEXTS = ("words",)


def _posts(database: Database) -> None:
    """Create the tables of posts with their cleaned texts, and the full text of the heads: one post of each group of copies (equal
    `form`) is its head.

    `content` is the content hash; `published` is UTC in ISO 8601, "" when unknown.
    """
    texts = dict.fromkeys(COLUMNS, str) | {"engagement": int}
    table = database.create_table(
        "post",
        {"row": int, **texts, "clean": str, "content": str, "form": str, "head": int},
        pk="row",
        not_null={*COLUMNS, "clean", "content", "form", "head"} - {"engagement"},
    )
    table.create_index(["id"], unique=True)
    table.create_index(["form", "head"])
    execute = database.conn.execute
    execute("CREATE INDEX post_repeats ON post (repeats) WHERE repeats != ''")
    execute("CREATE INDEX post_latest ON post (published DESC, id, platform, language) WHERE head")
    database.create_view("post_text", f"SELECT row, clean, {facets.POSTS.sql} AS facets FROM post")
    execute(f"CREATE VIRTUAL TABLE words USING fts5 (clean, facets, content='post_text', content_rowid='row', {facets.TOKENS})")


MIGRATIONS(name="1-posts")(_posts)
MIGRATIONS(name="2-state")(add_state)
