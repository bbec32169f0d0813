"""Hit@k, MHit@k, F1_ans and F1_CONTRO@e of one question (Bai, Colas, Wang 2023, arXiv 2307.11848).

The paper names the measures; what is computed here follows the evaluators that its authors published with it, which fix every detail:
“evaluator” marks such a rule. Posts are the same where their ids are (the evaluator's EXACT, which compares texts).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.ask import QuestionType
from models.research.mythqa.answers import matched
from models.research.mythqa.gold import GoldAnswer, Question
from models.research.mythqa.predictions import FoundAnswer, Posts, Prediction


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Precision, recall and their harmonic mean, each in [0, 1]."""

    precision: float
    recall: float
    f1: float


def hit(question: Question, retrieved: Posts, k: int) -> float | None:
    """Hit@k: 1 where any post with a side on any answer is among the first k, else 0. None where the gold has no such post.

    Evaluator: an entity question without any post counts 0 there, a yes-no question is skipped; we leave out both, since nothing can be
    found.
    """
    evidence = frozenset[str]().union(*(answer.evidence for answer in question.answers))
    return _found(evidence, _first(retrieved, k)) if evidence else None


def multi_hit(question: Question, retrieved: Posts, k: int) -> float | None:
    """MHit@k: the share of the answers of which a post with a side is among the first k; answers without posts do not count.

    Evaluator: Hit@k times that share, which is the share, as it is 0 where Hit@k is. A yes-no question is one answer there, both sides
    together, so that its MHit@k is its Hit@k. None where the gold has no post.
    """
    first = _first(retrieved, k)
    each = [_found(answer.evidence, first) for answer in question.answers if answer.evidence]
    return sum(each) / len(each) if each else None


def side_hit(question: Question, retrieved: Posts, k: int) -> float | None:
    """As MHit@k, but an answer counts the share of its sides, supporting and refuting, of which a post is among the first k.

    Ours, stricter than MHit@k: for a yes-no question both YES and NO must be found. No stance, however good, gives such a question's first
    k posts a higher recall of F1_CONTRO@e. None where the gold has no post.
    """
    first = _first(retrieved, k)
    each = [_found_sides((answer.supporting, answer.refuting), first) for answer in question.answers if answer.evidence]
    return sum(each) / len(each) if each else None


def answer_score(question: Question, prediction: Prediction, *, most: int | None = None) -> Score | None:
    """F1_ans: precision is right answers / found answers, recall is right answers / gold answers (evaluator; the
    F1_ans of Min et al. 2020).

    Of a yes-no question the found answers are those with support, the gold ones those with posts (evaluator); None where it has none.
    `most` keeps that many answers of an entity question. Without found answers everything is 0 (evaluator).
    """
    return _scored(question, prediction, None, most)


def contradiction_score(question: Question, prediction: Prediction, e: int, *, most: int | None = None) -> Score | None:
    """F1_CONTRO@e: as F1_ans, but each right answer counts only as much as its evidence is right.

    A side of an entity answer counts 1 where one of the first e posts shown is annotated for that side, else 0. The answer counts the
    mean of the two sides where the gold has posts on both, its one side alone where it has posts on one, 1 where on none (evaluator).
    YES and NO are an answer each, YES with the gold's supporting, NO with its refuting posts. (The published evaluator compares NO with
    the supporting ones, a slip: its own miner gives NO the refuting posts.) None where a yes-no question has no posts.
    """
    return _scored(question, prediction, e, most)


def _scored(question: Question, prediction: Prediction, e: int | None, most: int | None) -> Score | None:
    """With `e` None every right answer counts 1."""
    if question.kind is QuestionType.YES_NO:
        return _sides_score(question.answers[0], prediction, e)
    found = prediction.answers[:most]
    places = matched([answer.name for answer in found], question.answers)
    credit = [_credit(answer, question.answers[place], e) for answer, place in zip(found, places, strict=True) if place is not None]
    return _score(credit, len(found), len(question.answers))


def _sides_score(gold: GoldAnswer, prediction: Prediction, e: int | None) -> Score | None:
    claim = prediction.answers[0]
    sides = ((gold.supporting, claim.supporting), (gold.refuting, claim.refuting))
    wanted, given = sum(bool(ids) for ids, _ in sides), sum(bool(posts) for _, posts in sides) + prediction.strange
    credit = [1.0 if e is None else _found(ids, _first(posts, e)) for ids, posts in sides if ids and posts]
    return _score(credit, given, wanted) if wanted else None


def _credit(found: FoundAnswer, gold: GoldAnswer, e: int | None) -> float:
    sides = ((gold.supporting, found.supporting), (gold.refuting, found.refuting))
    known = [] if e is None else [_found(ids, _first(posts, e)) for ids, posts in sides if ids]
    return sum(known) / len(known) if known else 1.0


def _score(credit: Sequence[float], given: int, wanted: int) -> Score:
    precision, recall = (sum(credit) / given if given else 0.0), sum(credit) / wanted
    both = precision + recall
    return Score(precision=precision, recall=recall, f1=2 * precision * recall / both if both else 0.0)


def _first(posts: Posts, count: int | None) -> frozenset[str]:
    return frozenset[str]().union(*posts[:count])


def _found(ids: frozenset[str], among: frozenset[str]) -> float:
    return 0.0 if ids.isdisjoint(among) else 1.0


def _found_sides(sides: Sequence[frozenset[str]], among: frozenset[str]) -> float:
    known = [_found(ids, among) for ids in sides if ids]
    return sum(known) / len(known)
