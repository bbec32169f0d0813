"""The bi-encoder stage: a fact-check is scored by its three nearest sentences, weighted; claim and title count as sentences."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.pipeline import PipelineOptions
from app.domain.progress import CancelToken, no_progress
from app.ingest.passages import split_passages
from app.ports import Field, FloatMatrix, Hits, IntMatrix
from app.ranking.text import words
from app.services.bicross.hits import best_first
from app.services.matching.context import MatchContext

SENTENCES = (0.5, 0.4, 0.1)
"""What the nearest, second and third sentence of a fact-check count; where there are fewer, those share the whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearness:
    """The stage for one job.

    Claims and titles cost nothing, since the index holds their vectors. Of the `read_of` fact-checks nearest by claim and title,
    the `read` sentences of the body that share most words with the claim are encoded (and cached).
    """

    context: MatchContext
    options: PipelineOptions
    cancel: CancelToken

    def order(self, texts: Sequence[str], vectors: FloatMatrix, rows: IntMatrix) -> Hits:
        """Sort these rows (q, n) by nearness to the texts with these unit vectors; those without read bodies come after the others."""
        stored_cosines = np.stack([self._stored(rows, vectors, part) for part in (Field.CLAIM, Field.TITLE)], axis=2)
        stored_score = weighted(stored_cosines)
        if not self.options.read:
            return best_first(rows, stored_score)
        scores, floor = stored_score.copy(), np.inf
        for query, text in enumerate(texts):
            self.cancel.check()
            nearest = np.lexsort((rows[query], -stored_score[query], rows[query] < 0))[: self.options.read_of]
            columns = nearest[rows[query, nearest] >= 0]
            bodies = self._bodies(text, vectors[query], rows[query, columns])
            scores[query, columns] = weighted(np.concatenate([stored_cosines[query, columns], bodies], axis=1))
            floor = float(scores[query, columns].min(initial=np.inf))
            unread = np.setdiff1d(np.arange(rows.shape[1]), columns)
            scores[query, unread] = np.minimum(stored_score[query, unread], floor)
        return best_first(rows, scores, tie_break=stored_score)

    def _stored(self, rows: IntMatrix, vectors: FloatMatrix, part: Field) -> FloatMatrix:
        """Return cosines with the index's vectors, (q, n); NaN where there is no row or no text."""
        unique, inverse = np.unique(np.maximum(rows, 0), return_inverse=True)
        stored = self.context.snapshot.vector_rows(part, unique.astype(np.int32))
        indexes = inverse.reshape(rows.shape)
        present = np.any(stored != 0, axis=1)[indexes] & (rows >= 0)
        cosines = (
            np.stack([stored[row_indexes] @ vector for row_indexes, vector in zip(indexes, vectors, strict=True)])
            if len(rows)
            else np.zeros(rows.shape)
        )
        return np.where(present, cosines, np.nan).astype(np.float32)

    def _bodies(self, text: str, vector: FloatMatrix, rows: IntMatrix) -> FloatMatrix:
        """Return cosines with the selected sentences of each body, (n, read); NaN where a body has fewer."""
        claim_words = frozenset(words(text))
        sentences: list[str] = []
        starts = [0]
        for factcheck in self.context.snapshot.factchecks([int(row) for row in rows]):
            spans = split_passages(factcheck.body, factcheck.language)
            sentences += most_alike(claim_words, [factcheck.body[start:end] for start, end in spans], self.options.read)
            starts.append(len(sentences))
        result = np.full((len(rows), self.options.read), np.nan, dtype=np.float32)
        if sentences:
            cosines = self.context.engine.encoder.encode(sentences, progress=no_progress, cancel=self.cancel) @ vector
            for index, (low, high) in enumerate(itertools.pairwise(starts)):
                result[index, : high - low] = cosines[low:high]
        return result


def most_alike(claim_words: frozenset[str], sentences: Sequence[str], count: int) -> list[str]:
    """Return the `count` sentences that share most words with a claim, in their order; ties go to the first."""

    def shared(index: int) -> float:
        sentence_words = words(sentences[index])
        return len(claim_words.intersection(sentence_words)) / math.sqrt(len(sentence_words) or 1)

    nearest = sorted(range(len(sentences)), key=lambda index: (-shared(index), index))[:count]
    return [sentences[index] for index in sorted(nearest)]


def weighted(cosines: FloatMatrix) -> FloatMatrix:
    """Return the sum of the three largest along the last axis, weighted by `SENTENCES`; NaN is no sentence, -1 where there is none
    at all."""
    best = -np.sort(-np.nan_to_num(cosines, nan=-np.inf), axis=-1)[..., : len(SENTENCES)]
    present = np.isfinite(best)
    weights = np.where(present, np.array(SENTENCES[: best.shape[-1]]), 0.0)
    total = weights.sum(axis=-1)
    summed = (weights * np.where(present, best, 0.0)).sum(axis=-1)
    return np.where(total > 0, summed / np.where(total > 0, total, 1.0), -1.0).astype(np.float32)
