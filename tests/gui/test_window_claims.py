"""The claims page: pasted claims, their matches, and errors of the look-up."""

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


def test_answers_follow_the_order_of_the_claims() -> None:
    document = as_document((Query(qid="1", text="aé😀"), Query(qid="2", text="b")), ()).document
    assert [document.text[sentence.start : sentence.end] for sentence in document.sentences] == ["aé😀", "b"]


def test_claims_are_looked_up_and_shown_with_their_matches(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    window.go(CLAIMS)
    page = window.claims.page
    page.input.setPlainText("Nothing like this was checked\nHarbour bridges cost nine million crowns")
    qtbot.keyClick(page.input, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    client.run()
    assert page.ask_bar.said.text() == "2 claims, 1 rated, 1 without a fact-check" and page.model.rowCount() == 2
    assert not page.matches.cards
    page.list.setCurrentIndex(page.model.index(1))
    assert page.matches.cards[0].verdict.text() == "Sample desk: Wrong <b>twice</b>"
    page.matches.cards[0].citation_button.click()
    assert "rated “Wrong <b>twice</b>”" in QGuiApplication.clipboard().text()
    assert window.status.activity.text() == "The citation was copied."
    page.matches.cards[0].passages_button.click()
    client.run()
    assert client.of(protocol.FindPassages)


def test_two_tabs_move_from_the_input_to_the_results_and_slash_returns(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    window.go(CLAIMS)
    page = window.claims.page
    page.input.setFocus()
    page.input.setPlainText("Nothing like this was checked\nHarbour bridges cost nine million crowns")
    qtbot.keyClick(page.input, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    client.run()
    for stop in (page.button, page.list):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is stop
    qtbot.keyClick(page.list, Qt.Key.Key_J)
    assert page.view.selected == 1
    qtbot.keyClick(page.list, Qt.Key.Key_Slash)
    assert QApplication.focusWidget() is page.input
    qtbot.keyClick(page.input, Qt.Key.Key_Slash)
    assert "/" in page.input.toPlainText()


def test_claims_are_shown_as_they_are_looked_up_and_the_earlier_ones_are_gone(
    window: MainWindow, client: FakeTaskClient, qtbot: QtBot
) -> None:
    window.go(CLAIMS)
    page = window.claims.page
    window.claims.look_up("Harbour bridges cost nine million crowns")
    client.run()
    assert page.matches.cards and page.decisions is not None
    claims = ["Seven rivers cross Velden county", "Nothing like this was checked", "Harbour bridges cost nine million crowns"]
    page.input.setPlainText("\n".join(claims))
    qtbot.keyClick(page.input, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert page.model.rowCount() == 3 and not page.matches.cards and page.current_match() is None
    qtbot.keyClick(page.list, Qt.Key.Key_A)  # there is nothing to decide yet
    assert not window.claims.judging.view.history.next_undo
    client.run_until(lambda: bool(page.matches.cards))
    assert [page.view.row(index).ranked is not None for index in range(3)] == [True, False, False]
    page.list.setCurrentIndex(page.model.index(2))
    assert not page.matches.cards and page.ask_bar.said.text() == ""
    client.run()
    assert page.view.selected == 2 and page.matches.cards and page.ask_bar.said.text() == "3 claims, 2 rated, 1 without a fact-check"


def test_a_stopped_look_up_keeps_the_claims_that_were_looked_up(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(CLAIMS)
    page = window.claims.page
    window.claims.look_up("Seven rivers cross Velden county\nNothing like this was checked\nHarbour bridges cost nine million crowns")
    client.run_until(lambda: bool(page.matches.cards))
    window.status.cancel.click()
    client.run()
    assert page.error.message.text() == "Stopped. 1 of 3 claims were looked up." and page.matches.cards
    assert [page.view.row(index).ranked is not None for index in range(3)] == [True, False, False]


def test_a_look_up_that_is_stopped_at_once_shows_the_one_before_or_the_examples(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(CLAIMS)
    page = window.claims.page
    window.claims.look_up("Museums lost half of visitors")
    window.status.cancel.click()
    client.run()
    assert page.below.currentWidget() is page.examples and page.error.message.text() == "Stopped."
    window.claims.look_up("Harbour bridges cost nine million crowns")
    client.run()
    window.claims.look_up("Seven rivers cross Velden county\nNothing like this was checked")
    window.status.cancel.click()
    client.run()
    assert page.model.rowCount() == 1 and page.matches.cards and page.error.hint.text() == "The look-up before is shown again."


def test_fact_checks_are_shown_before_their_stance_is_judged(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(CLAIMS)
    page = window.claims.page
    window.claims.look_up("Harbour bridges cost nine million crowns")
    client.run_until(lambda: bool(page.matches.cards))
    early = [card.content.factcheck for card in page.matches.cards]
    assert not window.jobs.idle and page.matches.cards[0].stance.text() == "Stance: not compared"
    assert page.view.rows()[0].finding is Finding.PENDING and not page.ask_bar.said.text()
    client.run()
    assert [card.content.factcheck for card in page.matches.cards] == early
    assert page.matches.cards[0].stance.text().endswith("agrees") and page.ask_bar.said.text().startswith("1 claim, 1 rated")


def test_a_failed_stance_judgement_restores_the_earlier_look_up(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(CLAIMS)
    page = window.claims.page
    window.claims.look_up("Seven rivers cross Velden county")
    client.run()
    window.claims.look_up("Harbour bridges cost nine million crowns")
    client.run_until(lambda: "Harbour" in page.view.rows()[0].text)
    window.status.cancel.click()
    client.run()
    assert page.error.message.text() == "Stopped." and page.view.rows()[0].text == "Seven rivers cross Velden county"


def test_missing_claims_and_an_empty_library_are_reported(window: MainWindow, client: FakeTaskClient, tmp_path: Path) -> None:
    page = window.claims.page
    window.go(CLAIMS)
    page.button.click()
    assert page.error.message.text() == "There is no claim to look up."
    client.library.clear()
    window.library.use(tmp_path)
    client.run()
    page.input.setPlainText("A claim")
    page.button.click()
    assert page.error.message.text() == "The library is empty." and page.error.button.isVisible()


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


def test_document_page_keys_work_in_the_list_of_claims(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    window.go(CLAIMS)
    page = window.claims.page
    window.claims.look_up("Harbour bridges cost nine million crowns\nGood evening\nSeven rivers cross Velden county")
    client.run()
    page.list.setFocus()
    for key, expected_row in (("n", 2), ("k", 1), ("j", 2), ("p", 0)):
        qtbot.keyClicks(page.list, key)
        assert page.view.selected == expected_row and page.list.currentIndex().row() == expected_row
    qtbot.keyClicks(page.list, "c")
    assert "Sample desk" in QGuiApplication.clipboard().text()
    qtbot.keyClicks(page.input, "jk1")
    assert page.input.toPlainText() == "jk1" and page.view.selected == 0


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


def test_examples_are_offered_until_the_first_look_up(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(CLAIMS)
    page = window.claims.page
    assert page.examples.isVisible() and not page.results.isVisible() and not page.list.isVisible()
    assert [button.text() for button in page.examples.buttons] == list(EXAMPLES)
    page.examples.buttons[1].click()
    client.run()
    assert page.input.toPlainText() == EXAMPLES[1] and page.model.rowCount() == 1
    assert not page.examples.isVisible() and page.results.isVisible() and page.list.isVisible()


def test_used_and_skipped_input_is_reported(window: MainWindow, client: FakeTaskClient) -> None:
    page = _looked_up(window, client)
    assert page.ask_bar.told.text() == "Left out: 1 line that is only a link."
    assert page.model.rowCount() == 4
    _looked_up(window, client, "id\tclaim\n1\tSeven rivers cross Velden county")
    assert page.ask_bar.told.text() == "Taken from the column “claim”. Left out: the heading."
    window.claims.look_up("https://example.org/only")
    assert page.error.hint.text() == "Left out: 1 line that is only a link. Write or paste one claim a line."


def test_claims_are_ordered_as_pasted_or_by_probability(window: MainWindow, client: FakeTaskClient) -> None:
    page = _looked_up(window, client)
    page.list.setCurrentIndex(page.model.index(2))
    assert [page.view.row(index).ranked.rank for index in page.view.visible] == [1, 2, 3, 4]  # type: ignore[union-attr]
    page.results.orders[Order.RANKED].click()
    sure = [page.view.row(index).ranked.probability for index in page.view.visible]  # type: ignore[union-attr]
    assert sure == sorted(sure, reverse=True) and page.view.visible[-1] == 0
    assert page.view.selected == 2 and page.list.currentIndex().row() == page.view.position(2)
    page.results.orders[Order.DOCUMENT].click()
    assert page.view.visible == [0, 1, 2, 3] and page.results.orders[Order.DOCUMENT].isChecked()


def test_the_list_can_be_limited_to_claims_of_one_outcome(window: MainWindow, client: FakeTaskClient) -> None:
    page = _looked_up(window, client)
    assert {share: button.text() for share, button in page.results.shares.items()} == {
        Share.ALL: "All  4",
        Share.SETTLED: "Rated  2",
        Share.FOUND: "Found  1",
        Share.NOTHING: "Nothing found  1",
    }
    for share, expected in ((Share.SETTLED, [1, 3]), (Share.FOUND, [2]), (Share.NOTHING, [0]), (Share.ALL, [0, 1, 2, 3])):
        page.results.shares[share].click()
        assert page.view.visible == expected and page.view.selected in expected
        assert [button.isChecked() for button in page.results.shares.values()].count(True) == 1
    assert not page.matches.cards  # the one that was chosen last has no fact-check


def test_result_buttons_are_not_cut_off_in_large_text_and_a_narrow_window(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    window.resize(1024, 700)
    results = _looked_up(window, client).results
    window.theme.set_scale(1.5)
    buttons = (*results.shares.values(), *results.orders.values(), results.copy_button, results.export_button)

    def whole() -> bool:
        inside = (results.rect().contains(button.mapTo(results, button.rect().bottomRight())) for button in buttons)
        return all(inside) and all(button.width() >= button.sizeHint().width() for button in buttons)

    qtbot.waitUntil(whole)


def test_going_back_shows_earlier_look_ups_without_a_new_request(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    page = _looked_up(window, client)
    assert not page.ask_bar.back.isVisible()
    page.list.setCurrentIndex(page.model.index(3))
    _looked_up(window, client, "Seven rivers cross Velden county")
    request_count = len(client.of(protocol.MatchQueries))
    page.list.setFocus()
    qtbot.keyClick(page.list, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert page.input.toPlainText() == CLAIMS_TEXT and page.model.rowCount() == 4 and page.view.selected == 3
    assert page.ask_bar.told.text() == "Left out: 1 line that is only a link."
    assert not page.ask_bar.back.isEnabled() and page.ask_bar.forward.isEnabled()
    page.ask_bar.forward.click()
    assert page.input.toPlainText() == "Seven rivers cross Velden county" and page.model.rowCount() == 1
    qtbot.keyClick(page.input, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert len(client.of(protocol.MatchQueries)) == request_count and page.model.rowCount() == 1


def test_text_typed_during_a_look_up_stays(window: MainWindow, client: FakeTaskClient) -> None:
    page = window.claims.page
    _looked_up(window, client, "Seven rivers cross Velden county")
    window.claims.look_up("Good evening")
    page.input.setPlainText("half a cla")
    client.run()
    assert page.input.toPlainText() == "half a cla" and page.ask_bar.back.isEnabled()
    page.ask_bar.back.click()
    assert page.input.toPlainText() == "Seven rivers cross Velden county"
    page.input.undo()
    assert page.input.toPlainText() == "half a cla"


def test_only_the_newest_look_ups_are_remembered() -> None:
    look_ups, empty = LookUps(), as_document((), ())
    assert look_ups.current is None and look_ups.go(-1) is None
    for number in range(60):
        look_ups.add(LookUp(text=str(number), notice="", ranked=empty))
    texts = []
    while (look_up := look_ups.go(-1)) is not None:
        texts.append(look_up.text)
    assert len(texts) == 49 and texts[-1] == "10"
    look_ups.add(LookUp(text="new", notice="", ranked=empty))
    assert look_ups.current is not None and look_ups.current.text == "new" and not look_ups.can(1)


def test_the_tried_rewordings_are_shown(window: MainWindow, client: FakeTaskClient) -> None:
    page = _looked_up(window, client, "Seven rivers cross Velden county\n7 rivers cross Velden county")
    assert not page.tried.isVisible()
    page.list.setCurrentIndex(page.model.index(1))
    assert page.tried.isVisible() and page.tried.text() == "Also searched with: numbers removed."


def test_the_table_is_copied_and_exported(
    window: MainWindow, client: FakeTaskClient, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = _looked_up(window, client)
    qtbot.keyClick(page.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    client.run()
    copied = QGuiApplication.clipboard().mimeData()
    assert copied.text().splitlines()[1] == "Harbour bridges cost nine million crowns" and copied.hasHtml() and "<table" in copied.html()
    assert window.status.activity.text() == "The table with 4 claims was copied; paste it into a spreadsheet."
    target = tmp_path / "claims"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), "Table (*.csv)"))
    page.results.export_button.click()
    client.run()
    (request,) = client.of(protocol.WriteClaims)
    assert isinstance(request, protocol.WriteClaims) and request.path == f"{target}.csv"
    assert request.ranked.run.program == "fake" and (tmp_path / "claims.csv").is_file()
    QGuiApplication.clipboard().clear()  # without a screen, Qt would free it after Python is gone
    client.breaking[protocol.WriteClaims] = Broken("report-unwritable", "The disk is full.", "Choose another place.")
    page.results.export_button.click()
    client.run()
    assert page.error.message.text() == "The disk is full." and page.model.rowCount() == 4


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
    page = _looked_up(window, client, f"{payload}\n{payload}<script>")
    labels = [label for label in page.findChildren(QLabel) if label.text()]
    assert labels and all(label.textFormat() is Qt.TextFormat.PlainText for label in labels)
    assert page.view.row(0).sentence.text == payload and "\u202e" not in page.view.row(0).text


@pytest.mark.parametrize(
    ("name", "name_filter", "written"),
    [("a", "Excel workbook (*.xlsx)", "a.xlsx"), ("a.CSV", "Web page (*.html)", "a.CSV"), ("a.b", "", "a.b.xlsx")],
)
def test_the_suffix_names_the_format(name: str, name_filter: str, written: str) -> None:
    assert with_suffix(name, name_filter, FORMATS) == Path(written)
