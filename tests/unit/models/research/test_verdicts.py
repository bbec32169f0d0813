"""Sentence verdicts against the gold: measures worked by hand, and rules fitted on other debates."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from app.domain.stance import StanceProbabilities
from app.domain.verdict import SentenceVerdict
from app.ranking.verdict import Evidence
from models.research.debates import GoldDebate, GoldPair
from models.research.verdicts import (
    UNFITTED,
    FittedRule,
    Guess,
    JudgedDebate,
    fit_rule,
    gold_verdicts,
    guesses,
    measured,
    nearest,
    stance_shift,
    summary,
)

TRUE, FALSE, UNKNOWN = SentenceVerdict.TRUE, SentenceVerdict.FALSE, SentenceVerdict.UNKNOWN
SAID = [
    Guess(verdict=TRUE, gold=TRUE),
    Guess(verdict=FALSE, gold=TRUE),
    Guess(verdict=FALSE, gold=FALSE),
    Guess(verdict=UNKNOWN, gold=FALSE),
    Guess(verdict=TRUE, gold=UNKNOWN),
]


def test_verdicts_without_gold_count_as_wrong() -> None:
    counts = summary(SAID)
    assert (counts["spoken"], counts["right"], counts["opposite"], counts["without_gold"]) == (4, 2, 1, 1)
    assert (counts["share_right"], counts["sentences_with_gold"], counts["share_false_in_gold"]) == (0.5, 4, 0.5)


def test_no_verdicts_have_no_accuracy() -> None:
    assert summary([])["share_right"] == 0.0


def test_lines_whose_pairs_differ_have_no_gold_verdict() -> None:
    pairs = [(1, "true"), (1, "true"), (2, "false"), (3, "true"), (3, "false")]
    gold = tuple(GoldPair(line=line, factcheck="x", stance="agree", verdict=verdict) for line, verdict in pairs)
    debate = GoldDebate(name="d", day=date(2018, 1, 1), transcript=Path("d.tsv"), pairs=gold)
    assert gold_verdicts(debate) == {1: TRUE, 2: FALSE}


def test_a_line_that_repeats_another_has_its_verdict() -> None:
    rows = [(1, "a", "true"), (2, "a", "repeated"), (3, "b", "repeated"), (1, "c", "unknown")]
    annotated = tuple(GoldPair(line=line, factcheck=name, stance="agree", verdict=verdict) for line, name, verdict in rows)
    pairs = tuple(pair for pair in annotated if pair.verdict in ("true", "false"))
    debate = GoldDebate(name="d", day=date(2018, 1, 1), transcript=Path("d.tsv"), pairs=pairs, annotated=annotated)
    assert gold_verdicts(debate) == {1: TRUE, 2: TRUE}


def agreeing(support: float) -> StanceProbabilities:
    """Return this much support; a little more of the remainder is neutral than refuting, both less than the support."""
    return StanceProbabilities(support=support, refute=0.49 * (1 - support), neutral=0.51 * (1 - support))


def debate(name: str, seed: int) -> JudgedDebate:
    """Return sentences with one agreeing fact-check each, right as often as its chance says."""
    chooser = np.random.default_rng(seed)
    evidence, gold = [], []
    for chance in chooser.uniform(0.05, 0.95, 60):
        evidence.append((Evidence(float(chance), agreeing(0.9), FALSE),))
        gold.append(FALSE if chooser.random() < chance else UNKNOWN)
    return JudgedDebate(name=name, evidence=tuple(evidence), gold=tuple(gold))


def test_a_rule_from_other_debates_is_mostly_right() -> None:
    debates = [debate(str(seed), seed) for seed in range(5)]
    figures = measured(debates)
    assert isinstance(figures["spoken"], int) and figures["spoken"] > 60
    assert isinstance(figures["share_right"], float) and figures["share_right"] > 0.65
    rule = fit_rule(debates).rule
    low, high = (rule.right(Evidence(chance, agreeing(0.9), FALSE)) for chance in (0.1, 0.9))
    assert low < 0.35 and high > 0.7


def test_a_rule_never_trusts_a_likelier_match_less() -> None:
    backwards = replace(debate("d", 1), gold=tuple(reversed(debate("d", 1).gold)))
    assert fit_rule([backwards]).rule.slope >= 0.0


def test_the_baseline_takes_the_nearest_fact_checks_verdict_whatever_it_says() -> None:
    rows = ((Evidence(0.9, agreeing(0.05), TRUE),), (Evidence(0.4, agreeing(0.9), FALSE), Evidence(0.6, agreeing(0.9), TRUE)), ())
    judged = JudgedDebate(name="d", evidence=rows, gold=(FALSE, TRUE, FALSE))
    assert [guess.verdict for guess in nearest(judged, 1)] == [TRUE, UNKNOWN, UNKNOWN]
    assert [guess.verdict for guess in nearest(judged, 2)] == [TRUE, TRUE, UNKNOWN]
    assert not any(guess.spoken for guess in nearest(judged, 0))


def test_the_prior_shift_overrules_doubtful_contradictions() -> None:
    doubtful = Evidence(0.9, StanceProbabilities(support=0.25, refute=0.4, neutral=0.35), FALSE)
    certain = Evidence(0.9, StanceProbabilities(support=0.05, refute=0.9, neutral=0.05), FALSE)
    judged = JudgedDebate(name="d", evidence=((doubtful,), (certain,)), gold=(FALSE, UNKNOWN))
    assert [guess.verdict for guess in guesses(judged, FittedRule())] == [UNKNOWN, UNKNOWN]
    shifted = FittedRule(rule=UNFITTED, stance_shift=stance_shift(390, 20))
    assert [guess.verdict for guess in guesses(judged, shifted)] == [FALSE, UNKNOWN]
    negated = replace(judged, evidence=((replace(doubtful, opposed=True),), ()))
    assert guesses(negated, shifted)[0].verdict is UNKNOWN


@pytest.mark.parametrize(("agreeing", "disagreeing"), [(0, 0), (7, 7)])
def test_equal_numbers_of_agreements_and_disagreements_shift_nothing(agreeing: int, disagreeing: int) -> None:
    assert stance_shift(agreeing, disagreeing) == pytest.approx((0.0, 0.0))


def test_the_shift_of_a_held_out_debate_comes_from_the_others() -> None:
    counts = [(9, 1), (5, 5), (0, 8)]
    debates = [replace(debate(str(seed), seed), agreeing=agree, disagreeing=disagree) for seed, (agree, disagree) in enumerate(counts)]
    assert fit_rule(debates[1:]).stance_shift == stance_shift(5, 13)
