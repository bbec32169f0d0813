"""The line on a match's card that says that another publisher had checked the claim before."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.narrative import NARRATIVES_FILE
from app.domain.repeat import EarlierDebunk
from app.gui.main_window import MainWindow
from app.gui.model.checked_before import earlier_words
from app.worker import protocol
from tests.fakes.task_client import FakeTaskClient
from tests.gui.test_window_document import open_ranked


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the window's library narratives."""
    monkeypatch.chdir(tmp_path)
    Path("library").mkdir()
    (Path("library") / NARRATIVES_FILE).touch()


def test_a_card_says_who_had_checked_the_claim_before(
    window: MainWindow, client: FakeTaskClient, debate: Path, qtbot: QtBot, library: None
) -> None:
    open_ranked(window, client, debate)
    window.document.page.choose_sentence(5)
    qtbot.waitUntil(lambda: bool(client.of(protocol.FindEarlier)))
    client.run()
    cards = window.document.page.matches.cards
    marked_cards = [card for card in cards if card.earlier.text()]
    assert marked_cards and all(
        "in Portuguese, 42 days before" in card.earlier.text() and not card.earlier.isHidden() for card in marked_cards
    )
    assert all(card.accessibleDescription() == card.earlier.text() for card in cards)


def test_nothing_is_requested_for_a_library_without_narratives(
    window: MainWindow, client: FakeTaskClient, debate: Path, qtbot: QtBot
) -> None:
    open_ranked(window, client, debate)
    window.document.page.choose_sentence(1)
    qtbot.wait(300)
    QApplication.processEvents()
    assert not client.of(protocol.FindEarlier)
    assert all(card.earlier.isHidden() for card in window.document.page.matches.cards)


@pytest.mark.parametrize(
    ("language", "same_language", "days", "expected"),
    [
        ("pt", False, 42, "Already checked by Lupa in Portuguese, 42 days before"),
        ("pt", True, 1, "Already checked by Lupa, 1 day before"),
        ("", False, 3, "Already checked by Lupa, 3 days before"),
    ],
)
def test_the_words(language: str, same_language: bool, days: int, expected: str) -> None:
    earlier_debunk = EarlierDebunk(
        factcheck="a", publisher="Lupa", language=language, published=date(2021, 1, 1), days=days, same_language=same_language
    )
    assert earlier_words(earlier_debunk) == expected
