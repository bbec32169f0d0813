"""The claims place: pasted claims, their matches, and what is said when nothing can be looked up."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.domain.options import Query
from app.gui.main_window import CLAIMS, MainWindow
from app.gui.model.claims import MOST, as_document, queries_of
from app.worker import protocol
from tests.fakes.task_client import Broken, FakeTaskClient


def test_each_line_is_a_claim_and_list_marks_are_left_out() -> None:
    assert [query.text for query in queries_of("- one\n\n  • two \n*three\n—\n")] == ["one", "two", "three", "—"]
    assert len(queries_of("x\n" * (MOST + 9))) == MOST
    assert queries_of(" \n\t") == ()


def test_answers_stand_in_the_order_of_the_claims() -> None:
    document = as_document((Query(qid="1", text="aé😀"), Query(qid="2", text="b")), ()).document
    assert [document.text[each.start : each.end] for each in document.sentences] == ["aé😀", "b"]


def test_claims_are_looked_up_and_shown_with_their_matches(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    window.go(CLAIMS)
    place = window.claims.place
    place.input.setPlainText("Nothing like this was checked\nHarbour bridges cost nine million crowns")
    qtbot.keyClick(place.input, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    client.run()
    assert place.said.text() == "2 claims, 1 settled" and place.model.rowCount() == 2
    assert not place.matches.cards
    place.list.setCurrentIndex(place.model.index(1))
    assert place.matches.cards[0].verdict.text() == "False"
    place.matches.cards[0].citation_button.click()
    assert "rated “Wrong <b>twice</b>”" in QGuiApplication.clipboard().text()
    assert window.status.activity.text() == "The citation was copied."
    place.matches.cards[0].passages_button.click()
    client.run()
    assert client.of(protocol.FindPassages)


def test_nothing_to_look_up_and_nowhere_to_look_are_told(window: MainWindow, client: FakeTaskClient, tmp_path: Path) -> None:
    place = window.claims.place
    window.go(CLAIMS)
    place.button.click()
    assert place.error.message.text() == "There is no claim to look up."
    client.library.clear()
    window.library.use(tmp_path)
    client.run()
    place.input.setPlainText("A claim")
    place.button.click()
    assert place.error.message.text() == "The library is empty." and place.error.button.isVisible()


def test_a_failed_look_up_says_what_to_do(window: MainWindow, client: FakeTaskClient) -> None:
    client.breaking[protocol.MatchQueries] = Broken("model-missing", "A model is missing.", "Install again.")
    window.go(CLAIMS)
    window.claims.look_up("A claim")
    client.run()
    assert window.claims.place.error.hint.text() == "Install again."
    del client.breaking[protocol.MatchQueries]
    window.claims.look_up("A claim")
    window.status.cancel.click()
    client.run()
    assert window.claims.place.error.message.text() == "Stopped."


def test_the_letters_of_the_document_place_work_in_the_list_of_claims(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    window.go(CLAIMS)
    place = window.claims.place
    window.claims.look_up("Harbour bridges cost nine million crowns\nGood evening\nSeven rivers cross Velden county")
    client.run()
    place.list.setFocus()
    for key, chosen in (("n", 2), ("k", 1), ("j", 2), ("p", 0)):
        qtbot.keyClicks(place.list, key)
        assert place.view.selected == chosen and place.list.currentIndex().row() == chosen
    qtbot.keyClicks(place.list, "c")
    assert "Sample desk" in QGuiApplication.clipboard().text()
    qtbot.keyClicks(place.input, "jk1")
    assert place.input.toPlainText() == "jk1" and place.view.selected == 0
