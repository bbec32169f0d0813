"""A language model's part of a verification: valid output is used and marked, otherwise the rules' result stays."""

from __future__ import annotations

import json
from datetime import date

import pytest

from app.assist import Asker
from app.domain.assisted import Use
from app.domain.evidence import EvidenceDocument
from app.domain.progress import CancelToken, no_progress
from app.domain.verification import (
    AnswerType,
    ClaimForm,
    EvidenceAnswer,
    EvidenceQuestion,
    Judgement,
    QuestionOrigin,
    Veracity,
    Verification,
    Verified,
    VerifyOptions,
)
from app.errors import Cancelled, ModelError
from app.services.assisted_verifying import VERIFY_USES, VerifyWriter, reworded
from app.services.verifying import verify_claim, verify_given
from tests.fakes.llm import Asked, FakeLanguageModel
from tests.fakes.verify_engine import SidedStance, fake_verify_engine

CLAIM = ClaimForm(
    text="He sold the old bridge in 2019.", made=date(2020, 5, 10), context=("Let us speak of the mayor of Velden.",), speaker="Ann Lee"
)
ALONE = "The mayor of Velden sold the old bridge in 2019."
QUESTION = "Who sold the old bridge in 2019?"
DENIAL = "The mayor of Velden never sold the old bridge in 2019, the council says."
SENTENCE = "According to its council, Velden's mayor never sold a bridge"
OPPOSITE = "The council says that the mayor of Velden sold the old bridge in 2019"
DOCUMENTS = [EvidenceDocument(id="d1", text=DENIAL, url="https://news.example/1", source="Velden News", published=date(2020, 5, 1))]


def model(*, sentence: str = SENTENCE, claim: str = ALONE, question: str = QUESTION) -> FakeLanguageModel:
    def answer(prompt: Asked) -> str:
        properties = (prompt.form.json_schema or {})["properties"]
        assert isinstance(properties, dict)
        fields: dict[str, object] = {
            "claim": claim,
            "questions": [{"question": question, "about": "the old bridge"}],
            "sentences": [{"sentence": sentence, "answers": [1]}],
        }
        return json.dumps({key: fields[key] for key in properties})

    return FakeLanguageModel(answer)


def verify(speaker: FakeLanguageModel, *uses: Use, cancel: CancelToken | None = None) -> Verified:
    token = cancel or CancelToken()
    writer = VerifyWriter(Asker(speaker, token), frozenset(uses or VERIFY_USES), no_progress)
    engine = fake_verify_engine(DOCUMENTS)
    return verify_claim(CLAIM, engine=engine, options=VerifyOptions(), progress=no_progress, cancel=token, writer=writer)


def plain(claim: ClaimForm = CLAIM) -> Verified:
    engine = fake_verify_engine(DOCUMENTS)
    return verify_claim(claim, engine=engine, options=VerifyOptions(), progress=no_progress, cancel=CancelToken())


def test_all_three_parts_are_used_and_in_the_run_record() -> None:
    verified = verify(model())
    verification = verified.verification
    assert (verification.claim.text, verification.claim.original) == (ALONE, CLAIM.text)
    assert (verification.questions[0].text, verification.questions[0].origin) == (QUESTION, QuestionOrigin.LANGUAGE_MODEL)
    assert any(question.origin is QuestionOrigin.TEMPLATE for question in verification.questions[1:])
    assert verification.justification.startswith(f"{SENTENCE} [") and "is refuted" in verification.justification
    parameters = dict(verified.run.parameters)
    assert {"assist_claim", "assist_questions", "assist_justification", "assist_seed", "assist_temperature"} <= parameters.keys()
    assert dict(verified.run.models)["language_model"].startswith("fake:")
    assert not any("language model" in remark for remark in verified.remarks)


def test_each_part_is_optional_by_itself() -> None:
    verified = verify(model(), Use.QUESTIONS)
    assert verified.verification.claim == CLAIM and SENTENCE not in verified.verification.justification
    assert "assist_justification" not in dict(verified.run.parameters)


def test_invalid_output_falls_back_to_the_rules() -> None:
    bad = model(claim="Homer sold the bridge.", question="Is it true that Homer sold it?", sentence="Homer sold nothing at all.")
    verified = verify(bad)
    assert verified.verification == plain().verification
    assert sum("language model" in remark for remark in verified.remarks) == 4  # three that were dropped, and that the template was used


def test_questions_about_the_verdict_are_dropped() -> None:
    verified = verify(model(question="Is it true about the old bridge?"), Use.QUESTIONS)
    assert all(question.origin is QuestionOrigin.TEMPLATE for question in verified.verification.questions)


def test_a_sentence_that_its_answers_refute_is_dropped() -> None:
    verified = verify(model(sentence=OPPOSITE), Use.CLAIM, Use.JUSTIFICATION)
    assert f"{OPPOSITE} [" not in verified.verification.justification
    assert any("it says the opposite" in remark for remark in verified.remarks)


LETTER = "In a letter to the council a rival writes that the mayor of Velden sold the old bridge in 2019"
RECORD = "In a letter to the council the registry writes that the mayor of Velden never sold the old bridge in 2019"


@pytest.mark.parametrize(
    ("label", "sentence", "expected"),
    [
        (Veracity.REFUTED, LETTER, False),
        (Veracity.REFUTED, RECORD, True),
        (Veracity.SUPPORTED, RECORD, False),
        (Veracity.SUPPORTED, LETTER, True),
        (Veracity.NOT_ENOUGH, LETTER, True),
        (Veracity.CONFLICTING, RECORD, True),
    ],
)
def test_a_sentence_against_the_verdict_is_dropped_though_an_answer_says_it(label: Veracity, sentence: str, expected: bool) -> None:
    answers = tuple(EvidenceAnswer(text=f"{text}.", kind=AnswerType.ABSTRACTIVE) for text in (LETTER, RECORD))
    judgement = Judgement(label=Veracity.CONFLICTING, by_rule=Veracity.CONFLICTING, probabilities=(0.2, 0.2, 0.2, 0.4))
    verification = Verification(
        claim=ClaimForm(text=ALONE), questions=(EvidenceQuestion(text=QUESTION, answers=answers),), judgement=judgement, own_label=label
    )
    output = {"sentences": [{"sentence": sentence, "answers": [1 if sentence == LETTER else 2]}]}
    writer = VerifyWriter(
        Asker(FakeLanguageModel(lambda _asked: json.dumps(output)), CancelToken()), frozenset({Use.JUSTIFICATION}), no_progress
    )
    text = writer.reasoning(verification, stance=SidedStance())
    assert text.startswith(f"{sentence} [1.") is expected
    assert any("it says the opposite" in remark for remark in writer.remarks) is not expected


@pytest.mark.parametrize("output", ["", "no", '{"claim": "', "[]"])
def test_malformed_answers_change_nothing(output: str) -> None:
    assert verify(FakeLanguageModel(lambda _asked: output, sloppy=True)).verification == plain().verification


def test_for_given_answers_only_the_justification_is_written() -> None:
    verification = plain(reworded(CLAIM, None)).verification
    writer = VerifyWriter(Asker(model(), CancelToken()), frozenset(VERIFY_USES), no_progress)
    engine = fake_verify_engine(None)
    verified = verify_given(verification, engine=engine, progress=no_progress, cancel=CancelToken(), writer=writer)
    assert verified.verification.questions == verification.questions and verified.verification.justification.startswith(SENTENCE)
    assert [record.use for record in writer.records] == [Use.JUSTIFICATION]


def test_cancel_and_the_models_faults_end_the_verification() -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        verify(model(), cancel=cancel)
    with pytest.raises(ModelError):
        verify(FakeLanguageModel(failing=["llm-stopped"]))
