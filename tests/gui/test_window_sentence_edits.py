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
def place(window: MainWindow, client: FakeTaskClient, debate: Path) -> DocumentPage:
    window.document.open_path(debate)
    client.run()
    window.activateWindow()
    window.document.page.list.setFocus()
    return window.document.page


def words(place: DocumentPage) -> list[str]:
    document = place.view.document
    assert document is not None
    assert [document.text[each.start : each.end] for each in document.sentences] == [each.text for each in document.sentences]
    return [each.text for each in document.sentences]


def put_cursor(place: DocumentPage, before: str) -> None:
    cursor = place.text.textCursor()
    cursor.setPosition(place.text.toPlainText().index(before))
    place.text.setTextCursor(cursor)


def dialog_of(place: DocumentPage, kind: type[Dialog]) -> Dialog:
    found = [each for each in place.findChildren(kind) if each.isVisible()]
    assert len(found) == 1
    return found[0]


def test_merging_keeps_the_other_results_and_ranks_anew(place: DocumentPage, client: FakeTaskClient, qtbot: QtBot) -> None:
    told: list[tuple[str, Edited]] = []
    place.edited.connect(lambda what, edited: told.append((what, edited)))
    place.choose_sentence(3)
    asked = len(client.of(protocol.RankDocument))
    qtbot.keyClick(place.list, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert [what for what, _ in told] == ["Merge sentences 4 and 5"] and told[0][1].moved == (0, 1, 2, 3, 3, 4)
    assert words(place)[3] == "Thank you.\nAnna Berg: Seven rivers cross Velden county, I say."
    view = place.view
    assert view.selected == 3 and view.row(3).ranked is None and view.row(1).has_match and view.row(4).ranked is not None
    assert place.model.rowCount() == 5 and place.list.current_row() is view.row(3)
    assert len(client.of(protocol.RankDocument)) == asked + 1 and "more to come" in place.header.facts.text()
    client.run()
    assert view.ranked is not None and view.ranked.final and view.row(3).has_match and view.selected == 3


def test_the_last_sentence_has_nothing_to_merge_with(window: MainWindow, place: DocumentPage) -> None:
    place.choose_sentence(5)
    window.actions_by_name["merge"].trigger()
    assert "No sentence follows" in window.status.activity.text() and len(words(place)) == 6


def test_what_is_marked_is_merged_and_spoken_together(window: MainWindow, place: DocumentPage, client: FakeTaskClient) -> None:
    text = place.text.toPlainText()
    cursor = place.text.textCursor()
    cursor.setPosition(text.index("bridges do not"))
    cursor.setPosition(text.index("rivers cross"), QTextCursor.MoveMode.KeepAnchor)
    place.text.setTextCursor(cursor)
    window.actions_by_name["speaker"].trigger()
    dialog = dialog_of(place, SpeakerDialog)
    assert dialog.windowTitle() == "Speaker of sentences 3 to 5" and dialog.name == "Anna Berg"
    dialog.names.setEditText("Carla Voss")
    dialog.accept()
    document = place.view.document
    assert document is not None
    assert [each.speaker for each in document.sentences][1:] == ["Ben Holt", "Carla Voss", "Carla Voss", "Carla Voss", "Ben Holt"]
    window.actions_by_name["merge"].trigger()
    assert len(words(place)) == 4


def test_a_sentence_is_split_at_the_cursor(window: MainWindow, place: DocumentPage, client: FakeTaskClient) -> None:
    place.choose_sentence(4)
    put_cursor(place, "cross Velden")
    order = list(place.view.visible)
    window.actions_by_name["split"].trigger()
    assert words(place)[4:6] == ["Seven rivers", "cross Velden county, I say."]
    assert place.view.visible.index(5) == place.view.visible.index(4) + 1 == order.index(4) + 1
    client.run()
    assert place.view.row(5).ranked is not None


def test_a_cursor_elsewhere_splits_nothing_and_says_what_to_do(window: MainWindow, place: DocumentPage) -> None:
    place.choose_sentence(4)
    put_cursor(place, "Good evening")
    window.actions_by_name["split"].trigger()
    assert len(words(place)) == 6 and "where the sentence should be cut" in window.status.activity.text()


def test_words_are_corrected_in_place_and_nothing_scrolls(window: MainWindow, client: FakeTaskClient, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "long.txt"
    path.write_text("\n".join(f"Anna Berg: Row {n} speaks of 😀 nothing much." for n in range(300)), encoding="utf-8")
    window.document.open_path(path)
    client.run()
    place = window.document.page
    place.choose_sentence(150)
    qtbot.wait(10)
    scrolled = place.text.verticalScrollBar().value()
    assert scrolled > 0
    window.actions_by_name["edit_text"].trigger()
    dialog = dialog_of(place, TextDialog)
    assert dialog.text == "Row 150 speaks of 😀 nothing much."
    dialog.edit.setPlainText("Row 150 speaks of 🌉 harbour bridges cost nine million crowns.")
    qtbot.keyClick(dialog.edit, Qt.Key.Key_Return)
    assert place.text.toPlainText() == place.view.document.text  # type: ignore[union-attr]
    assert words(place)[150].endswith("nine million crowns.") and words(place)[299] == "Row 299 speaks of 😀 nothing much."
    assert place.text.verticalScrollBar().value() == scrolled and place.view.selected == 150
    client.run()
    assert place.view.row(150).has_match and place.view.selected == 150


def test_letters_typed_in_the_dialog_are_letters_and_escape_changes_nothing(
    window: MainWindow, place: DocumentPage, client: FakeTaskClient, qtbot: QtBot
) -> None:
    place.choose_sentence(1)
    asked = len(client.of(protocol.RankDocument))
    window.actions_by_name["edit_text"].trigger()
    dialog = dialog_of(place, TextDialog)
    dialog.activateWindow()
    dialog.edit.setFocus()
    qtbot.waitUntil(dialog.edit.hasFocus)
    qtbot.keyClicks(dialog.edit, " jk1")
    assert dialog.text.endswith(" jk1") and place.view.selected == 1
    qtbot.keyClick(dialog.edit, Qt.Key.Key_Escape)
    assert len(client.of(protocol.RankDocument)) == asked and "jk1" not in words(place)[1]
    window.actions_by_name["edit_text"].trigger()
    dialog_of(place, TextDialog).accept_button.click()  # the same words again
    assert len(client.of(protocol.RankDocument)) == asked


def test_an_answer_about_a_document_that_is_closed_changes_nothing(window: MainWindow, place: DocumentPage, client: FakeTaskClient) -> None:
    window.actions_by_name["edit_text"].trigger()
    dialog = dialog_of(place, TextDialog)
    window.document.requests.open_text("Another document.\nOf two lines.")
    client.run()
    dialog.edit.setPlainText("Other words.")
    dialog.accept_button.click()
    assert words(place) == ["Another document.", "Of two lines."]


def test_an_empty_sentence_is_refused_with_what_to_do(window: MainWindow, place: DocumentPage) -> None:
    place.choose_sentence(1)
    window.actions_by_name["edit_text"].trigger()
    dialog = dialog_of(place, TextDialog)
    dialog.edit.setPlainText("  ")
    dialog.accept_button.click()
    assert "needs some text" in window.status.activity.text() and "Harbour" in words(place)[1]


def test_a_speaker_is_renamed_everywhere_and_a_filter_by_the_old_name_goes(
    window: MainWindow, place: DocumentPage, client: FakeTaskClient
) -> None:
    place.filters.menus.fill(Facet.SPEAKER)
    menu = place.filters.menus.menus[Facet.SPEAKER]
    next(action for action in menu.actions() if action.data() == "Ben Holt").trigger()
    place.choose_sentence(1)
    window.actions_by_name["speaker"].trigger()
    dialog = dialog_of(place, SpeakerDialog)
    assert dialog.everywhere.text() == "Everywhere: all 3 sentences of Ben Holt"
    dialog.names.setEditText("Bernd Holt")
    dialog.everywhere.setChecked(True)
    dialog.accept_button.click()
    assert dict(place.view.speakers()) == {"Anna Berg": 3, "Bernd Holt": 3}
    assert not place.view.filter.active and len(place.view.visible) == 6
    assert place.view.row(1).has_match
    client.run()
    assert window.status.activity.text() == "Rename speaker Ben Holt to Bernd Holt"


def test_the_menu_of_the_text_is_about_the_sentence_under_the_mouse(
    place: DocumentPage, qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, _place: shown.append(menu))
    qtbot.wait(10)
    where = place.text.top_of(place.view.row(3).sentence.start + 5).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, where, place.text.viewport().mapToGlobal(where))
    qapp.sendEvent(place.text.viewport(), event)
    assert [action.text() for action in shown[0].actions()] == [
        "Merge with the next sentence",
        "Split at the text cursor",
        "Correct the words…",
        "Change the speaker…",
        "Change the language…",
    ]
    assert place.view.selected == 3 and place.view.row(3).sentence.start < place.text.cursor_point() < place.view.row(3).sentence.end
    shown[0].close()


def test_a_sentence_is_said_to_be_in_another_language_and_ranked_so(
    window: MainWindow, place: DocumentPage, client: FakeTaskClient
) -> None:
    place.choose_sentence(4)
    asked = len(client.of(protocol.RankDocument))
    window.actions_by_name["language"].trigger()
    dialog = dialog_of(place, LanguageDialog)
    assert dialog.windowTitle() == "Language of sentence 5" and dialog.languages.findText("Not known") < 0
    dialog.languages.setCurrentIndex(dialog.languages.findText("Spanish"))
    dialog.accept()
    document = place.view.document
    assert document is not None and [each.language for each in document.sentences] == ["", "", "", "", "es", ""]
    assert window.status.activity.text() == "Language of sentence 5: Spanish"
    again = client.of(protocol.RankDocument)[asked]
    assert isinstance(again, protocol.RankDocument) and again.document == document
    client.run()
    window.actions_by_name["undo"].trigger()
    assert place.view.document is not None and not any(each.language for each in place.view.document.sentences)


def test_the_whole_document_is_said_to_be_in_another_language(window: MainWindow, place: DocumentPage, client: FakeTaskClient) -> None:
    place.choose_sentence(1)
    window.actions_by_name["language"].trigger()
    dialog = dialog_of(place, LanguageDialog)
    dialog.languages.setCurrentIndex(dialog.languages.findData("uk"))
    dialog.everywhere.setChecked(True)
    dialog.accept()
    document = place.view.document
    assert document is not None and {each.language for each in document.sentences} == {"uk"} and document.main_language == "uk"
    assert window.status.activity.text() == "Language of 6 sentences: Ukrainian"
    assert "Ukrainian" in place.header.facts.text()
