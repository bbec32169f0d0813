"""BM25 over one field: bm25s scores all rows of a query from the eager index, we pick the best with stable ties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.ports import FloatMatrix, Hits, IntMatrix, Mask
from app.store.analysis import terms
from app.store.postings import K1, B, Postings
from app.store.selection import best_of_row, empty_hits


class Bm25Index:
    """A LexicalIndex over postings and their eager scores; read-only, safe to use from several threads."""

    def __init__(self, postings: Postings, scores: NDArray[np.float32]) -> None:
        self._postings = postings
        self._scores = scores
        self._columns = {term: column for column, term in enumerate(postings.terms)}
        self._engine = _engine(postings, scores, self._columns)

    def __len__(self) -> int:
        return len(self._postings.lengths)

    def search(self, queries: Sequence[str], k: int, *, allowed: Mask | None = None) -> Hits:
        """The k best rows of each query; rows that share no term with the query are not hits."""
        hits = empty_hits(len(queries), k)
        for place, query in enumerate(queries):
            columns = self._known(query)
            if not columns:
                continue
            scores = self._engine.get_scores_from_ids(columns)
            if allowed is not None:
                scores[~allowed] = 0.0
            rows = best_of_row(scores, k)
            hits.rows[place, : len(rows)] = rows
            hits.scores[place, : len(rows)] = scores[rows]
        return hits

    def scores(self, query: str, rows: IntMatrix) -> FloatMatrix:
        """The BM25 score of each given row (1-d array) for one query; 0 where no term is shared."""
        total = np.zeros(len(rows), np.float32)
        for column in self._known(query):
            start, end = int(self._postings.starts[column]), int(self._postings.starts[column + 1])
            found = self._postings.rows[start:end]
            places = np.minimum(np.searchsorted(found, rows), len(found) - 1)
            total += np.where(found[places] == rows, self._scores[start:end][places], np.float32(0))
        return total

    def _known(self, query: str) -> list[int]:
        return [column for term in terms(query) if (column := self._columns.get(term)) is not None]


def _engine(postings: Postings, scores: NDArray[np.float32], columns: dict[str, int]) -> Any:
    """A bm25s retriever over our arrays; they have the layout that its own `index` makes."""
    import bm25s

    engine = bm25s.BM25(k1=K1, b=B, method="lucene")
    total = len(postings.lengths)
    engine.scores = {"data": scores, "indices": postings.rows, "indptr": postings.starts, "num_docs": total}
    engine.vocab_dict = columns
    engine.nonoccurrence_array = None
    return engine
