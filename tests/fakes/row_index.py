"""Rows of a library in memory, searched in the simplest form: shared by the fakes of posts and of evidence."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Generic, Self, TypeVar

import numpy as np

from app.ports import FloatMatrix, Hits, IntMatrix, Mask, TextEncoder, VectorIndex
from app.store.analysis import names_in, query_terms

Row = TypeVar("Row")


def model_of(encoder: TextEncoder) -> str:
    """Return the key that distinguishes vectors of different models."""
    return f"{encoder.identity.name}:{encoder.identity.artefact[:16]}:{encoder.dimension}"


class MemoryRowIndex(Generic[Row]):
    """A RowIndex over a list of rows and their vectors, None for a row without one; subclasses provide `lexical`."""

    def __init__(self, stored_rows: list[Row], vectors: list[FloatMatrix | None], *, generation: str, dimension: int) -> None:
        self._held, self._vectors, self._dimension = stored_rows, vectors, dimension
        self.generation = generation

    def __len__(self) -> int:
        return len(self._held)

    @property
    def encoded(self) -> int:
        """Count rows with a vector."""
        return sum(vector is not None for vector in self._vectors)

    @property
    def waiting(self) -> int:
        """Count rows without a vector; every row has words."""
        return len(self) - self.encoded

    def vectors(self) -> VectorIndex:
        """Return an index that compares every vector."""
        return PlainVectors(self._vectors)

    def vector_rows(self, rows: IntMatrix) -> FloatMatrix:
        """Return vectors, zeros for rows without one."""
        none = np.zeros(self._dimension, np.float32)
        vectors = [none if (vector := self._vectors[row]) is None else vector for row in np.asarray(rows).tolist()]
        return np.array(vectors, np.float32).reshape(-1, self._dimension)

    def _passing(self, passes: Callable[[Row], bool]) -> Mask | None:
        mask = np.array([passes(row) for row in self._held], np.bool_)
        return None if mask.all() else mask

    def close(self) -> None:
        """Do nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _best(scores: list[list[tuple[float, int]]], k: int, allowed: Mask | None) -> Hits:
    hits = Hits(np.full((len(scores), k), -1, np.int32), np.zeros((len(scores), k), np.float32))
    for query, scored_rows in enumerate(scores):
        passing = sorted((-np.float32(score), row) for score, row in scored_rows if allowed is None or allowed[row])[:k]
        for index, (score, row) in enumerate(passing):
            hits.rows[query, index], hits.scores[query, index] = row, -score
    return hits


class PlainBm25:
    """BM25 by its formula, over texts as terms."""

    def __init__(self, texts: list[list[str]]) -> None:
        self._texts = [Counter(text) for text in texts]
        self._names = names_in(sorted({term for text in texts for term in text}))
        lengths = [len(text) for text in texts]
        mean = sum(lengths) / len(lengths) if any(lengths) else 1.0
        self._norms = [1.2 * (0.25 + 0.75 * length / mean) for length in lengths]

    def __len__(self) -> int:
        return len(self._texts)

    def _score(self, query: str, row: int) -> float:
        total = 0.0
        query_words = query_terms(query, self._names)
        for term, word in query_words:
            same_terms = {other_term for other_term, other_word in query_words if other_word == word}
            frequency = min(len(self), sum(text[other_term] > 0 for other_term in same_terms for text in self._texts))
            if count := self._texts[row][term]:
                weight = math.log(1 + (len(self) - frequency + 0.5) / (frequency + 0.5))
                total += weight * count / (count + self._norms[row])
        return total

    def search(self, queries: Sequence[str], k: int, *, allowed: Mask | None = None) -> Hits:
        """See the port."""
        scores = [[(score, row) for row in range(len(self)) if (score := self._score(query, row))] for query in queries]
        return _best(scores, k, allowed)

    def scores(self, query: str, rows: IntMatrix) -> FloatMatrix:
        """See the port."""
        return np.array([self._score(query, row) for row in rows.tolist()], np.float32)


class PlainVectors:
    """Compares every vector; None for a row without one."""

    kind = "exact"

    def __init__(self, vectors: list[FloatMatrix | None]) -> None:
        self._vectors = vectors

    def __len__(self) -> int:
        return len(self._vectors)

    def search(self, queries: FloatMatrix, k: int, *, allowed: Mask | None = None) -> Hits:
        """See the port."""
        stored_vectors = [(row, vector.astype(np.float64)) for row, vector in enumerate(self._vectors) if vector is not None]
        return _best([[(round(float(vector @ query), 7), row) for row, vector in stored_vectors] for query in queries], k, allowed)
