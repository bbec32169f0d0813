"""Measures of a classifier: per label, over labels, and of its probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.ports import FloatMatrix

_BINS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelScore:
    """Precision, recall and F1 of one label, each 0 where its denominator is 0; `rows` of the gold carry it."""

    precision: float
    recall: float
    f1: float
    rows: int


def accuracy(gold: Sequence[str], predicted: Sequence[str]) -> float:
    """Share of equal labels; 0 for no rows."""
    return sum(one == other for one, other in zip(gold, predicted, strict=True)) / len(gold) if gold else 0.0


def confusion(gold: Sequence[str], predicted: Sequence[str]) -> dict[str, dict[str, int]]:
    """Counts by gold label, then by predicted label; every label that occurs on either side is listed, in order of its first use."""
    table = {label: dict.fromkeys(dict.fromkeys((*gold, *predicted)), 0) for label in dict.fromkeys(gold)}
    for one, other in zip(gold, predicted, strict=True):
        table[one][other] += 1
    return table


def label_score(gold: Sequence[str], predicted: Sequence[str], label: str) -> LabelScore:
    """Precision, recall and F1 of one label against all others."""
    hits = sum(one == other == label for one, other in zip(gold, predicted, strict=True))
    wanted, given = list(gold).count(label), list(predicted).count(label)
    precision, recall = (hits / given if given else 0.0), (hits / wanted if wanted else 0.0)
    f1 = 2 * hits / (wanted + given) if wanted + given else 0.0
    return LabelScore(precision=precision, recall=recall, f1=f1, rows=wanted)


def macro_f1(gold: Sequence[str], predicted: Sequence[str]) -> float:
    """Unweighted mean of the F1 of every label that occurs on either side; 0 for no rows."""
    labels = list(dict.fromkeys((*gold, *predicted)))
    return sum(label_score(gold, predicted, label).f1 for label in labels) / len(labels) if labels else 0.0


def brier_score(probabilities: FloatMatrix, gold: Sequence[int]) -> float:
    """Mean squared distance of the probabilities (n, k) from the gold label's corner, in [0, 2] (Brier 1950, over all k labels)."""
    if not len(gold):
        return 0.0
    wanted = np.eye(probabilities.shape[1])[np.asarray(gold)]
    return float(((probabilities.astype(np.float64) - wanted) ** 2).sum(axis=1).mean())


def calibration_error(confidence: Sequence[float], correct: Sequence[bool]) -> float:
    """Expected calibration error with ten bins of equal width (Guo et al. 2017, equation 3).

    The mean over bins, weighted by their rows, of |share correct − mean confidence|. Bins are open below: (0.1, 0.2] and so on.
    """
    if not len(confidence):
        return 0.0
    sure, right = np.asarray(confidence, np.float64), np.asarray(correct, np.float64)
    place = np.clip(np.ceil(sure * _BINS).astype(int) - 1, 0, _BINS - 1)
    gaps = np.bincount(place, weights=right - sure, minlength=_BINS)
    return float(np.abs(gaps).sum() / len(sure))


def average_precision_of_scores(scores: Sequence[float], positive: Sequence[bool]) -> float:
    """Average precision over thresholds, Σ (R_n − R_{n−1}) P_n: rows of equal score come in together. 0 without a positive row."""
    if not any(positive):
        return 0.0
    total = 0.0
    found = seen = 0
    for group in _by_threshold(scores, positive):
        found, seen = found + sum(group), seen + len(group)
        total += sum(group) * found / seen
    return total / found


def best_threshold(scores: Sequence[float], positive: Sequence[bool]) -> tuple[float, float]:
    """(threshold, F1): the score from which on calling rows positive gives the largest F1; the highest one on a tie.

    Chosen on the very rows it is measured on, so its F1 is an upper bound and no estimate. (0, 0) without a positive row.
    """
    best, best_f1 = 0.0, 0.0
    wanted, found, seen = sum(positive), 0, 0
    levels = sorted(set(scores), reverse=True)
    for level, group in zip(levels, _by_threshold(scores, positive), strict=True):
        found, seen = found + sum(group), seen + len(group)
        f1 = 2 * found / (wanted + seen)
        if f1 > best_f1:
            best, best_f1 = float(level), f1
    return best, best_f1


def area_under_curve(scores: Sequence[float], positive: Sequence[bool]) -> float | None:
    """Area under the ROC curve: the chance that a positive row scores above another one, ties counting half (Hanley and
    McNeil 1982). None unless there are rows of both kinds."""
    wanted, total = sum(positive), len(positive)
    if wanted in {0, total}:
        return None
    below = 0
    area = 0.0
    for group in reversed(_by_threshold(scores, positive)):
        others = len(group) - sum(group)
        area += sum(group) * (below + others / 2)
        below += others
    return area / (wanted * (total - wanted))


def _by_threshold(scores: Sequence[float], positive: Sequence[bool]) -> list[list[bool]]:
    """The rows' labels in groups of equal score, the highest score first."""
    groups: dict[float, list[bool]] = {level: [] for level in sorted(set(scores), reverse=True)}
    for score, label in zip(scores, positive, strict=True):
        groups[score].append(bool(label))
    return list(groups.values())
