"""The rule for sentence verdicts, case by case, with the cases without a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.match import Match
from app.domain.ranked import Outcome
from app.domain.speech import ClaimReading, SlotDifference, SlotKind, SpeechAct
from app.domain.stance import NEUTRAL, StanceProbabilities
from app.domain.verdict import SentenceVerdict, Verdict, VerdictReason
from app.ranking import FEATURES, RankerFile, Ruling, outcome, rule
from tests.fakes.matches import DISAGREE, UNRELATED, make_match

DIFFERS = SlotDifference(kind=SlotKind.WHERE, said="Canada", checked="France")
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


def ruling(matches: Sequence[Match], *, outcome: Outcome = Outcome.MATCH, thresholds: RankerFile = THRESHOLDS) -> Ruling:
    return rule(matches, thresholds, outcome=outcome)


def judged(matches: list[Match]) -> SentenceVerdict:
    return ruling(matches).verdict


def read_as(match: Match, act: SpeechAct = SpeechAct.ASSERT, *differs: SlotDifference) -> Match:
    return replace(match, reading=ClaimReading(act=act, differs=differs))


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


def test_a_verdict_is_as_certain_as_its_match_and_absent_below_the_threshold() -> None:
    decision = ruling([make_match(pair=0.6, identifier="it")])
    assert (decision.verdict, decision.reason, decision.source) == (SentenceVerdict.UNKNOWN, VerdictReason.UNCERTAIN, "it")
    assert decision.right == pytest.approx(0.6)
    surer = ruling([make_match(pair=0.9)])
    assert surer.verdict is SentenceVerdict.FALSE and surer.right == pytest.approx(0.9)


def test_no_verdict_where_another_claim_is_as_probable() -> None:
    bold = msgspec.structs.replace(THRESHOLDS, silence_below=0.1)
    assert ruling([make_match(pair=0.49)], thresholds=bold).verdict is SentenceVerdict.UNKNOWN
    assert ruling([make_match(pair=0.51)], thresholds=bold).verdict is SentenceVerdict.FALSE


def test_agreement_need_not_be_the_most_probable_but_contradiction_must_not() -> None:
    lenient = msgspec.structs.replace(THRESHOLDS, agree_probability=0.2)
    unclear = StanceProbabilities(support=0.3, refute=0.2, neutral=0.5)
    contrary = StanceProbabilities(support=0.3, refute=0.5, neutral=0.2)
    assert ruling([make_match(stance=unclear)], thresholds=lenient).verdict is SentenceVerdict.FALSE
    assert ruling([make_match(stance=contrary)], thresholds=lenient).reason is VerdictReason.DENIES
    quoted = replace(make_match(pair=0.4, stance=unclear), probability=0.9)
    assert ruling([quoted], thresholds=lenient).verdict is SentenceVerdict.UNKNOWN


def test_support_below_the_threshold_does_not_count() -> None:
    weak = StanceProbabilities(support=0.45, refute=0.2, neutral=0.35)
    assert judged([make_match(Verdict.TRUE, stance=weak)]) is SentenceVerdict.UNKNOWN


def test_disagreeing_publishers_leave_the_verdict_open() -> None:
    even = [make_match(Verdict.TRUE, pair=0.9, identifier="yes"), make_match(Verdict.FALSE, pair=0.85, identifier="no")]
    decision = ruling(even)
    assert (decision.verdict, decision.reason) == (SentenceVerdict.UNKNOWN, VerdictReason.DISAGREEMENT)
    assert (decision.source, decision.against) == ("yes", "no")
    unread = [make_match(Verdict.TRUE, pair=0.9), make_match(Verdict.FALSE, pair=0.85, stance=UNRELATED)]
    assert ruling(unread).reason is VerdictReason.DISAGREEMENT
    clear = [make_match(Verdict.TRUE, pair=0.25), make_match(Verdict.FALSE, pair=0.95)]
    assert judged(clear) is SentenceVerdict.FALSE
    denied = [make_match(Verdict.TRUE, pair=0.9, stance=DISAGREE), make_match(Verdict.FALSE, pair=0.95)]
    assert judged(denied) is SentenceVerdict.FALSE


def test_an_ambiguous_match_is_skipped_for_a_settling_one_below_it() -> None:
    assert judged([make_match(Verdict.MIXED, pair=0.95), make_match(Verdict.TRUE, pair=0.8)]) is SentenceVerdict.TRUE


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (SpeechAct.DENY, VerdictReason.DENIES),
        (SpeechAct.QUOTE, VerdictReason.QUOTES),
        (SpeechAct.ASK, VerdictReason.ASKS),
        (SpeechAct.PROMISE, VerdictReason.PROMISES),
    ],
)
def test_a_denied_or_quoted_claim_gets_no_verdict(act: SpeechAct, reason: VerdictReason) -> None:
    decision = ruling([read_as(make_match(identifier="it"), act)])
    assert (decision.verdict, decision.reason, decision.source) == (SentenceVerdict.UNKNOWN, reason, "it")


def test_a_claim_with_a_difference_is_only_similar() -> None:
    decision = ruling([read_as(make_match(identifier="it"), SpeechAct.ASSERT, DIFFERS)])
    assert (decision.verdict, decision.reason, decision.source) == (SentenceVerdict.UNKNOWN, VerdictReason.SIMILAR, "it")


def test_an_applicable_factcheck_decides_although_a_stronger_one_differs() -> None:
    stronger = read_as(make_match(Verdict.FALSE, pair=0.95, identifier="similar"), SpeechAct.ASSERT, DIFFERS)
    decision = ruling([stronger, read_as(make_match(Verdict.FALSE, pair=0.7, identifier="same"))])
    assert (decision.verdict, decision.reason, decision.source) == (SentenceVerdict.FALSE, VerdictReason.SETTLED, "same")


def test_an_unrelated_factcheck_does_not_block_a_verdict() -> None:
    other = read_as(make_match(Verdict.TRUE, pair=0.9, identifier="similar"), SpeechAct.ASSERT, DIFFERS)
    assert judged([make_match(Verdict.FALSE, pair=0.9), other]) is SentenceVerdict.FALSE


@pytest.mark.parametrize("outcome", [Outcome.AMBIGUOUS, Outcome.NONE])
def test_no_verdict_for_an_ambiguous_match(outcome: Outcome) -> None:
    expected = VerdictReason.UNCERTAIN if outcome is Outcome.AMBIGUOUS else VerdictReason.NONE
    decision = ruling([make_match()], outcome=outcome)
    assert (decision.verdict, decision.reason) == (SentenceVerdict.UNKNOWN, expected)


def test_without_agreement_the_best_match_says_why() -> None:
    assert ruling([]).reason is VerdictReason.NONE
    assert ruling([make_match(stance=DISAGREE)]).reason is VerdictReason.DENIES
    assert ruling([make_match(Verdict.MIXED)]).reason is VerdictReason.UNDECIDED
    assert ruling([make_match(stance=NEUTRAL)]).reason is VerdictReason.NOT_JUDGED
    assert ruling([make_match(stance=UNRELATED)]).reason is VerdictReason.UNCERTAIN


@given(
    st.lists(st.tuples(st.sampled_from(list(Verdict)), st.floats(0.01, 0.99), st.sampled_from(list(SpeechAct)), st.booleans()), max_size=5)
)
def test_a_verdict_always_names_a_factcheck_that_is_asserted_and_alike(drawn: list[tuple[Verdict, float, SpeechAct, bool]]) -> None:
    matches = [
        read_as(make_match(verdict, pair=pair, identifier=str(number)), act, *([DIFFERS] if differs else []))
        for number, (verdict, pair, act, differs) in enumerate(drawn)
    ]
    decision = ruling(matches)
    assert (decision.verdict is not SentenceVerdict.UNKNOWN) == (decision.reason is VerdictReason.SETTLED)
    if decision.reason is VerdictReason.SETTLED:
        source = matches[int(decision.source)]
        assert source.reading == ClaimReading(act=SpeechAct.ASSERT)
        assert source.factcheck.verdict.settles_true == (decision.verdict is SentenceVerdict.TRUE)


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
def test_a_probable_sentence_has_a_near_match(probability: float, expected: Outcome) -> None:
    thresholds = msgspec.structs.replace(THRESHOLDS, near_verifiability=0.3)
    assert outcome([make_match(pair=0.05)], thresholds, probability) is expected
    assert outcome([], thresholds, probability) is Outcome.NONE
