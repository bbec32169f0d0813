"""Hybrid retrieval for many sentences at once: BM25 over claim, title and body, dense over claim and title, fused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.progress import CancelToken
from app.ports import Field, FloatMatrix, Hits, IntMatrix, LibrarySnapshot, Mask
from app.retrieval.fusion import reciprocal_rank_fusion

DEPTH = 50
KEEP = 20
_LEXICAL = (Field.CLAIM, Field.TITLE, Field.BODY)
_DENSE = (Field.CLAIM, Field.TITLE)
_WEIGHTS = {"dense_claim": 2.0, "dense_title": 1.0, "bm25_claim": 1.0, "bm25_title": 0.5, "bm25_body": 1.0}
_BATCH = 64

LexicalHits = Mapping[Field, Hits]
DenseHits = Mapping[Field, Hits]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """The fused candidates of q sentences with their measures.

    `rows` (q, n) int32 into the snapshot, -1 where there are fewer than n; every measure is (q, n) float32 with 0 at
    the padding, named as in ScoreParts: bm25_claim, bm25_title, bm25_body, dense_claim, dense_title, fused.
    """

    rows: IntMatrix
    measures: Mapping[str, FloatMatrix]

    def __len__(self) -> int:
        return int(self.rows.shape[0])


def search_lexical(
    texts: Sequence[str], *, snapshot: LibrarySnapshot, allowed: Mask | None, depth: int = DEPTH, cancel: CancelToken
) -> dict[Field, Hits]:
    """Search the BM25 index of each field, in batches, so that cancelling takes effect soon."""
    hits: dict[Field, Hits] = {}
    for field in _LEXICAL:
        index = snapshot.lexical(field)
        parts = []
        for start in range(0, len(texts), _BATCH):
            cancel.check()
            parts.append(index.search(texts[start : start + _BATCH], depth, allowed=allowed))
        hits[field] = _stack(parts, depth)
    return hits


def search_dense(vectors: FloatMatrix, *, snapshot: LibrarySnapshot, allowed: Mask | None, depth: int = DEPTH) -> dict[Field, Hits]:
    """Search for the nearest rows of each unit vector by field. Many vectors cost hardly more than one, since each call reads all
    rows."""
    return {field: snapshot.vectors(field).search(vectors, depth, allowed=allowed) for field in _DENSE}


def _stack(parts: Sequence[Hits], depth: int) -> Hits:
    if not parts:
        return Hits(np.empty((0, depth), dtype=np.int32), np.empty((0, depth), dtype=np.float32))
    return Hits(np.concatenate([part.rows for part in parts]), np.concatenate([part.scores for part in parts]))


def take(hits: Mapping[Field, Hits], queries: IntMatrix) -> dict[Field, Hits]:
    """Return the hits of these queries, given by their indexes."""
    return {field: Hits(part.rows[queries], part.scores[queries]) for field, part in hits.items()}


def find_candidates(
    texts: Sequence[str],
    vectors: FloatMatrix,
    *,
    snapshot: LibrarySnapshot,
    lexical: LexicalHits,
    dense: DenseHits,
    keep: int = KEEP,
    cancel: CancelToken,
) -> Candidates:
    """Fuse lexical and dense hits of each text and measure every candidate by every measure.

    `vectors` (len(texts), dimension) are the texts' unit vectors, `lexical` and `dense` their hits, all in order.
    """
    rows, fused = fuse_hits(lexical, dense, keep=keep)
    cancel.check()
    measures = measure_rows(rows, texts, vectors, snapshot=snapshot, cancel=cancel)
    return Candidates(rows=rows, measures={**measures, "fused": fused})


def fuse_hits(lexical: LexicalHits, dense: DenseHits, *, keep: int = KEEP) -> tuple[IntMatrix, FloatMatrix]:
    """Fuse each query's hits. Returns rows and fused scores of its best candidates, (q, keep) each, as `reciprocal_rank_fusion`
    does."""
    lists = {f"bm25_{field.value}": hits for field, hits in lexical.items()} | {
        f"dense_{field.value}": hits for field, hits in dense.items()
    }
    names = sorted(lists)
    return reciprocal_rank_fusion([lists[name] for name in names], weights=[_WEIGHTS[name] for name in names], keep=keep)


def measure_rows(
    rows: IntMatrix, texts: Sequence[str], vectors: FloatMatrix, *, snapshot: LibrarySnapshot, cancel: CancelToken
) -> dict[str, FloatMatrix]:
    """Measure cosine and BM25 of rows (q, n; -1 for none) with their texts. A measure depends on row and text only, not on how the
    row was found."""
    measures = {f"dense_{field.value}": _cosines(rows, vectors, field, snapshot) for field in _DENSE}
    for field in _LEXICAL:
        cancel.check()
        measures[f"bm25_{field.value}"] = _bm25(rows, texts, field, snapshot)
    return measures


def _cosines(rows: IntMatrix, vectors: FloatMatrix, field: Field, snapshot: LibrarySnapshot) -> FloatMatrix:
    """Return the cosine of each candidate's stored vector with its sentence's, each computed from its two vectors only."""
    unique, inverse = np.unique(np.maximum(rows, 0), return_inverse=True)
    stored = snapshot.vector_rows(field, unique.astype(np.int32))
    cosines = np.einsum("qnd,qd->qn", stored[inverse.reshape(rows.shape)], vectors, dtype=np.float32)
    return np.where(rows >= 0, cosines, 0.0).astype(np.float32)


def _bm25(rows: IntMatrix, texts: Sequence[str], field: Field, snapshot: LibrarySnapshot) -> FloatMatrix:
    index = snapshot.lexical(field)
    scores = np.zeros(rows.shape, dtype=np.float32)
    for query, text in enumerate(texts):
        present = rows[query] >= 0
        if present.any():
            scores[query, present] = index.scores(text, rows[query][present])
    return scores
