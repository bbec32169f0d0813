"""Gold of MythQA: questions, their distinct answers, and the posts that support or refute each.

A row is {question, question_type, answers} (TweetMythQA; `topic` is kept). For an entity question `answers` maps each answer to
{supporting, refuting, neutral}, lists of post ids. For a yes-no question it has such lists directly, about the claim that the
answer is yes. Beyond TweetMythQA a row may have `qid` (default: the row's number, from 1), `claim` (the question as a statement)
and `split`, and an answer `aliases`, other correct names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.decoding import DECODING_ERRORS
from app.domain.ask import QuestionType
from app.errors import InputError
from models.research.gold_rows import Key, id_text, unique
from models.research.mythqa.rows import post_ids, read_listed

YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldAnswer:
    """Answer with its names, the displayed one first, and the annotated posts. A yes-no question has one answer, `yes`, its claim."""

    names: tuple[str, ...]
    supporting: frozenset[str] = frozenset()
    refuting: frozenset[str] = frozenset()
    neutral: frozenset[str] = frozenset()

    @property
    def evidence(self) -> frozenset[str]:
        """Return the posts that support or refute the answer."""
        return self.supporting | self.refuting

    @property
    def contested(self) -> bool:
        """Return True if there are posts on both sides."""
        return bool(self.supporting) and bool(self.refuting)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Question with its gold answers: at least one for an entity question, exactly one, `yes`, for a yes-no question."""

    qid: str
    text: str
    kind: QuestionType
    answers: tuple[GoldAnswer, ...]
    claim: str = ""
    topic: str = ""
    split: str = ""


class _Posts(msgspec.Struct):
    supporting: tuple[Key, ...]
    refuting: tuple[Key, ...]
    neutral: tuple[Key, ...] = ()
    aliases: tuple[str, ...] = ()


class _Row(msgspec.Struct):
    question: str
    question_type: QuestionType
    answers: msgspec.Raw
    qid: Key | None = None
    claim: str = ""
    topic: str = ""
    split: str = ""


def read_gold(path: Path) -> list[Question]:
    """Return the questions of a file. Raises InputError when it cannot be read, is empty, has a row without question and answers,
    or repeats an id."""
    rows = read_listed(path, _Row, description="a question with question_type and answers")
    questions = [_question(path, number, row) for number, row in enumerate(rows, start=1)]
    unique(path, [question.qid for question in questions])
    return questions


def of_split(questions: Sequence[Question], split: str) -> list[Question]:
    """Return the questions of one split. Raises InputError when there are none."""
    selected = [question for question in questions if question.split == split]
    if not selected:
        splits = ", ".join(sorted({question.split for question in questions} - {""}))
        hint = f"The gold has {splits}." if splits else "The gold has no splits; leave out --split."
        raise InputError("evaluation-split", f"No question of the gold is of the split “{split}”.", hint=hint)
    return selected


def _question(path: Path, number: int, row: _Row) -> Question:
    try:
        if row.question_type is QuestionType.YES_NO:
            answers = [_answer(YES, msgspec.json.decode(row.answers, type=_Posts))]
        else:
            answers = [_answer(name, posts) for name, posts in msgspec.json.decode(row.answers, type=dict[str, _Posts]).items()]
    except DECODING_ERRORS as error:
        message = f"The answers of question {number} of “{path}” are not lists of supporting and refuting posts: {error}."
        raise InputError("evaluation-row", message, hint="Correct the file.") from error
    if not answers:
        raise InputError("evaluation-row", f"Question {number} of “{path}” has no answer.", hint="Leave the question out.")
    return Question(
        qid=str(number) if row.qid is None else id_text(row.qid),
        text=row.question,
        kind=row.question_type,
        answers=tuple(answers),
        claim=row.claim,
        topic=row.topic,
        split=row.split,
    )


def _answer(name: str, posts: _Posts) -> GoldAnswer:
    return GoldAnswer(
        names=(name, *posts.aliases),
        supporting=post_ids(posts.supporting),
        refuting=post_ids(posts.refuting),
        neutral=post_ids(posts.neutral),
    )
