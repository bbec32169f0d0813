"""Measures of check-worthiness for the model card: F1 of Yes with an interval, and others."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.research.classification import average_precision_of_scores, best_threshold, calibration_error, label_score

_SAMPLES = 1000
THRESHOLD_FREE = ("best_f1_of_any_threshold", "average_precision")
"""Measures that need no threshold."""


def measure(probabilities: NDArray[np.float64], labels: NDArray[np.bool_]) -> dict[str, Any]:
    """Return the measures of Yes.

    F1, precision and recall at 0.5, with the 95% bootstrap interval of F1; the best F1 that any threshold would have given on these
    very rows; average precision; expected calibration error of the probability of Yes.
    """
    predicted = probabilities >= 0.5
    score = label_score([str(label) for label in labels], [str(label) for label in predicted], "True")
    low, high = _interval(predicted, labels)
    scores, positive = probabilities.tolist(), labels.tolist()
    return {
        "sentences": len(labels),
        "worthy": int(labels.sum()),
        "f1": round(score.f1, 4),
        "f1_interval": [round(low, 4), round(high, 4)],
        "precision": round(score.precision, 4),
        "recall": round(score.recall, 4),
        "best_f1_of_any_threshold": round(best_threshold(scores, positive)[1], 4),
        "average_precision": round(average_precision_of_scores(scores, positive), 4),
        "calibration_error": round(calibration_error(scores, positive), 4),
    }


def _interval(predicted: NDArray[np.bool_], labels: NDArray[np.bool_]) -> tuple[float, float]:
    generator = np.random.default_rng(0)
    draws = generator.integers(0, len(labels), (_SAMPLES, len(labels)))
    hits, positives, actual = ((flags[draws]).sum(axis=1) for flags in (predicted & labels, predicted, labels))
    low, high = np.quantile(2 * hits / np.maximum(1, positives + actual), [0.025, 0.975])
    return float(low), float(high)
