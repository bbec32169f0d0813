"""Precision, recall and F1 of the stances, intrinsic and extrinsic.

Intrinsic: the system was given the gold's posts. Every annotated (claim, post) is a row of a classification, as in the stance
detector's evaluation (Bai, Colas, Wang 2023). Extrinsic is ours, since the authors only have F1_CONTRO@e: the complete columns
against the annotated posts. Posts that retrieval missed count as missing. A post that nobody annotated counts as wrong, though
annotators may not have seen it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from models.research.classification import accuracy, confusion, label_score, macro_f1
from models.research.metrics import mean
from models.research.mythqa.answers import matched
from models.research.mythqa.gold import GoldAnswer, Question
from models.research.mythqa.predictions import FoundAnswer, Posts, Prediction

SIDES = ("supporting", "refuting")
_NEUTRAL = "neutral"

Predictions = Mapping[str, Prediction]


def intrinsic_stance(questions: Sequence[Question], predictions: Predictions) -> dict[str, Any]:
    """Return the measures over all annotated (claim, post) pairs: per label, their unweighted means, accuracy, confusion.

    A post's predicted label is the column that shows it for the claim's answer (supporting first). It is neutral if no column does
    or the answer was not found. A post with two labels for one claim keeps the first of supporting, refuting, neutral, as in the
    authors' evaluator.
    """
    gold, predicted = [], []
    for question in questions:
        for answer, predicted_answer in _by_gold(question, predictions[question.qid]):
            for post, label in _labels(answer):
                gold.append(label)
                predicted.append(_shown_as(post, predicted_answer))
    labels = {label: label_score(gold, predicted, label) for label in (*SIDES, _NEUTRAL)}
    occurring = [labels[label] for label in labels if label in {*gold, *predicted}]
    return {
        "rows": len(gold),
        "labels": {label: asdict(score) for label, score in labels.items()},
        "macro_precision": mean([score.precision for score in occurring]),
        "macro_recall": mean([score.recall for score in occurring]),
        "macro_f1": macro_f1(gold, predicted),
        "accuracy": accuracy(gold, predicted),
        "confusion": confusion(gold, predicted),
    }


def extrinsic_stance(questions: Sequence[Question], predictions: Predictions) -> dict[str, Any]:
    """Return the measures of both columns, over all answers of all questions together.

    For each side: `precision`, shown posts that are annotated for the side / shown posts; `precision_annotated`, the same over
    those shown posts that have any label for the claim; `recall`, annotated posts that are shown / annotated posts; `f1` of
    precision and recall. Posts of a found answer that is no gold answer are wrong. `macro_f1` is the mean of both sides.
    """
    sides = {side: _side(side, questions, predictions) for side in SIDES}
    return {"sides": sides, "macro_f1": mean([side["f1"] for side in sides.values()])}


def in_both_columns(predictions: Predictions) -> int:
    """Return the number of posts shown both for and against the same answer; it should be 0."""
    answers = [answer for prediction in predictions.values() for answer in prediction.answers]
    return sum(any(not post.isdisjoint(other) for other in answer.refuting) for answer in answers for post in answer.supporting)


def _side(side: str, questions: Sequence[Question], predictions: Predictions) -> dict[str, float]:
    shown_count = right_count = labelled = gold_count = found_count = 0
    for question in questions:
        prediction = predictions[question.qid]
        shown_count += sum(len(_column(answer, side)) for answer in prediction.answers)
        for answer, predicted_answer in _by_gold(question, prediction):
            ids, annotated = getattr(answer, side), answer.evidence | answer.neutral
            column = _column(predicted_answer, side)
            right_count += sum(not post.isdisjoint(ids) for post in column)
            labelled += sum(not post.isdisjoint(annotated) for post in column)
            gold_count += len(ids)
            found_count += len(ids & frozenset[str]().union(*column))
    precision, recall = _share(right_count, shown_count), _share(found_count, gold_count)
    return {
        "shown": shown_count,
        "annotated": gold_count,
        "precision": precision,
        "precision_annotated": _share(right_count, labelled),
        "recall": recall,
        "f1": _share(2 * precision * recall, precision + recall),
    }


def _by_gold(question: Question, prediction: Prediction) -> Iterator[tuple[GoldAnswer, FoundAnswer | None]]:
    """Yield each gold answer with the found answer that equals it."""
    indexes = matched([answer.name for answer in prediction.answers], question.answers)
    by_index = {index: answer for index, answer in zip(indexes, prediction.answers, strict=True) if index is not None}
    for index, answer in enumerate(question.answers):
        yield answer, by_index.get(index)


def _labels(answer: GoldAnswer) -> Iterator[tuple[str, str]]:
    labelled: frozenset[str] = frozenset()
    for label, ids in ((SIDES[0], answer.supporting), (SIDES[1], answer.refuting), (_NEUTRAL, answer.neutral)):
        yield from ((post, label) for post in sorted(ids - labelled))
        labelled |= ids


def _shown_as(post: str, answer: FoundAnswer | None) -> str:
    return next((side for side in SIDES if any(post in ids for ids in _column(answer, side))), _NEUTRAL)


def _column(answer: FoundAnswer | None, side: str) -> Posts:
    if answer is None:
        return ()
    return answer.supporting if side == SIDES[0] else answer.refuting


def _share(part: float, total: float) -> float:
    return part / total if total else 0.0
