"""The language model on the Verify page: a rewording, questions and a justification, each accepted or dropped, and undone like an
edit."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from app.domain.assisted import AssistRecord, StandAlone, Use
from app.domain.evidence import EvidenceDocument
from app.domain.verification import ClaimForm, EvidenceQuestion, QuestionOrigin, Verification
from app.gui.main_window import ASK, NARRATIVES, VERIFY, MainWindow
from app.gui.model.verify_suggestions import Suggestions, suggestions_of
from app.gui.verify.controller import VerifyController
from app.gui.verify.suggestions_view import SuggestionsView
from app.worker import protocol
from app.worker.protocol import ClaimSuggested
from tests.fakes.library_requests import Broken
from tests.fakes.task_client import FakeTaskClient
from tests.fakes.verifications import finished
from tests.fakes.verify_place import settle

CLAIM = ClaimForm(text="It carried 40,000 people in 2019.", context=("The Velden ferry is full.",), made=date(2020, 3, 1))
ALONE = "The Velden ferry carried 40,000 people in 2019."


@pytest.fixture
def controller(window: MainWindow, client: FakeTaskClient) -> VerifyController:
    """Provide the page with a document in the evidence, a chosen language model and one claim."""
    text = "The Velden ferry carried 41,200 people in 2019."
    client.evidence.add(
        EvidenceDocument(id="count", text=text, url="https://office.example/a", source="Office", published=date(2020, 1, 1))
    )
    window.preferences.set("llm_model", "a" * 64 + "  /models/tiny.gguf")
    window.go(VERIFY)
    settle(window.verify, client)
    window.verify.take(CLAIM)
    settle(window.verify, client)
    return window.verify


def verification(controller: VerifyController) -> Verification:
    assert controller.view.verification is not None
    return controller.view.verification


def suggestion_text(view: SuggestionsView) -> str:
    return " | ".join(block.text.spoken for block in view.blocks)


def test_without_a_model_nothing_is_offered(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(VERIFY)
    settle(window.verify, client)
    page = window.verify.page
    assert page.questions.form.llm.isHidden() and page.questions.bar.llm.isHidden() and page.verdict.llm.isHidden()


def test_a_rewording_is_shown_with_its_sources_accepted_and_undone(controller: VerifyController, client: FakeTaskClient) -> None:
    form = controller.page.questions.form
    client.writer.said["claim"] = ALONE
    form.llm.click()
    settle(controller, client)
    assert verification(controller).claim == CLAIM and ALONE in suggestion_text(form.suggestions)
    assert "Velden, ferry, from “The Velden ferry is full.”" in suggestion_text(form.suggestions)
    form.suggestions.buttons[0][0].click()
    settle(controller, client)
    claim = verification(controller).claim
    assert (claim.text, claim.original, claim.context) == (ALONE, CLAIM.text, CLAIM.context) and form.suggestions.isHidden()
    assert "language model" in controller.page.undo.toolTip()
    controller.undo()
    assert verification(controller).claim == CLAIM


def test_an_outdated_rewording_is_removed_and_an_unchanged_one_can_only_be_closed(
    controller: VerifyController, client: FakeTaskClient
) -> None:
    form = controller.page.questions.form
    client.writer.said["claim"] = ALONE
    form.llm.click()
    settle(controller, client)
    controller.editing.claim(replace(CLAIM, text="Another claim of 2019"), "text", "The claim was reworded")
    settle(controller, client)
    assert form.suggestions.isHidden() and not form.suggestions.blocks
    client.writer.said["claim"] = "Another claim of 2019"
    form.llm.click()
    settle(controller, client)
    assert "leave the claim as it is" in suggestion_text(form.suggestions)
    ((close,),) = form.suggestions.buttons
    close.click()
    assert form.suggestions.isHidden()


def test_questions_are_accepted_or_dropped_individually_and_marked(controller: VerifyController, client: FakeTaskClient) -> None:
    bar, messages = controller.page.questions.bar, list[str]()
    controller.message_sent.connect(messages.append)
    about = "It carried 40,000"
    questions = [f"When did {about} begin?", f"Who counted {about}?", "Did Atlantis sink in 1234?"]
    client.writer.said["questions"] = [{"question": text, "about": about} for text in questions]
    bar.llm.click()
    settle(controller, client)
    assert not verification(controller).questions and len(bar.suggestions.blocks) == 2
    assert messages[-1].startswith("The language model asks 2 questions. 1 thing that it said did not hold and is not shown:")
    bar.suggestions.buttons[1][1].click()
    assert len(bar.suggestions.blocks) == 1
    bar.suggestions.buttons[0][0].click()
    settle(controller, client)
    (question,) = verification(controller).questions
    assert question.origin is QuestionOrigin.LANGUAGE_MODEL and question.text.startswith("When did") and bar.suggestions.isHidden()
    assert "language model" in controller.page.questions.cards[0].origin.text().casefold()
    controller.undo()
    assert not verification(controller).questions


def test_all_questions_are_accepted_as_one_change(controller: VerifyController, client: FakeTaskClient) -> None:
    bar = controller.page.questions.bar
    bar.llm.click()
    settle(controller, client)
    bar.suggestions.take_all.click()
    settle(controller, client)
    assert len(verification(controller).questions) == 2 and bar.suggestions.isHidden()
    controller.undo()
    assert not verification(controller).questions


def judge_claim(controller: VerifyController, client: FakeTaskClient) -> Verification:
    controller.editing.claim(replace(CLAIM, text=ALONE), "text", "The claim was reworded")
    controller.editing.add_questions(controller.view.shown, (EvidenceQuestion(text="How many people did the ferry carry?"),))
    controller.asking.find_all()
    settle(controller, client)
    assert verification(controller).judgement is not None
    return verification(controller)


def test_a_justification_waits_until_it_is_accepted(controller: VerifyController, client: FakeTaskClient) -> None:
    verdict = controller.page.verdict
    assert not verdict.llm.isEnabled()
    before = judge_claim(controller, client)
    verdict.llm.click()
    settle(controller, client)
    assert verification(controller) == before and "held against the answers" in suggestion_text(verdict.suggestions)
    written = verdict.suggestions.blocks[0].parts[0].text()
    assert "carried 41,200 people in 2019" in written and "[1]" in written
    verdict.suggestions.buttons[0][0].click()
    settle(controller, client)
    assert verification(controller).justification == written and verification(controller).edited and verdict.suggestions.isHidden()
    controller.undo()
    assert verification(controller).justification == before.justification and not verification(controller).edited


def test_rejected_output_is_reported_and_cannot_be_accepted(controller: VerifyController, client: FakeTaskClient) -> None:
    before = judge_claim(controller, client)
    client.writer.said["sentences"] = [{"sentence": "Atlantis sank in 1234.", "answers": [1]}]
    verdict = controller.page.verdict
    verdict.llm.click()
    settle(controller, client)
    assert "did not hold and is not shown" in suggestion_text(verdict.suggestions) and "Atlantis sank" not in suggestion_text(
        verdict.suggestions
    )
    assert len(verdict.suggestions.buttons[0]) == 1 and verification(controller) == before


def test_a_fault_is_reported_and_a_stop_changes_nothing(controller: VerifyController, client: FakeTaskClient) -> None:
    bar = controller.page.questions.bar
    client.breaking[protocol.SuggestForClaim] = Broken("llm-stopped", "The language model stopped unexpectedly.", "Choose a smaller model.")
    bar.llm.click()
    settle(controller, client)
    assert controller.page.error.hint.text() == "Choose a smaller model."
    del client.breaking[protocol.SuggestForClaim]
    bar.llm.click()
    assert not bar.progress.isHidden()
    bar.stop.click()
    settle(controller, client)
    assert bar.progress.isHidden() and not bar.suggestions.blocks


def test_suggestions_apply_to_one_state_of_one_verification() -> None:
    record, verified = AssistRecord(model="m", use=Use.CLAIM), finished()
    suggestions = Suggestions()
    (suggestion,) = suggestions.put("a", verified, ClaimSuggested(record=record, claim=StandAlone(text="Something else altogether")))
    assert suggestions.of("a", verified, Use.CLAIM) == (suggestion,) and suggestions.of("b", verified, Use.CLAIM) == ()
    assert suggestions.of("a", replace(verified, own_note="x"), Use.CLAIM) == (suggestion,)
    assert suggestions.of("a", replace(verified, claim=CLAIM), Use.CLAIM) == () == suggestions.of("a", verified, Use.CLAIM)
    (nothing,) = suggestions_of(ClaimSuggested(record=replace(record, use=Use.QUESTIONS)), verified)
    assert not nothing.takeable and "nothing to say" in nothing.text.note


def test_a_newly_chosen_model_is_offered_at_once(window: MainWindow, client: FakeTaskClient) -> None:
    for page in (ASK, NARRATIVES, VERIFY):
        window.go(page)
        client.run()
    offered = (window.verify.page.questions.bar.llm, window.ask.page.bar.llm, window.narratives.page.header.suggest)
    assert all(button.isHidden() for button in offered)
    window.choices.enter("llm_model", "/models/tiny.gguf")
    client.run()
    assert not any(button.isHidden() for button in offered)
    window.choices.enter("llm_model", "")
    client.run()
    assert all(button.isHidden() for button in offered)
