"""All measures of predictions for AVeriTeC's claims, overall and by claim type, with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from app.domain.verification import Veracity
from models.research.averitec.gold import GoldClaim
from models.research.averitec.measures import LEVELS, ClaimScore, claim_score
from models.research.averitec.predictions import Prediction
from models.research.classification import confusion, label_score, macro_f1
from models.research.intervals import mean_interval
from models.research.metrics import mean

_RESAMPLES = 1000
_SEED = 7

Row = tuple[GoldClaim, Prediction, ClaimScore]
_MEASURES: Mapping[str, Callable[[ClaimScore], float]] = {
    "q": lambda score: score.questions,
    "q_a": lambda score: score.pairs,
    **{f"veracity@{level}": lambda score, level=level: score.veracity_at(level) for level in LEVELS},  # type: ignore[misc]
    **{f"justification@{level}": lambda score, level=level: score.justification_at(level) for level in LEVELS},  # type: ignore[misc]
    "accuracy": lambda score: float(score.right),
    "justification": lambda score: score.justification,
    "questions": lambda score: float(score.question_count),
}


def averitec_report(gold: Sequence[GoldClaim], predictions: Sequence[Prediction], *, resamples: int = _RESAMPLES) -> dict[str, Any]:
    """Return every measure, for all claims and for those of each type (a claim may have several).

    A measure is the mean over claims, {value, low, high}, with its 95% bootstrap interval. `labels` has precision, recall and F1 of
    each label, `macro_f1` their mean over the labels in the gold or the predictions. `scores` has the figures of each claim by its
    index.
    """
    rows = [(claim, prediction, claim_score(claim, prediction)) for claim, prediction in zip(gold, predictions, strict=True)]
    types = sorted({name for claim in gold for name in claim.types})
    groups = {"all": rows} | {name: [row for row in rows if name in row[0].types] for name in types}
    return {
        "claims": {name: len(group_rows) for name, group_rows in groups.items()},
        "groups": {name: _means(group_rows, resamples) for name, group_rows in groups.items()},
        "verdicts": {name: _verdicts(group_rows) for name, group_rows in groups.items()},
        "confusion": confusion(*_labels(rows)),
        "scores": [{"claim": claim.index, **asdict(score)} for claim, _, score in rows],
    }


def _means(rows: Sequence[Row], resamples: int) -> dict[str, dict[str, float]]:
    means = {}
    for name, measure in _MEASURES.items():
        values = sorted(measure(score) for _, _, score in rows)  # so that the order of the claims does not matter
        interval = mean_interval(values, resamples=resamples, seed=_SEED)
        means[name] = {"value": mean(values), "low": interval.low, "high": interval.high}
    return means


def _verdicts(rows: Sequence[Row]) -> dict[str, Any]:
    gold_labels, predicted_labels = _labels(rows)
    return {
        "macro_f1": macro_f1(gold_labels, predicted_labels),
        "labels": {label.value: asdict(label_score(gold_labels, predicted_labels, label.value)) for label in Veracity},
    }


def _labels(rows: Sequence[Row]) -> tuple[list[str], list[str]]:
    return [claim.label.value for claim, _, _ in rows], [prediction.label for _, prediction, _ in rows]
