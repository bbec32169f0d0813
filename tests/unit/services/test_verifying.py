"""Claims verified against evidence in memory: questions, dated answers, judgement and justification, and what is refused."""

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
    own = engine or fake_verify_engine(DOCUMENTS)
    return verify_claim(claim, engine=own, options=VerifyOptions(**options), progress=no_progress, cancel=CancelToken())  # type: ignore[arg-type]


def sources(verified: Verified) -> set[str]:
    return {answer.source_url for question in verified.verification.questions for answer in question.answers if answer.passage}


def test_a_claim_is_verified_with_evidence_from_before_it_alone() -> None:
    verified = verify()
    found = verified.verification
    assert "https://news.example/1" in sources(verified)
    assert sources(verified) <= {"https://news.example/1", "https://news.example/5"}
    assert (verified.searched, verified.held_back) == (2, 3)
    assert found.judgement is not None and found.judgement.label is Veracity.REFUTED and found.judgement.by_rule is Veracity.REFUTED
    place = found.judgement.deciding[0]
    assert found.questions[place[0]].answers[place[1]].text == DENIAL
    assert DENIAL.split(",", maxsplit=1)[0] in found.justification and "refuted" in found.justification
    assert sum(found.judgement.probabilities) == pytest.approx(1.0, abs=1e-5)
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
    found = answer_question(CLAIM, question, engine=engine, options=VerifyOptions(), progress=no_progress, cancel=CancelToken())
    assert [answer.kind for answer in found.answers] == [AnswerType.UNANSWERABLE] and found.text == question.text


def test_given_answers_are_judged_without_any_library() -> None:
    no = EvidenceAnswer(text="No", kind=AnswerType.BOOLEAN, explanation="The deed is still the town's.")
    question = EvidenceQuestion(text="Did the mayor of Velden sell the old bridge in 2019?", answers=(no,))
    given = Verification(claim=CLAIM, questions=(question,), own_label=Veracity.SUPPORTED, own_note="mine")
    verified = verify_given(given, engine=fake_verify_engine(None), progress=no_progress, cancel=CancelToken())
    found = verified.verification
    assert found.judgement is not None and found.judgement.label is Veracity.REFUTED and found.judgement.deciding == ((0, 0),)
    assert (found.own_label, found.label, found.own_note) == (Veracity.SUPPORTED, Veracity.SUPPORTED, "mine")
    assert "supported" in found.justification and found.questions[0].text == question.text


def test_an_answer_for_context_decides_nothing() -> None:
    said = EvidenceAnswer(text=DENIAL, kind=AnswerType.EXTRACTIVE, context_only=True)
    given = Verification(claim=CLAIM, questions=(EvidenceQuestion(text="Who sold it?", answers=(said,)),))
    judged = judge(given, engine=fake_verify_engine(None), progress=no_progress, cancel=CancelToken())
    assert judged.judgement is not None and judged.judgement.by_rule is Veracity.NOT_ENOUGH and judged.judgement.deciding == ()
    assert judged.questions[0].answers[0].stance is not None
    assert justify(given) == "" and justify(judged)


def test_questions_come_by_template_then_from_past_claims() -> None:
    engine = fake_verify_engine(None)
    found = suggest_questions(CLAIM, engine=engine, options=VerifyOptions(questions=3), progress=no_progress, cancel=CancelToken())
    assert found[0].text == "Did the mayor of Velden sell the old bridge in 2019?" and len(found) == 3
    past = (
        EvidenceQuestion(text="Who owns the bridge?", origin=QuestionOrigin.PAST_CLAIM, like="A bridge was sold."),
        EvidenceQuestion(text="Who owns that bridge?", origin=QuestionOrigin.PAST_CLAIM),
    )
    mixed = merged_questions(found, past, limit=4, first=2)
    assert [question.origin for question in mixed] == [
        QuestionOrigin.TEMPLATE,
        QuestionOrigin.TEMPLATE,
        QuestionOrigin.PAST_CLAIM,
        QuestionOrigin.TEMPLATE,
    ]


def test_what_cannot_be_verified_is_refused_in_plain_words() -> None:
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


def test_cancel_is_heard() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        verify_claim(CLAIM, engine=fake_verify_engine(DOCUMENTS), options=VerifyOptions(), progress=no_progress, cancel=token)
