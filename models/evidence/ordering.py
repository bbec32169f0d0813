"""Weights of the answerer: right passages rank above wrong ones of the same question, right triples above their corruptions.

The model is a logistic regression over differences of features (the pairwise transform of Herbrich et al. 1999, section 4, with the
logistic loss). All claims have the same total weight. Platt's scaling turns scores into probabilities (Platt 1999, section 2).
Passages are compared within a claim only, so features that merely tell claims apart have no effect.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from models.averitec import Array

MOST, CORRUPTED, STRENGTH = 60, 1.0, 0.03
"""Pairs per question at most; weight of a claim's corruptions relative to its passages; inverse regularisation. The last two
were chosen on the choice part, among 0, 0.1, 0.3, 1 and 0.003, 0.01, 0.03."""
_LEAST = 1e-6


@dataclass(frozen=True, slots=True)
class Sample:
    """Feature rows with labels, claim numbers and question numbers.

    For a corruption, `against` is the row of its right triple, otherwise -1.
    """

    features: Array
    labels: NDArray[np.int64]
    claims: NDArray[np.int64]
    groups: NDArray[np.int64]
    against: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Ordering:
    """Model with the probability sigmoid(((x - mean) / spread) · weights + intercept)."""

    mean: Array
    spread: Array
    weights: Array
    intercept: float

    def scores(self, features: Array) -> Array:
        """Return the log-odds (n,)."""
        return np.asarray(((features - self.mean) / self.spread) @ self.weights + self.intercept)


def fitted(sample: Sample, *, seed: int = 0) -> Ordering:
    """Return the model fitted to a sample without missing numbers."""
    pairs, counts = _differences(sample, np.random.default_rng(seed))
    spread = pairs.std(axis=0) + _LEAST
    differences, sides = np.vstack([pairs, -pairs]) / spread, np.repeat([1, 0], len(pairs))
    ordered = LogisticRegression(C=STRENGTH, fit_intercept=False, max_iter=2000)
    ordered.fit(differences, sides, sample_weight=np.tile(counts * len(counts) / counts.sum() / 2, 2))
    mean = sample.features.mean(axis=0)
    score = ((sample.features - mean) / spread) @ ordered.coef_[0]
    platt = LogisticRegression(C=1e6).fit(score[:, None], sample.labels)
    return Ordering(mean, spread, ordered.coef_[0] * platt.coef_[0, 0], float(platt.intercept_[0]))


def _differences(sample: Sample, chance: np.random.Generator) -> tuple[Array, Array]:
    """Return feature differences (right minus wrong) and their weights."""
    pairs: list[Array] = []
    counts: list[Array] = []
    for claim in np.unique(sample.claims):
        rows = np.flatnonzero((sample.claims == claim) & (sample.against < 0))
        by_question = [_of_question(sample, rows[sample.groups[rows] == group], chance) for group in np.unique(sample.groups[rows])]
        corrupted = np.flatnonzero((sample.claims == claim) & (sample.against >= 0))
        corruption_differences = sample.features[sample.against[corrupted]] - sample.features[corrupted]
        for differences, weight in ((np.vstack(by_question), 1.0), (corruption_differences, CORRUPTED)):
            if len(differences):
                pairs.append(differences)
                counts.append(np.full(len(differences), weight / len(differences)))
    return np.vstack(pairs), np.concatenate(counts)


def _of_question(sample: Sample, rows: NDArray[np.int64], chance: np.random.Generator) -> Array:
    """Return all differences of right and wrong passages of a question, or a random sample if there are too many."""
    right, wrong = rows[sample.labels[rows] == 1], rows[sample.labels[rows] == 0]
    differences = (sample.features[right][:, None] - sample.features[wrong][None]).reshape(-1, sample.features.shape[1])
    sampled = differences if len(differences) <= MOST else differences[chance.choice(len(differences), MOST, replace=False)]
    return np.asarray(sampled)
