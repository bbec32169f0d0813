"""Cache of opened rows, postings and vectors, and a pinned state of them."""

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
from app.store.database import library_errors, refuse_altered
from app.store.postings import Longs
from app.store.row_digests import DigestedTable
from app.store.row_index.digests import matching_positions
from app.store.row_index.folder import OpenedRows, open_rows, read_manifest
from app.store.row_index.kind import IndexedRows, Kind, RowKind
from app.store.row_index.vector_file import VectorFile, same_model_paths
from app.store.row_index.vector_search import HalfPrecisionIndex
from app.store.rows import chunks, placeholders
from app.store.stored_values import reading_stored_values


@dataclass(frozen=True, slots=True, kw_only=True)
class RowVectors:
    """Vectors of the rows, how many rows have one, and the identifier of this state of their file."""

    dense: HalfPrecisionIndex
    encoded: int
    name: str


class IndexCache(Generic[Kind]):
    """Cache of the rows and vectors opened last: opening them takes longer than a search, and none of it ever changes."""

    def __init__(self, index: Path, kind: RowKind[Kind], *, threads: int) -> None:
        self._index, self._kind, self._threads = index, kind, threads
        self._rows: OpenedRows[Kind] | None = None
        self._row_vectors: tuple[object, RowVectors] | None = None

    def rows(self, state: str) -> OpenedRows[Kind] | None:
        """Return the rows of this state; None where the folder holds another state, or damaged files."""
        manifest = read_manifest(self._index)
        if manifest is None or manifest.state != state:
            return None
        if self._rows is None or self._rows.manifest != manifest:
            self._rows = open_rows(self._index, manifest, self._kind)
        return self._rows

    def rows_to_extend(self) -> OpenedRows[Kind] | None:
        """Return the rows of whatever state the folder holds, to extend them."""
        manifest = read_manifest(self._index)
        return self.rows(manifest.state) if manifest else None

    def keep(self, rows: OpenedRows[Kind]) -> None:
        """Cache rows that were just made."""
        self._rows = rows

    def row_vectors(self, opened_rows: OpenedRows[Kind], encoder: TextEncoder) -> RowVectors:
        """Return the vectors of these rows by this encoder's model, from the device that made most of them; on a tie from its own."""
        paths = same_model_paths(self._index, encoder)
        key = (opened_rows.manifest, encoder.dimension, tuple((path, *_stamp(path)) for path in paths))
        if self._row_vectors is None or self._row_vectors[0] != key:
            self._row_vectors = None
            candidates = [_row_vectors(opened_rows.rows, path, encoder.dimension, threads=self._threads) for path in paths]
            empty = RowVectors(dense=_without_vectors(opened_rows.rows, encoder.dimension, threads=self._threads), encoded=0, name="")
            self._row_vectors = (key, max(candidates, key=lambda row_vectors: row_vectors.encoded, default=empty))
        return self._row_vectors[1]

    def forget_vectors(self) -> None:
        """Close the files of vectors."""
        self._row_vectors = None

    def clear(self) -> None:
        """Close all files: on Windows, open files cannot be removed."""
        self._rows = self._row_vectors = None


def _stamp(path: Path) -> tuple[int, int, int]:
    stat = path.stat()
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


def _row_vectors(rows: IndexedRows, path: Path, dimension: int, *, threads: int) -> RowVectors:
    file = VectorFile(path, dimension)
    positions = matching_positions(rows.words, file.words)
    return RowVectors(
        dense=HalfPrecisionIndex(file.vectors, positions, threads=threads),
        encoded=int((positions >= 0).sum()),
        name=f"{path.stem}-{len(file)}",
    )


def _without_vectors(rows: IndexedRows, dimension: int, *, threads: int) -> HalfPrecisionIndex:
    return HalfPrecisionIndex(np.zeros((0, dimension), np.float16), np.full(len(rows), -1, np.int64), threads=threads)


@dataclass(frozen=True, slots=True, kw_only=True)
class PinnedState(Generic[Kind]):
    """Rows, their vectors, and a connection to `file` in the library at `path` whose read transaction sees the same state."""

    opened: OpenedRows[Kind]
    row_vectors: RowVectors
    connection: sqlite3.Connection
    path: Path
    file: str


class PinnedIndex(Generic[Kind]):
    """Base of the indexes of rows. SQLite's log keeps the connection's read transaction valid during writes."""

    def __init__(self, pinned: PinnedState[Kind]) -> None:
        self._pinned = pinned

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def _rows(self) -> Kind:
        return self._pinned.opened.rows

    @property
    def generation(self) -> str:
        """Identifier made of the database's state, and name and size of the vector file."""
        row_vectors = self._pinned.row_vectors
        return f"{self._pinned.opened.manifest.state}-{row_vectors.name}-{row_vectors.encoded}"

    @property
    def encoded(self) -> int:
        """Number of rows with a vector."""
        return self._pinned.row_vectors.encoded

    @property
    def waiting(self) -> int:
        """Number of rows that have words and no vector."""
        return int(self._rows.words.any(axis=1).sum()) - self.encoded

    def lexical(self) -> LexicalIndex:
        """BM25 over the rows' words."""
        return self._pinned.opened.lexical

    def vectors(self) -> VectorIndex:
        """Cosine over the vectors of the rows' texts."""
        return self._pinned.row_vectors.dense

    def vector_rows(self, rows: IntMatrix) -> FloatMatrix:
        """Return the vectors of these rows, shape (len(rows), dimension), of length 1 to three decimals; zeros where there is none."""
        return self._pinned.row_vectors.dense.rows(np.asarray(rows, np.int32))

    def close(self) -> None:
        """End the read transaction."""
        self._pinned.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _check(self, table: DigestedTable, column: str, values: Sequence[object] | Longs) -> None:
        """Raise LibraryError `library-altered` if a row with one of these values in `column` was altered."""
        keys = values.tolist() if isinstance(values, np.ndarray) else values
        with library_errors(self._pinned.path, file=self._pinned.file):
            refuse_altered(self._pinned.path, row_digests.altered_among(self._pinned.connection, table, column, keys))

    def _values(self, numbers: Longs, query: str) -> list[tuple[Any, ...]]:
        """Run `query` (SQL of "row, … IN ({marks})") for these row numbers. Return the values after the number, in the numbers'
        order."""
        row_numbers = numbers.tolist()
        values_of_row: dict[int, tuple[Any, ...]] = {}
        with library_errors(self._pinned.path, file=self._pinned.file):
            for chunk in chunks(dict.fromkeys(row_numbers)):
                for number, *values in self._pinned.connection.execute(query.format(marks=placeholders(chunk)), chunk):
                    values_of_row[number] = tuple(values)
            with reading_stored_values():
                return [values_of_row[number] for number in row_numbers]
