"""Hit@k, MHit@k, F1_ans and F1_CONTRO@e of one question (Bai, Colas, Wang 2023, arXiv 2307.11848).

The paper names the measures. The computation follows the evaluators that its authors published with it, which fix every detail;
“evaluator” marks such a rule. Posts are equal if their ids are (the evaluator's EXACT, which compares texts).
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
    """Return Hit@k: 1 if any post with a side on any answer is among the first k, else 0. None if the gold has no such post.

    Evaluator: an entity question without any post counts 0, a yes-no question is skipped. We leave out both, since nothing can be
    found.
    """
    evidence = frozenset[str]().union(*(answer.evidence for answer in question.answers))
    return _found(evidence, _first(retrieved, k)) if evidence else None


def multi_hit(question: Question, retrieved: Posts, k: int) -> float | None:
    """Return MHit@k: the share of the answers with a post with a side among the first k. Answers without posts do not count.

    Evaluator: Hit@k times that share, which is the same, since the share is 0 if Hit@k is. A yes-no question is one answer there,
    with both sides, so its MHit@k is its Hit@k. None if the gold has no post.
    """
    first = _first(retrieved, k)
    hits = [_found(answer.evidence, first) for answer in question.answers if answer.evidence]
    return sum(hits) / len(hits) if hits else None


def side_hit(question: Question, retrieved: Posts, k: int) -> float | None:
    """Return MHit@k with each answer counted by its sides: the share of them, supporting and refuting, with a post among the first
    k.

    This measure is ours and stricter than MHit@k: for a yes-no question both YES and NO must be found. For such a question it is
    the highest recall of F1_CONTRO@e that any stance model can reach with the first k posts. None if the gold has no post.
    """
    first = _first(retrieved, k)
    hits = [_found_sides((answer.supporting, answer.refuting), first) for answer in question.answers if answer.evidence]
    return sum(hits) / len(hits) if hits else None


def answer_score(question: Question, prediction: Prediction, *, limit: int | None = None) -> Score | None:
    """Return F1_ans: precision is right answers / found answers, recall is right answers / gold answers (evaluator; the F1_ans of
    Min et al. 2020).

    For a yes-no question the found answers are those with support, the gold ones those with posts (evaluator); None if it has none.
    `most` limits the answers of an entity question. Without found answers everything is 0 (evaluator).
    """
    return _scored(question, prediction, None, limit)


def contradiction_score(question: Question, prediction: Prediction, e: int, *, limit: int | None = None) -> Score | None:
    """Return F1_CONTRO@e: like F1_ans, but each right answer counts by the correctness of its evidence.

    A side of an entity answer counts 1 if one of the first e posts shown is annotated for that side, else 0. The answer counts the
    mean of the two sides if the gold has posts on both, its one side if it has posts on one, 1 if it has none (evaluator). YES and
    NO are an answer each, YES with the gold's supporting, NO with its refuting posts. (The published evaluator compares NO with the
    supporting ones, a slip: its own miner gives NO the refuting posts.) None if a yes-no question has no posts.
    """
    return _scored(question, prediction, e, limit)


def _scored(question: Question, prediction: Prediction, e: int | None, limit: int | None) -> Score | None:
    """Return the score. If `e` is None, every right answer counts 1."""
    if question.kind is QuestionType.YES_NO:
        return _sides_score(question.answers[0], prediction, e)
    answers = prediction.answers[:limit]
    indexes = matched([answer.name for answer in answers], question.answers)
    credit = [_credit(answer, question.answers[index], e) for answer, index in zip(answers, indexes, strict=True) if index is not None]
    return _score(credit, len(answers), len(question.answers))


def _sides_score(gold: GoldAnswer, prediction: Prediction, e: int | None) -> Score | None:
    claim = prediction.answers[0]
    sides = ((gold.supporting, claim.supporting), (gold.refuting, claim.refuting))
    gold_count, predicted_count = sum(bool(ids) for ids, _ in sides), sum(bool(posts) for _, posts in sides) + prediction.strange
    credit = [1.0 if e is None else _found(ids, _first(posts, e)) for ids, posts in sides if ids and posts]
    return _score(credit, predicted_count, gold_count) if gold_count else None


def _credit(answer: FoundAnswer, gold: GoldAnswer, e: int | None) -> float:
    sides = ((gold.supporting, answer.supporting), (gold.refuting, answer.refuting))
    shares = [] if e is None else [_found(ids, _first(posts, e)) for ids, posts in sides if ids]
    return sum(shares) / len(shares) if shares else 1.0


def _score(credit: Sequence[float], predicted_count: int, gold_count: int) -> Score:
    precision, recall = (sum(credit) / predicted_count if predicted_count else 0.0), sum(credit) / gold_count
    total = precision + recall
    return Score(precision=precision, recall=recall, f1=2 * precision * recall / total if total else 0.0)


def _first(posts: Posts, count: int | None) -> frozenset[str]:
    return frozenset[str]().union(*posts[:count])


def _found(ids: frozenset[str], retrieved_ids: frozenset[str]) -> float:
    return 0.0 if ids.isdisjoint(retrieved_ids) else 1.0


def _found_sides(sides: Sequence[frozenset[str]], retrieved_ids: frozenset[str]) -> float:
    shares = [_found(ids, retrieved_ids) for ids in sides if ids]
    return sum(shares) / len(shares)
