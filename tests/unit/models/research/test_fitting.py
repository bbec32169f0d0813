"""Rankers fitted to debates: they learn what decides, and a left-out debate never teaches its own scorer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import pytest

from models.research.fitting import (
    Debate,
    Features,
    Recipe,
    Scores,
    choose,
    fit_logistic,
    fit_rank_svm,
    mean_average_precision,
    nested,
    out_of_fold,
)


def _debates(count: int = 4, sentences: int = 60) -> list[Debate]:
    """Return debates in which the second feature predicts verifiable sentences, with noise; the other features are noise."""
    chooser = np.random.default_rng(11)
    debates = []
    for number in range(count):
        labels = (np.arange(sentences) % 12 == number).astype(np.int64)
        features = chooser.normal(size=(sentences, 4))
        features[:, 1] += 3.0 * labels
        debates.append(Debate(name=f"debate {number}", features=features, labels=labels))
    return debates


@pytest.mark.parametrize("fit", [partial(fit_rank_svm, strength=0.01), partial(fit_logistic, strength=0.1)])
def test_linear_models_find_the_feature_that_decides(fit: partial[object]) -> None:
    debates = _debates()
    model = Recipe(name="x", fit=fit).fit(debates)  # type: ignore[arg-type]
    assert int(np.argmax(np.abs(model.coefficients))) == 1  # type: ignore[attr-defined]
    assert mean_average_precision(debates, out_of_fold(debates, Recipe(name="x", fit=fit))) > 0.7  # type: ignore[arg-type]


def test_a_debate_left_out_never_teaches_its_own_scorer() -> None:
    debates = _debates()
    taught: list[tuple[str, ...]] = []

    def fit(training: Sequence[Debate]) -> object:
        taught.append(tuple(debate.name for debate in training))
        return lambda features: features[:, 1]

    scores, names = nested(debates, [Recipe(name="only", fit=fit)])  # type: ignore[arg-type]
    assert names == ["only"] * 4
    final = [training for training in taught if len(training) == 3]
    assert [set(training) for training in final] == [{other.name for other in debates if other is not left_out} for left_out in debates]
    assert len(scores) == 4


def test_the_better_recipe_is_chosen_on_the_others() -> None:
    def by(column: int) -> Recipe:
        def score(features: Features) -> Scores:
            return features[:, column]

        return Recipe(name=str(column), fit=lambda _: score)

    assert choose(_debates(), [by(0), by(1), by(2)]).name == "1"


def test_equal_scores_keep_document_order() -> None:
    debate = Debate(name="x", features=np.zeros((4, 1)), labels=np.array([1, 0, 0, 1]))
    assert debate.average_precision(np.zeros(4)) == pytest.approx((1 + 2 / 4) / 2)
