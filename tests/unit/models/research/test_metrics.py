"""The seed paper's measures on cases worked by hand, and the bootstrap."""

from __future__ import annotations

import numpy as np
import pytest

from models.research.intervals import average_precision_of_counts, mean_interval, sentence_interval
from models.research.metrics import average_precision, verified_average_precision
from models.research.rankings import RankedLine
from models.research.scores import LineGold, score, score_debate

RANKING = [10, 20, 30, 40]
RELEVANT = {10, 30, 40}
VERIFIED = {10, 40}


def test_evidence_counts_as_worked_by_hand() -> None:
    """10 is found and verified, 20 is no gold, 30 is found without evidence, 40 is found and verified."""
    assert average_precision(RANKING, RELEVANT) == pytest.approx((1 / 1 + 2 / 3 + 3 / 4) / 3)
    assert verified_average_precision(RANKING, RELEVANT, VERIFIED) == pytest.approx((1 / 1 + 1 / 3 + 2 / 4) / 3)
    assert verified_average_precision(RANKING, RELEVANT, VERIFIED, credit=0.5) == pytest.approx((1 / 1 + 1.5 / 3 + 2.5 / 4) / 3)
    assert verified_average_precision(RANKING, RELEVANT, VERIFIED, harsh=True) == pytest.approx((1 / 1 + 2 / 4) / 3)


def test_nothing_relevant_or_nothing_ranked_is_zero() -> None:
    assert verified_average_precision(RANKING, set(), set()) == 0.0
    assert verified_average_precision([], RELEVANT, VERIFIED) == 0.0


def entry(line: int, *ids: str) -> RankedLine:
    return RankedLine(line, tuple(frozenset((identifier,)) for identifier in ids))


GOLD = LineGold(verifying={10: frozenset({"a"}), 30: frozenset({"b", "c"}), 40: frozenset({"d"})})


def test_a_debate_is_scored_at_both_depths() -> None:
    ranking = [entry(10, "a"), entry(20, "a"), entry(30, "x", "y", "c"), entry(40, "x", "y", "z", "d")]
    values = score_debate(ranking, GOLD)
    assert values["map"] == pytest.approx((1 + 2 / 3 + 3 / 4) / 3)
    assert values["map_0_1"] == pytest.approx((1 + 1 / 3 + 1 / 4) / 3)
    assert values["map_0_3"] == pytest.approx((1 + 2 / 3 + 2 / 4) / 3)
    assert values["map_h_1"] == pytest.approx(1 / 3)
    assert values["map_h_3"] == pytest.approx((1 + 2 / 3) / 3)
    assert values["map_05_3"] == pytest.approx((values["map"] + values["map_0_3"]) / 2)


def test_a_fact_check_shown_as_the_same_item_verifies_too() -> None:
    ranked_line = RankedLine(10, (frozenset({"elsewhere", "a"}),))
    assert score_debate([ranked_line], LineGold(verifying={10: frozenset({"a"})}))["map_h_1"] == 1.0


def test_skipped_lines_do_not_change_the_score() -> None:
    ranking = {"d": [entry(20), entry(10, "a")]}
    with_all = score(ranking, {"d": LineGold(verifying={10: frozenset({"a"})})}, resamples=10)
    without = score(ranking, {"d": LineGold(verifying={10: frozenset({"a"})}, left_out=frozenset({20}))}, resamples=10)
    assert with_all.values["map"] == 0.5
    assert without.values["map"] == 1.0


def test_each_debate_counts_alike() -> None:
    rankings = {"one": [entry(1), entry(2), entry(3, "x")], "two": [entry(1)]}
    gold = {"one": LineGold(verifying={3: frozenset({"x"})}), "two": LineGold(verifying={1: frozenset({"y"})})}
    assert score(rankings, gold, resamples=10).values["map"] == pytest.approx((1 / 3 + 1) / 2)


def test_copies_of_a_sentence_rank_together() -> None:
    counts = np.array([[2, 1, 0], [0, 2, 1], [1, 1, 1]], np.int32)
    relevant = np.array([False, True, True])
    values = average_precision_of_counts(counts, relevant, np.array([0, 0, 2], np.int32))
    assert values[0] == pytest.approx(1 / 3)
    assert values[1] == pytest.approx(1.0)
    assert values[2] == pytest.approx((1 / 2 + 2 / 3) / 4)


def test_a_resample_without_relevant_items_is_nan() -> None:
    values = average_precision_of_counts(np.array([[3, 0]], np.int32), np.array([False, True]), np.zeros(1, np.int32))
    assert np.isnan(values).all()


def test_intervals_are_seeded_and_hold_the_mean() -> None:
    values = [0.2, 0.4, 0.6, 0.8]
    first, again = (mean_interval(values, resamples=500, seed=1) for _ in range(2))
    assert first == again
    assert first.low < 0.5 < first.high
    assert mean_interval([0.3, 0.3], resamples=50, seed=1).low == pytest.approx(0.3)


def test_the_interval_of_a_perfect_ranking_is_a_point() -> None:
    lines = [list(range(1, 21))]
    perfect = sentence_interval(lines, [[rank < 5 for rank in range(20)]], [0], resamples=200, seed=3)
    assert (perfect.low, perfect.high) == (1.0, 1.0)
    middling = sentence_interval(lines, [[rank % 4 == 1 for rank in range(20)]], [0], resamples=200, seed=3)
    assert 0.1 < middling.low < 0.3 < middling.high < 0.8


def test_relevant_sentences_that_a_ranking_lacks_pull_the_interval_down() -> None:
    lines, flags = [[1, 2, 3, 4]], [[True, True, False, False]]
    assert sentence_interval(lines, flags, [2], resamples=200, seed=0).low < 1.0
    assert sentence_interval([], [], [], resamples=10, seed=0).high == 0.0
