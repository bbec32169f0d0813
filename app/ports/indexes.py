"""What the services need from one generation of a library: its indexes, pinned."""

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
    """The searchable texts of a fact-check."""

    CLAIM = "claim"
    TITLE = "title"
    BODY = "body"


@dataclass(frozen=True, slots=True)
class Hits:
    """Top-k answers to q queries: `rows` (q, k) int32 into the snapshot's rows, -1 where there are fewer than k;
    `scores` (q, k) float32, descending; ties are in row order."""

    rows: IntMatrix
    scores: FloatMatrix


class VectorIndex(Protocol):
    """Nearest neighbours by cosine over unit vectors, exact or HNSW; `kind` says which."""

    @property
    def kind(self) -> str: ...

    def __len__(self) -> int: ...

    def search(self, queries: FloatMatrix, k: int, *, allowed: Mask | None = None) -> Hits:
        """The k nearest rows of each query row; with `allowed` (one bool a row of the index) only those rows."""
        ...


class LexicalIndex(Protocol):
    """BM25 (Lucene's variant, k1 = 1.2, b = 0.75) over one field."""

    def __len__(self) -> int: ...

    def search(self, queries: Sequence[str], k: int, *, allowed: Mask | None = None) -> Hits:
        """The k best rows of each query; rows that share no term with the query are not hits."""
        ...

    def scores(self, query: str, rows: IntMatrix) -> FloatMatrix:
        """The BM25 score of each given row (1-d array) for one query; 0 where no term is shared."""
        ...


class RowIndex(Protocol):
    """Texts of a library as they can be searched by words and by meaning, pinned: rows, texts and indexes belong together.

    Close it (or use it as a context manager) when done.
    """

    def __len__(self) -> int: ...

    @property
    def generation(self) -> str:
        """Names this state; another state has another name."""
        ...

    @property
    def encoded(self) -> int:
        """How many rows have a vector; the others are found by their words alone."""
        ...

    @property
    def waiting(self) -> int:
        """How many rows have no vector yet; those without words, such as posts of emoji alone, get none and wait for nothing."""
        ...

    def lexical(self) -> LexicalIndex:
        """BM25 over the words of the rows."""
        ...

    def vectors(self) -> VectorIndex:
        """Cosine over the vectors of the rows; rows without a vector are never hits."""
        ...

    def vector_rows(self, rows: IntMatrix) -> FloatMatrix:
        """The unit vectors of these rows (1-d array), shape (len(rows), dimension), float32; zeros where there is none."""
        ...

    def close(self) -> None: ...


class LibrarySnapshot(Protocol):
    """One generation of a library, pinned: rows, texts and indexes belong together and never change.

    Row r of every index and array is the same fact-check. Close it (or use it as a context manager) when done.
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
        """Proleptic ordinals (`date.toordinal`) by row; 0 where the date is not known."""
        ...

    @property
    def groups(self) -> NDArray[np.int32]:
        """The duplicate group of each row: rows with the same number are shown as one item."""
        ...

    def vectors(self, field: Field) -> VectorIndex:
        """The dense index of CLAIM or TITLE."""
        ...

    def vector_rows(self, field: Field, rows: IntMatrix) -> FloatMatrix:
        """The stored unit vectors of these rows (1-d array), shape (len(rows), dimension); zeros for an empty text."""
        ...

    def lexical(self, field: Field) -> LexicalIndex:
        """The BM25 index of CLAIM, TITLE or BODY."""
        ...

    def factchecks(self, rows: Sequence[int]) -> list[FactCheck]:
        """The fact-checks at these rows, bodies included, in the given order."""
        ...

    def outlines(self, rows: Sequence[int]) -> list[FactCheck]:
        """The fact-checks at these rows with empty bodies, in the given order."""
        ...

    def allowed(
        self, *, published_before: date | None, include_publishers: Sequence[str], exclude_publishers: Sequence[str]
    ) -> Mask | None:
        """Rows that pass; None when all do. A fact-check without a date is not known to be published before any day."""
        ...

    def close(self) -> None: ...
