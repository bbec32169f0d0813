"""The PostLibrary port over one SQLite file in the library's folder."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from app.domain.answer_edits import AnswerEdit
from app.domain.importing import ChangeCounts, ReadPost
from app.domain.post import Post
from app.domain.posts import PostFilter, PostPage, PostStatistics
from app.domain.progress import CancelToken, Progress
from app.errors import LibraryError
from app.ports import PostIndex, TextEncoder
from app.store.database import Format, library_errors
from app.store.posts import answer_edits
from app.store.posts.canonical_posts import HEADS, CanonicalPosts
from app.store.posts.index import SqlitePostIndex
from app.store.posts.repair import TEXTS, repair_posts
from app.store.posts.schema import APPLICATION_ID, FILE, FULL_TEXTS, INDEX, MIGRATIONS, POST, READABLE_FROM, VERSION
from app.store.posts.searching import POST_COLUMNS, post_of, search
from app.store.posts.summary import statistics
from app.store.posts.writing import delete_posts, update_language, write_posts, write_rows
from app.store.repair import RowRepair
from app.store.row_index.file import IndexedDatabase, open_file
from app.store.rows import chunks, placeholders
from app.store.source_ids import OWN_ID
from app.store.stored_values import row_as
from app.translation import tr

_FORMAT = Format(FILE, APPLICATION_ID, MIGRATIONS, VERSION, (POST, answer_edits.EDIT, OWN_ID), READABLE_FROM, FULL_TEXTS)


def open_posts(path: Path, *, create: bool = False, threads: int = 1) -> SqlitePosts:
    """Open the posts of the library in folder `path`; with `create` the file and its folder are made. `threads` is the number of
    threads of vector search.

    Raises LibraryError: `posts-not-found`, `library-foreign`, `library-newer`, `library-outdated`, `library-damaged`,
    `library-read-only`, `library-not-a-folder`.
    """
    path = Path(path)
    missing = LibraryError("posts-not-found", tr("The library {path} holds no posts yet.", path=path), hint=tr("Import some first."))
    connection, read_only = open_file(path, _FORMAT, create=create, missing=missing, traces=(INDEX,))
    return SqlitePosts(path, connection, read_only=read_only, threads=threads)


class SqlitePosts(IndexedDatabase[CanonicalPosts]):
    """PostLibrary over SQLite."""

    def __init__(self, path: Path, connection: sqlite3.Connection, *, read_only: bool, threads: int) -> None:
        super().__init__(path, connection, form=_FORMAT, index=INDEX, kind=HEADS, texts=TEXTS, read_only=read_only, threads=threads)

    def __len__(self) -> int:
        return int(self._select("SELECT count(*) FROM post")[0][0])

    def add(self, posts: Iterable[Post], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Add posts, all of them or none."""
        with self._change() as connection:
            return write_posts(connection, posts, progress=progress, cancel=cancel)

    def add_rows(self, rows: Iterable[ReadPost], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Add the rows of files, all of them or none."""
        with self._change() as connection:
            return write_rows(connection, rows, progress=progress, cancel=cancel)

    def _repair_rows(self, connection: sqlite3.Connection) -> RowRepair:
        return repair_posts(connection)

    def set_language(self, ids: Sequence[str], language: str) -> int:
        """Set the language of posts, which another import of the same content does not change."""
        with self._change() as connection:
            return update_language(connection, ids, language)

    def delete(self, ids: Sequence[str], *, cancel: CancelToken) -> int:
        """Delete posts."""
        with self._change() as connection:
            return delete_posts(connection, ids, cancel=cancel)

    def get(self, ids: Sequence[str]) -> dict[str, Post]:
        """Return the known posts among these ids."""
        posts: dict[str, Post] = {}
        with library_errors(self._path, file=FILE):
            for chunk in chunks(dict.fromkeys(ids)):
                for row in self._select(f"SELECT {POST_COLUMNS} FROM post WHERE id IN ({placeholders(chunk)})", chunk):
                    posts[row[0]] = post_of(row)
        self._check(POST, "id", list(posts))
        return {name: posts[name] for name in dict.fromkeys(ids) if name in posts}

    def same_as(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return for each known id the other ids of its group, in id order."""
        groups: dict[str, tuple[str, ...]] = {}
        for name in dict.fromkeys(ids):
            rows = self._select("SELECT id FROM post WHERE form = (SELECT form FROM post WHERE id = ?) ORDER BY id", [name])
            with library_errors(self._path, file=FILE):
                group = [other for (other,) in row_as(list[tuple[str]], rows)]
            if group:
                groups[name] = tuple(other for other in group if other != name)
        return groups

    def search(self, text: str, *, among: PostFilter, offset: int = 0, limit: int = 50) -> PostPage:
        """Return one page, latest first."""
        with library_errors(self._path, file=FILE):
            if text.strip():
                self._full_text.check(self._connection)
            page = search(self._connection, text, among=among, offset=offset, limit=limit)
        self._check(POST, "id", [item.id for item in page.items])
        return page

    def statistics(self) -> PostStatistics:
        """Return counts, dates and size on disk."""
        with library_errors(self._path, file=FILE):
            return statistics(self._connection, self._path)

    def index(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> PostIndex:
        """Return the index of the current posts, pinned; an outdated or damaged index is first rebuilt under the library's lock.

        Raises LibraryError `library-busy` and `library-read-only` where a rebuild is needed and impossible, `disk-full`,
        `library-vanished`; Cancelled. After an error the previous state is unchanged.
        """
        return SqlitePostIndex(self._pinned(encoder, progress, cancel))

    def edits_of(self, question: str) -> tuple[AnswerEdit, ...]:
        """Return the users' edits of the answers to a question."""
        with library_errors(self._path, file=FILE):
            edits = answer_edits.edits_of(self._connection, question)
        self._check(answer_edits.EDIT, "question", [answer_edits.stored_key(question)])
        return edits

    def keep_edits(self, question: str, edits: Sequence[AnswerEdit]) -> None:
        """Replace the edits of a question."""
        with self._change() as connection:
            answer_edits.keep_edits(connection, question, edits)

    def all_edits(self) -> tuple[AnswerEdit, ...]:
        """Return the edits of every question."""
        with library_errors(self._path, file=FILE):
            return answer_edits.all_edits(self._connection)
