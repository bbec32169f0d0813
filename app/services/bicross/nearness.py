"""The bi-encoder's stage: a fact-check is as near as its three nearest sentences, weighted; claim and title are sentences of it too."""

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
    """The stage for one job. Claims and titles cost nothing, since the index holds their vectors; sentences of bodies are encoded (and
    cached) for the `read_of` fact-checks that are nearest by claim and title, `read` of each: those that share most words with the claim.
    """

    context: MatchContext
    options: PipelineOptions
    cancel: CancelToken

    def order(self, texts: Sequence[str], vectors: FloatMatrix, rows: IntMatrix) -> Hits:
        """These rows (q, n) by their nearness to the texts with these unit vectors; what was not read stands below what was."""
        known = np.stack([self._stored(rows, vectors, part) for part in (Field.CLAIM, Field.TITLE)], axis=2)
        cheap = weighted(known)
        if not self.options.read:
            return best_first(rows, cheap)
        scores, floor = cheap.copy(), np.inf
        for query, text in enumerate(texts):
            self.cancel.check()
            nearest = np.lexsort((rows[query], -cheap[query], rows[query] < 0))[: self.options.read_of]
            chosen = nearest[rows[query, nearest] >= 0]
            bodies = self._bodies(text, vectors[query], rows[query, chosen])
            scores[query, chosen] = weighted(np.concatenate([known[query, chosen], bodies], axis=1))
            floor = float(scores[query, chosen].min(initial=np.inf))
            unread = np.setdiff1d(np.arange(rows.shape[1]), chosen)
            scores[query, unread] = np.minimum(cheap[query, unread], floor)
        return best_first(rows, scores, then=cheap)

    def _stored(self, rows: IntMatrix, vectors: FloatMatrix, part: Field) -> FloatMatrix:
        """Cosines with the index's vectors, (q, n); NaN where there is no row or no text."""
        unique, inverse = np.unique(np.maximum(rows, 0), return_inverse=True)
        stored = self.context.snapshot.vector_rows(part, unique.astype(np.int32))
        place = inverse.reshape(rows.shape)
        there = np.any(stored != 0, axis=1)[place] & (rows >= 0)
        cosines = (
            np.stack([stored[own] @ vector for own, vector in zip(place, vectors, strict=True)]) if len(rows) else np.zeros(rows.shape)
        )
        return np.where(there, cosines, np.nan).astype(np.float32)

    def _bodies(self, text: str, vector: FloatMatrix, rows: IntMatrix) -> FloatMatrix:
        """Cosines with the sentences that are read of each body, (n, read); NaN where a body has fewer."""
        said = frozenset(words(text))
        chosen: list[str] = []
        starts = [0]
        for factcheck in self.context.snapshot.factchecks([int(row) for row in rows]):
            spans = split_passages(factcheck.body, factcheck.language)
            chosen += most_alike(said, [factcheck.body[start:end] for start, end in spans], self.options.read)
            starts.append(len(chosen))
        result = np.full((len(rows), self.options.read), np.nan, dtype=np.float32)
        if chosen:
            cosines = self.context.engine.encoder.encode(chosen, progress=no_progress, cancel=self.cancel) @ vector
            for place, (low, high) in enumerate(itertools.pairwise(starts)):
                result[place, : high - low] = cosines[low:high]
        return result


def most_alike(said: frozenset[str], sentences: Sequence[str], count: int) -> list[str]:
    """The sentences that share most of their words with a claim's, in their order; the first of equals."""

    def shared(place: int) -> float:
        own = words(sentences[place])
        return len(said.intersection(own)) / math.sqrt(len(own) or 1)

    nearest = sorted(range(len(sentences)), key=lambda place: (-shared(place), place))[:count]
    return [sentences[place] for place in sorted(nearest)]


def weighted(cosines: FloatMatrix) -> FloatMatrix:
    """The sum of the three largest along the last axis, weighted by `SENTENCES`; NaN is no sentence, -1 where there is none at all."""
    best = -np.sort(-np.nan_to_num(cosines, nan=-np.inf), axis=-1)[..., : len(SENTENCES)]
    there = np.isfinite(best)
    weights = np.where(there, np.array(SENTENCES[: best.shape[-1]]), 0.0)
    total = weights.sum(axis=-1)
    summed = (weights * np.where(there, best, 0.0)).sum(axis=-1)
    return np.where(total > 0, summed / np.where(total > 0, total, 1.0), -1.0).astype(np.float32)
