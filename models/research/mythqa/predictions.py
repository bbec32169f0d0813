"""Predictions in the format of `ask --questions`, of our own or another system.

A row is {qid, answers}, an answer {answer, supporting, refuting}, a post {id, same_as}; other fields of `ask` are ignored. For a
yes-no question the answers are YES and NO, each with its own support in `supporting`; NOT SURE is ignored. For Hit@k and MHit@k a
row may have `retrieved`, the ids (or posts) that were retrieved for the question, best first; either every row has it or none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.domain.ask import QuestionType
from app.errors import InputError
from models.research.gold_rows import Key, check_ids, id_text
from models.research.mythqa.answers import normalised
from models.research.mythqa.gold import NO, YES, Question
from models.research.mythqa.rows import read_listed

Posts = tuple[frozenset[str], ...]
"""Posts, best first, each as all the ids that are shown as one."""

_NOT_SURE = "not sure"


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundAnswer:
    """Answer with the posts for and against it. For a yes-no question the answer is YES, and posts for NO are against it."""

    name: str
    supporting: Posts = ()
    refuting: Posts = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """Prediction for one question. `strange` counts answers to a yes-no question that are neither YES nor NO."""

    answers: tuple[FoundAnswer, ...]
    retrieved: Posts | None = None
    strange: int = 0


class _Post(msgspec.Struct):
    id: Key
    same_as: tuple[Key, ...] = ()


class _Answer(msgspec.Struct):
    answer: str
    supporting: tuple[_Post, ...] = ()
    refuting: tuple[_Post, ...] = ()


class _Row(msgspec.Struct):
    qid: Key
    answers: tuple[_Answer, ...]
    retrieved: tuple[Key | _Post, ...] | None = None


def read_predictions(path: Path, questions: Sequence[Question], *, other_questions: Sequence[Question] = ()) -> dict[str, Prediction]:
    """Return the predictions by question id. Rows of `other_questions`, gold questions that are not scored, are skipped.

    Raises InputError when the file cannot be read, a row is no prediction, belongs to no gold question or repeats one, a question
    has no row, or only some rows have `retrieved`.
    """
    rows = read_listed(path, _Row, description="a prediction with qid and answers")
    skipped = {question.qid for question in other_questions}
    by_id = [(id_text(row.qid), row) for row in rows if id_text(row.qid) not in skipped]
    check_ids(path, [qid for qid, _ in by_id], [question.qid for question in questions])
    kinds = {question.qid: question.kind for question in questions}
    predictions = {qid: _prediction(path, qid, row, kinds[qid]) for qid, row in by_id}
    _check_retrieved(path, predictions)
    return predictions


def _prediction(path: Path, qid: str, row: _Row, kind: QuestionType) -> Prediction:
    retrieved = None if row.retrieved is None else tuple(_ids(post) for post in row.retrieved)
    if kind is QuestionType.ENTITY:
        answers = [
            FoundAnswer(name=row_answer.answer, supporting=_posts(row_answer.supporting), refuting=_posts(row_answer.refuting))
            for row_answer in row.answers
        ]
        return Prediction(answers=tuple(answers), retrieved=retrieved)
    sides: dict[str, Posts] = {}
    for row_answer in row.answers:
        name = normalised(row_answer.answer)
        if name in sides and name in {YES, NO}:
            message = f"“{path}” has the answer {name.upper()} twice for the question “{qid}”."
            raise InputError("predictions-twice", message, hint="Keep one answer of each.")
        sides[name] = _posts(row_answer.supporting)
    claim = FoundAnswer(name=YES, supporting=sides.get(YES, ()), refuting=sides.get(NO, ()))
    return Prediction(answers=(claim,), retrieved=retrieved, strange=len(sides.keys() - {YES, NO, _NOT_SURE}))


def _posts(posts: Sequence[_Post]) -> Posts:
    return tuple(_ids(post) for post in posts)


def _ids(post: Key | _Post) -> frozenset[str]:
    if isinstance(post, _Post):
        return frozenset(id_text(key) for key in (post.id, *post.same_as))
    return frozenset((id_text(post),))


def _check_retrieved(path: Path, predictions: Mapping[str, Prediction]) -> None:
    qids_without = [qid for qid, prediction in predictions.items() if prediction.retrieved is None]
    if qids_without and len(qids_without) < len(predictions):
        message = f"“{path}” says what was retrieved for some questions and not for “{qids_without[0]}”."
        raise InputError(
            "predictions-retrieved", message, hint="Give “retrieved” for every question, an empty list where nothing was, or for none."
        )
