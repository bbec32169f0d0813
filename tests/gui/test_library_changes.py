"""Adding, editing, deleting and undoing on the library page, through real widgets."""

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
def page(window: MainWindow) -> LibraryPage:
    window.go(LIBRARY)
    window.library.page.table.setFocus()
    return window.library.page


def editor_of(page: LibraryPage) -> FactCheckEditor:
    assert page.changes.editor is not None
    return page.changes.editor


def type_in(editor: FactCheckEditor, **values: str) -> None:
    for name, text in values.items():
        field = editor.inputs[name]
        if isinstance(field, QComboBox):
            field.setCurrentIndex(field.findData(text))
        elif isinstance(field, QPlainTextEdit):
            field.setPlainText(text)
        else:
            field.setText(text)


def press_in_next_question(text: str, messages: list[str]) -> None:
    """Press the button with this text in the next message box, and append the box's texts to `messages`."""

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        assert box.textFormat() == Qt.TextFormat.PlainText
        messages.append(f"{box.text()}\n{box.informativeText()}")
        buttons: list[QAbstractButton] = [button for button in box.buttons() if button.text().replace("&", "") == text]
        buttons[0].click()

    QTimer.singleShot(0, press)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_E])
def test_a_factcheck_is_edited_by_keyboard_and_the_table_stays(
    page: LibraryPage, client: FakeTaskClient, key: Qt.Key, qtbot: QtBot
) -> None:
    page.table.selectRow(1)
    QTest.keyClick(page.table, key)
    client.run()
    editor = editor_of(page)
    assert editor.values()["claim"] == "Seven rivers cross Velden county" and editor.windowTitle() == "Edit fact-check"
    type_in(editor, note="seen", verdict="SATIRE", claimed="2019-02-28")
    editor.save.click()
    client.run()
    request = client.of(protocol.EditFactCheck)[0]
    assert isinstance(request, protocol.EditFactCheck)
    assert request.values == {"note": "seen", "verdict": "SATIRE", "claimed": "2019-02-28"} and request.factcheck == "b"
    assert page.changes.editor is None and page.table.currentIndex().row() == 1
    assert page.browser.current() == client.library[1] and client.library[1].note == "seen"
    assert page.notice.message.text() == "Changed “Seven rivers cross Velden county”." and page.notice.button.text() == "Undo"


def test_invalid_fields_show_their_error_and_keep_the_typed_text(page: LibraryPage, client: FakeTaskClient) -> None:
    page.table.selectRow(0)
    page.details.edit_asked.emit()
    client.run()
    editor = editor_of(page)
    type_in(editor, claim="  ", published="2021-02-29", claimed="yesterday", url="desk", language="English!")
    editor.save.click()
    problems = {name: label.text() for name, label in editor.problems.items() if label.isVisible()}
    assert set(problems) == {"claim", "published", "claimed", "url", "language"}
    assert "2021-02-29" in problems["published"] and "“yesterday” is not a date" in problems["claimed"]
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


def test_closing_a_form_asks_before_typed_text_is_lost(page: LibraryPage, client: FakeTaskClient) -> None:
    page.changes.add()
    editor = editor_of(page)
    type_in(editor, claim="half a sent")
    messages: list[str] = []
    press_in_next_question("Keep editing", messages)
    editor.reject()
    assert editor.isVisible() and len(messages) == 1
    press_in_next_question("Discard", messages)
    editor.reject()
    assert page.changes.editor is None and client.of(protocol.AddFactCheck) == []
    page.changes.add()
    editor_of(page).reject()
    assert page.changes.editor is None and len(messages) == 2


def test_a_new_factcheck_is_added_selected_and_undone(window: MainWindow, page: LibraryPage, client: FakeTaskClient, qtbot: QtBot) -> None:
    QTest.keyClick(page.table, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    editor = editor_of(page)
    publisher = editor.inputs["publisher"]
    assert isinstance(publisher, QLineEdit) and publisher.completer().model().rowCount() == 1
    type_in(editor, claim="The moon is hollow", publisher="Sample desk", rating="Nonsense")
    qtbot.waitUntil(editor.isActiveWindow)
    QTest.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    client.run()
    assert len(client.library) == 4 and window.status.library.accessibleName().startswith("library: 4 fact-checks")
    assert page.browser.current() == client.library[3] and page.found.text() == "4 fact-checks"
    assert page.notice.message.text() == "Added “The moon is hollow”."
    page.notice.button.click()
    client.run()
    assert [check.id for check in client.library] == ["a", "b", "c"] and page.model.rowCount() == 3
    assert page.notice.message.text() == "Undone: Added “The moon is hollow”." and not page.notice.button.isVisible()


def test_several_are_deleted_after_a_question_that_names_them_and_undone(page: LibraryPage, client: FakeTaskClient, qtbot: QtBot) -> None:
    before = list(client.library)
    page.table.choose_rows([0, 2], current=0)
    messages: list[str] = []
    press_in_next_question("Cancel", messages)
    QTest.keyClick(page.table, Qt.Key.Key_Delete)
    assert client.of(protocol.DeleteFactChecks) == []
    page.window().activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    press_in_next_question("Delete", messages)
    QTest.keyClick(page.table, Qt.Key.Key_Delete)
    client.run()
    assert "Delete these 2 fact-checks?" in messages[1] and "Harbour bridges cost nine million crowns" in messages[1]
    assert "Museums lost half of visitors (Sample desk)" in messages[1] and "rivers" not in messages[1]
    assert [check.id for check in client.library] == ["b"] and page.model.rowCount() == 1
    assert page.browser.current() == client.library[0] and page.notice.message.text() == "2 fact-checks deleted."
    page.window().activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    QTest.keyClick(page.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    client.run()
    assert sorted(client.library, key=lambda check: check.id) == before
    assert {check.id for check in page.browser.chosen()} == {"a", "c"}


def test_changes_are_undone_in_reverse_order(page: LibraryPage, client: FakeTaskClient) -> None:
    before = list(client.library)
    for note in ("first", "second"):
        page.table.selectRow(0)
        page.details.edit_asked.emit()
        client.run()
        type_in(editor_of(page), note=note)
        editor_of(page).save.click()
        client.run()
    page.changes.undo()
    page.changes.undo()  # while the first is under way: nothing is undone twice
    client.run()
    assert client.library[0].note == "first" and len(client.of(protocol.RestoreFactChecks)) == 1
    assert page.notice.hint.text().startswith("Undo takes back: Changed “Harbour bridges")
    page.notice.button.click()
    client.run()
    page.changes.undo()
    client.run()
    assert client.library == before and len(client.of(protocol.RestoreFactChecks)) == 2


def test_a_long_table_keeps_its_scroll_position(make_window: MakeWindow, client: FakeTaskClient) -> None:
    client.library = [FactCheck(id=f"n{n:03}", claim=f"Claim number {n}", verdict=Verdict.TRUE) for n in range(250)]
    window = make_window(client)
    window.go(LIBRARY)
    client.run()
    page = window.library.page
    page.model.fetchMore()
    client.run()
    assert page.model.rowCount() == 200
    page.table.selectRow(150)
    page.table.scrollTo(page.model.index(150, 0))
    bar = page.table.verticalScrollBar()
    bar.setValue(bar.value() + 120)  # the chosen row is neither at the top nor at the foot
    scrolled = bar.value()
    client.library[150] = replace(client.library[150], note="changed elsewhere")
    del client.library[10]
    page.browser.refresh()
    client.run()
    assert scrolled > 0 and page.table.verticalScrollBar().value() == scrolled
    current = page.browser.current()
    assert current is not None and (current.id, current.note) == ("n150", "changed elsewhere")
    assert page.table.currentIndex().row() == 149 and page.model.rowCount() == 200


def test_editing_a_factcheck_that_was_deleted_shows_an_error(page: LibraryPage, client: FakeTaskClient) -> None:
    page.table.selectRow(0)
    client.library.clear()
    page.details.edit_asked.emit()
    client.run()
    assert page.error.message.text() == "This fact-check is no longer in the library." and page.changes.editor is None


def test_keys_pressed_in_the_search_field_run_no_command(page: LibraryPage, client: FakeTaskClient) -> None:
    page.table.selectRow(0)
    page.search.setFocus()
    QTest.keyClicks(page.search, "eel")
    QTest.keyClick(page.search, Qt.Key.Key_Delete)
    client.run()
    assert page.search.text() == "eel" and page.changes.editor is None


def language_dialog_of(page: LibraryPage) -> LanguageDialog:
    return [dialog for dialog in page.findChildren(LanguageDialog) if dialog.isVisible()][-1]


def test_the_language_of_selected_factchecks_is_set_and_undone(page: LibraryPage, client: FakeTaskClient) -> None:
    before = list(client.library)
    page.table.choose_rows([0, 1], current=0)
    QTest.keyClick(page.table, Qt.Key.Key_L)
    dialog = language_dialog_of(page)
    assert dialog.windowTitle() == "Language of 2 fact-checks" and not dialog.everywhere.isVisible()
    assert dialog.languages.itemText(0) == "Not known" and dialog.languages.findText("Portuguese") > 0
    dialog.languages.setCurrentIndex(dialog.languages.findData("pt"))
    dialog.accept_button.click()
    client.run()
    request = client.of(protocol.SetLanguage)[0]
    assert isinstance(request, protocol.SetLanguage) and request.language == "pt" and request.ids == ("a", "b")
    assert [factcheck.language for factcheck in client.library[:2]] == ["pt", "pt"]
    assert page.notice.message.text() == "2 fact-checks changed." and page.notice.button.text() == "Undo"
    page.notice.button.click()
    client.run()
    assert client.library == before


def test_setting_the_same_language_changes_nothing(page: LibraryPage, client: FakeTaskClient) -> None:
    client.library[0] = replace(client.library[0], language="hu")
    page.browser.refresh()
    client.run()
    page.table.selectRow(0)
    page.details.language_asked.emit()
    dialog = language_dialog_of(page)
    assert dialog.code == "hu" and dialog.languages.currentText() == "Hungarian"
    dialog.accept()
    client.run()
    assert len(client.of(protocol.SetLanguage)) == 1 and not page.notice.isVisible()
