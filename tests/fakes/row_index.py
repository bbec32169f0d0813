"""Rows of a library in memory, searched by the plainest means: what the fakes of posts and of evidence share."""

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
    """What vectors are told apart by."""
    return f"{encoder.identity.name}:{encoder.identity.artefact[:16]}:{encoder.dimension}"


class MemoryRowIndex(Generic[Row]):
    """A RowIndex over a list of rows and their vectors, None where a row has none; `lexical` is the heirs' own."""

    def __init__(self, held: list[Row], vectors: list[FloatMatrix | None], *, generation: str, dimension: int) -> None:
        self._held, self._vectors, self._dimension = held, vectors, dimension
        self.generation = generation

    def __len__(self) -> int:
        return len(self._held)

    @property
    def encoded(self) -> int:
        """Rows with a vector."""
        return sum(vector is not None for vector in self._vectors)

    @property
    def waiting(self) -> int:
        """Every row has words."""
        return len(self) - self.encoded

    def vectors(self) -> VectorIndex:
        """Every vector compared."""
        return PlainVectors(self._vectors)

    def vector_rows(self, rows: IntMatrix) -> FloatMatrix:
        """Zeros where there is none."""
        none = np.zeros(self._dimension, np.float32)
        found = [none if (vector := self._vectors[row]) is None else vector for row in np.asarray(rows).tolist()]
        return np.array(found, np.float32).reshape(-1, self._dimension)

    def _passing(self, passes: Callable[[Row], bool]) -> Mask | None:
        mask = np.array([passes(row) for row in self._held], np.bool_)
        return None if mask.all() else mask

    def close(self) -> None:
        """Nothing to do."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _best(scores: list[list[tuple[float, int]]], k: int, allowed: Mask | None) -> Hits:
    hits = Hits(np.full((len(scores), k), -1, np.int32), np.zeros((len(scores), k), np.float32))
    for query, found in enumerate(scores):
        passing = sorted((-np.float32(score), row) for score, row in found if allowed is None or allowed[row])[:k]
        for place, (score, row) in enumerate(passing):
            hits.rows[query, place], hits.scores[query, place] = row, -score
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
        asked = query_terms(query, self._names)
        for term, word in asked:
            same = {found for found, other in asked if other == word}
            frequency = min(len(self), sum(text[found] > 0 for found in same for text in self._texts))
            if found := self._texts[row][term]:
                weight = math.log(1 + (len(self) - frequency + 0.5) / (frequency + 0.5))
                total += weight * found / (found + self._norms[row])
        return total

    def search(self, queries: Sequence[str], k: int, *, allowed: Mask | None = None) -> Hits:
        """As the port says."""
        scores = [[(score, row) for row in range(len(self)) if (score := self._score(query, row))] for query in queries]
        return _best(scores, k, allowed)

    def scores(self, query: str, rows: IntMatrix) -> FloatMatrix:
        """As the port says."""
        return np.array([self._score(query, row) for row in rows.tolist()], np.float32)


class PlainVectors:
    """Every vector compared; None where a row has none."""

    kind = "exact"

    def __init__(self, vectors: list[FloatMatrix | None]) -> None:
        self._vectors = vectors

    def __len__(self) -> int:
        return len(self._vectors)

    def search(self, queries: FloatMatrix, k: int, *, allowed: Mask | None = None) -> Hits:
        """As the port says."""
        known = [(row, vector.astype(np.float64)) for row, vector in enumerate(self._vectors) if vector is not None]
        return _best([[(round(float(vector @ query), 7), row) for row, vector in known] for query in queries], k, allowed)
