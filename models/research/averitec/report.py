"""All measures of predictions for AVeriTeC's claims, of all and by claim type, with bootstrap intervals."""

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
    "questions": lambda score: float(score.asked),
}


def averitec_report(gold: Sequence[GoldClaim], predictions: Sequence[Prediction], *, resamples: int = _RESAMPLES) -> dict[str, Any]:
    """Every measure, of all claims and of those of each type (a claim may have several).

    A measure is the mean over claims, {value, low, high}, with its 95% bootstrap interval. `labels` has precision, recall and F1 of each
    label, `macro_f1` their mean over the labels that are in the gold or predicted. `scores` are those of each claim by its place.
    """
    rows = [(one, said, claim_score(one, said)) for one, said in zip(gold, predictions, strict=True)]
    types = sorted({name for one in gold for name in one.types})
    groups = {"all": rows} | {name: [row for row in rows if name in row[0].types] for name in types}
    return {
        "claims": {name: len(chosen) for name, chosen in groups.items()},
        "groups": {name: _means(chosen, resamples) for name, chosen in groups.items()},
        "verdicts": {name: _verdicts(chosen) for name, chosen in groups.items()},
        "confusion": confusion(*_labels(rows)),
        "scores": [{"claim": one.place, **asdict(score)} for one, _, score in rows],
    }


def _means(rows: Sequence[Row], resamples: int) -> dict[str, dict[str, float]]:
    means = {}
    for name, measure in _MEASURES.items():
        values = sorted(measure(score) for _, _, score in rows)  # so that the claims' order changes nothing
        interval = mean_interval(values, resamples=resamples, seed=_SEED)
        means[name] = {"value": mean(values), "low": interval.low, "high": interval.high}
    return means


def _verdicts(rows: Sequence[Row]) -> dict[str, Any]:
    wanted, given = _labels(rows)
    return {
        "macro_f1": macro_f1(wanted, given),
        "labels": {label.value: asdict(label_score(wanted, given, label.value)) for label in Veracity},
    }


def _labels(rows: Sequence[Row]) -> tuple[list[str], list[str]]:
    return [one.label.value for one, _, _ in rows], [said.label for _, said, _ in rows]
