"""Adding, editing, deleting and undoing in the library place, through real widgets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QMessageBox, QPlainTextEdit
from pytestqt.qtbot import QtBot

from app.domain.factcheck import FactCheck
from app.domain.verdict import Verdict
from app.gui.library.factcheck_editor import FactCheckEditor
from app.gui.library.page import LibraryPage
from app.gui.main_window import LIBRARY, MainWindow
from app.gui.widgets.language_dialog import LanguageDialog
from app.worker import protocol
from tests.fakes.task_client import Broken, FakeTaskClient

MakeWindow = Callable[[FakeTaskClient], MainWindow]


@pytest.fixture
def place(window: MainWindow) -> LibraryPage:
    window.go(LIBRARY)
    window.library.page.table.setFocus()
    return window.library.page


def editor_of(place: LibraryPage) -> FactCheckEditor:
    assert place.changes.editor is not None
    return place.changes.editor


def type_in(editor: FactCheckEditor, **values: str) -> None:
    for name, text in values.items():
        field = editor.inputs[name]
        if isinstance(field, QComboBox):
            field.setCurrentIndex(field.findData(text))
        elif isinstance(field, QPlainTextEdit):
            field.setPlainText(text)
        else:
            field.setText(text)


def answer(text: str, asked: list[str]) -> None:
    """Press the button of this text in the next question, and keep what was asked."""

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        assert box.textFormat() == Qt.TextFormat.PlainText
        asked.append(f"{box.text()}\n{box.informativeText()}")
        found: list[QAbstractButton] = [each for each in box.buttons() if each.text().replace("&", "") == text]
        found[0].click()

    QTimer.singleShot(0, press)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_E])
def test_a_factcheck_is_edited_by_keyboard_and_the_table_stays(
    place: LibraryPage, client: FakeTaskClient, key: Qt.Key, qtbot: QtBot
) -> None:
    place.table.selectRow(1)
    QTest.keyClick(place.table, key)
    client.run()
    editor = editor_of(place)
    assert editor.values()["claim"] == "Seven rivers cross Velden county" and editor.windowTitle() == "Edit fact-check"
    type_in(editor, note="seen", verdict="SATIRE", claimed="2019-02-28")
    editor.save.click()
    client.run()
    asked = client.of(protocol.EditFactCheck)[0]
    assert isinstance(asked, protocol.EditFactCheck)
    assert asked.values == {"note": "seen", "verdict": "SATIRE", "claimed": "2019-02-28"} and asked.factcheck == "b"
    assert place.changes.editor is None and place.table.currentIndex().row() == 1
    assert place.browser.current() == client.library[1] and client.library[1].note == "seen"
    assert place.notice.message.text() == "Changed “Seven rivers cross Velden county”." and place.notice.button.text() == "Undo"


def test_what_is_wrong_is_told_beside_the_field_and_nothing_typed_is_lost(place: LibraryPage, client: FakeTaskClient) -> None:
    place.table.selectRow(0)
    place.details.edit_asked.emit()
    client.run()
    editor = editor_of(place)
    type_in(editor, claim="  ", published="2021-02-29", claimed="yesterday", url="desk", language="English!")
    editor.save.click()
    told = {name: each.text() for name, each in editor.problems.items() if each.isVisible()}
    assert set(told) == {"claim", "published", "claimed", "url", "language"}
    assert told["published"] == "There is no such day in the calendar." and "year-month-day" in told["claimed"]
    assert editor.focusWidget() is editor.inputs["claim"]
    assert editor.inputs["claim"].accessibleDescription() == "A fact-check needs a claim."
    assert client.of(protocol.EditFactCheck) == [] and editor.values()["claimed"] == "yesterday"
    type_in(editor, published="2021-02-28")
    assert not editor.problems["published"].isVisible() and editor.problems["claim"].isVisible()
    type_in(editor, claim="Bridges are dear", claimed="", url="", language="en")
    client.breaking[protocol.EditFactCheck] = Broken("disk-full", "The disk is full.", "Free some space and try again.")
    editor.save.click()
    client.run()
    assert editor.isVisible() and editor.error.message.text() == "The disk is full." and editor.values()["claim"] == "Bridges are dear"
    del client.breaking[protocol.EditFactCheck]
    editor.save.click()
    client.run()
    assert client.library[0].claim == "Bridges are dear" and client.library[0].published == date(2021, 2, 28)


def test_closing_a_form_asks_before_what_was_typed_is_lost(place: LibraryPage, client: FakeTaskClient) -> None:
    place.changes.add()
    editor = editor_of(place)
    type_in(editor, claim="half a sent")
    asked: list[str] = []
    answer("Keep editing", asked)
    editor.reject()
    assert editor.isVisible() and len(asked) == 1
    answer("Discard", asked)
    editor.reject()
    assert place.changes.editor is None and client.of(protocol.AddFactCheck) == []
    place.changes.add()
    editor_of(place).reject()
    assert place.changes.editor is None and len(asked) == 2


def test_a_new_factcheck_is_added_chosen_and_taken_back(
    window: MainWindow, place: LibraryPage, client: FakeTaskClient, qtbot: QtBot
) -> None:
    QTest.keyClick(place.table, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    editor = editor_of(place)
    publisher = editor.inputs["publisher"]
    assert isinstance(publisher, QLineEdit) and publisher.completer().model().rowCount() == 1
    type_in(editor, claim="The moon is hollow", publisher="Sample desk", rating="Nonsense")
    qtbot.waitUntil(editor.isActiveWindow)
    QTest.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    client.run()
    assert len(client.library) == 4 and window.status.library.text().startswith("4 fact-checks")
    assert place.browser.current() == client.library[3] and place.found.text() == "4 fact-checks"
    assert place.notice.message.text() == "Added “The moon is hollow”."
    place.notice.button.click()
    client.run()
    assert [check.id for check in client.library] == ["a", "b", "c"] and place.model.rowCount() == 3
    assert place.notice.message.text() == "Undone: Added “The moon is hollow”." and not place.notice.button.isVisible()


def test_several_are_deleted_after_a_question_that_names_them_and_undone(place: LibraryPage, client: FakeTaskClient, qtbot: QtBot) -> None:
    before = list(client.library)
    place.table.choose_rows([0, 2], current=0)
    asked: list[str] = []
    answer("Cancel", asked)
    QTest.keyClick(place.table, Qt.Key.Key_Delete)
    assert client.of(protocol.DeleteFactChecks) == []
    place.window().activateWindow()
    qtbot.waitUntil(place.isActiveWindow)
    answer("Delete", asked)
    QTest.keyClick(place.table, Qt.Key.Key_Delete)
    client.run()
    assert "Delete these 2 fact-checks?" in asked[1] and "Harbour bridges cost nine million crowns" in asked[1]
    assert "Museums lost half of visitors (Sample desk)" in asked[1] and "rivers" not in asked[1]
    assert [check.id for check in client.library] == ["b"] and place.model.rowCount() == 1
    assert place.browser.current() == client.library[0] and place.notice.message.text() == "2 fact-checks deleted."
    place.window().activateWindow()
    qtbot.waitUntil(place.isActiveWindow)
    QTest.keyClick(place.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    client.run()
    assert sorted(client.library, key=lambda check: check.id) == before
    assert {check.id for check in place.browser.chosen()} == {"a", "c"}


def test_changes_are_undone_one_after_the_other(place: LibraryPage, client: FakeTaskClient) -> None:
    before = list(client.library)
    for note in ("first", "second"):
        place.table.selectRow(0)
        place.details.edit_asked.emit()
        client.run()
        type_in(editor_of(place), note=note)
        editor_of(place).save.click()
        client.run()
    place.changes.undo()
    place.changes.undo()  # while the first is under way: nothing is undone twice
    client.run()
    assert client.library[0].note == "first" and len(client.of(protocol.RestoreFactChecks)) == 1
    assert place.notice.hint.text().startswith("Undo takes back: Changed “Harbour bridges")
    place.notice.button.click()
    client.run()
    place.changes.undo()
    client.run()
    assert client.library == before and len(client.of(protocol.RestoreFactChecks)) == 2


def test_the_place_in_a_long_table_is_kept(make_window: MakeWindow, client: FakeTaskClient) -> None:
    client.library = [FactCheck(id=f"n{n:03}", claim=f"Claim number {n}", verdict=Verdict.TRUE) for n in range(250)]
    window = make_window(client)
    window.go(LIBRARY)
    client.run()
    place = window.library.page
    place.model.fetchMore()
    client.run()
    assert place.model.rowCount() == 200
    place.table.selectRow(150)
    place.table.scrollTo(place.model.index(150, 0))
    bar = place.table.verticalScrollBar()
    bar.setValue(bar.value() + 120)  # the chosen row is neither at the top nor at the foot
    scrolled = bar.value()
    client.library[150] = replace(client.library[150], note="changed elsewhere")
    del client.library[10]
    place.browser.refresh()
    client.run()
    assert scrolled > 0 and place.table.verticalScrollBar().value() == scrolled
    current = place.browser.current()
    assert current is not None and (current.id, current.note) == ("n150", "changed elsewhere")
    assert place.table.currentIndex().row() == 149 and place.model.rowCount() == 200


def test_a_factcheck_that_is_gone_is_told(place: LibraryPage, client: FakeTaskClient) -> None:
    place.table.selectRow(0)
    client.library.clear()
    place.details.edit_asked.emit()
    client.run()
    assert place.error.message.text() == "This fact-check is no longer in the library." and place.changes.editor is None


def test_letters_in_the_search_stay_letters(place: LibraryPage, client: FakeTaskClient) -> None:
    place.table.selectRow(0)
    place.search.setFocus()
    QTest.keyClicks(place.search, "eel")
    QTest.keyClick(place.search, Qt.Key.Key_Delete)
    client.run()
    assert place.search.text() == "eel" and place.changes.editor is None


def language_dialog_of(place: LibraryPage) -> LanguageDialog:
    return [each for each in place.findChildren(LanguageDialog) if each.isVisible()][-1]


def test_the_language_of_the_chosen_factchecks_is_given_and_taken_back(place: LibraryPage, client: FakeTaskClient) -> None:
    before = list(client.library)
    place.table.choose_rows([0, 1], current=0)
    QTest.keyClick(place.table, Qt.Key.Key_L)
    dialog = language_dialog_of(place)
    assert dialog.windowTitle() == "Language of 2 fact-checks" and not dialog.everywhere.isVisible()
    assert dialog.languages.itemText(0) == "Not known" and dialog.languages.findText("Portuguese") > 0
    dialog.languages.setCurrentIndex(dialog.languages.findData("pt"))
    dialog.accept_button.click()
    client.run()
    asked = client.of(protocol.SetLanguage)[0]
    assert isinstance(asked, protocol.SetLanguage) and asked.language == "pt" and asked.ids == ("a", "b")
    assert [each.language for each in client.library[:2]] == ["pt", "pt"]
    assert place.notice.message.text() == "2 fact-checks changed." and place.notice.button.text() == "Undo"
    place.notice.button.click()
    client.run()
    assert client.library == before


def test_a_language_that_is_theirs_already_is_no_change(place: LibraryPage, client: FakeTaskClient) -> None:
    client.library[0] = replace(client.library[0], language="hu")
    place.browser.refresh()
    client.run()
    place.table.selectRow(0)
    place.details.language_asked.emit()
    dialog = language_dialog_of(place)
    assert dialog.code == "hu" and dialog.languages.currentText() == "Hungarian"
    dialog.accept()
    client.run()
    assert len(client.of(protocol.SetLanguage)) == 1 and not place.notice.isVisible()
