"""Reading and writing of AVeriTeC's questions and answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.domain.verification import NO_ANSWER, AnswerType, EvidenceAnswer, EvidenceQuestion, QuestionOrigin
from app.ingest.averitec.extension import AnswerExtension, QuestionExtension, extension_row, with_extension
from app.ingest.averitec.fields import Row, objects_of, preserved_fields, text_of, with_preserved_fields
from app.ingest.rows.outcomes import Record

_KINDS: Mapping[str, AnswerType] = {kind.value.casefold(): kind for kind in AnswerType}
_YES_NO = frozenset({"yes", "no"})
_ANSWER_FIELDS = ("answer", "answer_type", "source_url", "source_medium", "boolean_explanation", "cached_source_url")
_QUESTION_FIELDS = ("question", "answers")


def read_question(record: Record) -> EvidenceQuestion:
    """Read a question with its answers. AVeriTeC has a question without words, so an empty one is accepted. Raises RowRefused for a
    field of a wrong type."""
    question = _read_question_alone(record)
    other = preserved_fields({name: value for name, value in record.items() if name != "answers"}, _question_row(question))
    return replace(question, answers=tuple(map(read_answer, objects_of(record, "answers"))), other=other)


def question_row(question: EvidenceQuestion) -> Row:
    """Return the object that reads back as this question."""
    return with_preserved_fields(_question_row(question), question.other, _QUESTION_FIELDS, _read_question_alone)


def read_answer(record: Record) -> EvidenceAnswer:
    """Read an answer. If its type is missing or unknown, it is derived from the answer's words. Raises RowRefused for a field of a
    wrong type."""
    answer = _read_answer_alone(record)
    return replace(answer, other=preserved_fields(record, _answer_row(answer)))


def answer_row(answer: EvidenceAnswer) -> Row:
    """Return the object that reads back as this answer."""
    return with_preserved_fields(_answer_row(answer), answer.other, _ANSWER_FIELDS, _read_answer_alone)


def _read_question_alone(record: Record) -> EvidenceQuestion:
    """Read a question without its answers and preserved fields."""
    return with_extension(EvidenceQuestion(text=text_of(record, "question"), origin=QuestionOrigin.FILE), record, QuestionExtension)


def _question_row(question: EvidenceQuestion) -> Row:
    return {"question": question.text, "answers": [answer_row(answer) for answer in question.answers]} | extension_row(
        question, QuestionExtension
    )


def _read_answer_alone(record: Record) -> EvidenceAnswer:
    """Read an answer without its preserved fields."""
    text = text_of(record, "answer")
    answer = EvidenceAnswer(
        text=text,
        kind=_KINDS.get(text_of(record, "answer_type").strip().casefold()) or _derived_type(text),
        explanation=text_of(record, "boolean_explanation"),
        source_url=text_of(record, "source_url"),
        cached_source_url=text_of(record, "cached_source_url"),
        source_medium=text_of(record, "source_medium"),
    )
    return with_extension(answer, record, AnswerExtension)


def _derived_type(text: str) -> AnswerType:
    words = text.strip().casefold()
    if not words or words == NO_ANSWER.casefold():
        return AnswerType.UNANSWERABLE
    return AnswerType.BOOLEAN if words.rstrip(".") in _YES_NO else AnswerType.ABSTRACTIVE


def _answer_row(answer: EvidenceAnswer) -> Row:
    row: Row = {
        "answer": answer.text,
        "answer_type": answer.kind.value,
        "source_url": answer.source_url,
        "source_medium": answer.source_medium,
    }
    # AVeriTeC writes these fields only where they have a value.
    if answer.explanation:
        row["boolean_explanation"] = answer.explanation
    if answer.cached_source_url:
        row["cached_source_url"] = answer.cached_source_url
    return row | extension_row(answer, AnswerExtension)
