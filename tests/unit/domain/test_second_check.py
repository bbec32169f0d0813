"""The blind second check: hidden fields, rounds, and agreement of two verdicts."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from app.domain.second_check import blinded, disputed, round_of, second_agreement, with_opinion
from app.domain.stance import StanceProbabilities
from app.domain.verification import (
    AnswerType,
    ClaimForm,
    EvidenceAnswer,
    EvidenceQuestion,
    Judgement,
    SecondOpinion,
    Veracity,
    Verification,
)

ANSWER = EvidenceAnswer(
    text="No",
    kind=AnswerType.BOOLEAN,
    source_url="https://a.example",
    published=date(2020, 1, 1),
    stance=StanceProbabilities(support=0.1, refute=0.8, neutral=0.1),
    context_only=True,
)
WHOLE = Verification(
    claim=ClaimForm(text="It rained.", speaker="Ada", fact_checking_article="https://checks.example", other='{"label_of": 1}'),
    questions=(EvidenceQuestion(text="Did it?", answers=(ANSWER,)),),
    judgement=Judgement(label=Veracity.REFUTED, by_rule=Veracity.REFUTED, probabilities=(0.1, 0.7, 0.1, 0.1)),
    own_label=Veracity.SUPPORTED,
    own_note="Sure.",
    justification="It did.",
    opinions=(SecondOpinion(reviewer="Bo", label=Veracity.REFUTED),),
)


def opinion(reviewer: str, label: Veracity, round_number: int = 1) -> SecondOpinion:
    return SecondOpinion(reviewer=reviewer, label=label, round=round_number)


def test_a_blind_check_shows_only_claim_questions_and_answers() -> None:
    blind = blinded(WHOLE)
    assert (blind.label, blind.justification, blind.own_note, blind.opinions) == (None, "", "", ())
    assert blind.claim == ClaimForm(text="It rained.", speaker="Ada")
    (answer,) = blind.questions[0].answers
    assert answer == replace(ANSWER, stance=None, context_only=False)


def test_a_disagreement_starts_another_round() -> None:
    first = replace(WHOLE, opinions=())
    assert round_of(first) == 1
    agreed = with_opinion(first, opinion("Bo", Veracity.SUPPORTED))
    assert not disputed(agreed, 1) and round_of(agreed) == 1
    differing = with_opinion(agreed, opinion("Cy", Veracity.REFUTED))
    assert disputed(differing, 1) and round_of(differing) == 2
    changed = with_opinion(differing, opinion("Cy", Veracity.SUPPORTED, 2))
    assert round_of(changed) == 2 and len(changed.opinions) == 3


def test_a_reviewer_has_one_opinion_a_round() -> None:
    twice = with_opinion(with_opinion(replace(WHOLE, opinions=()), opinion("Bo", Veracity.REFUTED)), opinion("Bo", Veracity.SUPPORTED))
    assert [entry.label for entry in twice.opinions] == [Veracity.SUPPORTED]


def test_agreement_over_claims() -> None:
    def judged(first: Veracity, second: Veracity) -> Verification:
        return replace(WHOLE, own_label=first, opinions=(opinion("Bo", second),))

    supported, refuted = Veracity.SUPPORTED, Veracity.REFUTED
    claims = [judged(supported, supported), judged(supported, refuted), judged(refuted, refuted), judged(refuted, refuted)]
    agreement = second_agreement([*claims, replace(WHOLE, opinions=()), replace(claims[0], own_label=None, judgement=None)])
    # By chance: 1/2 · 1/4 + 1/2 · 3/4 = 1/2; observed 3/4.
    assert (agreement.items, agreement.agreed, agreement.kappa) == (4, 0.75, pytest.approx(0.5))
    assert agreement.disputed == ((1, supported, refuted),)
    assert second_agreement(claims, round_number=2).items == 0
