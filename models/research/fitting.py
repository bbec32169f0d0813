"""Fitting rankers to annotated debates, and leaving debates out: linear models and boosted trees over the same features.

A debate is a query, its sentences are the items; verifiable sentences should come first. Boosted are LambdaMART trees (Burges 2010).
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
    """One debate's sentences in document order: features (n, d), labels (n,) 1 for verifiable, and its weight as a query."""

    name: str
    features: Features
    labels: NDArray[np.int64]
    weight: float = 1.0

    def average_precision(self, scores: Scores) -> float:
        """Of the ranking by these scores; equal scores in document order."""
        order = np.lexsort((np.arange(len(scores)), -scores))
        return average_precision(order.tolist(), set(np.flatnonzero(self.labels).tolist()))


@dataclass(frozen=True, slots=True)
class Gated:
    """A scorer for the rows whose feature in column `needs` is above 0; the others come below them, by column `otherwise`."""

    scorer: Scorer
    needs: int
    otherwise: int

    def __call__(self, features: Features) -> Scores:
        there = features[:, self.needs] > 0
        scores: Scores = features[:, self.otherwise] - BELOW
        if there.any():
            scores[there] = self.scorer(features[there])
        return scores


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """A named way to make a scorer from debates."""

    name: str
    fit: Callable[[Sequence[Debate]], Scorer]


def fit_gated(fit: Callable[[Sequence[Debate]], Scorer], debates: Sequence[Debate], *, needs: int, otherwise: int) -> Gated:
    """Fit on the rows whose feature in column `needs` is above 0, so that the model need not explain the others."""
    chosen = []
    for debate in debates:
        there = debate.features[:, needs] > 0
        chosen.append(replace(debate, features=debate.features[there], labels=debate.labels[there]))
    return Gated(fit(chosen), needs, otherwise)


def fit_rank_svm(debates: Sequence[Debate], strength: float) -> Linear:
    """RankSVM; every debate counts by its weight, however many pairs it has. `strength` is C of a debate of weight 1."""
    of_all = standard([debate.features for debate in debates])
    groups = []
    for debate in debates:
        relevant = debate.labels == 1
        pairs = int(relevant.sum()) * int((~relevant).sum())
        if pairs:
            groups.append(Group(of_all(debate.features), relevant, weight=debate.weight / pairs))
    return Linear(of_all, solve(groups, strength=strength))


def fit_logistic(debates: Sequence[Debate], strength: float) -> Linear:
    """Logistic regression of verifiability, classes balanced within each debate. `strength` is the inverse of the L2 penalty."""
    of_all = standard([debate.features for debate in debates])
    rows = np.concatenate([of_all(debate.features) for debate in debates])
    labels = np.concatenate([debate.labels for debate in debates])
    weight = np.concatenate([_balanced(debate) for debate in debates])
    model = LogisticRegression(C=strength, max_iter=3000).fit(rows, labels, sample_weight=weight * len(rows) / weight.sum())
    return Linear(of_all, model.coef_[0])


def _balanced(debate: Debate) -> Scores:
    positive = max(int(debate.labels.sum()), 1)
    negative = max(len(debate.labels) - positive, 1)
    return debate.weight * np.where(debate.labels == 1, 0.5 / positive, 0.5 / negative)


def fit_boosted(debates: Sequence[Debate], *, rounds: int, leaves: int, monotone: Sequence[int], seed: int = 0) -> Any:
    """LambdaMART trees with monotone constraints (1 rising, -1 falling, 0 free); a LightGBM booster."""
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
    """Each debate's scores by a model that saw all others and the `extra` debates."""
    return [recipe.fit([*(other for other in debates if other is not debate), *extra])(debate.features) for debate in debates]


def mean_average_precision(debates: Sequence[Debate], scores: Sequence[Scores]) -> float:
    """MAP of these rankings."""
    return float(np.mean([debate.average_precision(own) for debate, own in zip(debates, scores, strict=True)]))


def choose(debates: Sequence[Debate], recipes: Sequence[Recipe], extra: Sequence[Debate] = ()) -> Recipe:
    """The recipe with the best MAP when each debate is left out in turn; the first of equals."""
    return max(recipes, key=lambda recipe: mean_average_precision(debates, out_of_fold(debates, recipe, extra)))


def nested(debates: Sequence[Debate], recipes: Sequence[Recipe], extra: Sequence[Debate] = ()) -> tuple[list[Scores], list[str]]:
    """Nested leave-one-debate-out: each debate's scores by a recipe chosen, and a model fitted, on the others alone.

    Second, the chosen recipes' names.
    """
    scores, names = [], []
    for debate in debates:
        others = [other for other in debates if other is not debate]
        recipe = choose(others, recipes, extra)
        scores.append(recipe.fit([*others, *extra])(debate.features))
        names.append(recipe.name)
    return scores, names
