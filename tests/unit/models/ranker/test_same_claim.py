"""Calibration from pair probability to chance: fit, refusals, and measurement on held-out pairs."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from app.domain.document import Sentence
from app.ranking import FEATURES, OVERLAP_FEATURES, RankerFile
from app.services.matching.candidates import SentenceCandidates
from app.services.matching.comparison import ComparedPair, Comparison
from models.ranker import same_claim
from models.ranker.same_claim import Pairs
from models.ranker.tables import compared_pairs

FILE = RankerFile(
    name="test",
    features=FEATURES,
    mean=(0.0,) * len(FEATURES),
    scale=(1.0,) * len(FEATURES),
    coefficients=(0.0,) * len(FEATURES),
    intercept=0.0,
    calibration=((0.0, 0.0), (1.0, 1.0)),
    match_probability=0.5,
    near_probability=0.2,
    agree_probability=0.5,
)


def draw_pairs(seed: int, *, slope: float = 1.2, weight: float = 1.0, shift: float = 3.0, count: int = 4000) -> Pairs:
    """Draw pairs from a known calibration."""
    chooser = np.random.default_rng(seed)
    odds, quoted = chooser.normal(-4.0, 2.0, count), np.maximum(chooser.normal(-1.0, 1.0, count), 0.0)
    chance = 1 / (1 + np.exp(-(slope * odds + weight * quoted + shift)))
    return Pairs(1 / (1 + np.exp(-odds)), quoted, chooser.random(count) < chance)


def test_the_true_calibration_is_recovered() -> None:
    assert same_claim.calibration(draw_pairs(0)) == pytest.approx((1.2, 1.0, 3.0), abs=0.2)


def test_quotation_never_lowers_the_chance() -> None:
    slope, weight, _ = same_claim.calibration(draw_pairs(1, weight=-2.0))
    assert slope > 0 and weight == 0


def test_pairs_with_a_reversed_order_are_refused() -> None:
    with pytest.raises(ValueError, match="lower chance"):
        same_claim.calibration(draw_pairs(2, slope=-1.0))


def test_each_part_is_measured_by_a_map_of_the_others() -> None:
    parts = [draw_pairs(seed, count=600) for seed in (3, 4, 5)]
    spoilt = Pairs(parts[0].probability, parts[0].quoted, ~parts[0].same)  # its own labels do not come into its chances
    assert np.array_equal(same_claim.left_out(parts, FILE)[:600], same_claim.left_out([spoilt, *parts[1:]], FILE)[:600])
    report: dict[str, Any] = same_claim.measured(same_claim.joined(parts), same_claim.left_out(parts, FILE))
    assert report["pairs"] == 1800 and report["brier"] < report["brier_base_rate"]
    assert report["brier"] < report["brier_raw_pair_probability"]


def test_bands_compare_predicted_and_actual_shares() -> None:
    pairs = Pairs(np.array([0.01, 0.02, 0.5, 0.6]), np.zeros(4), np.array([False, False, True, False]))
    report = same_claim.measured(pairs, np.array([0.05, 0.05, 1.0, 0.6]))
    assert report["bands"] == {
        "0.0-0.1": {"pairs": 2, "mean": 0.05, "same_claim": 0.0},
        "0.5-0.75": {"pairs": 1, "mean": 0.6, "same_claim": 0.0},
        "0.9-1.0": {"pairs": 1, "mean": 1.0, "same_claim": 1.0},
    }
    assert report["brier"] == pytest.approx((0.05**2 * 2 + 0.6**2) / 4, abs=1e-4)


def test_the_program_uses_the_fitted_calibration() -> None:
    pairs = draw_pairs(6)
    file = msgspec.structs.replace(FILE, match_calibration=same_claim.calibration(pairs))
    probabilities = same_claim.chances(pairs, file)
    assert probabilities.mean() == pytest.approx(pairs.same.mean(), abs=0.01)


def comparison(texts: dict[int, float], *, quoted: float = 0.0) -> Comparison:
    """Return a comparison of candidate rows 0, 1, 2 with pair probabilities for the given columns."""
    overlap = np.zeros(len(OVERLAP_FEATURES), np.float32)
    overlap[OVERLAP_FEATURES.index("quoted")] = quoted
    candidates = SentenceCandidates(
        sentence=Sentence(index=0, text="t", start=0, end=1),
        rows=np.array([2, 1, 0], np.int32),
        measures={},
        prefilter_score=np.zeros(3, np.float32),
        foreign=np.zeros(3, bool),
        preliminary=0.0,
        preliminary_probability=0.0,
        checkworthiness=0.5,
    )
    pairs = {column: ComparedPair(probability=probability, overlap=overlap) for column, probability in texts.items()}
    return Comparison(candidates=candidates, pairs=pairs)


def test_only_compared_pairs_are_used_and_linked_ones_are_positive() -> None:
    comparisons = [comparison({0: 0.4, 2: 0.1}, quoted=2.0), comparison({}), comparison({1: 0.3})]
    pairs = compared_pairs(comparisons, ["a", "b", "c"], [frozenset("c"), frozenset("a"), frozenset()])
    assert pairs == pytest.approx(np.array([[0.4, 2.0, 1.0], [0.1, 2.0, 0.0], [0.3, 0.0, 0.0]]))
    assert compared_pairs([comparison({})], ["a", "b", "c"], [frozenset("a")]).shape == (0, 3)
