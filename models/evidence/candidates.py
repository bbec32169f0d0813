"""The passages that the closed pool offers for claims, with which of them are their annotators' answers."""

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
"""Questions of the program's own for each claim."""
CLAIMS = 240
"""Claims of the training part that the answerer learns from, and nothing else does."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A claim's passages in the order of their nearness, whether each is one of its answers, and how many answers it has."""

    claim: str
    texts: tuple[str, ...]
    right: NDArray[np.bool_]
    near: NDArray[np.float64]
    answers: int


def answerer_claims(parts: DateSplit) -> list[int]:
    """The places of the claims that the answerer learns from."""
    return random.Random(0).sample(parts.train, CLAIMS)


def plain(text: str) -> str:
    """Passages are cut and trimmed, so texts are compared by their first words."""
    return " ".join(text.casefold().split())[:160]


@contextmanager
def pool_index(session: Session, claims: Sequence[Verification]) -> Iterator[EvidenceIndex]:
    """The closed pool of all answers, encoded."""
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
    """What the search finds for a claim before its day; without `read` no network looks at pairs."""
    among = EvidenceFilter(before=claim.claim.made, undated=claim.claim.made is None)
    return EvidenceSearch(
        index=index,
        allowed=index.allowed(among),
        encoder=session.models.shared_encoder(),
        projection=leading,
        pairs=session.models.pair_scorer(),
        answers=session.models.answer_scorer() if read else session.models.pair_scorer(),  # what is not read need not be there yet
        recipe=RECIPE if read else replace(RECIPE, read=False, answers=False),
        cancel=CancelToken(),
    ).find(claim.claim.text, questions, keep=keep)


def offered(
    claims: Sequence[Verification], places: Sequence[int], *, session: Session, index: EvidenceIndex, leading: QueryProjection
) -> Iterator[Offered]:
    """For each claim at these places that has answers."""
    for claim in (claims[place] for place in places):
        own = {plain(answer_text(answer)) for one in claim.questions for answer in one.answers if not answers_nothing(answer)}
        if not own:
            continue
        asked = [claim.claim.text, *(question.text for question in template_questions(claim.claim)[:ASKED])]
        found = candidates(claim, asked, session=session, index=index, leading=leading, keep=_DEPTH, read=False)
        first = found.measured[0]
        near = first.projected_claim + OF_WORDS * first.words
        order = np.argsort(-near, kind="stable")
        texts = tuple(found.passages[place].text for place in order)
        yield Offered(claim.claim.text, texts, np.array([plain(text) in own for text in texts]), near[order], len(own))
