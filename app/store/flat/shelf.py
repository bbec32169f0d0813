"""Rows, words and vectors as they lie on the disk, kept open from one search to the next; and one state of them, pinned."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self

import numpy as np

from app.ports import FloatMatrix, IntMatrix, LexicalIndex, TextEncoder, VectorIndex
from app.store import row_digests
from app.store.database import plain_words, refuse_altered
from app.store.flat.digests import places
from app.store.flat.folder import OpenedRows, open_rows, read_manifest
from app.store.flat.kind import FlatRows, Kind, RowKind
from app.store.flat.vector_file import VectorFile, same_model_paths
from app.store.flat.vector_search import PlacedVectors
from app.store.postings import Longs
from app.store.row_digests import DigestedTable
from app.store.rows import chunks, marks
from app.store.stored_values import reading_stored_values


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedFile:
    """Which vectors these rows have, in which file; `name` tells one such state from another."""

    dense: PlacedVectors
    encoded: int
    name: str


class Shelf(Generic[Kind]):
    """Keeps what was opened last, as opening it takes longer than a search; safe to keep, since none of it ever changes."""

    def __init__(self, index: Path, kind: RowKind[Kind], *, threads: int) -> None:
        self._index, self._kind, self._threads = index, kind, threads
        self._rows: OpenedRows[Kind] | None = None
        self._placed: tuple[object, PlacedFile] | None = None

    def rows(self, state: str) -> OpenedRows[Kind] | None:
        """The rows of this state; None where the folder holds others, or none that are whole."""
        manifest = read_manifest(self._index)
        if manifest is None or manifest.state != state:
            return None
        if self._rows is None or self._rows.manifest != manifest:
            self._rows = open_rows(self._index, manifest, self._kind)
        return self._rows

    def grown_from(self) -> OpenedRows[Kind] | None:
        """The rows of whatever state the folder holds."""
        manifest = read_manifest(self._index)
        return self.rows(manifest.state) if manifest else None

    def keep(self, rows: OpenedRows[Kind]) -> None:
        """Keep what was just made."""
        self._rows = rows

    def placed(self, opened: OpenedRows[Kind], encoder: TextEncoder) -> PlacedFile:
        """The vectors of these rows by this encoder's model: those of the device that made most of them, its own first."""
        paths = same_model_paths(self._index, encoder)
        key = (opened.manifest, encoder.dimension, tuple((path, *_stamp(path)) for path in paths))
        if self._placed is None or self._placed[0] != key:
            self._placed = None
            candidates = [_placed(opened.rows, path, encoder.dimension, threads=self._threads) for path in paths]
            empty = PlacedFile(dense=_without_vectors(opened.rows, encoder.dimension, threads=self._threads), encoded=0, name="")
            self._placed = (key, max(candidates, key=lambda placed: placed.encoded, default=empty))
        return self._placed[1]

    def forget_vectors(self) -> None:
        """Keep no file of vectors open."""
        self._placed = None

    def clear(self) -> None:
        """Keep nothing: files that are held open cannot be removed everywhere."""
        self._rows = self._placed = None


def _stamp(path: Path) -> tuple[int, int, int]:
    stat = path.stat()
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


def _placed(rows: FlatRows, path: Path, dimension: int, *, threads: int) -> PlacedFile:
    file = VectorFile(path, dimension)
    positions = places(rows.words, file.words)
    return PlacedFile(
        dense=PlacedVectors(file.vectors, positions, threads=threads),
        encoded=int((positions >= 0).sum()),
        name=f"{path.stem}-{len(file)}",
    )


def _without_vectors(rows: FlatRows, dimension: int, *, threads: int) -> PlacedVectors:
    return PlacedVectors(np.zeros((0, dimension), np.float16), np.full(len(rows), -1, np.int64), threads=threads)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinned(Generic[Kind]):
    """Rows, their vectors, and a connection to `file` in the library at `path` whose read transaction sees the same state."""

    opened: OpenedRows[Kind]
    placed: PlacedFile
    connection: sqlite3.Connection
    path: Path
    file: str


class PinnedIndex(Generic[Kind]):
    """What every index of rows can do. SQLite's log keeps the connection's read transaction alive beside any writer."""

    def __init__(self, pinned: Pinned[Kind]) -> None:
        self._pinned = pinned

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def _rows(self) -> Kind:
        return self._pinned.opened.rows

    @property
    def generation(self) -> str:
        """State of the database, file and number of vectors."""
        placed = self._pinned.placed
        return f"{self._pinned.opened.manifest.state}-{placed.name}-{placed.encoded}"

    @property
    def encoded(self) -> int:
        """How many rows have a vector."""
        return self._pinned.placed.encoded

    @property
    def waiting(self) -> int:
        """How many rows have words and no vector."""
        return int(self._rows.words.any(axis=1).sum()) - self.encoded

    def lexical(self) -> LexicalIndex:
        """BM25 over the rows' words."""
        return self._pinned.opened.lexical

    def vectors(self) -> VectorIndex:
        """Cosine over the vectors of the rows' texts."""
        return self._pinned.placed.dense

    def vector_rows(self, rows: IntMatrix) -> FloatMatrix:
        """The vectors of these rows, shape (len(rows), dimension), of length 1 to three decimals; zeros where there is none."""
        return self._pinned.placed.dense.rows(np.asarray(rows, np.int32))

    def close(self) -> None:
        """End the read transaction."""
        self._pinned.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _check(self, table: DigestedTable, column: str, values: Sequence[object] | Longs) -> None:
        """Raise LibraryError `library-altered` where a row with one of these values in `column` is not what was written."""
        sought = values.tolist() if isinstance(values, np.ndarray) else values
        with plain_words(self._pinned.path, file=self._pinned.file):
            refuse_altered(self._pinned.path, row_digests.altered_among(self._pinned.connection, table, column, sought))

    def _values(self, numbers: Longs, query: str) -> list[tuple[Any, ...]]:
        """For each of these row numbers what `query` (SQL of "row, … IN ({marks})") finds behind the number, in their order."""
        row_numbers = numbers.tolist()
        values_of_row: dict[int, tuple[Any, ...]] = {}
        with plain_words(self._pinned.path, file=self._pinned.file):
            for part in chunks(dict.fromkeys(row_numbers)):
                for number, *values in self._pinned.connection.execute(query.format(marks=marks(part)), part):
                    values_of_row[number] = tuple(values)
            with reading_stored_values():
                return [values_of_row[number] for number in row_numbers]
