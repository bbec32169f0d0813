"""The language model's order in the window: requested, shown beside the original, compared with decisions, and errors."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.gui.main_window import CLAIMS, MainWindow
from app.gui.model.card import llm_line
from app.worker import protocol
from tests.fakes.matches import make_match
from tests.fakes.task_client import Broken, FakeTaskClient

TEXT = """Harbour bridges cost nine million crowns and seven rivers cross Velden county
Good evening everybody
Seven rivers cross Velden county"""


def opened(window: MainWindow, client: FakeTaskClient, *, model: bool = True) -> MainWindow:
    if model:
        window.preferences.set("llm_model", "a" * 64 + "  /models/tiny.gguf")
    window.document.requests.open_text(TEXT)
    client.run()
    page = window.document.page
    index = next(row.sentence.index for row in page.view.rows() if row.ranked and len(row.ranked.matches) > 1)
    page.choose_sentence(index)
    return window


def numbers(window: MainWindow) -> list[int]:
    return [card.content.number for card in window.document.page.matches.cards]


def test_without_a_model_nothing_is_offered_and_the_key_says_what_to_do(window: MainWindow, client: FakeTaskClient) -> None:
    opened(window, client, model=False)
    page = window.document.page
    assert page.matches.cards and page.matches.llm_bar is None
    window.actions_by_name["rerank"].trigger()
    assert page.error.message.text() == "There is no language model to ask." and "Models" in page.error.hint.text()
    assert not client.of(protocol.RerankMatches)


def test_the_new_order_is_shown_with_both_ranks(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    opened(window, client)
    page = window.document.page
    before = numbers(window)
    bar = page.matches.llm_bar
    assert bar is not None and not bar.orders and before == sorted(before)
    bar.ask.click()
    client.run()
    assert numbers(window) == before[::-1] and page.matches.number
    bar = page.matches.llm_bar
    assert bar is not None and bar.orders[True].isChecked()
    first = page.matches.cards[0]
    assert first.llm.text() == f"Place {before[-1]} here, place 1 with the language model" and "language model" in first.content.spoken
    bar.orders[False].click()
    assert numbers(window) == before
    page.matches.choose(2)
    match = page.current_match()
    assert match is not None and page.matches.card_of(2).content.factcheck == match.factcheck.id  # type: ignore[union-attr]
    ranked = page.view.ranked
    assert ranked is not None and ("language_model", "fake") in ranked.run.models


def test_the_button_names_the_key_that_the_reader_chose(window: MainWindow, client: FakeTaskClient) -> None:
    actions = window.actions_by_name
    actions.use(actions.keymap.with_keys("rerank", ["F9"]))
    matches = opened(window, client).document.page.matches
    assert matches.cards  # which makes them at once
    bar = matches.llm_bar
    assert bar is not None and bar.ask.toolTip().endswith(" (F9)") and "(L)" not in bar.ask.toolTip()


def test_the_best_sentences_are_ordered_by_one_command(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    opened(window, client)
    page = window.document.page
    page.list.setFocus()
    qtbot.keyClick(page.list, Qt.Key.Key_L, Qt.KeyboardModifier.ShiftModifier)
    (request,) = client.of(protocol.RerankMatches)
    assert {entry.sentence.text for entry in request.entries} <= set(TEXT.splitlines())
    client.run()
    assert any(match.llm_rank for row in page.view.rows() if row.ranked for match in row.ranked.matches)


def test_a_failed_or_stopped_model_keeps_the_order(window: MainWindow, client: FakeTaskClient) -> None:
    opened(window, client)
    page, before = window.document.page, numbers(window)
    client.breaking[protocol.RerankMatches] = Broken("llm-stopped", "The language model stopped unexpectedly.", "Choose a smaller model.")
    window.actions_by_name["rerank"].trigger()
    client.run()
    assert page.error.hint.text() == "Choose a smaller model." and numbers(window) == before
    del client.breaking[protocol.RerankMatches]
    window.actions_by_name["rerank"].trigger()
    window.status.cancel.click()
    client.run()
    assert window.status.activity.text() == "Stopped; the order is as it was." and numbers(window) == before


def test_claims_are_reordered_together_and_keep_their_order(window: MainWindow, client: FakeTaskClient) -> None:
    window.preferences.set("llm_model", "a" * 64 + "  /models/tiny.gguf")
    window.go(CLAIMS)
    window.claims.look_up(TEXT)
    client.run()
    page = window.claims.page
    assert page.results.rerank_button.isVisible()
    page.results.rerank_button.click()
    client.run()
    index = next(row.sentence.index for row in page.view.rows() if row.ranked and any(match.llm_rank for match in row.ranked.matches))
    page.list.setCurrentIndex(page.model.index(index))
    card_numbers = [card.content.number for card in page.matches.cards]
    assert card_numbers == sorted(card_numbers, reverse=True) and len(card_numbers) > 1
    window.claims.look_up("Good evening")
    client.run()
    window.claims.turn(-1)
    assert any(match.llm_rank for row in page.view.rows() if row.ranked for match in row.ranked.matches)


def test_only_a_reordered_match_shows_two_ranks() -> None:
    assert llm_line(3, make_match()) == ""
