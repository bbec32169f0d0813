"""Retrieves the evidence for one claim's questions, scores it against claim and question, and cuts it to answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from app.domain.evidence import EvidenceFilter, EvidencePassage
from app.domain.progress import CancelToken
from app.domain.verification import NO_ANSWER, AnswerType, ClaimForm, EvidenceAnswer, EvidenceQuestion, VerifyOptions
from app.ports import EvidenceIndex, Mask
from app.services.verify_engine import VerifyEngine
from app.services.verifying_search import Candidates, EvidenceSearch
from app.verify.assigning import assigned, surplus_passages
from app.verify.factcheck_sites import factcheck_sites
from app.verify.parameters import RECIPE, Recipe
from app.verify.spans import WHOLE, answer_span

NOTHING = EvidenceAnswer(text=NO_ANSWER, kind=AnswerType.UNANSWERABLE)
# From this cosine on two passages say the same, and one of them is enough.
_SAME = 0.95


def usable_evidence(claim: ClaimForm, options: VerifyOptions) -> EvidenceFilter:
    """Return the filter for usable evidence: published before the claim was made, and from no fact-check, least of all the claim's
    own."""
    among = options.among
    own_urls = {claim.fact_checking_article} - {""}
    return replace(among, before=among.before or claim.made, without_urls=among.without_urls | own_urls, without_sites=factcheck_sites())


def open_evidence_session(
    engine: VerifyEngine, index: EvidenceIndex, claim: ClaimForm, options: VerifyOptions, *, cancel: CancelToken, recipe: Recipe
) -> EvidenceSession:
    """Return the evidence of an index that may be used for a claim."""
    among = usable_evidence(claim, options)
    allowed, with_factchecks = index.allowed(among), index.allowed(replace(among, without_sites=None))
    left_out = _count(with_factchecks, index) - _count(allowed, index)
    return EvidenceSession(engine=engine, index=index, allowed=allowed, claim=claim, cancel=cancel, recipe=recipe, factchecks=left_out)


def _count(mask: Mask | None, index: EvidenceIndex) -> int:
    return len(index) if mask is None else int(mask.sum())


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceSession:
    """A pinned index of evidence with the models, for one claim.

    `allowed` are the rows that may be found (None: all). `factchecks` counts the passages that are left out because they are from
    fact-check sites.
    """

    engine: VerifyEngine
    index: EvidenceIndex
    allowed: Mask | None
    claim: ClaimForm
    cancel: CancelToken
    recipe: Recipe = RECIPE
    factchecks: int = 0
    _texts: dict[str, str] = field(default_factory=dict)

    @property
    def searched(self) -> int:
        """Return the number of passages that may be found."""
        return _count(self.allowed, self.index)

    @property
    def held_back(self) -> int:
        """Return the number of passages that may not be found, without those of fact-check sites."""
        return len(self.index) - self.searched - self.factchecks

    def answered(self, questions: Sequence[EvidenceQuestion], options: VerifyOptions) -> tuple[EvidenceQuestion, ...]:
        """Return the questions with their answers, or with NOTHING where there is none; no passage answers two of them."""
        texts = [" ".join(question.text.split()) for question in questions]
        candidates = self._search().find(self.claim.text, [self.claim.text, *texts], keep=options.passages)
        about, scores = np.split(self._scores([self.claim.text, *texts], candidates), [1])

        def repeats(one_index: int, other_index: int) -> bool:
            first, second = candidates.passages[one_index], candidates.passages[other_index]
            if first.text == second.text or (first.document == second.document and self._short_document(first)):
                return True
            return float(candidates.vectors[one_index] @ candidates.vectors[other_index]) >= _SAME

        adjusted = scores.copy()
        if len(texts) > 1:  # of a whole claim's questions, what is most about the claim is shared among them
            adjusted[0] *= self.recipe.own
            adjusted[:, surplus_passages(about[0], repeats)] = -np.inf
        assignments = assigned(
            adjusted, per_question=options.answers, least=self.recipe.least if self.recipe.reranked else -1.0, repeats=repeats
        )
        self.cancel.check()
        return tuple(
            replace(
                question, answers=tuple(self._answer(text, candidates.passages[at], float(scores[row, at])) for at in indexes) or (NOTHING,)
            )
            for row, (question, text, indexes) in enumerate(zip(questions, texts, assignments, strict=True))
        )

    def _search(self) -> EvidenceSearch:
        return EvidenceSearch(
            index=self.index,
            allowed=self.allowed,
            encoder=self.engine.query_encoder or self.engine.encoder,
            projection=self.engine.projection,
            pairs=self.engine.pairs,
            answers=self.engine.answers,
            recipe=self.recipe,
            cancel=self.cancel,
        )

    def _scores(self, questions: Sequence[str], candidates: Candidates) -> NDArray[np.float64]:
        """Return (questions, passages): how surely each passage answers; without the answerer, the mean cosine with claim and
        question."""
        if not self.recipe.reranked:
            return np.array([(measures.cosine_question + measures.cosine_claim) / 2 for measures in candidates.measured])
        texts = [passage.text for passage in candidates.passages]
        score = self.engine.answerer.score
        return np.array(
            [score(self.claim.text, question, texts, measures) for question, measures in zip(questions, candidates.measured, strict=True)]
        )

    def _short_document(self, passage: EvidencePassage) -> str:
        """Return the text of the passage's document if it is short enough to be an answer, else ""; also if it was deleted
        meanwhile."""
        name = passage.document
        if name not in self._texts:
            document = self.engine.evidence.get([name]).get(name) if self.engine.evidence is not None else None
            self._texts[name] = document.text if document is not None and len(document.text) <= WHOLE else ""
        return self._texts[name]

    def _answer(self, question: str, passage: EvidencePassage, score: float) -> EvidenceAnswer:
        """Return the part of a passage that answers, word for word; a short document is returned whole."""
        document = self._short_document(passage)
        text = document or passage.text
        span = None if document else self.engine.reader.read(question, [text], cancel=self.cancel)[0]
        start, end = answer_span(text, span)
        return EvidenceAnswer(
            text=text[start:end],
            kind=AnswerType.EXTRACTIVE,
            source_url=passage.url,
            cached_source_url=passage.cached,
            source_medium=passage.medium,
            source=passage.source or passage.title,
            title=passage.title,
            published=passage.published,
            passage=passage.id,
            passage_text=text,
            score=round(score, 6),
            warning=passage.warning,
        )
