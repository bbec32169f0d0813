"""The evidence that one claim's questions are put to: found, held against claim and question, and cut to answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from app.domain.evidence import EvidenceFilter, EvidencePassage
from app.domain.progress import CancelToken, no_progress
from app.domain.verification import NO_ANSWER, AnswerType, ClaimForm, EvidenceAnswer, VerifyOptions
from app.ports import EvidenceIndex, FloatMatrix, Hits, IntMatrix, Mask, PairInput
from app.retrieval import reciprocal_rank_fusion
from app.services.verify_engine import VerifyEngine
from app.verify.answerer import Measured
from app.verify.premises import answered_part, polarity
from app.verify.recipe import RECIPE, Recipe
from app.verify.spans import SHORT, answer_span

NOTHING = EvidenceAnswer(text=NO_ANSWER, kind=AnswerType.UNANSWERABLE)
_SURELY = 0.9
"""From this cosine on two passages say the same and count once."""


def among_for(claim: ClaimForm, options: VerifyOptions) -> EvidenceFilter:
    """Which evidence may be used: what was published before the claim was made, never the claim's own fact-check."""
    among = options.among
    own = {claim.fact_checking_article} - {""}
    return replace(among, before=among.before or claim.made, without_urls=among.without_urls | own)


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidencePile:
    """A pinned index of evidence with the models, for one claim; `allowed` are the rows that may be found (None: all)."""

    engine: VerifyEngine
    index: EvidenceIndex
    allowed: Mask | None
    claim: ClaimForm
    cancel: CancelToken
    recipe: Recipe = RECIPE
    _known: dict[int, EvidencePassage] = field(default_factory=dict)

    @property
    def searched(self) -> int:
        """How many passages may be found."""
        return len(self.index) if self.allowed is None else int(self.allowed.sum())

    @property
    def held_back(self) -> int:
        """How many may not."""
        return len(self.index) - self.searched

    def answers(self, question: str, options: VerifyOptions, without: frozenset[str] = frozenset()) -> tuple[EvidenceAnswer, ...]:
        """The best answers to a question, or the one that there is none; passages of the ids `without` are not given again."""
        text = " ".join(question.split())
        vectors = self._encoded([text, self.claim.text])
        rows = self._found(text, vectors, options.passages)
        passages = self._passages(rows)
        scores = self._scored(text, passages, vectors, rows)
        chosen: list[int] = []
        for place in np.argsort(-scores, kind="stable").tolist():
            fresh = passages[place].id not in without and not self._repeats(rows[place], rows[chosen])
            if len(chosen) < options.answers and fresh and (scores[place] >= self.recipe.least or not self.recipe.reranked):
                chosen.append(place)
        found = [self._answer(text, passages[place], float(scores[place])) for place in chosen]
        return tuple(found) or (NOTHING,)

    def _encoded(self, texts: Sequence[str]) -> FloatMatrix:
        encoder = self.engine.query_encoder or self.engine.encoder
        return encoder.encode(list(texts), progress=no_progress, cancel=self.cancel)

    def _found(self, question: str, vectors: FloatMatrix, count: int) -> IntMatrix:
        """Rows of the passages that words and vectors of question and claim lead to, fused, best first."""
        lists: list[Hits] = []
        weights: list[float] = []
        texts = [question, self.claim.text]
        if self.recipe.lexical:
            lists.append(self.index.lexical().search(texts, count, allowed=self.allowed))
        if self.recipe.dense:
            lists.append(self.index.vectors().search(vectors, count, allowed=self.allowed))
        self.cancel.check()
        each: list[Hits] = []
        for hits, weight in zip(lists, [one for one in (self.recipe.lexical, self.recipe.dense) if one], strict=True):
            for place, share in enumerate((1.0, self.recipe.of_claim)):
                if share:
                    each.append(Hits(hits.rows[[place]], hits.scores[[place]]))
                    weights.append(weight * share)
        rows, _ = reciprocal_rank_fusion(each, weights=weights, keep=count)
        found: IntMatrix = rows[0][rows[0] >= 0]
        return found

    def _passages(self, rows: IntMatrix) -> list[EvidencePassage]:
        missing = [row for row in rows.tolist() if row not in self._known]
        self._known.update(zip(missing, self.index.passages(missing), strict=True))
        return [self._known[row] for row in rows.tolist()]

    def _scored(self, question: str, passages: list[EvidencePassage], vectors: FloatMatrix, rows: IntMatrix) -> NDArray[np.float64]:
        """How surely each passage answers the question; without the answerer, the order of the search."""
        if not self.recipe.reranked or not passages:
            return 1.0 / (1.0 + np.arange(len(passages)))
        texts = [passage.text for passage in passages]
        return self.engine.answerer.score(self.claim.text, question, texts, self.measured(question, texts, vectors, self.index.vector_rows(rows)))

    def measured(self, question: str, texts: list[str], vectors: FloatMatrix, found: FloatMatrix) -> Measured:
        """What the networks say of these texts; `vectors` are question and claim, `found` the texts', all unit vectors."""
        claim, engine = self.claim.text, self.engine
        relevance = engine.pairs.score([PairInput(sentence=claim, claim=text) for text in texts], cancel=self.cancel)
        stances = engine.stance.stance(texts, [claim] * len(texts), cancel=self.cancel)
        spans = engine.reader.read(question, texts, cancel=self.cancel)
        return Measured(
            cosine_question=(found @ vectors[0]).astype(np.float64),
            cosine_claim=(found @ vectors[1]).astype(np.float64),
            relevance=relevance.astype(np.float64),
            takes_side=1.0 - stances[:, 2].astype(np.float64),
            reading=np.array([span.probability if span else 0.0 for span in spans], np.float64),
        )

    def _repeats(self, row: int, chosen: IntMatrix) -> bool:
        """Whether a passage says what one of the chosen ones says."""
        if not len(chosen):
            return False
        vectors = self.index.vector_rows(np.append(chosen, row).astype(np.int32))
        return bool((vectors[:-1] @ vectors[-1]).max() >= _SURELY)

    def _answer(self, question: str, passage: EvidencePassage, score: float) -> EvidenceAnswer:
        """The part of a passage that answers, word for word."""
        span = None
        if len(passage.text.split()) > SHORT:
            span = self.engine.reader.read(question, [passage.text], cancel=self.cancel)[0]
        start, end = answer_span(passage.text, span)
        text = passage.text[start:end]
        side, rest = polarity(text), answered_part(text)
        boolean = side != 0 and bool(rest)
        return EvidenceAnswer(
            text=("Yes" if side > 0 else "No") if boolean else text,
            kind=AnswerType.BOOLEAN if boolean else AnswerType.EXTRACTIVE,
            explanation=rest if boolean else "",
            source_url=passage.url,
            cached_source_url=passage.cached,
            source_medium=passage.medium,
            source=passage.source or passage.title,
            published=passage.published,
            passage=passage.id,
            passage_text=passage.text,
            score=round(score, 6),
            warning=passage.warning,
        )
