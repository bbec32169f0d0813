"""RankSVM compared with scikit-learn on difference vectors, and its cross-validation."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.svm import LinearSVC

from models.research import ranksvm
from models.research.ranksvm import STRENGTHS, Group, choose_strength, fit, fit_path, leave_one_out, solve

DIRECTION = np.array([2.0, -1.0, 0.5, 0.0])


def group(seed: int, *, noise: float = 0.5) -> Group:
    dice = np.random.default_rng(seed)
    features = dice.normal(size=(40, len(DIRECTION)))
    scores = features @ DIRECTION + noise * dice.normal(size=40)
    return Group(features, scores > np.quantile(scores, 0.85))


@pytest.mark.parametrize("strength", [1e-3, 1e-1])
def test_weights_are_those_of_a_linear_svm_on_difference_vectors(strength: float) -> None:
    groups = [group(1), group(2)]
    pairs = [(features[relevant][:, None] - features[~relevant][None]).reshape(-1, 4) for features, relevant in map(_parts, groups)]
    differences = np.concatenate(pairs)
    signs = np.where(np.arange(len(differences)) % 2, 1, -1)
    theirs = LinearSVC(C=strength, fit_intercept=False, dual=False, tol=1e-10, max_iter=10_000).fit(differences * signs[:, None], signs)
    assert solve(groups, strength=strength, tolerance=1e-10) == pytest.approx(theirs.coef_[0], rel=1e-3, abs=1e-4)


def _parts(debate: Group) -> tuple[np.ndarray, np.ndarray]:
    return debate.features, debate.relevant


def test_it_learns_an_order_and_a_constant_feature_does_no_harm() -> None:
    test_group = group(7, noise=0.0)
    groups = [Group(np.c_[debate.features, np.ones(40)], debate.relevant) for debate in (group(1), group(2), group(3))]
    scores = fit(groups, strength=1e-2)(np.c_[test_group.features, np.ones(40)])
    assert np.corrcoef(scores, test_group.features @ DIRECTION)[0, 1] > 0.9


def test_strength_is_chosen_among_the_training_debates_alone() -> None:
    """The held-out debate's scores come from a model of the others, whatever it contains."""
    groups = [group(1), group(2), group(3)]
    first = leave_one_out(groups)
    spoilt = Group(groups[2].features, ~groups[2].relevant)
    second = leave_one_out([*groups[:2], spoilt])
    assert first[2][1] == second[2][1] == choose_strength(groups[:2])
    assert first[2][0] == pytest.approx(second[2][0])
    assert all(strength in STRENGTHS for _, strength in first)


def test_a_debate_without_a_verifiable_sentence_trains_nothing_and_is_scored() -> None:
    empty = Group(group(5).features, np.zeros(40, np.bool_))
    results = leave_one_out([group(1), group(2), empty])
    assert np.isfinite(results[2][0]).all()


def test_warm_starts_reach_the_same_solution() -> None:
    groups = [group(1), group(2), group(3)]
    for strength, model in zip(STRENGTHS, fit_path(groups), strict=True):
        alone = fit(groups, strength=strength)
        assert model.coefficients == pytest.approx(alone.coefficients, rel=0.02, abs=1e-3)


def test_debates_that_train_together_twice_are_fitted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three inner folds for each of seven debates are 21 sets of four, of which seven occur twice."""
    fitted: list[tuple[int, ...]] = []

    def noted(groups: list[Group]) -> ranksvm.Path:
        fitted.append(tuple(map(id, groups)))
        return fit_path(groups)

    monkeypatch.setattr(ranksvm, "fit_path", noted)
    groups = [group(number) for number in range(7)]
    results = leave_one_out(groups)
    assert len(fitted) == len(set(fitted)) == 14
    training_groups = groups[1:]
    strength = choose_strength(training_groups)
    assert results[0][1] == strength
    assert results[0][0] == pytest.approx(fit(training_groups, strength=strength)(groups[0].features))
