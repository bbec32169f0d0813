"""All measures of given predictions, over groups of questions, with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.domain.ask import QuestionType
from models.research.intervals import mean_interval
from models.research.metrics import mean
from models.research.mythqa.gold import Question
from models.research.mythqa.measures import Score, answer_score, contradiction_score, hit, multi_hit, side_hit
from models.research.mythqa.predictions import Prediction
from models.research.mythqa.stance import extrinsic_stance, in_both_columns, intrinsic_stance

RETRIEVED = (10, 100, 500, 1000)
EVIDENCE = (1, 5, 10, 100)
"""The depths k and e of the authors' evaluators."""

_RESAMPLES = 1000
_SEED = 7

Measure = Callable[[Question, Prediction], float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class MythOptions:
    """Options of the measures.

    `k` limits the retrieved posts, `e` the posts of evidence, `answers` the answers of an entity question (None: all). The posts of
    the predictions are the gold's own (intrinsic) or were retrieved (extrinsic).
    """

    k: tuple[int, ...] = RETRIEVED
    e: tuple[int, ...] = EVIDENCE
    answers: int | None = None
    intrinsic: bool = False
    resamples: int = _RESAMPLES


def mythqa_report(questions: Sequence[Question], predictions: Mapping[str, Prediction], options: MythOptions) -> dict[str, Any]:
    """Return every measure of these questions. Each has a prediction; other questions are not scored.

    `groups` are all questions, those of each type, and the contested ones, with an answer that has gold posts on both sides. Each
    measure is the mean over the group's questions (macro), {value, low, high}, with the 95% bootstrap interval over questions.
    Measures that the gold or the predictions cannot give are missing, and so are groups without questions.
    """
    selected_predictions = {question.qid: predictions[question.qid] for question in questions}
    stance = intrinsic_stance if options.intrinsic else extrinsic_stance
    groups = {name: group_questions for name, group_questions in _groups(questions).items() if group_questions}
    return {
        "setting": "intrinsic" if options.intrinsic else "extrinsic",
        "questions": {name: len(group_questions) for name, group_questions in groups.items()},
        "answers": options.answers,
        "k": list(options.k),
        "e": list(options.e),
        "groups": {name: _means(group_questions, selected_predictions, options) for name, group_questions in groups.items()},
        "stance": stance(questions, selected_predictions),
        "posts_in_both_columns": in_both_columns(selected_predictions),
    }


def _groups(questions: Sequence[Question]) -> dict[str, list[Question]]:
    return {
        "all": list(questions),
        **{kind.value: [question for question in questions if question.kind is kind] for kind in QuestionType},
        "contested": [question for question in questions if any(answer.contested for answer in question.answers)],
    }


def _means(questions: Sequence[Question], predictions: Mapping[str, Prediction], options: MythOptions) -> dict[str, dict[str, float]]:
    means = {}
    for name, measure in _measures(options).items():
        measures = [measure(question, predictions[question.qid]) for question in questions]
        values = sorted(value for value in measures if value is not None)  # so that the order of the questions does not matter
        if values:
            interval = mean_interval(values, resamples=options.resamples, seed=_SEED)
            means[name] = {"value": mean(values), "low": interval.low, "high": interval.high}
    return means


def _measures(options: MythOptions) -> dict[str, Measure]:
    measures: dict[str, Measure] = {}
    for name, of_posts in (("hit", hit), ("mhit", multi_hit), ("side_hit", side_hit)):
        measures |= {f"{name}@{k}": _of_retrieved(of_posts, k) for k in options.k}
    measures |= {f"{part}_ans": _of_answers(part, options.answers) for part in ("f1", "precision", "recall")}
    for part in ("f1", "precision", "recall"):
        measures |= {f"{part}_contro@{e}": _of_evidence(part, e, options.answers) for e in options.e}
    return measures


def _of_retrieved(measure: Callable[..., float | None], k: int) -> Measure:
    return lambda question, prediction: None if prediction.retrieved is None else measure(question, prediction.retrieved, k)


def _of_answers(part: str, limit: int | None) -> Measure:
    return lambda question, prediction: _part(answer_score(question, prediction, limit=limit), part)


def _of_evidence(part: str, e: int, limit: int | None) -> Measure:
    return lambda question, prediction: _part(contradiction_score(question, prediction, e, limit=limit), part)


def _part(score: Score | None, name: str) -> float | None:
    return None if score is None else float(getattr(score, name))
