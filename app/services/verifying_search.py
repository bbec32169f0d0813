"""Searches for passages that may answer a claim's questions, with lexical and dense search, and measures each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.evidence import EvidencePassage
from app.domain.progress import CancelToken, no_progress
from app.ingest.language import detect_language
from app.ports import EvidenceIndex, FloatMatrix, Hits, IntMatrix, Mask, PairInput, PairScorer, TextEncoder
from app.retrieval import reciprocal_rank_fusion
from app.stance import can_read
from app.verify.answerer import Measured
from app.verify.parameters import Recipe
from app.verify.query_projection import QueryProjection

DEPTH = 50
"""Passages that the claim leads to; each question leads to a fifth of it."""
# An address of one page: what stands at another is of another document.
_WEB = re.compile(r"https?://[^/]+/.", re.IGNORECASE)
OF_WORDS, _OF_BESIDE = 0.15, 0.3
"""How much BM25 and a good passage of the same document count beside the cosine with the claim, before anything is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """n passages: their rows in the index, unit vectors (n, d) and, for each question in order, their measures."""

    rows: IntMatrix
    vectors: FloatMatrix
    passages: list[EvidencePassage]
    measured: tuple[Measured, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceSearch:
    """Searches a pinned index of evidence, of which the rows `allowed` may be found (None: all), and measures its passages."""

    index: EvidenceIndex
    allowed: Mask | None
    encoder: TextEncoder
    projection: QueryProjection
    pairs: PairScorer
    answers: PairScorer
    recipe: Recipe
    cancel: CancelToken

    def find(self, claim: str, questions: Sequence[str], *, keep: int) -> Candidates:
        """Return the `keep` best passages for the claim, and a few more for each question."""
        texts = [claim, *questions]
        vectors = self.encoder.encode(texts, progress=no_progress, cancel=self.cancel)
        projected = self.projection.project(vectors, self.encoder.identity) if self.recipe.led else vectors
        rows = self._reached(texts, projected)
        row_vectors = self.index.vector_rows(rows)
        cosines, nearness = (vectors @ row_vectors.T).astype(np.float64), (projected @ row_vectors.T).astype(np.float64)
        words = self._words(claim, rows)
        passages = self.index.passages(rows.tolist())
        claim_scores = nearness[0] + OF_WORDS * words
        document_scores = best_of_document(passages, claim_scores)
        best = _best_rows(claim_scores + _OF_BESIDE * document_scores, nearness, keep)
        texts_kept = [passages[index].text for index in best]
        self.cancel.check()
        relevance = self._relevance(claim, texts_kept)
        answers = self._answers(claim, [passages[index] for index in best])
        measured = tuple(
            Measured(
                cosine_question=cosines[index + 1, best],
                cosine_claim=cosines[0, best],
                words=words[best],
                document_scores=document_scores[best],
                relevance=relevance,
                projected_question=nearness[index + 1, best],
                projected_claim=nearness[0, best],
                answers=answers,
            )
            for index in range(len(questions))
        )
        return Candidates(rows=rows[best], vectors=row_vectors[best], passages=[passages[index] for index in best], measured=measured)

    def _reached(self, texts: Sequence[str], vectors: FloatMatrix) -> IntMatrix:
        """Return the rows that any of the texts finds, in ascending order."""
        hits: list[Hits] = []
        weights: list[float] = []
        for weight, search in ((self.recipe.lexical, self._lexical), (self.recipe.dense, self._dense)):
            if weight:
                hits.append(search(texts, vectors))
                weights.append(weight)
                self.cancel.check()
        fused, _ = reciprocal_rank_fusion(hits, weights=weights, keep=DEPTH)
        of_questions = fused[1:, : DEPTH // 5]
        reached_rows = np.unique(np.concatenate([fused[0], of_questions.ravel()]))
        rows: IntMatrix = reached_rows[reached_rows >= 0].astype(np.int32)
        return rows

    def _lexical(self, texts: Sequence[str], vectors: FloatMatrix) -> Hits:
        return self.index.lexical().search(texts, DEPTH, allowed=self.allowed)

    def _dense(self, texts: Sequence[str], vectors: FloatMatrix) -> Hits:
        return self.index.vectors().search(vectors, DEPTH, allowed=self.allowed)

    def _words(self, claim: str, rows: IntMatrix) -> NDArray[np.float64]:
        """Return BM25 of the claim in [0, 1], as a share of the best."""
        if not self.recipe.lexical or not len(rows):
            return np.zeros(len(rows))
        scores = self.index.lexical().scores(claim, rows).astype(np.float64)
        return np.asarray(scores / max(float(scores.max()), 1e-6))

    def _relevance(self, claim: str, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return the probability that each text is about the claim; one half for all where the parameters leave it out."""
        if not self.recipe.read:
            return np.full(len(texts), 0.5)
        scores = self.pairs.score([PairInput(sentence=claim, claim=text) for text in texts], cancel=self.cancel)
        return np.asarray(scores, np.float64)

    def _answers(self, claim: str, passages: Sequence[EvidencePassage]) -> NDArray[np.float64]:
        """Return the probability that each passage answers the claim's open part.

        NaN where one of the two is not English, and where the parameters leave it out.
        """
        # Not read is not improbable: the answerer takes the mean of its training for NaN.
        scores = np.full(len(passages), np.nan)
        if self.recipe.answers and can_read(detect_language(claim)):
            read = [index for index, passage in enumerate(passages) if can_read(passage.language or detect_language(passage.text))]
            pairs = [PairInput(sentence=claim, claim=passages[index].text) for index in read]
            scores[read] = self.answers.score(pairs, cancel=self.cancel)
        return scores


def best_of_document(passages: Sequence[EvidencePassage], scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each passage the best score among the others of its document or address, 0 where there are none."""
    groups: dict[str, list[int]] = {}
    for index, passage in enumerate(passages):
        groups.setdefault(passage.url if _WEB.match(passage.url) else passage.document, []).append(index)
    best = np.zeros(len(passages))
    # A document about the claim may answer in another passage than the one that names it.
    for indexes in groups.values():
        for index in indexes:
            best[index] = max((float(scores[other]) for other in indexes if other != index), default=0.0)
    return best


def _best_rows(claim_scores: NDArray[np.float64], cosines: NDArray[np.float64], keep: int) -> NDArray[np.intp]:
    """Return the indexes of the `keep` best for the claim and of an eighth as many for each question, in ascending order."""
    best = np.argsort(-claim_scores, kind="stable")[:keep]
    further_rows = [np.argsort(-(row + cosines[0]), kind="stable")[: max(1, keep // 8)] for row in cosines[1:]]
    return np.unique(np.concatenate([best, *further_rows]))
