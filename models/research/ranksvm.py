"""RankSVM (Joachims 2002): a linear order that puts a debate's verifiable sentences before its others.

Solved in the primal with squared hinge loss over all (verifiable, other) pairs of one debate (Lee and Lin 2014, "Large-scale
linear RankSVM", equation 2): minimise ½‖w‖² + C Σ max(0, 1 - w·(x_i - x_j))². That is scikit-learn's LinearSVC on difference
vectors without intercept, but the differences, of which there are 87,000, are never made. A debate's weight multiplies its C.
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
"""Relative change of the objective at which the solver stops: far below what moves a sentence."""
_ROUNDS = 1000

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Group:
    """One debate: features (q, f), which sentences are verifiable (q,), and the weight of each of its pairs."""

    features: Floats
    relevant: Flags
    weight: float = 1.0


Path = Sequence[Linear]
"""A model for each of `STRENGTHS`."""


def fit(groups: Sequence[Group], *, strength: float) -> Linear:
    """Train on these debates; `strength` is C."""
    of_all, own = _standardised(groups)
    return Linear(of_all, solve(own, strength=strength))


def fit_path(groups: Sequence[Group]) -> Path:
    """Train on these debates with each strength, the weakest first; each search begins where the one before it ended."""
    of_all, own = _standardised(groups)
    found: list[Linear] = []
    for strength in STRENGTHS:
        weights = solve(own, strength=strength, start=found[-1].coefficients if found else None)
        found.append(Linear(of_all, weights))
    return found


def _standardised(groups: Sequence[Group]) -> tuple[Standard, list[Group]]:
    of_all = standard([group.features for group in groups])
    return of_all, [replace(group, features=of_all(group.features)) for group in groups]


def solve(groups: Sequence[Group], *, strength: float, tolerance: float = _TOLERANCE, start: Floats | None = None) -> Floats:
    """The weights (f,) that minimise the objective; the search begins at `start`, else at 0."""
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
    found = minimize(objective, np.zeros(width) if start is None else start, jac=True, method="L-BFGS-B", options=options)
    weights: Floats = np.asarray(found.x, np.float64)
    return weights


def choose_strength(groups: Sequence[Group], *, fitted: Callable[[Sequence[Group]], Path] = fit_path) -> float:
    """The C with the best mean average precision when whole debates of these are left out in turn; the smallest of equals."""
    folds = min(_INNER_FOLDS, len(groups))
    if folds < 2:
        return STRENGTHS[len(STRENGTHS) // 2]
    values: list[list[float]] = [[] for _ in STRENGTHS]
    for fold in range(folds):
        models = fitted([group for place, group in enumerate(groups) if place % folds != fold])
        held = [group for place, group in enumerate(groups) if place % folds == fold and group.relevant.any()]
        for own, model in zip(values, models, strict=True):
            own += [_average_precision(group, model(group.features)) for group in held]
    return STRENGTHS[int(np.argmax([mean(own) for own in values]))]


def _average_precision(group: Group, scores: Floats) -> float:
    order = np.argsort(-scores, kind="stable")
    return average_precision(order.tolist(), frozenset(np.flatnonzero(group.relevant).tolist()))


def leave_one_out(groups: Sequence[Group]) -> list[tuple[Floats, float]]:
    """Each debate's scores by a model of the others, and the C it was trained with, chosen among the others alone.

    Two debates that are left out share some of their inner folds, which are fitted once.
    """
    known: dict[tuple[int, ...], Path] = {}

    def fitted(some: Sequence[Group]) -> Path:
        key = tuple(map(id, some))
        if key not in known:
            known[key] = fit_path(some)
        return known[key]

    results = []
    for place, held in enumerate(groups):
        others = [group for number, group in enumerate(groups) if number != place]
        strength = choose_strength(others, fitted=fitted)
        results.append((fit(others, strength=strength)(held.features), strength))
    return results
