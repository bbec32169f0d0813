"""RankSVM (Joachims 2002): a linear order that puts a debate's verifiable sentences before its others.

It is solved in the primal with squared hinge loss over all (verifiable, other) pairs of one debate (Lee and Lin 2014, "Large-scale
linear RankSVM", equation 2): minimise ½‖w‖² + C Σ max(0, 1 - w·(x_i - x_j))². That is scikit-learn's LinearSVC on difference
vectors without intercept, but the 87,000 differences are never made. A debate's weight multiplies its C.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.research.linear import Floats, Linear, Standard, standard
from models.research.metrics import average_precision, mean

STRENGTHS = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2)
_INNER_FOLDS = 3
_TOLERANCE = 1e-6
"""Relative change of the objective at which the solver stops, far too small to move a sentence."""
_ROUNDS = 1000

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Group:
    """Debate with features (q, f), marks of verifiable sentences (q,), and the weight of each of its pairs."""

    features: Floats
    relevant: Flags
    weight: float = 1.0


Path = Sequence[Linear]
"""A model for each of `STRENGTHS`."""


def fit(groups: Sequence[Group], *, strength: float) -> Linear:
    """Train on these debates; `strength` is C."""
    standard_scale, standardised = _standardised(groups)
    return Linear(standard_scale, solve(standardised, strength=strength))


def fit_path(groups: Sequence[Group]) -> Path:
    """Train on these debates with each strength, the weakest first; each search begins where the one before it ended."""
    standard_scale, standardised = _standardised(groups)
    models: list[Linear] = []
    for strength in STRENGTHS:
        weights = solve(standardised, strength=strength, start=models[-1].coefficients if models else None)
        models.append(Linear(standard_scale, weights))
    return models


def _standardised(groups: Sequence[Group]) -> tuple[Standard, list[Group]]:
    standard_scale = standard([group.features for group in groups])
    return standard_scale, [replace(group, features=standard_scale(group.features)) for group in groups]


def solve(groups: Sequence[Group], *, strength: float, tolerance: float = _TOLERANCE, start: Floats | None = None) -> Floats:
    """Return the weights (f,) that minimise the objective. The search begins at `start`, by default at 0."""
    from scipy.optimize import minimize  # type: ignore[import-untyped]

    width = groups[0].features.shape[1]

    def objective(weights: Floats) -> tuple[float, Floats]:
        loss, gradient = 0.5 * float(weights @ weights), weights.copy()
        for group in groups:
            scores = group.features @ weights
            margins = np.maximum(0.0, 1.0 - scores[group.relevant][:, None] + scores[~group.relevant][None, :])
            cost = strength * group.weight
            loss += cost * float((margins**2).sum())
            slope = np.zeros(len(scores))
            slope[group.relevant] = -margins.sum(axis=1)
            slope[~group.relevant] = margins.sum(axis=0)
            gradient = gradient + 2 * cost * (group.features.T @ slope)
        return loss, gradient

    options = {"maxiter": _ROUNDS, "gtol": tolerance, "ftol": tolerance}
    solution = minimize(objective, np.zeros(width) if start is None else start, jac=True, method="L-BFGS-B", options=options)
    weights: Floats = np.asarray(solution.x, np.float64)
    return weights


def choose_strength(groups: Sequence[Group], *, fitted: Callable[[Sequence[Group]], Path] = fit_path) -> float:
    """Return the C with the best mean average precision in leave-one-debate-out; the smallest of equals."""
    folds = min(_INNER_FOLDS, len(groups))
    if folds < 2:
        return STRENGTHS[len(STRENGTHS) // 2]
    values: list[list[float]] = [[] for _ in STRENGTHS]
    for fold in range(folds):
        models = fitted([group for index, group in enumerate(groups) if index % folds != fold])
        held_out = [group for index, group in enumerate(groups) if index % folds == fold and group.relevant.any()]
        for precisions, model in zip(values, models, strict=True):
            precisions += [_average_precision(group, model(group.features)) for group in held_out]
    return STRENGTHS[int(np.argmax([mean(precisions) for precisions in values]))]


def _average_precision(group: Group, scores: Floats) -> float:
    order = np.argsort(-scores, kind="stable")
    return average_precision(order.tolist(), frozenset(np.flatnonzero(group.relevant).tolist()))


def leave_one_out(groups: Sequence[Group]) -> list[tuple[Floats, float]]:
    """Return for each debate its scores by a model of the others, and its C, which is chosen on the others.

    The runs of two left-out debates share some inner folds, which are fitted once.
    """
    paths: dict[tuple[int, ...], Path] = {}

    def fitted(training_groups: Sequence[Group]) -> Path:
        key = tuple(map(id, training_groups))
        if key not in paths:
            paths[key] = fit_path(training_groups)
        return paths[key]

    results = []
    for index, held_out in enumerate(groups):
        other_groups = [group for number, group in enumerate(groups) if number != index]
        strength = choose_strength(other_groups, fitted=fitted)
        results.append((fit(other_groups, strength=strength)(held_out.features), strength))
    return results
