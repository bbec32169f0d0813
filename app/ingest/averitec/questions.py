"""Reading and writing of AVeriTeC's questions and answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.domain.verification import NO_ANSWER, AnswerType, EvidenceAnswer, EvidenceQuestion, QuestionOrigin
from app.ingest.averitec.fields import Row, completed, kept, objects_of, text_of
from app.ingest.averitec.own import OwnAnswer, OwnQuestion, own_row, with_own
from app.ingest.rows.outcomes import Record

_KINDS: Mapping[str, AnswerType] = {kind.value.casefold(): kind for kind in AnswerType}
_YES_NO = frozenset({"yes", "no"})
_OF_ANSWER = ("answer", "answer_type", "source_url", "source_medium", "boolean_explanation", "cached_source_url")
_OF_QUESTION = ("question", "answers")


def read_question(record: Record) -> EvidenceQuestion:
    """Read a question with its answers. AVeriTeC itself has a question without words, so an empty one is accepted. Raises
    RowRefused for a field of a wrong type."""
    question = _question(record)
    other = kept({name: value for name, value in record.items() if name != "answers"}, _question_row(question))
    return replace(question, answers=tuple(map(read_answer, objects_of(record, "answers"))), other=other)


def question_row(question: EvidenceQuestion) -> Row:
    """Return the object that reads back as this question."""
    return completed(_question_row(question), question.other, _OF_QUESTION, _question)


def read_answer(record: Record) -> EvidenceAnswer:
    """Read an answer. If its type is missing or unknown, it is derived from the answer's words. Raises RowRefused for a field of a
    wrong type."""
    answer = _answer(record)
    return replace(answer, other=kept(record, _answer_row(answer)))


def answer_row(answer: EvidenceAnswer) -> Row:
    """Return the object that reads back as this answer."""
    return completed(_answer_row(answer), answer.other, _OF_ANSWER, _answer)


def _question(record: Record) -> EvidenceQuestion:
    """Read a question without its answers and preserved fields."""
    return with_own(EvidenceQuestion(text=text_of(record, "question"), origin=QuestionOrigin.FILE), record, OwnQuestion)


def _question_row(question: EvidenceQuestion) -> Row:
    return {"question": question.text, "answers": [answer_row(answer) for answer in question.answers]} | own_row(question, OwnQuestion)


def _answer(record: Record) -> EvidenceAnswer:
    """Read an answer without its preserved fields."""
    text = text_of(record, "answer")
    answer = EvidenceAnswer(
        text=text,
        kind=_KINDS.get(text_of(record, "answer_type").strip().casefold()) or _told_from(text),
        explanation=text_of(record, "boolean_explanation"),
        source_url=text_of(record, "source_url"),
        cached_source_url=text_of(record, "cached_source_url"),
        source_medium=text_of(record, "source_medium"),
    )
    return with_own(answer, record, OwnAnswer)


def _told_from(text: str) -> AnswerType:
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
    if answer.explanation:
        row["boolean_explanation"] = answer.explanation
    if answer.cached_source_url:
        row["cached_source_url"] = answer.cached_source_url
    return row | own_row(answer, OwnAnswer)
