"""The closed pool: all answers of all claims as evidence.

The data give answers no date, so each has the day before its own claim. Then a claim's own answers can be found for it, and those
of later claims cannot. Questions and labels are not in the pool.
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
    """Return the answers as documents, without duplicates.

    Of equal documents (text and address) the earliest day counts. Documents of a claim without a day have none.
    """
    documents: dict[tuple[str, str], EvidenceDocument] = {}
    for document in _documents(claims):
        key = (document.text, document.url)
        earlier_document = documents.get(key)
        documents[key] = (
            document
            if earlier_document is None
            else replace(earlier_document, published=_earlier(earlier_document.published, document.published))
        )
    return list(documents.values())


def document_row(document: EvidenceDocument) -> Mapping[str, Any]:
    """Return a document as a row for the import of evidence."""
    published = document.published.isoformat() if document.published else None
    row = {"id": document.id, "text": document.text, "url": document.url, "medium": document.medium, "published": published}
    return row | {"language": document.language}


def _documents(claims: Sequence[Verification]) -> Iterator[EvidenceDocument]:
    for number, claim in enumerate(claims):
        published = None if claim.claim.made is None else claim.claim.made - _DAY
        for question_number, question in enumerate(claim.questions):
            for answer_number, answer in enumerate(question.answers):
                if answer.kind is not AnswerType.UNANSWERABLE and answer.text.strip():
                    yield _document(f"averitec-{number}-{question_number}-{answer_number}", answer, published)


def _document(identifier: str, answer: EvidenceAnswer, published: date | None) -> EvidenceDocument:
    return EvidenceDocument(
        id=identifier, text=answer_text(answer), url=answer.source_url, medium=answer.source_medium, published=published, language="en"
    )


def _earlier(day: date | None, other: date | None) -> date | None:
    """Return the earlier of two days. A missing day is ignored."""
    return min(filter(None, (day, other)), default=None)
