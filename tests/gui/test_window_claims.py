"""The claims place: pasted claims, their matches, and what is said when nothing can be looked up."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from app.domain.options import Query
from app.gui.claims.export import FORMATS
from app.gui.claims.page import ClaimsPage
from app.gui.file_export import with_suffix
from app.gui.main_window import CLAIMS, MainWindow
from app.gui.model.claims import EXAMPLES, LookUp, LookUps, Share, as_document
from app.gui.model.document_view import Order
from app.gui.model.verdicts import Finding
from app.worker import protocol
from tests.fakes.task_client import Broken, FakeTaskClient


def test_answers_stand_in_the_order_of_the_claims() -> None:
    document = as_document((Query(qid="1", text="aé😀"), Query(qid="2", text="b")), ()).document
    assert [document.text[each.start : each.end] for each in document.sentences] == ["aé😀", "b"]


def test_claims_are_looked_up_and_shown_with_their_matches(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    window.go(CLAIMS)
    place = window.claims.page
    place.input.setPlainText("Nothing like this was checked\nHarbour bridges cost nine million crowns")
    qtbot.keyClick(place.input, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    client.run()
    assert place.ask_bar.said.text() == "2 claims, 1 rated, 1 without a fact-check" and place.model.rowCount() == 2
    assert not place.matches.cards
    place.list.setCurrentIndex(place.model.index(1))
    assert place.matches.cards[0].verdict.text() == "Sample desk: Wrong <b>twice</b>"
    place.matches.cards[0].citation_button.click()
    assert "rated “Wrong <b>twice</b>”" in QGuiApplication.clipboard().text()
    assert window.status.activity.text() == "The citation was copied."
    place.matches.cards[0].passages_button.click()
    client.run()
    assert client.of(protocol.FindPassages)


def test_two_tabs_lead_from_the_box_to_what_was_found_and_a_slash_back(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    window.go(CLAIMS)
    place = window.claims.page
    place.input.setFocus()
    place.input.setPlainText("Nothing like this was checked\nHarbour bridges cost nine million crowns")
    qtbot.keyClick(place.input, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    client.run()
    for stop in (place.button, place.list):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is stop
    qtbot.keyClick(place.list, Qt.Key.Key_J)
    assert place.view.selected == 1
    qtbot.keyClick(place.list, Qt.Key.Key_Slash)
    assert QApplication.focusWidget() is place.input
    qtbot.keyClick(place.input, Qt.Key.Key_Slash)
    assert "/" in place.input.toPlainText()


def test_the_fact_checks_of_one_claim_are_shown_before_their_stance_is_judged(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(CLAIMS)
    place = window.claims.page
    window.claims.look_up("Harbour bridges cost nine million crowns")
    client.run_until(lambda: bool(place.matches.cards))
    early = [card.content.factcheck for card in place.matches.cards]
    assert not window.jobs.idle and place.matches.cards[0].stance.text() == "Stance: not compared"
    assert place.view.rows()[0].finding is Finding.PENDING and not place.ask_bar.said.text()
    client.run()
    assert [card.content.factcheck for card in place.matches.cards] == early
    assert place.matches.cards[0].stance.text().endswith("agrees") and place.ask_bar.said.text().startswith("1 claim, 1 rated")


def test_when_judging_the_stance_fails_the_look_up_before_comes_back(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(CLAIMS)
    place = window.claims.page
    window.claims.look_up("Seven rivers cross Velden county")
    client.run()
    window.claims.look_up("Harbour bridges cost nine million crowns")
    client.run_until(lambda: "Harbour" in place.view.rows()[0].text)
    window.status.cancel.click()
    client.run()
    assert place.error.message.text() == "Stopped." and place.view.rows()[0].text == "Seven rivers cross Velden county"


def test_nothing_to_look_up_and_nowhere_to_look_are_told(window: MainWindow, client: FakeTaskClient, tmp_path: Path) -> None:
    place = window.claims.page
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
    assert window.claims.page.error.hint.text() == "Install again."
    del client.breaking[protocol.MatchQueries]
    window.claims.look_up("A claim")
    window.status.cancel.click()
    client.run()
    assert window.claims.page.error.message.text() == "Stopped."


def test_the_letters_of_the_document_place_work_in_the_list_of_claims(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    window.go(CLAIMS)
    place = window.claims.page
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


CLAIMS_TEXT = """1. Nothing like this was ever seen
- Harbour bridges cost nine million crowns
https://example.org/only
“Museums lost half of visitors”
Seven rivers cross Velden county"""


def _looked_up(window: MainWindow, client: FakeTaskClient, text: str = CLAIMS_TEXT) -> ClaimsPage:
    window.go(CLAIMS)
    window.claims.page.input.setPlainText(text)
    window.claims.page.button.click()
    client.run()
    return window.claims.page


def test_examples_are_offered_until_something_was_looked_up(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(CLAIMS)
    place = window.claims.page
    assert place.examples.isVisible() and not place.results.isVisible() and not place.list.isVisible()
    assert [button.text() for button in place.examples.buttons] == list(EXAMPLES)
    place.examples.buttons[1].click()
    client.run()
    assert place.input.toPlainText() == EXAMPLES[1] and place.model.rowCount() == 1
    assert not place.examples.isVisible() and place.results.isVisible() and place.list.isVisible()


def test_what_was_taken_and_left_out_is_told(window: MainWindow, client: FakeTaskClient) -> None:
    place = _looked_up(window, client)
    assert place.ask_bar.told.text() == "Left out: 1 line that is only a link."
    assert place.model.rowCount() == 4
    _looked_up(window, client, "id\tclaim\n1\tSeven rivers cross Velden county")
    assert place.ask_bar.told.text() == "Taken from the column “claim”. Left out: the heading."
    window.claims.look_up("https://example.org/only")
    assert place.error.hint.text() == "Left out: 1 line that is only a link. Write or paste one claim a line."


def test_claims_stand_as_pasted_or_the_surest_first(window: MainWindow, client: FakeTaskClient) -> None:
    place = _looked_up(window, client)
    place.list.setCurrentIndex(place.model.index(2))
    assert [place.view.row(index).ranked.rank for index in place.view.visible] == [1, 2, 3, 4]  # type: ignore[union-attr]
    place.results.orders[Order.RANKED].click()
    sure = [place.view.row(index).ranked.probability for index in place.view.visible]  # type: ignore[union-attr]
    assert sure == sorted(sure, reverse=True) and place.view.visible[-1] == 0
    assert place.view.selected == 2 and place.list.currentIndex().row() == place.view.position(2)
    place.results.orders[Order.DOCUMENT].click()
    assert place.view.visible == [0, 1, 2, 3] and place.results.orders[Order.DOCUMENT].isChecked()


def test_parts_of_the_claims_are_shown_alone(window: MainWindow, client: FakeTaskClient) -> None:
    place = _looked_up(window, client)
    assert {share: button.text() for share, button in place.results.shares.items()} == {
        Share.ALL: "All  4",
        Share.SETTLED: "Rated  2",
        Share.FOUND: "Found  1",
        Share.NOTHING: "Nothing found  1",
    }
    for share, shown in ((Share.SETTLED, [1, 3]), (Share.FOUND, [2]), (Share.NOTHING, [0]), (Share.ALL, [0, 1, 2, 3])):
        place.results.shares[share].click()
        assert place.view.visible == shown and place.view.selected in shown
        assert [button.isChecked() for button in place.results.shares.values()].count(True) == 1
    assert not place.matches.cards  # the one that was chosen last has no fact-check


def test_the_buttons_over_the_results_can_be_read_whole_in_large_text_and_a_narrow_window(
    window: MainWindow, client: FakeTaskClient, qtbot: QtBot
) -> None:
    window.resize(1024, 700)
    results = _looked_up(window, client).results
    window.theme.set_scale(1.5)
    buttons = (*results.shares.values(), *results.orders.values(), results.copy_button, results.export_button)

    def whole() -> bool:
        inside = (results.rect().contains(button.mapTo(results, button.rect().bottomRight())) for button in buttons)
        return all(inside) and all(button.width() >= button.sizeHint().width() for button in buttons)

    qtbot.waitUntil(whole)


def test_earlier_look_ups_come_back_without_being_asked_again(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    place = _looked_up(window, client)
    assert not place.ask_bar.back.isVisible()
    place.list.setCurrentIndex(place.model.index(3))
    _looked_up(window, client, "Seven rivers cross Velden county")
    asked = len(client.of(protocol.MatchQueries))
    place.list.setFocus()
    qtbot.keyClick(place.list, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert place.input.toPlainText() == CLAIMS_TEXT and place.model.rowCount() == 4 and place.view.selected == 3
    assert place.ask_bar.told.text() == "Left out: 1 line that is only a link."
    assert not place.ask_bar.back.isEnabled() and place.ask_bar.forward.isEnabled()
    place.ask_bar.forward.click()
    assert place.input.toPlainText() == "Seven rivers cross Velden county" and place.model.rowCount() == 1
    qtbot.keyClick(place.input, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert len(client.of(protocol.MatchQueries)) == asked and place.model.rowCount() == 1


def test_what_is_typed_meanwhile_stays(window: MainWindow, client: FakeTaskClient) -> None:
    place = window.claims.page
    _looked_up(window, client, "Seven rivers cross Velden county")
    window.claims.look_up("Good evening")
    place.input.setPlainText("half a cla")
    client.run()
    assert place.input.toPlainText() == "half a cla" and place.ask_bar.back.isEnabled()
    place.ask_bar.back.click()
    assert place.input.toPlainText() == "Seven rivers cross Velden county"
    place.input.undo()
    assert place.input.toPlainText() == "half a cla"


def test_only_the_newest_look_ups_are_kept() -> None:
    kept, empty = LookUps(), as_document((), ())
    assert kept.current is None and kept.go(-1) is None
    for number in range(60):
        kept.add(LookUp(text=str(number), notice="", ranked=empty))
    texts = []
    while (found := kept.go(-1)) is not None:
        texts.append(found.text)
    assert len(texts) == 49 and texts[-1] == "10"
    kept.add(LookUp(text="new", notice="", ranked=empty))
    assert kept.current is not None and kept.current.text == "new" and not kept.can(1)


def test_the_wordings_that_were_tried_are_told(window: MainWindow, client: FakeTaskClient) -> None:
    place = _looked_up(window, client, "Seven rivers cross Velden county\n7 rivers cross Velden county")
    assert not place.tried.isVisible()
    place.list.setCurrentIndex(place.model.index(1))
    assert place.tried.isVisible() and place.tried.text() == "Also searched with: numbers removed."


def test_the_table_is_copied_and_exported(
    window: MainWindow, client: FakeTaskClient, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = _looked_up(window, client)
    qtbot.keyClick(place.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    client.run()
    copied = QGuiApplication.clipboard().mimeData()
    assert copied.text().splitlines()[1] == "Harbour bridges cost nine million crowns" and copied.hasHtml() and "<table" in copied.html()
    assert window.status.activity.text() == "The table with 4 claims was copied; paste it into a spreadsheet."
    target = tmp_path / "claims"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), "Table (*.csv)"))
    place.results.export_button.click()
    client.run()
    (request,) = client.of(protocol.WriteClaims)
    assert isinstance(request, protocol.WriteClaims) and request.path == f"{target}.csv"
    assert request.ranked.run.program == "fake" and (tmp_path / "claims.csv").is_file()
    QGuiApplication.clipboard().clear()  # without a screen, Qt would free it after Python is gone
    client.breaking[protocol.WriteClaims] = Broken("report-unwritable", "The disk is full.", "Choose another place.")
    place.results.export_button.click()
    client.run()
    assert place.error.message.text() == "The disk is full." and place.model.rowCount() == 4


def test_nothing_is_exported_before_the_first_look_up_or_when_the_dialog_is_closed(
    window: MainWindow, client: FakeTaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    window.go(CLAIMS)
    window.claims.export()
    window.claims.copy()
    _looked_up(window, client)
    window.claims.export()
    client.run()
    assert not client.of(protocol.WriteClaims) and not client.of(protocol.CopyClaims)


@pytest.mark.parametrize(
    "payload", ["<img src=x onerror=alert(1)><b>Seven rivers</b> cross Velden county", "\u202eSeven rivers cross Velden county {{7*7}}"]
)
def test_pasted_markup_is_shown_as_text(window: MainWindow, client: FakeTaskClient, payload: str) -> None:
    place = _looked_up(window, client, f"{payload}\n{payload}<script>")
    labels = [each for each in place.findChildren(QLabel) if each.text()]
    assert labels and all(each.textFormat() is Qt.TextFormat.PlainText for each in labels)
    assert place.view.row(0).sentence.text == payload and "\u202e" not in place.view.row(0).text


@pytest.mark.parametrize(
    ("name", "chosen", "written"),
    [("a", "Excel workbook (*.xlsx)", "a.xlsx"), ("a.CSV", "Web page (*.html)", "a.CSV"), ("a.b", "", "a.b.xlsx")],
)
def test_the_suffix_names_the_format(name: str, chosen: str, written: str) -> None:
    assert with_suffix(name, chosen, FORMATS) == Path(written)
