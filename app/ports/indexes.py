"""Ports of the indexes of one library generation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.domain.factcheck import FactCheck
from app.ports.arrays import FloatMatrix, IntMatrix, Mask


class Field(StrEnum):
    """Searchable texts of a fact-check."""

    CLAIM = "claim"
    TITLE = "title"
    BODY = "body"


@dataclass(frozen=True, slots=True)
class Hits:
    """Top-k results of q queries: `rows` (q, k) int32 into the snapshot's rows, padded with -1; `scores` (q, k) float32,
    descending; ties in row order."""

    rows: IntMatrix
    scores: FloatMatrix


class VectorIndex(Protocol):
    """Nearest-neighbour index by cosine over unit vectors; `kind` is exact or HNSW."""

    @property
    def kind(self) -> str: ...

    def __len__(self) -> int: ...

    def search(self, queries: FloatMatrix, k: int, *, allowed: Mask | None = None) -> Hits:
        """Return the k nearest rows of each query; only rows in `allowed` (one bool for each row of the index), if given."""
        ...


class LexicalIndex(Protocol):
    """BM25 (Lucene's variant, k1 = 1.2, b = 0.75) over one field."""

    def __len__(self) -> int: ...

    def search(self, queries: Sequence[str], k: int, *, allowed: Mask | None = None) -> Hits:
        """Return the k best rows of each query; rows that share no term with the query are not hits."""
        ...

    def scores(self, query: str, rows: IntMatrix) -> FloatMatrix:
        """Return the BM25 scores of these rows (1-d array) for one query; 0 for rows without a common term."""
        ...


class RowIndex(Protocol):
    """Texts of a library, searchable by words and by meaning, as a fixed snapshot: rows, texts and indexes belong together.

    Close it (or use it as a context manager) when done.
    """

    def __len__(self) -> int: ...

    @property
    def generation(self) -> str:
        """Name of this state; other states have other names."""
        ...

    @property
    def encoded(self) -> int:
        """Number of rows with a vector; the others are found only by their words."""
        ...

    @property
    def waiting(self) -> int:
        """Number of rows still to be encoded; rows without words, such as posts of only emoji, never get a vector and do not count."""
        ...

    def lexical(self) -> LexicalIndex:
        """BM25 index over the words of the rows."""
        ...

    def vectors(self) -> VectorIndex:
        """Cosine index over the vectors of the rows; rows without a vector are never hits."""
        ...

    def vector_rows(self, rows: IntMatrix) -> FloatMatrix:
        """Return the unit vectors of these rows (1-d array), shape (len(rows), dimension), float32; zeros for rows without one."""
        ...

    def close(self) -> None: ...


class LibrarySnapshot(Protocol):
    """One generation of a library: rows, texts and indexes belong together and never change.

    Row r is the same fact-check in every index and array. Close it (or use it as a context manager) when done.
    """

    @property
    def generation(self) -> str: ...

    @property
    def encoder(self) -> str:
        """`ModelIdentity.key()` of the encoder that made the vectors."""
        ...

    @property
    def ids(self) -> Sequence[str]: ...

    @property
    def published(self) -> NDArray[np.int32]:
        """Proleptic ordinals (`date.toordinal`) by row; 0 for an unknown date."""
        ...

    @property
    def groups(self) -> NDArray[np.int32]:
        """Duplicate group of each row; rows with equal numbers are displayed as one."""
        ...

    def vectors(self, field: Field) -> VectorIndex:
        """Return the dense index of CLAIM or TITLE."""
        ...

    def vector_rows(self, field: Field, rows: IntMatrix) -> FloatMatrix:
        """Return the stored unit vectors of these rows (1-d array), shape (len(rows), dimension); zeros for an empty text."""
        ...

    def lexical(self, field: Field) -> LexicalIndex:
        """Return the BM25 index of CLAIM, TITLE or BODY."""
        ...

    def factchecks(self, rows: Sequence[int]) -> list[FactCheck]:
        """Return the fact-checks at these rows with bodies, in the given order."""
        ...

    def outlines(self, rows: Sequence[int]) -> list[FactCheck]:
        """Return the fact-checks at these rows with empty bodies, in the given order."""
        ...

    def allowed(
        self, *, published_before: date | None, include_publishers: Sequence[str], exclude_publishers: Sequence[str]
    ) -> Mask | None:
        """Return a mask of the rows that pass the filters; None if all do. An undated fact-check passes no filter by day."""
        ...

    def close(self) -> None: ...
