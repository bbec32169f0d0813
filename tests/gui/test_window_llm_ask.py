"""The language model on the Ask page: offered if there is one, used on request, and named next to its findings."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtWidgets import QLabel

from app.domain.assisted import Dropped, DropReason
from app.domain.post import Post
from app.gui.ask.controller import AskController
from app.gui.ask.question_bar import LLM_READ
from app.gui.main_window import ASK, MainWindow
from app.gui.model.ask_words import llm_words
from app.gui.preferences import load_preferences, state_file
from app.worker import protocol
from tests.fakes.library_requests import Broken
from tests.fakes.task_client import FakeTaskClient

TEXTS = ("Rain causes floods, I have seen it", "Rain does not cause floods", "The moon causes floods", "Yes, every year")


@pytest.fixture
def controller(window: MainWindow, client: FakeTaskClient) -> AskController:
    """Provide the opened page with posts in the library and a chosen language model."""
    when = datetime(2021, 3, 1, tzinfo=UTC)
    client.pile.posts = [Post(id=f"p{index}", text=text, published=when) for index, text in enumerate(TEXTS)]
    window.preferences.set("llm_model", "a" * 64 + "  /models/tiny.gguf")
    window.go(ASK)
    client.run()
    return window.ask


def ask_and_read_note(controller: AskController, client: FakeTaskClient, question: str = "What causes floods?") -> str:
    """Ask a question and return the note about the language model."""
    controller.ask(question)
    client.run()
    controller.page.answers.idle_work.finish()
    return controller.page.results.llm.text()


def requested_llm_reads(client: FakeTaskClient) -> list[int]:
    return [request.options.llm_read for request in client.of(protocol.AskQuestion) if isinstance(request, protocol.AskQuestion)]


def test_without_a_model_nothing_is_offered(window: MainWindow, client: FakeTaskClient) -> None:
    client.pile.posts = [Post(id="p", text=TEXTS[0])]
    window.go(ASK)
    client.run()
    window.preferences.state.llm_answers = True
    assert ask_and_read_note(window.ask, client) == "" and window.ask.page.bar.llm.isHidden() and requested_llm_reads(client) == [0]


def test_the_model_is_used_only_on_request_and_its_findings_are_marked(controller: AskController, client: FakeTaskClient) -> None:
    assert ask_and_read_note(controller, client) == "" and controller.page.results.llm.isHidden()
    controller.page.bar.llm.click()
    assert ask_and_read_note(controller, client) == "The language model found an answer in 1 post. (0.5 s, 90 tokens read, 9 said)"
    assert requested_llm_reads(client) == [0, LLM_READ]
    cards = {card.answer.name: card for card in controller.page.answers.cards}
    notes_by_answer = {
        name: [label.text() for label in card.findChildren(QLabel) if "by the language model" in label.text()]
        for name, card in cards.items()
    }
    assert notes_by_answer == {"Rain": [], "The moon": ["In 1 post it was found by the language model."]}


def test_the_wish_is_remembered(controller: AskController, window: MainWindow) -> None:
    controller.page.bar.llm.click()
    window.preferences.save()
    assert load_preferences().state.llm_answers
    state_file().write_text(json.dumps({"llm_answers": "yes"}), encoding="utf-8")
    assert not load_preferences().state.llm_answers


def test_a_yes_no_question_does_not_use_the_model_and_says_so(controller: AskController, client: FakeTaskClient) -> None:
    controller.page.bar.llm.click()
    assert "was not asked" in ask_and_read_note(controller, client, "Does it flood?")


def test_a_failing_model_shows_what_to_do(controller: AskController, client: FakeTaskClient) -> None:
    controller.page.bar.llm.click()
    client.breaking[protocol.AskQuestion] = Broken("llm-stopped", "The language model stopped unexpectedly.", "Choose a smaller model.")
    ask_and_read_note(controller, client)
    assert controller.page.error.hint.text() == "Choose a smaller model."


def test_dropped_findings_are_counted_with_their_reasons(controller: AskController, client: FakeTaskClient) -> None:
    controller.page.bar.llm.click()
    ask_and_read_note(controller, client)
    answered = controller.page.view.shown
    assert answered is not None and answered.assisted is not None
    dropped = (Dropped("a", DropReason.NO_QUOTE), Dropped("b", DropReason.NO_QUOTE))
    message = llm_words(replace(answered, assisted=replace(answered.assisted, spent=replace(answered.assisted.spent, dropped=dropped))))
    assert "2 things that it said did not hold and are not shown: what it quotes does not stand there word for word." in message
