"""Questions and corpus as the rows of files that other commands read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from app.domain.ask import QuestionType
from app.domain.control_characters import escaped_json
from models.research.mythqa.gold import GoldAnswer, Question

Row = Mapping[str, Any]


def gold_row(question: Question) -> Row:
    """Return the question in the format of `read_gold`, with qid, claim and split."""
    if question.kind is QuestionType.YES_NO:
        answers: Row = _posts(question.answers[0])
    else:
        answers = {answer.names[0]: _posts(answer) | {"aliases": list(answer.names[1:])} for answer in question.answers}
    return {
        "qid": question.qid,
        "question": question.text,
        "claim": question.claim,
        "question_type": question.kind.value,
        "topic": question.topic,
        "split": question.split,
        "answers": answers,
    }


def question_row(question: Question) -> Row:
    """Return the question in the format of `ask --questions`; the claim if the gold has one."""
    row = {"qid": question.qid, "question": question.text, "type": question.kind.value}
    return row | ({"claim": question.claim} if question.claim else {})


def post_rows(posts: Iterable[tuple[str, str]]) -> list[Row]:
    """Return the corpus in the format of the import of posts."""
    return [{"id": post, "text": text} for post, text in posts]


def json_lines(rows: Sequence[Row]) -> bytes:
    """Return the rows as the content of a JSON Lines file."""
    return b"".join(escaped_json(msgspec.json.encode(row)) + b"\n" for row in rows)


def _posts(answer: GoldAnswer) -> dict[str, list[str]]:
    return {"supporting": sorted(answer.supporting), "refuting": sorted(answer.refuting), "neutral": sorted(answer.neutral)}
