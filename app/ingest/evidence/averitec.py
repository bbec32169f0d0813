"""AVeriTeC's answers as evidence (Schlichtkrull, Guo and Vlachos 2023): each answer with its source, dated the day before its
claim.

The data give an answer no date of its own. Its annotators searched only what was published before the claim, so the day before is
the latest possible date of the answer's source.
"""

from __future__ import annotations

from datetime import timedelta

from app.ingest.evidence.drafts import EvidenceDraft
from app.ingest.facts import Facts
from app.ingest.publication import CandidateDay, DateReliability
from app.ingest.rows.date_style import DAY_FIRST
from app.ingest.rows.jsonvalues import objects
from app.ingest.rows.outcomes import Record
from app.ingest.rows.text import paragraphs
from app.ingest.rows.values import parse_day, text_field

_UNANSWERABLE = "Unanswerable"


def is_averitec(value: object) -> bool:
    """Return True if this is a claim of AVeriTeC's with questions and answers."""
    return isinstance(value, dict) and "claim" in value and isinstance(value.get("questions"), list)


def averitec_drafts(claim: Record) -> list[EvidenceDraft]:
    """Return the claim's answers in order, without those of type "Unanswerable". Raises RowRefused for a day that does not exist."""
    claim_day = parse_day(text_field(claim, "claim_date"), DAY_FIRST)
    dates = (CandidateDay(claim_day - timedelta(days=1), DateReliability.ROW),) if claim_day else ()
    answers = [answer for question in objects(claim["questions"]) for answer in objects(question.get("answers") or [])]
    return [_draft(answer, dates) for answer in answers if text_field(answer, "answer_type") != _UNANSWERABLE]


def _draft(answer: Record, dates: tuple[CandidateDay, ...]) -> EvidenceDraft:
    answer_text, explanation = text_field(answer, "answer").strip(), text_field(answer, "boolean_explanation").strip()
    # “Yes” or “No” says nothing without its explanation.
    text = f"{answer_text.rstrip('.')}. {explanation}" if explanation else answer_text
    return EvidenceDraft(
        text=paragraphs(text),
        facts=Facts(url=text_field(answer, "source_url"), language="en", dates=dates),
        medium=text_field(answer, "source_medium"),
    )
