"""The PostLibrary port over one SQLite file in the library's folder."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.domain.answer_edits import AnswerEdit
from app.domain.importing import ChangeCounts
from app.domain.post import Post
from app.domain.posts import PostFilter, PostPage, PostStatistics
from app.domain.progress import CancelToken, Progress
from app.errors import LibraryError
from app.ports import PostIndex, TextEncoder
from app.store.database import Format, connect, may_write, plain_words, prepare, read_only_folder, vanished
from app.store.lock import writer_lock
from app.store.posts import labels
from app.store.posts.encoding import encode_posts
from app.store.posts.heads_folder import OpenedHeads, make_heads
from app.store.posts.index import PostShelf, SqlitePostIndex
from app.store.posts.schema import APPLICATION_ID, FILE, INDEX, MIGRATIONS, VERSION
from app.store.posts.searching import POST_COLUMNS, post_of, search
from app.store.posts.summary import statistics
from app.store.posts.writing import delete_posts, write_posts
from app.store.rows import chunks, marks
from app.translation import tr

_FORMAT = Format(FILE, APPLICATION_ID, MIGRATIONS, VERSION)


def open_posts(path: Path, *, create: bool = False, threads: int = 1) -> SqlitePosts:
    """The posts of the library in folder `path`; with `create` the file and its folder are made. `threads` search in the vectors.

    Raises LibraryError: `posts-not-found`, `library-foreign`, `library-newer`, `library-outdated`, `library-damaged`,
    `library-read-only`, `library-not-a-folder`.
    """
    path = Path(path)
    if path.exists() and not path.is_dir():
        told = tr("{path} is a file, not a library folder.", path=path)
        raise LibraryError("library-not-a-folder", told, hint=tr("Choose a folder with --library."))
    if not (path / FILE).is_file():
        if not create:
            raise LibraryError("posts-not-found", tr("The library {path} holds no posts yet.", path=path), hint=tr("Import some first."))
        with plain_words(path, file=FILE):
            path.mkdir(parents=True, exist_ok=True)
    read_only = not may_write(path)
    with plain_words(path, file=FILE):
        database = connect(path / FILE, read_only=read_only)
        try:
            prepare(database, path, read_only=read_only, form=_FORMAT)
        except BaseException:
            database.conn.close()
            raise
    return SqlitePosts(path, database.conn, read_only=read_only, threads=threads)


class SqlitePosts:
    """A PostLibrary; one connection for everything, changes in one transaction each, under the library's lock for writers."""

    def __init__(self, path: Path, connection: sqlite3.Connection, *, read_only: bool, threads: int) -> None:
        self._path, self._connection, self._read_only = path, connection, read_only
        self._index = path / INDEX
        self._shelf = PostShelf(self._index, threads=threads)

    def __len__(self) -> int:
        return int(self._rows("SELECT count(*) FROM post")[0][0])

    def add(self, posts: Iterable[Post], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Take in posts, all of them or none."""
        with self._change() as connection:
            return write_posts(connection, posts, progress=progress, cancel=cancel)

    def delete(self, ids: Sequence[str], *, cancel: CancelToken) -> int:
        """Forget posts."""
        with self._change() as connection:
            return delete_posts(connection, ids, cancel=cancel)

    def get(self, ids: Sequence[str]) -> dict[str, Post]:
        """The known ones of these ids."""
        found: dict[str, Post] = {}
        for part in chunks(dict.fromkeys(ids)):
            for row in self._rows(f"SELECT {POST_COLUMNS} FROM post WHERE id IN ({marks(part)})", part):
                found[row[0]] = post_of(row)
        return {name: found[name] for name in dict.fromkeys(ids) if name in found}

    def same_as(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """For each known id the other ids of its group, in id order."""
        found: dict[str, tuple[str, ...]] = {}
        for name in dict.fromkeys(ids):
            group = [
                one for (one,) in self._rows("SELECT id FROM post WHERE form = (SELECT form FROM post WHERE id = ?) ORDER BY id", [name])
            ]
            if group:
                found[name] = tuple(one for one in group if one != name)
        return found

    def search(self, text: str, *, among: PostFilter, offset: int = 0, limit: int = 50) -> PostPage:
        """One page, latest first."""
        with plain_words(self._path, file=FILE):
            return search(self._connection, text, among=among, offset=offset, limit=limit)

    def statistics(self) -> PostStatistics:
        """Counts, dates, size on disk."""
        with plain_words(self._path, file=FILE):
            return statistics(self._connection, self._path)

    def index(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> PostIndex:
        """The index of the posts as they are now, pinned; one that is out of date or damaged is mended under the library's lock.

        Raises LibraryError `library-busy` and `library-read-only` where it would have to be mended, `disk-full`, `library-vanished`;
        Cancelled. Then what was there before is still there.
        """
        opened, connection = self._pinned(progress, cancel)
        try:
            with plain_words(self._path, file=FILE):
                return SqlitePostIndex(opened, self._shelf.placed(opened, encoder), connection, self._path)
        except BaseException:
            connection.close()
            raise

    def encode(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> int:
        """Make the vectors that are missing; how many were made.

        A million posts take an hour: meanwhile the library's own lock is free, and posts may come and go. A lock of the index's folder
        keeps a second one from doing the same work. Raises what `index` does, and ModelError; what is finished stays.
        """
        opened, connection = self._pinned(progress, cancel)
        try:
            connection.execute("ROLLBACK")  # a transaction of an hour would let SQLite's log grow
            self._check_writable()
            self._shelf.forget_vectors()
            with plain_words(self._path, file=FILE), writer_lock(self._index):
                return encode_posts(self._index, connection, opened.heads, encoder=encoder, progress=progress, cancel=cancel)
        finally:
            connection.close()

    def _pinned(self, progress: Progress, cancel: CancelToken) -> tuple[OpenedHeads, sqlite3.Connection]:
        """The heads as they are now, and a connection with a read transaction that sees the same."""
        if not (self._path / FILE).exists():
            raise vanished(self._path)
        with plain_words(self._path, file=FILE):
            connection: sqlite3.Connection = connect(self._path / FILE, read_only=True).conn
            try:
                opened = self._shelf.heads(_begin(connection))
                return opened or self._made(connection, progress, cancel), connection
            except BaseException:
                connection.close()
                raise

    def _made(self, connection: sqlite3.Connection, progress: Progress, cancel: CancelToken) -> OpenedHeads:
        """The same, made now from what is there; under the lock nobody else changes the posts or the folder."""
        self._check_writable()
        with writer_lock(self._path):
            connection.execute("ROLLBACK")
            state = _begin(connection)
            opened = self._shelf.heads(state)
            if opened is None:
                old = self._shelf.grown_from()
                opened = make_heads(self._index, connection, state=state, old=old, progress=progress, cancel=cancel)
                self._shelf.keep(opened)
            return opened

    def _check_writable(self) -> None:
        if self._read_only:
            raise read_only_folder(self._path)

    def edits_of(self, question: str) -> tuple[AnswerEdit, ...]:
        """What was changed by hand in the answers to a question."""
        with plain_words(self._path, file=FILE):
            return labels.edits_of(self._connection, question)

    def keep_edits(self, question: str, edits: Sequence[AnswerEdit]) -> None:
        """These are the edits of a question from now on."""
        with self._change() as connection:
            labels.keep_edits(connection, question, edits)

    def all_edits(self) -> tuple[AnswerEdit, ...]:
        """The edits of every question."""
        with plain_words(self._path, file=FILE):
            return labels.all_edits(self._connection)

    def close(self) -> None:
        """Close the file."""
        self._shelf.clear()
        self._connection.close()

    def _rows(self, query: str, values: Sequence[str] = ()) -> list[tuple[Any, ...]]:
        with plain_words(self._path, file=FILE):
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        self._check_writable()
        if not (self._path / FILE).exists():
            raise vanished(self._path)
        with plain_words(self._path, file=FILE), writer_lock(self._path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise


def _begin(connection: sqlite3.Connection) -> str:
    """Begin a read transaction; the name of the state that it sees."""
    connection.execute("BEGIN")
    return str(connection.execute("SELECT name FROM state").fetchone()[0])
