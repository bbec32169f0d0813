"""Fitting of rankers to annotated debates with cross-validation: linear models and boosted trees over the same features.

A debate is a query, its sentences are the items; verifiable sentences should come first. The boosted trees are LambdaMART (Burges
2010).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from app.ranking.model import BELOW
from models.research.linear import Linear, standard
from models.research.metrics import average_precision
from models.research.ranksvm import Group, solve

Features = NDArray[np.float64]
Scores = NDArray[np.float64]
Scorer = Callable[[Features], Scores]


@dataclass(frozen=True, slots=True, kw_only=True)
class Debate:
    """Sentences of a debate in document order: features (n, d), labels (n,) 1 for verifiable, and its weight as a query."""

    name: str
    features: Features
    labels: NDArray[np.int64]
    weight: float = 1.0

    def average_precision(self, scores: Scores) -> float:
        """Return the average precision of the ranking by these scores. Equal scores are in document order."""
        order = np.lexsort((np.arange(len(scores)), -scores))
        return average_precision(order.tolist(), set(np.flatnonzero(self.labels).tolist()))


@dataclass(frozen=True, slots=True)
class Gated:
    """Scorer for the rows with a feature above 0 in column `needs`. The others come below them, by column `otherwise`."""

    scorer: Scorer
    needs: int
    otherwise: int

    def __call__(self, features: Features) -> Scores:
        has_pair = features[:, self.needs] > 0
        scores: Scores = features[:, self.otherwise] - BELOW
        if has_pair.any():
            scores[has_pair] = self.scorer(features[has_pair])
        return scores


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Named way to make a scorer from debates."""

    name: str
    fit: Callable[[Sequence[Debate]], Scorer]


def fit_gated(fit: Callable[[Sequence[Debate]], Scorer], debates: Sequence[Debate], *, needs: int, otherwise: int) -> Gated:
    """Fit on the rows whose feature in column `needs` is above 0; the model need not explain the others."""
    gated_debates = []
    for debate in debates:
        has_pair = debate.features[:, needs] > 0
        gated_debates.append(replace(debate, features=debate.features[has_pair], labels=debate.labels[has_pair]))
    return Gated(fit(gated_debates), needs, otherwise)


def fit_rank_svm(debates: Sequence[Debate], strength: float) -> Linear:
    """Fit RankSVM. Every debate counts by its weight, however many pairs it has. `strength` is C of a debate of weight 1."""
    standard_scale = standard([debate.features for debate in debates])
    groups = []
    for debate in debates:
        relevant = debate.labels == 1
        pairs = int(relevant.sum()) * int((~relevant).sum())
        if pairs:
            groups.append(Group(standard_scale(debate.features), relevant, weight=debate.weight / pairs))
    return Linear(standard_scale, solve(groups, strength=strength))


def fit_logistic(debates: Sequence[Debate], strength: float) -> Linear:
    """Fit a logistic regression of verifiability, with balanced classes within each debate. `strength` is the inverse of the L2
    penalty."""
    standard_scale = standard([debate.features for debate in debates])
    rows = np.concatenate([standard_scale(debate.features) for debate in debates])
    labels = np.concatenate([debate.labels for debate in debates])
    weight = np.concatenate([_balanced(debate) for debate in debates])
    model = LogisticRegression(C=strength, max_iter=3000).fit(rows, labels, sample_weight=weight * len(rows) / weight.sum())
    return Linear(standard_scale, model.coef_[0])


def _balanced(debate: Debate) -> Scores:
    positive = max(int(debate.labels.sum()), 1)
    negative = max(len(debate.labels) - positive, 1)
    return debate.weight * np.where(debate.labels == 1, 0.5 / positive, 0.5 / negative)


def fit_boosted(debates: Sequence[Debate], *, rounds: int, leaves: int, monotone: Sequence[int], seed: int = 0) -> Any:
    """Fit LambdaMART trees with monotone constraints (1 rising, -1 falling, 0 free) and return the LightGBM booster."""
    import lightgbm

    options = {
        "objective": "lambdarank",
        "lambdarank_truncation_level": 60,
        "label_gain": [0, 1],
        "num_leaves": leaves,
        "learning_rate": 0.05,
        "min_data_in_leaf": 12,
        "feature_fraction": 0.6,
        "bagging_fraction": 0.8,
        "bagging_freq": 1,
        "lambda_l2": 5.0,
        "monotone_constraints": list(monotone),
        "seed": seed,
        "deterministic": True,
        "force_row_wise": True,
        "num_threads": 1,
        "verbosity": -1,
    }
    data = lightgbm.Dataset(
        np.concatenate([debate.features for debate in debates]),
        label=np.concatenate([debate.labels for debate in debates]),
        group=[len(debate.labels) for debate in debates],
        weight=np.concatenate([np.full(len(debate.labels), debate.weight) for debate in debates]),
    )
    return lightgbm.train(options, data, num_boost_round=rounds)


def out_of_fold(debates: Sequence[Debate], recipe: Recipe, extra: Sequence[Debate] = ()) -> list[Scores]:
    """Return each debate's scores by a model fitted on all others and the `extra` debates."""
    return [recipe.fit([*(other for other in debates if other is not debate), *extra])(debate.features) for debate in debates]


def mean_average_precision(debates: Sequence[Debate], scores: Sequence[Scores]) -> float:
    """Return MAP of these rankings."""
    return float(np.mean([debate.average_precision(debate_scores) for debate, debate_scores in zip(debates, scores, strict=True)]))


def choose(debates: Sequence[Debate], recipes: Sequence[Recipe], extra: Sequence[Debate] = ()) -> Recipe:
    """Return the recipe with the best MAP in leave-one-debate-out; the first of equals."""
    return max(recipes, key=lambda recipe: mean_average_precision(debates, out_of_fold(debates, recipe, extra)))


def nested(debates: Sequence[Debate], recipes: Sequence[Recipe], extra: Sequence[Debate] = ()) -> tuple[list[Scores], list[str]]:
    """Return each debate's scores by nested leave-one-debate-out, and the names of the chosen recipes.

    The recipe is chosen, and the model fitted, on the other debates alone.
    """
    scores, names = [], []
    for debate in debates:
        other_debates = [other for other in debates if other is not debate]
        recipe = choose(other_debates, recipes, extra)
        scores.append(recipe.fit([*other_debates, *extra])(debate.features))
        names.append(recipe.name)
    return scores, names
