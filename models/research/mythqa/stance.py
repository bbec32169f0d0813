"""Precision, recall and F1 of the stances, intrinsic and extrinsic.

Intrinsic: the system was given the gold's posts, and every annotated (claim, post) is a row of a classification, as in the stance
detector's evaluation (Bai, Colas, Wang 2023). Extrinsic, for which they have F1_CONTRO@e alone, is ours: the columns that were
shown, whole, against the annotated posts; what retrieval missed is missing, and a post that nobody annotated is wrong, as annotators
may not have seen it.
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
    """All annotated (claim, post) pairs: per label, their unweighted means, accuracy, confusion.

    A post's predicted label is the column that shows it for the claim's answer (supporting first), neutral where none does or the answer
    was not found. A post with two labels for one claim keeps the first of supporting, refuting, neutral (evaluator).
    """
    gold, predicted = [], []
    for question in questions:
        for answer, found in _by_gold(question, predictions[question.qid]):
            for post, label in _labels(answer):
                gold.append(label)
                predicted.append(_shown_as(post, found))
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
    """Both columns, over all answers of all questions together.

    Of each side: `precision`, shown posts that are annotated for the side / shown posts; `precision_annotated`, the same over those shown
    posts that have any label for the claim; `recall`, annotated posts that are shown / annotated posts; `f1` of precision and recall.
    Posts of a found answer that is no gold answer are wrong ones. `macro_f1` is the mean of both sides.
    """
    sides = {side: _side(side, questions, predictions) for side in SIDES}
    return {"sides": sides, "macro_f1": mean([side["f1"] for side in sides.values()])}


def in_both_columns(predictions: Predictions) -> int:
    """How many posts are shown for and against the same answer, which should be none."""
    answers = [answer for prediction in predictions.values() for answer in prediction.answers]
    return sum(any(not post.isdisjoint(other) for other in answer.refuting) for answer in answers for post in answer.supporting)


def _side(side: str, questions: Sequence[Question], predictions: Predictions) -> dict[str, float]:
    shown = right = labelled = wanted = got = 0
    for question in questions:
        prediction = predictions[question.qid]
        shown += sum(len(_column(answer, side)) for answer in prediction.answers)
        for answer, found in _by_gold(question, prediction):
            ids, known = getattr(answer, side), answer.evidence | answer.neutral
            column = _column(found, side)
            right += sum(not post.isdisjoint(ids) for post in column)
            labelled += sum(not post.isdisjoint(known) for post in column)
            wanted += len(ids)
            got += len(ids & frozenset[str]().union(*column))
    precision, recall = _share(right, shown), _share(got, wanted)
    return {
        "shown": shown,
        "annotated": wanted,
        "precision": precision,
        "precision_annotated": _share(right, labelled),
        "recall": recall,
        "f1": _share(2 * precision * recall, precision + recall),
    }


def _by_gold(question: Question, prediction: Prediction) -> Iterator[tuple[GoldAnswer, FoundAnswer | None]]:
    """Each gold answer with the found answer that it is."""
    places = matched([answer.name for answer in prediction.answers], question.answers)
    by_place = {place: answer for place, answer in zip(places, prediction.answers, strict=True) if place is not None}
    for place, answer in enumerate(question.answers):
        yield answer, by_place.get(place)


def _labels(answer: GoldAnswer) -> Iterator[tuple[str, str]]:
    seen: frozenset[str] = frozenset()
    for label, ids in ((SIDES[0], answer.supporting), (SIDES[1], answer.refuting), (_NEUTRAL, answer.neutral)):
        yield from ((post, label) for post in sorted(ids - seen))
        seen |= ids


def _shown_as(post: str, found: FoundAnswer | None) -> str:
    return next((side for side in SIDES if any(post in ids for ids in _column(found, side))), _NEUTRAL)


def _column(found: FoundAnswer | None, side: str) -> Posts:
    if found is None:
        return ()
    return found.supporting if side == SIDES[0] else found.refuting


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
