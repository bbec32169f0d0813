"""Recipes for a ranker, among which nested cross-validation chooses, and the features that must never lower a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from app.ranking import FULL_FEATURES
from models.research.fitting import Debate, Features, Recipe, Scorer, Scores, fit_boosted, fit_gated, fit_logistic, fit_rank_svm

RISING = frozenset("pair pair_second agreed best_quoted of_best_dense_claim of_best_quoted of_best_same_numbers preliminary".split())
FALLING = frozenset("ambiguous_lead of_best_other_numbers question repeated".split())
MONOTONE = tuple(1 if name in RISING else -1 if name in FALLING else 0 for name in FULL_FEATURES)
"""Constraints of the trees: more of these features is never worse, or never better."""


def _boosted(debates: Sequence[Debate], *, rounds: int, leaves: int) -> Scorer:
    boosters = [fit_boosted(debates, rounds=rounds, leaves=leaves, monotone=MONOTONE, seed=seed) for seed in range(3)]

    def score(features: Features) -> Scores:
        scores: Scores = np.mean([booster.predict(features) for booster in boosters], axis=0)
        return scores

    return score


def _mixed(debates: Sequence[Debate], *, strength: float, rounds: int, leaves: int) -> Scorer:
    linear, trees = fit_logistic(debates, strength), _boosted(debates, rounds=rounds, leaves=leaves)
    all_features = np.concatenate([debate.features for debate in debates])
    spread = [float(part(all_features).std()) or 1.0 for part in (linear, trees)]

    def score(features: Features) -> Scores:
        scores: Scores = linear(features) / spread[0] + trees(features) / spread[1]
        return scores

    return score


def _recipe(name: str, fit: Callable[[Sequence[Debate]], Scorer]) -> Recipe:
    """Return a recipe. Its model scores sentences with a decided candidate that was compared in full; other sentences follow."""
    needs, fallback = FULL_FEATURES.index(NEEDS), FULL_FEATURES.index(OTHERWISE)
    return Recipe(name=name, fit=partial(fit_gated, fit, needs=needs, otherwise=fallback))


NEEDS, OTHERWISE = "pair", "preliminary"
LINEAR = tuple(
    [_recipe(f"logistic-{strength:g}", partial(fit_logistic, strength=strength)) for strength in (3e-4, 1e-3, 3e-3, 1e-2)]
    + [_recipe(f"rank-svm-{strength:g}", partial(fit_rank_svm, strength=strength)) for strength in (0.03, 0.1, 0.3)]
)
TREES = tuple(
    _recipe(f"boosted-{rounds}-{leaves}", partial(_boosted, rounds=rounds, leaves=leaves)) for rounds, leaves in ((60, 4), (120, 6))
)
MIXED = (_recipe("mixed", partial(_mixed, strength=0.001, rounds=60, leaves=4)),)
RECIPES = LINEAR
"""Recipes to choose from. Trees, alone and mixed with a linear model, are measured as well (`models.ranker.train`) and did not
win."""
