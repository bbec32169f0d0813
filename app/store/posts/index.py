"""The PostIndex port: heads and vectors of one state of the posts, pinned by a read transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import numpy as np

from app.domain.post import Post
from app.domain.posts import PostFilter
from app.ports import FloatMatrix, IntMatrix, LexicalIndex, Mask, TextEncoder, VectorIndex
from app.store.database import plain_words
from app.store.posts.digests import places
from app.store.posts.heads import Heads
from app.store.posts.heads_folder import OpenedHeads, open_heads, read_manifest
from app.store.posts.schema import FILE
from app.store.posts.searching import POST_COLUMNS, post_of
from app.store.posts.vector_file import VectorFile, same_model_paths
from app.store.posts.vector_search import PlacedVectors
from app.store.rows import chunks, marks


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedFile:
    """Which vectors these heads have, in which file; `name` tells one such state from another."""

    dense: PlacedVectors
    encoded: int
    name: str


class PostShelf:
    """Keeps what was opened last, as opening it takes longer than a search; safe to keep, since none of it ever changes."""

    def __init__(self, index: Path, *, threads: int) -> None:
        self._index, self._threads = index, threads
        self._heads: OpenedHeads | None = None
        self._placed: tuple[object, PlacedFile] | None = None

    def heads(self, state: str) -> OpenedHeads | None:
        """The heads of this state; None where the folder holds others, or none that are whole."""
        manifest = read_manifest(self._index)
        if manifest is None or manifest.state != state:
            return None
        if self._heads is None or self._heads.manifest != manifest:
            self._heads = open_heads(self._index, manifest)
        return self._heads

    def grown_from(self) -> OpenedHeads | None:
        """The heads of whatever state the folder holds."""
        manifest = read_manifest(self._index)
        return self.heads(manifest.state) if manifest else None

    def keep(self, heads: OpenedHeads) -> None:
        """Keep what was just made."""
        self._heads = heads

    def placed(self, opened: OpenedHeads, encoder: TextEncoder) -> PlacedFile:
        """The vectors of these heads by this encoder's model: those of the device that made most of them, its own first."""
        paths = same_model_paths(self._index, encoder)
        key = (opened.manifest, encoder.dimension, tuple((path, *_stamp(path)) for path in paths))
        if self._placed is None or self._placed[0] != key:
            self._placed = None
            found = [_placed(opened.heads, path, encoder.dimension, threads=self._threads) for path in paths]
            none = PlacedFile(dense=_without_vectors(opened.heads, encoder.dimension, threads=self._threads), encoded=0, name="")
            self._placed = (key, max(found, key=lambda placed: placed.encoded, default=none))
        return self._placed[1]

    def forget_vectors(self) -> None:
        """Keep no file of vectors open."""
        self._placed = None

    def clear(self) -> None:
        """Keep nothing: files that are held open cannot be removed everywhere."""
        self._heads = self._placed = None


def _stamp(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns


def _placed(heads: Heads, path: Path, dimension: int, *, threads: int) -> PlacedFile:
    file = VectorFile(path, dimension)
    found = places(heads.words, file.words)
    return PlacedFile(
        dense=PlacedVectors(file.vectors, found, threads=threads),
        encoded=int((found >= 0).sum()),
        name=f"{path.stem}-{len(file)}",
    )


def _without_vectors(heads: Heads, dimension: int, *, threads: int) -> PlacedVectors:
    return PlacedVectors(np.zeros((0, dimension), np.float16), np.full(len(heads), -1, np.int64), threads=threads)


class SqlitePostIndex:
    """A PostIndex. The connection holds an open read transaction, which SQLite's log keeps alive beside any writer."""

    def __init__(self, opened: OpenedHeads, placed: PlacedFile, connection: sqlite3.Connection, path: Path) -> None:
        self._opened, self._placed, self._connection, self._path = opened, placed, connection, path

    def __len__(self) -> int:
        return len(self._opened.heads)

    @property
    def generation(self) -> str:
        """State of the posts, file and number of vectors."""
        return f"{self._opened.manifest.state}-{self._placed.name}-{self._placed.encoded}"

    @property
    def encoded(self) -> int:
        """How many rows have a vector."""
        return self._placed.encoded

    def lexical(self) -> LexicalIndex:
        """BM25 over the cleaned words."""
        return self._opened.lexical

    def vectors(self) -> VectorIndex:
        """Cosine over the vectors of the cleaned words."""
        return self._placed.dense

    def vector_rows(self, rows: IntMatrix) -> FloatMatrix:
        """The vectors of these rows, shape (len(rows), dimension), of length 1 to three decimals; zeros where there is none."""
        return self._placed.dense.rows(np.asarray(rows, np.int32))

    def posts(self, rows: Sequence[int]) -> list[Post]:
        """The heads at these rows, in the given order."""
        numbers = [int(self._opened.heads.numbers[row]) for row in rows]
        found: dict[int, Post] = {}
        with plain_words(self._path, file=FILE):
            for part in chunks(dict.fromkeys(numbers)):
                for number, *values in self._connection.execute(f"SELECT row, {POST_COLUMNS} FROM post WHERE row IN ({marks(part)})", part):
                    found[number] = post_of(values)
        return [found[number] for number in numbers]

    def allowed(self, among: PostFilter) -> Mask | None:
        """Rows that pass; None when all do."""
        return self._opened.heads.allowed(among)

    def close(self) -> None:
        """End the read transaction."""
        self._connection.close()

    def __enter__(self) -> SqlitePostIndex:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
