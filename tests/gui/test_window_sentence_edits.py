"""Merging, splitting and correcting sentences by hand in the real window."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.domain.sentence_edits import Edited
from app.gui.document.page import DocumentPage
from app.gui.document.sentence_dialogs import SpeakerDialog, TextDialog
from app.gui.main_window import MainWindow
from app.gui.model.sentence_filter import Facet
from app.gui.widgets.language_dialog import LanguageDialog
from app.worker import protocol
from tests.fakes.task_client import FakeTaskClient

Dialog = TypeVar("Dialog", bound=QWidget)


@pytest.fixture
def page(window: MainWindow, client: FakeTaskClient, debate: Path) -> DocumentPage:
    window.document.open_path(debate)
    client.run()
    window.activateWindow()
    window.document.page.list.setFocus()
    return window.document.page


def words(page: DocumentPage) -> list[str]:
    document = page.view.document
    assert document is not None
    assert [document.text[sentence.start : sentence.end] for sentence in document.sentences] == [
        sentence.text for sentence in document.sentences
    ]
    return [sentence.text for sentence in document.sentences]


def put_cursor(page: DocumentPage, before: str) -> None:
    cursor = page.text.textCursor()
    cursor.setPosition(page.text.toPlainText().index(before))
    page.text.setTextCursor(cursor)


def dialog_of(page: DocumentPage, kind: type[Dialog]) -> Dialog:
    dialogs = [dialog for dialog in page.findChildren(kind) if dialog.isVisible()]
    assert len(dialogs) == 1
    return dialogs[0]


def test_merging_keeps_the_other_results_and_ranks_again(page: DocumentPage, client: FakeTaskClient, qtbot: QtBot) -> None:
    edits: list[tuple[str, Edited]] = []
    page.edited.connect(lambda label, edited: edits.append((label, edited)))
    page.choose_sentence(3)
    request_count = len(client.of(protocol.RankDocument))
    qtbot.keyClick(page.list, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert [label for label, _ in edits] == ["Merge sentences 4 and 5"] and edits[0][1].moved == (0, 1, 2, 3, 3, 4)
    assert words(page)[3] == "Thank you.\nAnna Berg: Seven rivers cross Velden county, I say."
    view = page.view
    assert view.selected == 3 and view.row(3).ranked is None and view.row(1).has_match and view.row(4).ranked is not None
    assert page.model.rowCount() == 5 and page.list.current_row() is view.row(3)
    assert len(client.of(protocol.RankDocument)) == request_count + 1 and "more to come" in page.header.facts.text()
    client.run()
    assert view.ranked is not None and view.ranked.final and view.row(3).has_match and view.selected == 3


def test_the_last_sentence_has_nothing_to_merge_with(window: MainWindow, page: DocumentPage) -> None:
    page.choose_sentence(5)
    window.actions_by_name["merge"].trigger()
    assert "No sentence follows" in window.status.activity.text() and len(words(page)) == 6


def test_marked_sentences_are_merged_and_get_one_speaker(window: MainWindow, page: DocumentPage, client: FakeTaskClient) -> None:
    text = page.text.toPlainText()
    cursor = page.text.textCursor()
    cursor.setPosition(text.index("bridges do not"))
    cursor.setPosition(text.index("rivers cross"), QTextCursor.MoveMode.KeepAnchor)
    page.text.setTextCursor(cursor)
    window.actions_by_name["speaker"].trigger()
    dialog = dialog_of(page, SpeakerDialog)
    assert dialog.windowTitle() == "Speaker of sentences 3 to 5" and dialog.name == "Anna Berg"
    dialog.names.setEditText("Carla Voss")
    dialog.accept()
    document = page.view.document
    assert document is not None
    assert [sentence.speaker for sentence in document.sentences][1:] == ["Ben Holt", "Carla Voss", "Carla Voss", "Carla Voss", "Ben Holt"]
    window.actions_by_name["merge"].trigger()
    assert len(words(page)) == 4


def test_a_sentence_is_split_at_the_cursor(window: MainWindow, page: DocumentPage, client: FakeTaskClient) -> None:
    page.choose_sentence(4)
    put_cursor(page, "cross Velden")
    order = list(page.view.visible)
    window.actions_by_name["split"].trigger()
    assert words(page)[4:6] == ["Seven rivers", "cross Velden county, I say."]
    assert page.view.visible.index(5) == page.view.visible.index(4) + 1 == order.index(4) + 1
    client.run()
    assert page.view.row(5).ranked is not None


def test_a_cursor_inside_a_word_splits_beside_it(window: MainWindow, page: DocumentPage) -> None:
    page.choose_sentence(4)
    put_cursor(page, "den county")  # in the middle of "Velden"
    window.actions_by_name["split"].trigger()
    assert words(page)[4:6] == ["Seven rivers cross", "Velden county, I say."]


def test_one_word_is_not_split(window: MainWindow, client: FakeTaskClient) -> None:
    window.document.requests.open_text("Yes.\nHarbour bridges cost nine million crowns.")
    client.run()
    page = window.document.page
    page.choose_sentence(0)
    put_cursor(page, "es.")
    window.actions_by_name["split"].trigger()
    assert len(words(page)) == 2 and "between two words" in window.status.activity.text()


@pytest.mark.parametrize("command", ["merge", "split"])
def test_undo_and_redo_bring_the_ranking_back_without_comparing_again(
    window: MainWindow, page: DocumentPage, client: FakeTaskClient, command: str
) -> None:
    view, actions = page.view, window.actions_by_name
    page.choose_sentence(1)
    put_cursor(page, "cost nine")
    before = view.ranked
    actions[command].trigger()
    client.run()
    edited = view.ranked
    assert before is not None and edited is not None and edited.final and edited.document != before.document
    request_count = len(client.of(protocol.RankDocument))
    actions["undo"].trigger()
    assert view.ranked == before and "more to come" not in page.header.facts.text()
    actions["redo"].trigger()
    assert view.ranked == edited and view.row(1).ranked is not None
    actions["undo"].trigger()
    assert view.ranked == before and len(client.of(protocol.RankDocument)) == request_count
    assert view.selected == 1 and not window.document.requests.busy


def test_undo_before_the_new_ranking_is_there_stops_it(window: MainWindow, page: DocumentPage, client: FakeTaskClient) -> None:
    before = page.view.ranked
    page.choose_sentence(1)
    window.actions_by_name["merge"].trigger()
    assert window.document.requests.busy
    window.actions_by_name["undo"].trigger()
    client.run()
    assert page.view.ranked == before and not window.document.requests.busy


def test_a_ranking_against_another_library_does_not_come_back(window: MainWindow, page: DocumentPage, client: FakeTaskClient) -> None:
    page.choose_sentence(1)
    window.actions_by_name["merge"].trigger()
    client.run()
    window.document.project.generation = "another"
    request_count = len(client.of(protocol.RankDocument))
    window.actions_by_name["undo"].trigger()
    assert len(client.of(protocol.RankDocument)) == request_count + 1


def test_a_cursor_elsewhere_splits_nothing_and_says_what_to_do(window: MainWindow, page: DocumentPage) -> None:
    page.choose_sentence(4)
    put_cursor(page, "Good evening")
    window.actions_by_name["split"].trigger()
    assert len(words(page)) == 6 and "where the sentence should be cut" in window.status.activity.text()


def test_words_are_corrected_in_place_and_nothing_scrolls(window: MainWindow, client: FakeTaskClient, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "long.txt"
    path.write_text("\n".join(f"Anna Berg: Row {n} speaks of 😀 nothing much." for n in range(300)), encoding="utf-8")
    window.document.open_path(path)
    client.run()
    page = window.document.page
    page.choose_sentence(150)
    qtbot.wait(10)
    scrolled = page.text.verticalScrollBar().value()
    assert scrolled > 0
    window.actions_by_name["edit_text"].trigger()
    dialog = dialog_of(page, TextDialog)
    assert dialog.text == "Row 150 speaks of 😀 nothing much."
    dialog.edit.setPlainText("Row 150 speaks of 🌉 harbour bridges cost nine million crowns.")
    qtbot.keyClick(dialog.edit, Qt.Key.Key_Return)
    assert page.text.toPlainText() == page.view.document.text  # type: ignore[union-attr]
    assert words(page)[150].endswith("nine million crowns.") and words(page)[299] == "Row 299 speaks of 😀 nothing much."
    assert page.text.verticalScrollBar().value() == scrolled and page.view.selected == 150
    client.run()
    assert page.view.row(150).has_match and page.view.selected == 150


def test_keys_typed_in_the_dialog_run_no_command_and_escape_changes_nothing(
    window: MainWindow, page: DocumentPage, client: FakeTaskClient, qtbot: QtBot
) -> None:
    page.choose_sentence(1)
    request_count = len(client.of(protocol.RankDocument))
    window.actions_by_name["edit_text"].trigger()
    dialog = dialog_of(page, TextDialog)
    dialog.activateWindow()
    dialog.edit.setFocus()
    qtbot.waitUntil(dialog.edit.hasFocus)
    qtbot.keyClicks(dialog.edit, " jk1")
    assert dialog.text.endswith(" jk1") and page.view.selected == 1
    qtbot.keyClick(dialog.edit, Qt.Key.Key_Escape)
    assert len(client.of(protocol.RankDocument)) == request_count and "jk1" not in words(page)[1]
    window.actions_by_name["edit_text"].trigger()
    dialog_of(page, TextDialog).accept_button.click()  # the same words again
    assert len(client.of(protocol.RankDocument)) == request_count


def test_an_answer_about_a_document_that_is_closed_changes_nothing(window: MainWindow, page: DocumentPage, client: FakeTaskClient) -> None:
    window.actions_by_name["edit_text"].trigger()
    dialog = dialog_of(page, TextDialog)
    window.document.requests.open_text("Another document.\nOf two lines.")
    client.run()
    dialog.edit.setPlainText("Other words.")
    dialog.accept_button.click()
    assert words(page) == ["Another document.", "Of two lines."]


def test_an_empty_sentence_is_refused_with_what_to_do(window: MainWindow, page: DocumentPage) -> None:
    page.choose_sentence(1)
    window.actions_by_name["edit_text"].trigger()
    dialog = dialog_of(page, TextDialog)
    dialog.edit.setPlainText("  ")
    dialog.accept_button.click()
    assert "needs some text" in window.status.activity.text() and "Harbour" in words(page)[1]


def test_renaming_a_speaker_everywhere_removes_a_filter_by_the_old_name(
    window: MainWindow, page: DocumentPage, client: FakeTaskClient
) -> None:
    page.filters.menus.fill(Facet.SPEAKER)
    menu = page.filters.menus.menus[Facet.SPEAKER]
    next(action for action in menu.actions() if action.data() == "Ben Holt").trigger()
    page.choose_sentence(1)
    window.actions_by_name["speaker"].trigger()
    dialog = dialog_of(page, SpeakerDialog)
    assert dialog.everywhere.text() == "Everywhere: all 3 sentences of Ben Holt"
    dialog.names.setEditText("Bernd Holt")
    dialog.everywhere.setChecked(True)
    dialog.accept_button.click()
    assert dict(page.view.speakers()) == {"Anna Berg": 3, "Bernd Holt": 3}
    assert not page.view.filter.active and len(page.view.visible) == 6
    assert page.view.row(1).has_match
    client.run()
    assert window.status.activity.text() == "Rename speaker Ben Holt to Bernd Holt"


def test_the_menu_of_the_text_is_about_the_sentence_under_the_mouse(
    page: DocumentPage, qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    menus: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, _place: menus.append(menu))
    qtbot.wait(10)
    point = page.text.top_of(page.view.row(3).sentence.start + 5).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, page.text.viewport().mapToGlobal(point))
    qapp.sendEvent(page.text.viewport(), event)
    assert [action.text() for action in menus[0].actions()] == [
        "Merge with the next sentence",
        "Split at the text cursor",
        "Correct the words…",
        "Change the speaker…",
        "Change the language…",
    ]
    assert page.view.selected == 3 and page.view.row(3).sentence.start < page.text.cursor_point() < page.view.row(3).sentence.end
    menus[0].close()


def test_the_language_of_a_sentence_is_set_and_used_for_ranking(window: MainWindow, page: DocumentPage, client: FakeTaskClient) -> None:
    page.choose_sentence(4)
    request_count = len(client.of(protocol.RankDocument))
    window.actions_by_name["language"].trigger()
    dialog = dialog_of(page, LanguageDialog)
    assert dialog.windowTitle() == "Language of sentence 5" and dialog.languages.findText("Not known") < 0
    dialog.languages.setCurrentIndex(dialog.languages.findText("Spanish"))
    dialog.accept()
    document = page.view.document
    assert document is not None and [sentence.language for sentence in document.sentences] == ["", "", "", "", "es", ""]
    assert window.status.activity.text() == "Language of sentence 5: Spanish"
    second_request = client.of(protocol.RankDocument)[request_count]
    assert isinstance(second_request, protocol.RankDocument) and second_request.document == document
    client.run()
    window.actions_by_name["undo"].trigger()
    assert page.view.document is not None and not any(sentence.language for sentence in page.view.document.sentences)


def test_the_language_of_the_document_is_set(window: MainWindow, page: DocumentPage, client: FakeTaskClient) -> None:
    page.choose_sentence(1)
    window.actions_by_name["language"].trigger()
    dialog = dialog_of(page, LanguageDialog)
    dialog.languages.setCurrentIndex(dialog.languages.findData("uk"))
    dialog.everywhere.setChecked(True)
    dialog.accept()
    document = page.view.document
    assert document is not None and {sentence.language for sentence in document.sentences} == {"uk"} and document.main_language == "uk"
    assert window.status.activity.text() == "Language of 6 sentences: Ukrainian"
    assert "Ukrainian" in page.header.facts.text()
