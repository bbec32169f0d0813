"""Writes posts inside the caller's transaction, and the groups of copies that change with them."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC

from app.domain.importing import ChangeCounts, ReadPost
from app.domain.likeness import PostKind
from app.domain.post import Post
from app.domain.post_text import cleaned, same_form
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.source_ids import SourceIds
from app.store import row_digests, source_ids
from app.store.posts.schema import COLUMNS, POST
from app.store.posts.searching import POST_COLUMNS, post_of
from app.store.row_index.state import renew_state
from app.store.rows import chunks, placeholders
from app.store.stored_ids import StoredIds
from app.translation import tr

_CHUNK = 500
# Posts of one source that are compared at once with the stored ones.
_PART = 10_000
_WRITTEN = (*COLUMNS, "clean", "content", "form", "head")
_INSERT = f"INSERT INTO post ({', '.join(_WRITTEN)}) VALUES ({', '.join('?' * len(_WRITTEN))})"
_UPDATE = f"UPDATE post SET {', '.join(f'{name} = ?' for name in _WRITTEN)} WHERE row = ?"
_HEADS_OF = "(SELECT row FROM post WHERE head AND row IN ({rows}))"
_DROP_WORDS = f"INSERT INTO words (words, rowid, clean, facets) SELECT 'delete', row, clean, facets FROM post_text WHERE row IN {_HEADS_OF}"
_ADD_WORDS = "INSERT INTO words (rowid, clean, facets) SELECT row, clean, facets FROM post_text WHERE row IN {rows}"
# The head of a group is its earliest post; a repost only if there is no other.
_HEADS = """CREATE TEMP TABLE chosen AS SELECT row FROM (
  SELECT row, row_number() OVER (PARTITION BY form ORDER BY repeats != '', published = '', published, row) AS place
  FROM post WHERE form IN (SELECT form FROM touched)) WHERE place = 1"""
_WERE_HEADS = "SELECT row FROM post WHERE head AND form IN (SELECT form FROM touched) AND row NOT IN (SELECT row FROM chosen)"
_BECOME_HEADS = "SELECT row FROM chosen WHERE row IN (SELECT row FROM post WHERE NOT head)"


@dataclass(slots=True)
class _Counts:
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    mended: int = 0


def write_posts(connection: sqlite3.Connection, posts: Iterable[Post], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
    """Insert and update. Of several posts with one id the last one counts."""
    return _write_parts(connection, chunks(map(_storable, posts), _CHUNK), progress=progress, cancel=cancel)


def write_rows(connection: sqlite3.Connection, rows: Iterable[ReadPost], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
    """Insert and update what was read from files, whose ids are unique only within their source."""

    def read(condition: str, values: Sequence[str]) -> Iterator[tuple[int, Post]]:
        for row, *columns in connection.execute(f"SELECT row, {POST_COLUMNS} FROM post WHERE {condition}", values).fetchall():
            yield row, post_of(columns)

    ids = SourceIds(PostKind(), StoredIds(connection, "post", read))
    parts = ids.parts(((row.source, _storable(row.post)) for row in rows), size=_PART)
    counts = _write_parts(connection, parts, progress=progress, cancel=cancel)
    return replace(counts, ids=ids.notes)


def _write_parts(connection: sqlite3.Connection, parts: Iterable[list[Post]], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
    _begin(connection)
    counts = _Counts()
    last = connection.execute("SELECT coalesce(max(row), 0) FROM post").fetchone()[0]
    written_count = 0
    for part in parts:
        for chunk in chunks(part, _CHUNK):
            cancel.check()
            _write(connection, {post.id: post for post in chunk}, counts)
            written_count += len(chunk)
            progress(ProgressUpdate(tr("Writing posts"), written_count, 0))
    _follow_originals(connection)
    cancel.check()
    _regroup(connection)
    if counts.mended:
        refill_full_text(connection)
    if counts.added or counts.changed:
        renew_state(connection)
    grouped = connection.execute("SELECT count(*) FROM post WHERE row > ? AND NOT head", (last,)).fetchone()[0]
    return ChangeCounts(added=counts.added, changed=counts.changed, unchanged=counts.unchanged, grouped=int(grouped))


def update_language(connection: sqlite3.Connection, ids: Sequence[str], language: str) -> int:
    """Set the language of posts and return how many exist. Their content hashes stay those of the import."""
    count = 0
    for chunk in chunks(dict.fromkeys(ids)):
        rows = [row for (row,) in connection.execute(f"SELECT row FROM post WHERE id IN ({placeholders(chunk)})", chunk)]
        # The language is among the words of the full text.
        connection.execute(_DROP_WORDS.format(rows=placeholders(rows)), rows)
        connection.execute(f"UPDATE post SET language = ? WHERE row IN ({placeholders(rows)})", (language, *rows))
        connection.execute(_ADD_WORDS.format(rows=_HEADS_OF.format(rows=placeholders(rows))), rows)
        count += len(rows)
    if count:
        renew_state(connection)
    return count


def delete_posts(connection: sqlite3.Connection, ids: Sequence[str], *, cancel: CancelToken) -> int:
    """Delete posts and return how many existed."""
    _begin(connection)
    deleted = 0
    for chunk in chunks(dict.fromkeys(ids)):
        cancel.check()
        rows = [row for (row,) in connection.execute(f"SELECT row FROM post WHERE id IN ({placeholders(chunk)})", chunk)]
        connection.execute(f"INSERT OR IGNORE INTO touched SELECT form FROM post WHERE row IN ({placeholders(rows)})", rows)
        connection.execute(_DROP_WORDS.format(rows=placeholders(rows)), rows)
        source_ids.forget(connection, chunk)
        deleted += connection.execute(f"DELETE FROM post WHERE row IN ({placeholders(rows)})", rows).rowcount
    _follow_originals(connection)
    _regroup(connection)
    if deleted:
        renew_state(connection)
    return deleted


def refill_full_text(connection: sqlite3.Connection) -> None:
    """Rebuild the full text."""
    # All at once: the entries of an altered post cannot be removed by its words, which are no longer those that were indexed.
    connection.execute("INSERT INTO words (words) VALUES ('delete-all')")
    connection.execute(_ADD_WORDS.format(rows="(SELECT row FROM post WHERE head)"))


def rewrite_derived(connection: sqlite3.Connection, posts: Mapping[int, Post]) -> None:
    """Recompute words and groups of the posts at these rows; the caller rebuilds the full text."""
    _begin(connection)
    for row, post in posts.items():
        connection.execute("INSERT OR IGNORE INTO touched SELECT form FROM post WHERE row = ?", (row,))
        values = (cleaned(post.text), _form(post))
        connection.execute("UPDATE post SET clean = ?, form = ?, head = 0 WHERE row = ?", (*values, row))
        connection.execute("INSERT OR IGNORE INTO touched VALUES (?)", (values[1],))
    _follow_originals(connection)
    _regroup(connection)


def _begin(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TEMP TABLE IF NOT EXISTS touched (form TEXT PRIMARY KEY) WITHOUT ROWID")
    connection.execute("DELETE FROM touched")


def _storable(post: Post) -> Post:
    """Replace lone surrogates by "?"."""
    texts = {name: value for name in COLUMNS if isinstance(value := getattr(post, name), str)}
    try:
        "".join(texts.values()).encode()
    # SQLite cannot store lone surrogates.
    except UnicodeEncodeError:
        return replace(post, **{name: value.encode("utf-8", "replace").decode() for name, value in texts.items()})  # type: ignore[arg-type]
    return post


def _write(connection: sqlite3.Connection, posts: dict[str, Post], counts: _Counts) -> None:
    query = f"SELECT id, row, content FROM post WHERE id IN ({placeholders(list(posts))})"
    stored = {name: (row, content) for name, row, content in connection.execute(query, list(posts))}
    altered = {int(row) for row in row_digests.altered_among(connection, POST, "row", [row for row, _ in stored.values()], label="row")}
    new_values: list[tuple[str | int | None, ...]] = []
    for post in posts.values():
        content = post.content_hash()
        row, before = stored.get(post.id, (0, ""))
        if before == content and row not in altered:
            counts.unchanged += 1
        elif row:
            _update(connection, row, _values(post, content))
            counts.changed += 1
            if row in altered:  # every column was rewritten, so the row is intact again
                row_digests.record_rows(connection, POST, [row])
                counts.mended += 1
        else:
            new_values.append(_values(post, content))
            counts.added += 1
    connection.executemany(_INSERT, new_values)
    connection.executemany("INSERT OR IGNORE INTO touched VALUES (?)", [(values[-2],) for values in new_values])


def _update(connection: sqlite3.Connection, row: int, values: tuple[str | int | None, ...]) -> None:
    connection.execute("INSERT OR IGNORE INTO touched SELECT form FROM post WHERE row = ?", (row,))
    connection.execute(_DROP_WORDS.format(rows="?"), (row,))
    connection.execute(_UPDATE, (*values, row))
    connection.execute("INSERT OR IGNORE INTO touched VALUES (?)", (values[-2],))


def _values(post: Post, content: str) -> tuple[str | int | None, ...]:
    published = post.published.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if post.published else ""
    columns = {name: getattr(post, name) for name in COLUMNS} | {"published": published}
    return (*columns.values(), cleaned(post.text), content, _form(post), 0)


def _form(post: Post) -> str:
    """Return the key of a post's group: its words; for a repost, the original's id until the original's words are known."""
    return f"of:{post.repeats}" if post.repeats else hashlib.blake2b(same_form(post.text).encode(), digest_size=12).hexdigest()


def _follow_originals(connection: sqlite3.Connection) -> None:
    """Move reposts to the group of their original where it is stored, and out of it where it no longer is."""
    original = "(SELECT original.form FROM post AS original WHERE original.id = post.repeats AND original.repeats = '')"
    moved = f"repeats != '' AND form != coalesce({original}, 'of:' || repeats)"
    connection.execute(f"INSERT OR IGNORE INTO touched SELECT form FROM post WHERE {moved}")
    connection.execute(f"INSERT OR IGNORE INTO touched SELECT DISTINCT coalesce({original}, 'of:' || repeats) FROM post WHERE {moved}")
    connection.execute(_DROP_WORDS.format(rows=f"SELECT row FROM post WHERE {moved}"))
    connection.execute(f"UPDATE post SET form = coalesce({original}, 'of:' || repeats), head = 0 WHERE {moved}")


def _regroup(connection: sqlite3.Connection) -> None:
    """Choose the head of every group that was touched; only heads are in the full text."""
    connection.execute("DROP TABLE IF EXISTS chosen")
    connection.execute(_HEADS)
    connection.execute(_DROP_WORDS.format(rows=_WERE_HEADS))
    connection.execute(f"UPDATE post SET head = 0 WHERE row IN ({_WERE_HEADS})")
    connection.execute(_ADD_WORDS.format(rows=f"({_BECOME_HEADS})"))
    connection.execute("UPDATE post SET head = 1 WHERE row IN (SELECT row FROM chosen) AND NOT head")
    connection.execute("DROP TABLE chosen")
