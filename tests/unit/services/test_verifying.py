"""Claims verified against evidence in memory: questions, dated answers, judgement, justification, refusals."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from app.domain.evidence import EvidenceDocument, EvidenceFilter
from app.domain.progress import CancelToken, no_progress
from app.domain.verification import (
    AnswerType,
    ClaimForm,
    EvidenceAnswer,
    EvidenceQuestion,
    QuestionOrigin,
    Veracity,
    Verification,
    Verified,
    VerifyOptions,
)
from app.errors import Cancelled, InputError
from app.services.verify_engine import VerifyEngine
from app.services.verifying import answer_question, judge, justify, suggest_questions, verify_claim, verify_given
from app.services.verifying_questions import merged_questions
from tests.fakes.verify_engine import fake_verify_engine

CLAIM = ClaimForm(
    text="The mayor of Velden sold the old bridge in 2019.", made=date(2020, 5, 10), fact_checking_article="https://checks.example/bridge"
)


def document(number: int, text: str, *, day: date | None = date(2020, 5, 1), url: str = "") -> EvidenceDocument:
    return EvidenceDocument(id=f"d{number}", text=text, url=url or f"https://news.example/{number}", source="Velden News", published=day)


DENIAL = "The mayor of Velden never sold the old bridge in 2019, the council says."
DOCUMENTS = [
    document(1, DENIAL),
    document(2, "The mayor of Velden sold the old bridge in 2019 after all.", day=date(2020, 5, 10)),
    document(3, "The mayor of Velden sold the old bridge in 2019, a letter says.", day=None),
    document(4, "The mayor of Velden sold the old bridge in 2019: false.", url="https://checks.example/bridge"),
    document(5, "Buses to Marrow run every hour on weekdays."),
]


def verify(claim: ClaimForm = CLAIM, engine: VerifyEngine | None = None, **options: object) -> Verified:
    chosen_engine = engine or fake_verify_engine(DOCUMENTS)
    return verify_claim(claim, engine=chosen_engine, options=VerifyOptions(**options), progress=no_progress, cancel=CancelToken())  # type: ignore[arg-type]


def sources(verified: Verified) -> set[str]:
    return {answer.source_url for question in verified.verification.questions for answer in question.answers if answer.passage}


def test_a_claim_is_verified_with_evidence_from_before_it_alone() -> None:
    verified = verify()
    verification = verified.verification
    assert "https://news.example/1" in sources(verified)
    assert sources(verified) <= {"https://news.example/1", "https://news.example/5"}
    assert (verified.searched, verified.held_back) == (2, 3)
    assert (
        verification.judgement is not None
        and verification.judgement.label is Veracity.REFUTED
        and verification.judgement.by_rule is Veracity.REFUTED
    )
    indexes = verification.judgement.deciding[0]
    assert verification.questions[indexes[0]].answers[indexes[1]].text == DENIAL
    assert DENIAL.split(",", maxsplit=1)[0] in verification.justification and "refuted" in verification.justification
    assert sum(verification.judgement.probabilities) == pytest.approx(1.0, abs=1e-5)
    assert any("3 passages were not used" in remark for remark in verified.remarks)
    assert dict(verified.run.parameters)["before"] == "2020-05-10"


def test_undated_and_later_evidence_is_used_where_that_is_allowed() -> None:
    assert "https://news.example/3" in sources(verify(among=EvidenceFilter(undated=True), answers=4))
    later = verify(among=EvidenceFilter(before=date(2021, 1, 1)), answers=4)
    assert "https://news.example/2" in sources(later) and "https://checks.example/bridge" not in sources(later)
    assert any("after the day of the claim" in remark for remark in later.remarks)
    undated = verify(replace(CLAIM, made=None), answers=4)
    assert any("no date" in remark for remark in undated.remarks)


def test_an_extractive_answer_is_part_of_its_passage_and_no_passage_answers_twice() -> None:
    answers = [answer for question in verify(answers=3).verification.questions for answer in question.answers if answer.passage]
    assert answers and all(answer.kind is AnswerType.EXTRACTIVE and answer.text in answer.passage_text for answer in answers)
    assert len({answer.passage for answer in answers}) == len(answers)
    assert all(answer.stance is not None and 0 <= answer.score <= 1 for answer in answers)


def test_a_question_that_nothing_answers_says_so() -> None:
    question = EvidenceQuestion(text="Who painted the ceiling of the opera?")
    engine = fake_verify_engine([document(9, "Trams.")])
    answered = answer_question(CLAIM, question, engine=engine, options=VerifyOptions(), progress=no_progress, cancel=CancelToken())
    assert [answer.kind for answer in answered.answers] == [AnswerType.UNANSWERABLE] and answered.text == question.text


def test_given_answers_are_judged_without_any_library() -> None:
    no = EvidenceAnswer(text="No", kind=AnswerType.BOOLEAN, explanation="The deed is still the town's.")
    question = EvidenceQuestion(text="Did the mayor of Velden sell the old bridge in 2019?", answers=(no,))
    unjudged = Verification(claim=CLAIM, questions=(question,), own_label=Veracity.SUPPORTED, own_note="mine")
    verified = verify_given(unjudged, engine=fake_verify_engine(None), progress=no_progress, cancel=CancelToken())
    verification = verified.verification
    assert (
        verification.judgement is not None
        and verification.judgement.label is Veracity.REFUTED
        and verification.judgement.deciding == ((0, 0),)
    )
    assert (verification.own_label, verification.label, verification.own_note) == (Veracity.SUPPORTED, Veracity.SUPPORTED, "mine")
    assert "supported" in verification.justification and verification.questions[0].text == question.text


def test_an_answer_for_context_decides_nothing() -> None:
    answer = EvidenceAnswer(text=DENIAL, kind=AnswerType.EXTRACTIVE, context_only=True)
    unjudged = Verification(claim=CLAIM, questions=(EvidenceQuestion(text="Who sold it?", answers=(answer,)),))
    judged = judge(unjudged, engine=fake_verify_engine(None), progress=no_progress, cancel=CancelToken())
    assert judged.judgement is not None and judged.judgement.by_rule is Veracity.NOT_ENOUGH and judged.judgement.deciding == ()
    assert judged.questions[0].answers[0].stance is not None
    assert justify(unjudged) == "" and justify(judged)


def test_questions_come_by_template_then_from_past_claims() -> None:
    engine = fake_verify_engine(None)
    templates = suggest_questions(CLAIM, engine=engine, options=VerifyOptions(questions=3), progress=no_progress, cancel=CancelToken())
    assert templates[0].text == "Did the mayor of Velden sell the old bridge in 2019?" and len(templates) == 3
    past = (
        EvidenceQuestion(text="Who owns the bridge?", origin=QuestionOrigin.PAST_CLAIM, like="A bridge was sold."),
        EvidenceQuestion(text="Who owns that bridge?", origin=QuestionOrigin.PAST_CLAIM),
    )
    mixed = merged_questions(templates, past, limit=4, first=2)
    assert [question.origin for question in mixed] == [
        QuestionOrigin.TEMPLATE,
        QuestionOrigin.TEMPLATE,
        QuestionOrigin.PAST_CLAIM,
        QuestionOrigin.TEMPLATE,
    ]


def test_unverifiable_claims_are_refused() -> None:
    def code(claim: ClaimForm, engine: VerifyEngine) -> str:
        with pytest.raises(InputError) as caught:
            verify(claim, engine)
        assert caught.value.hint
        return caught.value.code

    assert code(ClaimForm(text=" … "), fake_verify_engine(DOCUMENTS)) == "claim-empty"
    assert code(CLAIM, fake_verify_engine(None)) == "evidence-none"
    assert code(CLAIM, fake_verify_engine([])) == "evidence-none"
    with pytest.raises(InputError, match="no question"):
        answer_question(
            CLAIM,
            EvidenceQuestion(text="?"),
            engine=fake_verify_engine(DOCUMENTS),
            options=VerifyOptions(),
            progress=no_progress,
            cancel=CancelToken(),
        )


def test_cancel_is_honoured() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        verify_claim(CLAIM, engine=fake_verify_engine(DOCUMENTS), options=VerifyOptions(), progress=no_progress, cancel=token)
