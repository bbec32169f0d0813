"""BM25 over one field: bm25s scores all rows for a query from precomputed scores; the best are picked with stable ties.

In an index of several languages a word of the query has the same weight in each: its rarity is counted over all terms that the
languages' rules make of it. Otherwise a name would mostly find the few texts of a language in which it is rare.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.ports import FloatMatrix, Hits, IntMatrix, Mask
from app.store.analysis import names_in, query_terms, terms
from app.store.postings import K1, B, Ints, Postings, inverse_document_frequency
from app.store.selection import best_of_row, empty_hits

# Characters of a query that are analysed. No spoken sentence is longer, and a megabyte of punctuation takes seconds.
_LONGEST_QUERY = 20_000


class Bm25Index:
    """LexicalIndex over postings and their precomputed scores; read-only, safe to use from several threads."""

    def __init__(self, postings: Postings, scores: NDArray[np.float32]) -> None:
        self._postings = postings
        self._scores = scores
        self._columns = {term: column for column, term in enumerate(postings.terms)}
        self._names = names_in(postings.terms)
        self._engine = _engine(postings, scores, self._columns)

    def __len__(self) -> int:
        return len(self._postings.lengths)

    def search(self, queries: Sequence[str], k: int, *, allowed: Mask | None = None) -> Hits:
        """Return the k best rows of each query; rows that share no term with the query are not hits."""
        hits = empty_hits(len(queries), k)
        for index, query in enumerate(queries):
            scores = self._all_scores(query)
            if scores is None:
                continue
            if allowed is not None:
                scores[~allowed] = 0.0
            rows = best_of_row(scores, k)
            hits.rows[index, : len(rows)] = rows
            hits.scores[index, : len(rows)] = scores[rows]
        return hits

    def scores(self, query: str, rows: IntMatrix) -> FloatMatrix:
        """Return the BM25 score of each given row (1-d array) for one query; 0 where no term is shared."""
        total = np.zeros(len(rows), np.float32)
        weighted_columns = self._weighed(query) if self._names else [(column, None) for column in self._known(query)]
        for column, weight in weighted_columns:
            column_rows, shares = self._column(column)
            positions = np.minimum(np.searchsorted(column_rows, rows), len(column_rows) - 1)
            shared = np.where(column_rows[positions] == rows, shares[positions], np.float32(0))
            total += shared if weight is None else shared * weight
        return total

    def _all_scores(self, query: str) -> NDArray[np.float32] | None:
        """Return the scores of all rows; None where the index has no term of the query."""
        # An index of English only gives the same scores, bit for bit, as before there were other languages.
        if not self._names:
            columns = self._known(query)
            return np.asarray(self._engine.get_scores_from_ids(columns), np.float32) if columns else None
        weighed = self._weighed(query)
        if not weighed:
            return None
        total = np.zeros(len(self), np.float32)
        for column, weight in weighed:
            rows, shares = self._column(column)
            total[rows] += shares * weight
        return total

    def _column(self, column: int) -> tuple[Ints, NDArray[np.float32]]:
        """Return the rows that contain a term, and their scores."""
        part = slice(int(self._postings.starts[column]), int(self._postings.starts[column + 1]))
        return self._postings.rows[part], self._scores[part]

    def _known(self, query: str) -> list[int]:
        return [column for term in terms(query[:_LONGEST_QUERY]) if (column := self._columns.get(term)) is not None]

    def _weighed(self, query: str) -> list[tuple[int, np.float32]]:
        """Return (column, factor) for the query's terms in all languages; the factor gives each term the rarity of its word over
        all of them."""
        columns = [
            (column, word)
            for term, word in query_terms(query[:_LONGEST_QUERY], self._names)
            if (column := self._columns.get(term)) is not None
        ]
        # Counted over all languages: otherwise a name would mostly find the few texts of a language in which it is rare.
        frequency: dict[str, int] = {}
        for column, word in set(columns):
            frequency[word] = frequency.get(word, 0) + self._frequency(column)
        total = len(self)
        return [
            (
                column,
                np.float32(
                    inverse_document_frequency(min(frequency[word], total), total)
                    / inverse_document_frequency(self._frequency(column), total)
                ),
            )
            for column, word in columns
        ]

    def _frequency(self, column: int) -> int:
        return int(self._postings.starts[column + 1] - self._postings.starts[column])


def _engine(postings: Postings, scores: NDArray[np.float32], columns: dict[str, int]) -> Any:
    """Build a bm25s retriever over our arrays, which have the layout of its own `index`."""
    import bm25s

    engine = bm25s.BM25(k1=K1, b=B, method="lucene")
    total = len(postings.lengths)
    engine.scores = {"data": scores, "indices": postings.rows, "indptr": postings.starts, "num_docs": total}
    engine.vocab_dict = columns
    engine.nonoccurrence_array = None
    return engine
