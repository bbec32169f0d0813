"""Perspectrum (Chen et al. 2019) as MythQA: each claim a yes-no question, its perspectives the posts that support or refute it.

The folder holds claims.jsonl, {id, split, claim, supporting, refuting}, and perspectives.jsonl, {id, text}. Ids become text; the claim's
id is the question's; all perspectives together, those of no claim too, are the corpus; the split is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.domain.ask import QuestionType
from app.errors import InputError
from models.research.gold_rows import Key, id_text, read_rows, unique
from models.research.mythqa.gold import YES, GoldAnswer, Question
from models.research.mythqa.rows import post_ids

_CLAIMS, _PERSPECTIVES = "claims.jsonl", "perspectives.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Perspectrum:
    """The questions, and the corpus: each perspective's id and text."""

    questions: tuple[Question, ...]
    posts: tuple[tuple[str, str], ...]


class _Claim(msgspec.Struct):
    id: Key
    claim: str
    supporting: tuple[Key, ...]
    refuting: tuple[Key, ...]
    split: str = ""


class _Perspective(msgspec.Struct):
    id: Key
    text: str


def question_form(claim: str) -> str:
    """The claim as a question by a simple rule: its own words, one question mark at the end instead of full stops.

    "Speed limits should be reduced" → "Speed limits should be reduced?". Words are neither moved nor added: an added frame would be
    words that no post has and every question shares, and moving the verb needs a parse that can be wrong. `Question.claim` keeps the
    claim itself.
    """
    return claim.strip().rstrip(".!? ") + "?"


def read_perspectrum(folder: Path) -> Perspectrum:
    """Raises InputError when the folder lacks a file, a row is damaged, an id stands twice, or a claim names a perspective that is not
    there."""
    for name in (_CLAIMS, _PERSPECTIVES):
        if not (folder / name).is_file():
            message = f"The folder “{folder}” holds no {name}."
            raise InputError("evaluation-folder", message, hint="Name a file of questions, or the folder of Perspectrum.")
    claims = read_rows(folder / _CLAIMS, _Claim, what="a claim with supporting and refuting perspectives")
    posts = [(id_text(row.id), row.text) for row in read_rows(folder / _PERSPECTIVES, _Perspective, what="a perspective with id and text")]
    unique(folder / _PERSPECTIVES, [post for post, _ in posts])
    questions = tuple(_question(claim) for claim in claims)
    unique(folder / _CLAIMS, [question.qid for question in questions])
    _check_posts(folder, questions, frozenset(post for post, _ in posts))
    return Perspectrum(questions=questions, posts=tuple(posts))


def _question(row: _Claim) -> Question:
    answer = GoldAnswer(names=(YES,), supporting=post_ids(row.supporting), refuting=post_ids(row.refuting))
    text = question_form(row.claim)
    return Question(qid=id_text(row.id), text=text, kind=QuestionType.YES_NO, answers=(answer,), claim=row.claim, split=row.split)


def _check_posts(folder: Path, questions: tuple[Question, ...], known: frozenset[str]) -> None:
    for question in questions:
        strange = sorted(question.answers[0].evidence - known)
        if strange:
            message = f"The claim “{question.qid}” of “{folder}” names the perspective “{strange[0]}”, which {_PERSPECTIVES} does not hold."
            raise InputError("evaluation-row", message, hint="Copy or download the folder again.")
