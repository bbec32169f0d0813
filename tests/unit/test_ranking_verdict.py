"""The sentence verdict's rule, case by case, and its silence."""

from __future__ import annotations

import msgspec
import pytest

from app.domain.match import Match
from app.domain.ranked import Outcome
from app.domain.stance import StanceProbabilities
from app.domain.verdict import SentenceVerdict, Verdict
from app.ranking import FEATURES, RankerFile, outcome, sentence_verdict
from tests.fakes.matches import AGREE, DISAGREE, UNRELATED, make_match

WIDTH = len(FEATURES)
THRESHOLDS = RankerFile(
    name="test",
    features=FEATURES,
    mean=(0.0,) * WIDTH,
    scale=(1.0,) * WIDTH,
    coefficients=(0.0,) * WIDTH,
    intercept=0.0,
    calibration=((0.0, 0.0), (1.0, 1.0)),
    match_probability=0.5,
    near_probability=0.2,
    agree_probability=0.5,
    silence_below=0.7,
)


def judged(matches: list[Match], probability: float = 1.0) -> SentenceVerdict:
    return sentence_verdict(matches, THRESHOLDS, probability)[0]


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        (Verdict.TRUE, SentenceVerdict.TRUE),
        (Verdict.MOSTLY_TRUE, SentenceVerdict.TRUE),
        (Verdict.FALSE, SentenceVerdict.FALSE),
        (Verdict.MOSTLY_FALSE, SentenceVerdict.FALSE),
        (Verdict.MISLEADING, SentenceVerdict.FALSE),
        (Verdict.MIXED, SentenceVerdict.UNKNOWN),
        (Verdict.UNPROVEN, SentenceVerdict.UNKNOWN),
        (Verdict.OUTDATED, SentenceVerdict.UNKNOWN),
        (Verdict.SATIRE, SentenceVerdict.UNKNOWN),
        (Verdict.DISPUTED, SentenceVerdict.UNKNOWN),
        (Verdict.UNRATED, SentenceVerdict.UNKNOWN),
    ],
)
def test_agreement(verdict: Verdict, expected: SentenceVerdict) -> None:
    assert judged([make_match(verdict)]) is expected


@pytest.mark.parametrize("verdict", list(Verdict))
@pytest.mark.parametrize("stance", [DISAGREE, UNRELATED])
def test_without_agreement_nothing_is_settled(verdict: Verdict, stance: object) -> None:
    assert judged([make_match(verdict, stance=stance)]) is SentenceVerdict.UNKNOWN  # type: ignore[arg-type]


def test_a_distant_factcheck_settles_nothing() -> None:
    assert judged([make_match(pair=0.005)]) is SentenceVerdict.UNKNOWN


def test_a_sentence_that_is_hardly_verifiable_stays_open_and_says_how_sure_a_guess_would_be() -> None:
    verdict, probability = sentence_verdict([make_match()], THRESHOLDS, 0.4)
    assert verdict is SentenceVerdict.UNKNOWN and 0.35 < probability < 0.4
    verdict, surer = sentence_verdict([make_match()], THRESHOLDS, 0.9)
    assert verdict is SentenceVerdict.FALSE and 0.85 < surer < 0.9


def test_support_counts_as_its_weight_says() -> None:
    weak = StanceProbabilities(support=0.55, refute=0.0, neutral=0.45)
    matches = [make_match(Verdict.TRUE, pair=0.9, stance=weak), make_match(Verdict.FALSE, pair=0.6, stance=AGREE)]
    light, heavy = (msgspec.structs.replace(THRESHOLDS, support_weight=weight, silence_below=0.0) for weight in (0.1, 2.0))
    assert sentence_verdict(matches, light, 1.0)[0] is SentenceVerdict.TRUE
    assert sentence_verdict(matches, heavy, 1.0)[0] is SentenceVerdict.FALSE


def test_support_below_the_threshold_does_not_count() -> None:
    weak = StanceProbabilities(support=0.45, refute=0.2, neutral=0.35)
    assert judged([make_match(Verdict.TRUE, stance=weak)]) is SentenceVerdict.UNKNOWN


def test_disagreeing_publishers_leave_it_open_unless_one_is_clearly_surer() -> None:
    even = [make_match(Verdict.TRUE, pair=0.9), make_match(Verdict.FALSE, pair=0.85)]
    assert judged(even) is SentenceVerdict.UNKNOWN
    clear = [make_match(Verdict.TRUE, pair=0.55), make_match(Verdict.FALSE, pair=0.95)]
    assert judged(clear) is SentenceVerdict.FALSE


def test_an_ambiguous_match_is_skipped_for_a_settling_one_below_it() -> None:
    assert judged([make_match(Verdict.MIXED, pair=0.95), make_match(Verdict.TRUE, pair=0.6)]) is SentenceVerdict.TRUE


@pytest.mark.parametrize("verdict", [Verdict.FALSE, Verdict.MIXED, Verdict.UNRATED])
def test_outcome_says_whether_a_factcheck_is_about_the_claim_whatever_it_found(verdict: Verdict) -> None:
    assert outcome([make_match(verdict, pair=0.6)], THRESHOLDS, 0.0) is Outcome.MATCH
    assert outcome([make_match(verdict, pair=0.3)], THRESHOLDS, 0.9) is Outcome.AMBIGUOUS
    assert outcome([make_match(verdict, pair=0.1)], THRESHOLDS, 0.9) is Outcome.NONE
    assert outcome([], THRESHOLDS, 0.9) is Outcome.NONE


@pytest.mark.parametrize(("probability", "expected"), [(0.8, Outcome.MATCH), (0.5, Outcome.AMBIGUOUS), (0.2, Outcome.NONE)])
def test_outcome_of_single_claims_follows_the_calibrated_probability(probability: float, expected: Outcome) -> None:
    thresholds = msgspec.structs.replace(THRESHOLDS, outcome_from=(0.6, 0.4))
    assert outcome([make_match(pair=0.01)], thresholds, probability) is expected
    assert outcome([], thresholds, probability) is Outcome.NONE


@pytest.mark.parametrize(("probability", "expected"), [(0.29, Outcome.NONE), (0.3, Outcome.AMBIGUOUS)])
def test_a_sentence_that_is_likely_enough_to_be_settled_has_something_near(probability: float, expected: Outcome) -> None:
    thresholds = msgspec.structs.replace(THRESHOLDS, near_verifiability=0.3)
    assert outcome([make_match(pair=0.05)], thresholds, probability) is expected
    assert outcome([], thresholds, probability) is Outcome.NONE
