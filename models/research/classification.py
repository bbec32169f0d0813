"""Measures of a classifier: by label, over labels, and of its probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.ports import FloatMatrix

_BINS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelScore:
    """Precision, recall and F1 of one label, each 0 if its denominator is 0. `rows` is the number of gold rows with it."""

    precision: float
    recall: float
    f1: float
    rows: int


def accuracy(gold: Sequence[str], predicted: Sequence[str]) -> float:
    """Return the share of equal labels; 0 for no rows."""
    return sum(gold_label == other for gold_label, other in zip(gold, predicted, strict=True)) / len(gold) if gold else 0.0


def confusion(gold: Sequence[str], predicted: Sequence[str]) -> dict[str, dict[str, int]]:
    """Counts by gold label, then by predicted label; every label that occurs on either side is listed, in order of its first use."""
    table = {label: dict.fromkeys(dict.fromkeys((*gold, *predicted)), 0) for label in dict.fromkeys(gold)}
    for gold_label, other in zip(gold, predicted, strict=True):
        table[gold_label][other] += 1
    return table


def label_score(gold: Sequence[str], predicted: Sequence[str], label: str) -> LabelScore:
    """Return precision, recall and F1 of one label against all others."""
    hits = sum(gold_label == other == label for gold_label, other in zip(gold, predicted, strict=True))
    gold_count, predicted_count = list(gold).count(label), list(predicted).count(label)
    precision, recall = (hits / predicted_count if predicted_count else 0.0), (hits / gold_count if gold_count else 0.0)
    f1 = 2 * hits / (gold_count + predicted_count) if gold_count + predicted_count else 0.0
    return LabelScore(precision=precision, recall=recall, f1=f1, rows=gold_count)


def macro_f1(gold: Sequence[str], predicted: Sequence[str]) -> float:
    """Return the unweighted mean of the F1 of every label on either side; 0 for no rows."""
    labels = list(dict.fromkeys((*gold, *predicted)))
    return sum(label_score(gold, predicted, label).f1 for label in labels) / len(labels) if labels else 0.0


def brier_score(probabilities: FloatMatrix, gold: Sequence[int]) -> float:
    """Return the mean squared distance of the probabilities (n, k) from the gold label's corner, in [0, 2] (Brier 1950, over all k
    labels)."""
    if not len(gold):
        return 0.0
    targets = np.eye(probabilities.shape[1])[np.asarray(gold)]
    return float(((probabilities.astype(np.float64) - targets) ** 2).sum(axis=1).mean())


def calibration_error(confidence: Sequence[float], correct: Sequence[bool]) -> float:
    """Return the expected calibration error with ten bins of equal width (Guo et al. 2017, equation 3).

    It is the mean over bins, weighted by their rows, of |share correct − mean confidence|. Bins are open below: (0.1, 0.2] and so
    on.
    """
    if not len(confidence):
        return 0.0
    confidences, correctness = np.asarray(confidence, np.float64), np.asarray(correct, np.float64)
    bins = np.clip(np.ceil(confidences * _BINS).astype(int) - 1, 0, _BINS - 1)
    gaps = np.bincount(bins, weights=correctness - confidences, minlength=_BINS)
    return float(np.abs(gaps).sum() / len(confidences))


def average_precision_of_scores(scores: Sequence[float], positive: Sequence[bool]) -> float:
    """Return the average precision over thresholds, Σ (R_n − R_{n−1}) P_n. Rows of equal score come in together. 0 without a
    positive row."""
    if not any(positive):
        return 0.0
    total = 0.0
    positives = ranked = 0
    for group in _by_threshold(scores, positive):
        positives, ranked = positives + sum(group), ranked + len(group)
        total += sum(group) * positives / ranked
    return total / positives


def best_threshold(scores: Sequence[float], positive: Sequence[bool]) -> tuple[float, float]:
    """Return (threshold, F1): the score with the largest F1 if rows from it on are positive; the highest one on a tie.

    It is chosen on the very rows that it is measured on, so its F1 is an upper bound and no estimate. (0, 0) without a positive
    row.
    """
    best, best_f1 = 0.0, 0.0
    total, positives, ranked = sum(positive), 0, 0
    levels = sorted(set(scores), reverse=True)
    for level, group in zip(levels, _by_threshold(scores, positive), strict=True):
        positives, ranked = positives + sum(group), ranked + len(group)
        f1 = 2 * positives / (total + ranked)
        if f1 > best_f1:
            best, best_f1 = float(level), f1
    return best, best_f1


def area_under_curve(scores: Sequence[float], positive: Sequence[bool]) -> float | None:
    """Return the area under the ROC curve; None unless there are rows of both kinds.

    It is the chance that a positive row scores above another one; ties count half (Hanley and McNeil 1982).
    """
    positives, total = sum(positive), len(positive)
    if positives in {0, total}:
        return None
    below = 0
    area = 0.0
    for group in reversed(_by_threshold(scores, positive)):
        negatives = len(group) - sum(group)
        area += sum(group) * (below + negatives / 2)
        below += negatives
    return area / (positives * (total - positives))


def _by_threshold(scores: Sequence[float], positive: Sequence[bool]) -> list[list[bool]]:
    """Return the rows' labels in groups of equal score, highest score first."""
    groups: dict[float, list[bool]] = {level: [] for level in sorted(set(scores), reverse=True)}
    for score, label in zip(scores, positive, strict=True):
        groups[score].append(bool(label))
    return list(groups.values())
