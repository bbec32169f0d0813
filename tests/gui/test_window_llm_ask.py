"""The language model in Ask: offered where there is one, asked where it is wanted, and told of beside what it found."""

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
    """The place with posts in the library and a language model chosen, looked at."""
    when = datetime(2021, 3, 1, tzinfo=UTC)
    client.pile.posts = [Post(id=f"p{place}", text=text, published=when) for place, text in enumerate(TEXTS)]
    window.preferences.set("llm_model", "a" * 64 + "  /models/tiny.gguf")
    window.go(ASK)
    client.run()
    return window.ask


def ask(controller: AskController, client: FakeTaskClient, question: str = "What causes floods?") -> str:
    """What is told of the language model."""
    controller.ask(question)
    client.run()
    controller.page.answers.idle_work.finish()
    return controller.page.results.llm.text()


def asked(client: FakeTaskClient) -> list[int]:
    return [request.options.llm_read for request in client.of(protocol.AskQuestion) if isinstance(request, protocol.AskQuestion)]


def test_without_a_model_nothing_is_offered(window: MainWindow, client: FakeTaskClient) -> None:
    client.pile.posts = [Post(id="p", text=TEXTS[0])]
    window.go(ASK)
    client.run()
    window.preferences.state.llm_answers = True
    assert ask(window.ask, client) == "" and window.ask.page.bar.llm.isHidden() and asked(client) == [0]


def test_it_is_asked_only_where_that_is_wanted_and_what_it_found_says_so(controller: AskController, client: FakeTaskClient) -> None:
    assert ask(controller, client) == "" and controller.page.results.llm.isHidden()
    controller.page.bar.llm.click()
    assert ask(controller, client) == "The language model found an answer in 1 post. (0.5 s, 90 tokens read, 9 said)"
    assert asked(client) == [0, LLM_READ]
    cards = {card.answer.name: card for card in controller.page.answers.cards}
    told = {
        name: [one.text() for one in card.findChildren(QLabel) if "by the language model" in one.text()] for name, card in cards.items()
    }
    assert told == {"Rain": [], "The moon": ["In 1 post it was found by the language model."]}


def test_the_wish_is_remembered(controller: AskController, window: MainWindow) -> None:
    controller.page.bar.llm.click()
    window.preferences.save()
    assert load_preferences().state.llm_answers
    state_file().write_text(json.dumps({"llm_answers": "yes"}), encoding="utf-8")
    assert not load_preferences().state.llm_answers


def test_a_yes_no_question_asks_nothing_of_it_and_says_so(controller: AskController, client: FakeTaskClient) -> None:
    controller.page.bar.llm.click()
    assert "was not asked" in ask(controller, client, "Does it flood?")


def test_a_model_that_fails_is_told_with_what_to_do(controller: AskController, client: FakeTaskClient) -> None:
    controller.page.bar.llm.click()
    client.breaking[protocol.AskQuestion] = Broken("llm-stopped", "The language model stopped unexpectedly.", "Choose a smaller model.")
    ask(controller, client)
    assert controller.page.error.hint.text() == "Choose a smaller model."


def test_what_was_dropped_is_counted_with_its_reasons(controller: AskController, client: FakeTaskClient) -> None:
    controller.page.bar.llm.click()
    ask(controller, client)
    shown = controller.page.view.shown
    assert shown is not None and shown.assisted is not None
    dropped = (Dropped("a", DropReason.NO_QUOTE), Dropped("b", DropReason.NO_QUOTE))
    told = llm_words(replace(shown, assisted=replace(shown.assisted, spent=replace(shown.assisted.spent, dropped=dropped))))
    assert "2 things that it said did not hold and are not shown: what it quotes does not stand there word for word." in told
