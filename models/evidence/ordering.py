"""The answerer's weights: a right passage above the wrong ones of the same question, and a right triple above its corruptions.

Logistic regression over differences of features (the pairwise transform of Herbrich et al. 1999, section 4, with the logistic loss), a
claim's pairs weighing as much as another's; then score and labels to probabilities (Platt 1999, section 2). Which of a claim's passages
answer is all that is asked of it, so that what only tells claims apart counts for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from models.averitec import Array

MOST, CORRUPTED, STRENGTH = 60, 1.0, 0.03
"""Pairs of a question at most; how much a claim's corruptions weigh beside its passages; inverse regularisation. The last two were chosen
on the part for choosing, among 0, 0.1, 0.3, 1 and 0.003, 0.01, 0.03."""
_LEAST = 1e-6


@dataclass(frozen=True, slots=True)
class Sample:
    """Rows of features with labels, claim and question by number; of a corruption `against` is the row of its right triple, else -1."""

    features: Array
    labels: NDArray[np.int64]
    claims: NDArray[np.int64]
    groups: NDArray[np.int64]
    against: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Ordering:
    """Probability sigmoid(((x - mean) / spread) · weights + intercept)."""

    mean: Array
    spread: Array
    weights: Array
    intercept: float

    def scores(self, features: Array) -> Array:
        """The log-odds (n,)."""
        return np.asarray(((features - self.mean) / self.spread) @ self.weights + self.intercept)


def fitted(sample: Sample, *, seed: int = 0) -> Ordering:
    """Learnt from a sample without missing numbers."""
    pairs, counts = _differences(sample, np.random.default_rng(seed))
    spread = pairs.std(axis=0) + _LEAST
    both, sides = np.vstack([pairs, -pairs]) / spread, np.repeat([1, 0], len(pairs))
    ordered = LogisticRegression(C=STRENGTH, fit_intercept=False, max_iter=2000)
    ordered.fit(both, sides, sample_weight=np.tile(counts * len(counts) / counts.sum() / 2, 2))
    mean = sample.features.mean(axis=0)
    score = ((sample.features - mean) / spread) @ ordered.coef_[0]
    platt = LogisticRegression(C=1e6).fit(score[:, None], sample.labels)
    return Ordering(mean, spread, ordered.coef_[0] * platt.coef_[0, 0], float(platt.intercept_[0]))


def _differences(sample: Sample, chance: np.random.Generator) -> tuple[Array, Array]:
    """Pairs (right minus wrong) and how much each counts."""
    pairs: list[Array] = []
    counts: list[Array] = []
    for claim in np.unique(sample.claims):
        rows = np.flatnonzero((sample.claims == claim) & (sample.against < 0))
        found = [_of_question(sample, rows[sample.groups[rows] == group], chance) for group in np.unique(sample.groups[rows])]
        corrupted = np.flatnonzero((sample.claims == claim) & (sample.against >= 0))
        spoilt = sample.features[sample.against[corrupted]] - sample.features[corrupted]
        for made, weight in ((np.vstack(found), 1.0), (spoilt, CORRUPTED)):
            if len(made):
                pairs.append(made)
                counts.append(np.full(len(made), weight / len(made)))
    return np.vstack(pairs), np.concatenate(counts)


def _of_question(sample: Sample, rows: NDArray[np.int64], chance: np.random.Generator) -> Array:
    """Every right passage of a question with every wrong one, or so many of these by chance."""
    right, wrong = rows[sample.labels[rows] == 1], rows[sample.labels[rows] == 0]
    made = (sample.features[right][:, None] - sample.features[wrong][None]).reshape(-1, sample.features.shape[1])
    kept = made if len(made) <= MOST else made[chance.choice(len(made), MOST, replace=False)]
    return np.asarray(kept)
