"""The closed pool: all answers of all claims as evidence, each dated the day before its own claim, as the data give answers no day.

A claim's own answers can be found for it and those of later claims cannot; its questions and its label are not in the pool.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from app.domain.evidence import EvidenceDocument
from app.domain.verification import AnswerType, EvidenceAnswer, Verification
from models.research.averitec.gold import answer_text

_DAY = timedelta(days=1)


def pool_documents(claims: Sequence[Verification]) -> list[EvidenceDocument]:
    """The answers as documents; of equal ones (words and address) one, with the earliest day. Those of a claim without a day have none."""
    found: dict[tuple[str, str], EvidenceDocument] = {}
    for document in _documents(claims):
        key = (document.text, document.url)
        known = found.get(key)
        found[key] = document if known is None else replace(known, published=_earlier(known.published, document.published))
    return list(found.values())


def document_row(document: EvidenceDocument) -> Mapping[str, Any]:
    """A document as the import of evidence reads it."""
    published = document.published.isoformat() if document.published else None
    row = {"id": document.id, "text": document.text, "url": document.url, "medium": document.medium, "published": published}
    return row | {"language": document.language}


def _documents(claims: Sequence[Verification]) -> Iterator[EvidenceDocument]:
    for number, claim in enumerate(claims):
        published = None if claim.claim.made is None else claim.claim.made - _DAY
        for asked, question in enumerate(claim.questions):
            for told, answer in enumerate(question.answers):
                if answer.kind is not AnswerType.UNANSWERABLE and answer.text.strip():
                    yield _document(f"averitec-{number}-{asked}-{told}", answer, published)


def _document(identifier: str, answer: EvidenceAnswer, published: date | None) -> EvidenceDocument:
    return EvidenceDocument(
        id=identifier, text=answer_text(answer), url=answer.source_url, medium=answer.source_medium, published=published, language="en"
    )


def _earlier(one: date | None, other: date | None) -> date | None:
    """The earlier of two days; a known one rather than none."""
    return min(filter(None, (one, other)), default=None)
