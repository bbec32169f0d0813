"""Sentence verdicts against the gold: measures worked by hand, and rules fitted on other debates."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from app.domain.stance import StanceProbabilities
from app.domain.verdict import SentenceVerdict
from app.evaluation.debates import GoldDebate, GoldPair
from app.evaluation.verdicts import (
    Guess,
    JudgedDebate,
    Rule,
    calibrated_by_others,
    fit_rule,
    gold_verdicts,
    guesses,
    leave_one_out,
    precision_at_coverage,
    stance_shift,
    summary,
)
from app.ranking.verdict import Evidence

TRUE, FALSE, UNKNOWN = SentenceVerdict.TRUE, SentenceVerdict.FALSE, SentenceVerdict.UNKNOWN
SAID = [
    Guess(said=TRUE, probability=0.9, gold=TRUE),
    Guess(said=FALSE, probability=0.8, gold=TRUE),
    Guess(said=FALSE, probability=0.7, gold=FALSE),
    Guess(said=UNKNOWN, probability=0.0, gold=FALSE),
    Guess(said=TRUE, probability=0.95, gold=UNKNOWN),
]


def test_precision_at_half_coverage_looks_at_the_surest_half_of_the_verifiable_sentences() -> None:
    assert precision_at_coverage(SAID) == 0.5
    assert precision_at_coverage(SAID, 0.25) == 1.0
    assert precision_at_coverage(SAID, 1.0) == 0.5


def test_summary_of_what_is_spoken() -> None:
    found = summary(SAID, silence_below=0.75)
    assert (found["coverage"], found["precision"], found["spoken_without_gold"]) == (0.5, 0.5, 1)


def test_lines_whose_pairs_differ_have_no_gold_verdict() -> None:
    pairs = [(1, "true"), (1, "true"), (2, "false"), (3, "true"), (3, "false")]
    gold = tuple(GoldPair(line=line, factcheck="x", stance="agree", verdict=verdict) for line, verdict in pairs)
    debate = GoldDebate(name="d", day=date(2018, 1, 1), transcript=Path("d.tsv"), pairs=gold)
    assert gold_verdicts(debate) == {1: TRUE, 2: FALSE}


def agreeing(support: float) -> StanceProbabilities:
    """So much support; of the rest a little more is neutral than refutes, and both less than the support."""
    return StanceProbabilities(support=support, refute=0.49 * (1 - support), neutral=0.51 * (1 - support))


def debate(name: str, seed: int, *, support_tells: bool) -> JudgedDebate:
    """Sentences with one fact-check of each side; the right side has the larger support, or the larger pair."""
    chooser = np.random.default_rng(seed)
    evidence, gold = [], []
    for _ in range(30):
        right = TRUE if chooser.random() < 0.5 else FALSE
        other = FALSE if right is TRUE else TRUE
        strong, weak = 0.6 + 0.35 * chooser.random(), 0.36 + 0.2 * chooser.random()
        pairs = (0.5, 0.7) if support_tells else (0.8, 0.4)
        supports = (strong, weak) if support_tells else (0.6, 0.6)
        evidence.append((Evidence(pairs[0], agreeing(supports[0]), right), Evidence(pairs[1], agreeing(supports[1]), other)))
        gold.append(right)
    return JudgedDebate(name=name, evidence=tuple(evidence), verifiability=np.full(30, 0.9), gold=tuple(gold))


@pytest.mark.parametrize("support_tells", [True, False])
def test_a_rule_learns_from_other_debates_whether_support_or_nearness_tells(support_tells: bool) -> None:
    debates = [debate(str(seed), seed, support_tells=support_tells) for seed in range(4)]
    assert precision_at_coverage(leave_one_out(debates)) >= 0.95
    assert (fit_rule(debates).support_weight > 0) >= support_tells


def test_a_guess_is_verifiability_times_the_probability_of_the_side() -> None:
    own = JudgedDebate(
        name="d", evidence=((Evidence(0.5, agreeing(0.9), TRUE),), ()), verifiability=np.array([0.8, 0.8]), gold=(TRUE, FALSE)
    )
    first, second = guesses(own, Rule(agree_from=0.4, support_weight=0.0, slope=0.0, shift=np.log(3)))
    assert first.said is TRUE and first.probability == pytest.approx(0.8 * 0.75) and first.right
    assert second.said is UNKNOWN and second.probability == 0.0 and not second.right


def test_where_few_fact_checks_contradict_a_doubtful_contradiction_counts_as_agreement() -> None:
    doubtful = Evidence(0.5, StanceProbabilities(support=0.4, refute=0.5, neutral=0.1), FALSE)
    certain = Evidence(0.5, StanceProbabilities(support=0.05, refute=0.9, neutral=0.05), FALSE)
    own = JudgedDebate(name="d", evidence=((doubtful,), (certain,)), verifiability=np.ones(2), gold=(FALSE, UNKNOWN))
    rule = Rule(agree_from=0.34, support_weight=1.0, slope=1.0, shift=0.0)
    assert [one.said for one in guesses(own, rule)] == [UNKNOWN, UNKNOWN]
    rule = replace(rule, stance_shift=stance_shift(390, 20))
    assert [one.said for one in guesses(own, rule)] == [FALSE, UNKNOWN]
    negated = replace(own, evidence=((replace(doubtful, opposed=True),), ()))
    assert guesses(negated, rule)[0].said is UNKNOWN


@pytest.mark.parametrize(("agreeing", "disagreeing"), [(0, 0), (7, 7)])
def test_equal_numbers_of_agreements_and_disagreements_shift_nothing(agreeing: int, disagreeing: int) -> None:
    assert stance_shift(agreeing, disagreeing) == pytest.approx((0.0, 0.0))


def test_the_shift_of_a_held_out_debate_comes_from_the_others() -> None:
    counts = [(9, 1), (5, 5), (0, 8)]
    debates = [
        replace(debate(str(seed), seed, support_tells=True), agreeing=agree, disagreeing=disagree)
        for seed, (agree, disagree) in enumerate(counts)
    ]
    assert fit_rule(debates[1:]).stance_shift == stance_shift(5, 13)


def test_calibration_of_a_debate_does_not_look_at_its_own_labels() -> None:
    scores = [np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0, 2.0])]
    labels = [np.array([0, 0, 1]), np.array([1, 0, 0])]
    first, _ = calibrated_by_others(scores, labels, most=0.97)
    again, _ = calibrated_by_others(scores, [1 - labels[0], labels[1]], most=0.97)
    assert np.array_equal(first, again) and first.max() <= 0.97
