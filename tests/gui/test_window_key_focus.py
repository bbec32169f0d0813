"""Bare keys act on the page with the focus only: never behind an open menu, list or dialog, nor while words are typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, QStringListModel, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QCompleter,
    QDateEdit,
    QDialog,
    QLineEdit,
    QListView,
    QMenu,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.gui.keys import KeyAction, KeyShortcut, TypedSearch, page_shortcut
from app.gui.main_window import ASK, CLAIMS, LIBRARY, NARRATIVES, VERIFY, MainWindow
from app.gui.model.commands import CHANGEABLE
from tests.fakes.task_client import FakeTaskClient
from tests.gui.test_window_document_actions import open_ranked

_MODIFIERS = ("Ctrl+", "Alt+", "Meta+")

# The offscreen platform says of every popup that it cannot do these.
pytestmark = pytest.mark.qt_log_ignore("does not support raise", "does not support grabbing the keyboard")


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    """Provide a page with one command, whose key is X; its calls are counted in a property."""
    page = QWidget()
    page.setProperty("calls", 0)
    qtbot.addWidget(page)

    def count() -> None:
        page.setProperty("calls", page.property("calls") + 1)

    for keys in ("X", "Space", "Down"):
        page_shortcut(page, count, (keys,))
    page.show()
    return page


Control = TypeVar("Control", bound=QWidget)


def focused(control: Control) -> Control:
    """Return the control with the focus in its active window."""
    control.show()
    control.window().activateWindow()
    control.setFocus()
    QTest.qWaitForWindowActive(control.window())
    assert control.hasFocus()
    return control


def press(key: Qt.Key) -> None:
    """Press a key as the window system would: on the popup if one is open, else on what has the focus."""
    popup = QApplication.activePopupWidget()
    receiver = (popup.focusWidget() or popup) if popup is not None else QApplication.focusWidget()
    assert receiver is not None
    QTest.keyClick(receiver, key)


def opened_dialog(window: MainWindow) -> QDialog:
    """Return the dialog that was opened last, once it has the focus."""
    dialog = next(dialog for dialog in window.findChildren(QDialog) if dialog.isVisible())
    dialog.activateWindow()
    for _ in range(100):
        if QApplication.activeWindow() is dialog:
            break
        QTest.qWait(10)
    assert dialog.isAncestorOf(QApplication.focusWidget())
    return dialog


@pytest.fixture
def debating(window: MainWindow, client: FakeTaskClient, debate: Path) -> MainWindow:
    """Provide a window with a ranked document whose list has the focus."""
    open_ranked(window, client, debate)
    focused(window.document.page.list)
    return window


def decided(window: MainWindow) -> int:
    return window.document.view.decided


def file_menu(window: MainWindow) -> QMenu:
    QTest.keyClick(window.document.page.list, Qt.Key.Key_F, Qt.KeyboardModifier.AltModifier)
    return active_menu()


def sentence_menu(window: MainWindow) -> QMenu:
    window.document.page.text.menu_asked.emit(window.mapToGlobal(QPoint(200, 200)))
    return active_menu()


def verdict_menu(window: MainWindow) -> QMenu:
    press(Qt.Key.Key_V)
    return active_menu()


def filter_menu(window: MainWindow) -> QMenu:
    menu = window.document.page.filters.menus.more.menu()
    menu.popup(window.mapToGlobal(QPoint(20, 20)))
    return menu


def text_field_menu(window: MainWindow) -> QMenu:
    menu = window.document.page.filters.search.createStandardContextMenu()
    menu.popup(window.mapToGlobal(QPoint(20, 20)))
    return menu


def active_menu() -> QMenu:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


@pytest.mark.parametrize("open_menu", [file_menu, sentence_menu, verdict_menu, filter_menu, text_field_menu])
def test_letters_in_an_open_menu_decide_nothing_and_act_again_when_it_is_closed(
    debating: MainWindow, open_menu: Callable[[MainWindow], QMenu]
) -> None:
    menu, selected = open_menu(debating), debating.document.view.selected
    for action in menu.actions():
        action.setEnabled(False)  # here no letter may do anything, not even in the menu
    for key in (Qt.Key.Key_X, Qt.Key.Key_A, Qt.Key.Key_S, Qt.Key.Key_F, Qt.Key.Key_J, Qt.Key.Key_Space, Qt.Key.Key_Delete, Qt.Key.Key_1):
        press(key)
    assert decided(debating) == 0 and debating.document.view.selected == selected and menu.isVisible()
    while QApplication.focusWidget() is not debating.document.page.list or menu.isVisible():
        press(Qt.Key.Key_Escape)
    press(Qt.Key.Key_X)
    assert decided(debating) == 1


@pytest.mark.parametrize("is_open", [True, False])
def test_letters_search_a_drop_down_list(page: QWidget, is_open: bool) -> None:
    box = QComboBox(page)
    box.addItems(["Apples", "Xylophones"])
    focused(box)
    if is_open:
        box.showPopup()
    press(Qt.Key.Key_X)
    chosen_row = box.view().currentIndex().row() if is_open else box.currentIndex()
    assert chosen_row == 1 and page.property("calls") == 0
    box.hidePopup()


def test_arrow_keys_move_in_a_closed_box(page: QWidget) -> None:
    box = focused(QComboBox(page))
    box.addItems(["Apples", "Pears"])
    press(Qt.Key.Key_Down)
    assert box.currentIndex() == 1 and page.property("calls") == 0


def test_completions_take_no_letter_from_the_field(page: QWidget) -> None:
    field = QLineEdit(page)
    field.setCompleter(QCompleter(["xylem", "xylophone"], field))
    focused(field)
    QTest.keyClicks(field, "xy")
    assert field.completer().popup().isVisible()
    QTest.keyClick(field.completer().popup(), Qt.Key.Key_X)
    assert field.text() == "xyx" and page.property("calls") == 0


@pytest.mark.parametrize("make", [QLineEdit, QPlainTextEdit, QDateEdit, QComboBox])
def test_a_field_keeps_its_keys(page: QWidget, make: Callable[[QWidget], QWidget]) -> None:
    field = make(page)
    if isinstance(field, QComboBox):
        field.setEditable(True)
    focused(field)
    for key in (Qt.Key.Key_X, Qt.Key.Key_Space, Qt.Key.Key_Down):
        press(key)
    assert page.property("calls") == 0


def test_space_presses_the_button_with_the_focus(page: QWidget) -> None:
    check_box = focused(QCheckBox("Limit", page))
    press(Qt.Key.Key_Space)
    assert check_box.isChecked() and page.property("calls") == 0
    press(Qt.Key.Key_X)
    assert page.property("calls") == 1  # a button has no use for letters


def test_a_field_that_cannot_be_written_in_leaves_the_keys_to_the_page(page: QWidget) -> None:
    text = QPlainTextEdit(page)
    text.setReadOnly(True)
    focused(text)
    press(Qt.Key.Key_X)
    assert page.property("calls") == 1


def test_letters_of_a_word_that_searches_a_list_are_no_commands(page: QWidget, patient_typing: None) -> None:
    class Names(TypedSearch, QListView):
        pass

    names = Names(page)
    names.setModel(QStringListModel(["Ada", "Boxer", "Cox"], names))
    focused(names)
    for key in (Qt.Key.Key_B, Qt.Key.Key_O, Qt.Key.Key_X):
        press(key)
    assert names.currentIndex().data() == "Boxer" and page.property("calls") == 0
    QApplication.setKeyboardInputInterval(0)
    QTest.qWait(5)
    press(Qt.Key.Key_X)
    assert page.property("calls") == 1


@pytest.fixture
def patient_typing(qapp: QApplication) -> Iterator[None]:
    """Let a word be typed slowly, so that a busy computer changes nothing."""
    before = qapp.keyboardInputInterval()
    qapp.setKeyboardInputInterval(60_000)
    yield
    qapp.setKeyboardInputInterval(before)


def test_letters_in_a_dialog_do_nothing_behind_it(debating: MainWindow) -> None:
    debating.actions_by_name["shortcuts"].trigger()
    opened_dialog(debating)
    for key in (Qt.Key.Key_X, Qt.Key.Key_A, Qt.Key.Key_F):
        press(key)
    assert decided(debating) == 0
    press(Qt.Key.Key_Escape)
    focused(debating.document.page.list)
    press(Qt.Key.Key_X)
    assert decided(debating) == 1


def test_letters_in_the_palette_do_nothing_behind_it(debating: MainWindow) -> None:
    debating.actions_by_name["palette"].trigger()
    opened_dialog(debating)
    QTest.keyClicks(QApplication.focusWidget(), "xaf")
    assert decided(debating) == 0 and debating.finder.dialog is not None
    assert debating.finder.dialog.input.text() == "xaf"
    debating.finder.dialog.close()


def test_every_bare_key_of_the_window_is_bound_in_one_way(window: MainWindow) -> None:
    for page_index in (CLAIMS, ASK, VERIFY, NARRATIVES, LIBRARY):
        window.go(page_index)
    bindings: list[tuple[QAction | QShortcut, QKeySequence]] = [
        (action, keys) for action in window.findChildren(QAction) if action.associatedObjects() for keys in action.shortcuts()
    ]
    bindings += [(shortcut, keys) for shortcut in window.findChildren(QShortcut) for keys in shortcut.keys()]  # noqa: SIM118
    bare = [(owner, keys.toString()) for owner, keys in bindings if not keys.toString().startswith(_MODIFIERS)]
    assert [keys for owner, keys in bare if not isinstance(owner, KeyAction | KeyShortcut)] == []
    assert len(bare) > sum(len(command.keys) for command in CHANGEABLE if not command.keys[:1] or "+" not in command.keys[0]) // 2


def test_the_keys_of_a_search_field_and_its_table_are_theirs_alone(window: MainWindow) -> None:
    window.go(LIBRARY)
    browser = window.library.page.browser
    focused(browser.verdict)
    press(Qt.Key.Key_Down)
    assert browser.verdict.hasFocus() and browser.verdict.currentIndex() == 1
    for key in (Qt.Key.Key_Slash, Qt.Key.Key_Escape):
        press(key)
    assert browser.verdict.hasFocus()
    focused(browser.table)
    press(Qt.Key.Key_Slash)
    assert browser.search.hasFocus()
    press(Qt.Key.Key_Down)
    assert browser.table.hasFocus()
