"""Perspectrum (Chen et al. 2019) as MythQA: each claim is a yes-no question, its perspectives are the posts for and against it.

The folder holds claims.jsonl, {id, split, claim, supporting, refuting}, and perspectives.jsonl, {id, text}. Ids become text. The
claim's id is the question's. All perspectives, also those of no claim, are the corpus. The split is kept.
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
    """Questions, and the corpus of perspectives with id and text."""

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
    """Return the claim as a question by a simple rule: its own words, one question mark at the end instead of full stops.

    "Speed limits should be reduced" → "Speed limits should be reduced?". No word is moved or added. An added frame would consist of
    words that no post has and every question shares, and moving the verb needs a parse that can be wrong. `Question.claim` keeps
    the claim itself.
    """
    return claim.strip().rstrip(".!? ") + "?"


def read_perspectrum(folder: Path) -> Perspectrum:
    """Read the folder.

    Raises InputError when it lacks a file, a row is damaged, an id is repeated, or a claim names an unknown perspective.
    """
    for name in (_CLAIMS, _PERSPECTIVES):
        if not (folder / name).is_file():
            message = f"The folder “{folder}” holds no {name}."
            raise InputError("evaluation-folder", message, hint="Name a file of questions, or the folder of Perspectrum.")
    claims = read_rows(folder / _CLAIMS, _Claim, description="a claim with supporting and refuting perspectives")
    posts = [
        (id_text(row.id), row.text) for row in read_rows(folder / _PERSPECTIVES, _Perspective, description="a perspective with id and text")
    ]
    unique(folder / _PERSPECTIVES, [post for post, _ in posts])
    questions = tuple(_question(claim) for claim in claims)
    unique(folder / _CLAIMS, [question.qid for question in questions])
    _check_posts(folder, questions, frozenset(post for post, _ in posts))
    return Perspectrum(questions=questions, posts=tuple(posts))


def _question(row: _Claim) -> Question:
    answer = GoldAnswer(names=(YES,), supporting=post_ids(row.supporting), refuting=post_ids(row.refuting))
    text = question_form(row.claim)
    return Question(qid=id_text(row.id), text=text, kind=QuestionType.YES_NO, answers=(answer,), claim=row.claim, split=row.split)


def _check_posts(folder: Path, questions: tuple[Question, ...], corpus_ids: frozenset[str]) -> None:
    for question in questions:
        unknown_ids = sorted(question.answers[0].evidence - corpus_ids)
        if unknown_ids:
            message = (
                f"The claim “{question.qid}” of “{folder}” names the perspective “{unknown_ids[0]}”, which {_PERSPECTIVES} does not hold."
            )
            raise InputError("evaluation-row", message, hint="Copy or download the folder again.")
