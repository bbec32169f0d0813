"""Candidate passages of the closed pool for each claim, with the annotators' answers marked."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from app.bootstrap import Session
from app.domain.evidence import EvidenceFilter
from app.domain.progress import CancelToken, no_progress
from app.domain.verification import Verification
from app.ports import EvidenceIndex
from app.services.verifying_search import OF_WORDS, Candidates, EvidenceSearch
from app.verify.parameters import RECIPE
from app.verify.premises import answers_nothing
from app.verify.query_projection import QueryProjection
from app.verify.questions import template_questions
from models.research.averitec.gold import answer_text
from models.research.averitec.pool import pool_documents
from models.research.averitec.split import DateSplit
from models.training import CACHE

_DEPTH = 60
ASKED = 3
"""Number of the program's own questions for each claim."""
CLAIMS = 240
"""Number of claims of the training part that are reserved for the answerer."""


@dataclass(frozen=True, slots=True)
class RankedPassages:
    """Passages for one claim, nearest first.

    `right` marks the claim's annotated answers, `answers` is their number.
    """

    claim: str
    texts: tuple[str, ...]
    right: NDArray[np.bool_]
    nearness: NDArray[np.float64]
    answers: int


def answerer_claims(parts: DateSplit) -> list[int]:
    """Return the indexes of the claims that train the answerer."""
    return random.Random(0).sample(parts.train, CLAIMS)


def plain(text: str) -> str:
    """Return the first words of a text, for comparison. Passages are cut and trimmed, so whole texts would differ."""
    return " ".join(text.casefold().split())[:160]


@contextmanager
def pool_index(session: Session, claims: Sequence[Verification]) -> Iterator[EvidenceIndex]:
    """Yield an index of the closed pool of all answers."""
    evidence = session.libraries.evidence(CACHE / "averitec", create=True)
    evidence.add(pool_documents(claims), progress=no_progress, cancel=CancelToken())
    evidence.encode(encoder=session.models.encoder(), progress=no_progress, cancel=CancelToken())
    with closing(evidence.index(encoder=session.models.encoder(), progress=no_progress, cancel=CancelToken())) as index:
        yield index


def candidates(
    claim: Verification,
    questions: Sequence[str],
    *,
    session: Session,
    index: EvidenceIndex,
    leading: QueryProjection,
    keep: int,
    read: bool = True,
) -> Candidates:
    """Return the search results for a claim from before its day. With `read` False, no network judges pairs."""
    evidence_filter = EvidenceFilter(before=claim.claim.made, undated=claim.claim.made is None)
    return EvidenceSearch(
        index=index,
        allowed=index.allowed(evidence_filter),
        encoder=session.models.shared_encoder(),
        projection=leading,
        pairs=session.models.pair_scorer(),
        answers=session.models.answer_scorer() if read else session.models.pair_scorer(),  # the answer scorer may not be trained yet
        recipe=RECIPE if read else replace(RECIPE, read=False, answers=False),
        cancel=CancelToken(),
    ).find(claim.claim.text, questions, keep=keep)


def ranked_passages(
    claims: Sequence[Verification], indexes: Sequence[int], *, session: Session, index: EvidenceIndex, leading: QueryProjection
) -> Iterator[RankedPassages]:
    """Yield the passages for each claim at these indexes that has answers."""
    for claim in (claims[position] for position in indexes):
        answer_texts = {
            plain(answer_text(answer))
            for question_and_answers in claim.questions
            for answer in question_and_answers.answers
            if not answers_nothing(answer)
        }
        if not answer_texts:
            continue
        queries = [claim.claim.text, *(question.text for question in template_questions(claim.claim)[:ASKED])]
        candidate_set = candidates(claim, queries, session=session, index=index, leading=leading, keep=_DEPTH, read=False)
        first = candidate_set.measured[0]
        near_scores = first.projected_claim + OF_WORDS * first.words
        order = np.argsort(-near_scores, kind="stable")
        texts = tuple(candidate_set.passages[position].text for position in order)
        yield RankedPassages(
            claim.claim.text, texts, np.array([plain(text) in answer_texts for text in texts]), near_scores[order], len(answer_texts)
        )
