"""Every menu has letters: each entry one of its own, in every language, and a letter pressed in the open menu chooses its entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app import translation
from app.domain.verdict import Verdict
from app.gui.main_window import LIBRARY, MainWindow
from app.gui.model.mnemonics import with_mnemonics
from app.gui.widgets.menu import Menu
from tests.fakes.task_client import FakeTaskClient
from tests.gui.test_window_document_actions import open_ranked

pytestmark = pytest.mark.qt_log_ignore("does not support raise", "does not support grabbing the keyboard")


def letter(text: str) -> str:
    """Return the letter that chooses an entry or a menu of the menu bar; "" for none."""
    return QKeySequence.mnemonic(text).toString().rpartition("+")[2]


def entries(menu: QMenu) -> list[QAction]:
    return [action for action in menu.actions() if not action.isSeparator() and action.isVisible()]


def menus_of(menu: QMenu) -> Iterator[QMenu]:
    """Yield a menu and all its submenus."""
    yield menu
    for action in menu.actions():
        submenu = action.menu()
        if isinstance(submenu, QMenu):
            yield from menus_of(submenu)


def without_letter(menu: QMenu) -> list[str]:
    """Open a menu; return its entries whose letter is missing or shared."""
    menu.popup(QPoint(0, 0))
    letters = [letter(action.text()) for action in entries(menu)]
    lacking = [action.text() for action, own in zip(entries(menu), letters, strict=True) if not own or letters.count(own) > 1]
    menu.close()
    return lacking


@pytest.fixture(params=["en", "es"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Let the window speak one language."""
    translation.use(request.param)
    yield request.param
    translation.use("en")


def test_every_entry_of_the_menu_bar_has_a_letter_of_its_own(
    language: str, make_window: Callable[[FakeTaskClient], MainWindow], client: FakeTaskClient, debate: Path
) -> None:
    window = make_window(client)
    client.run()
    open_ranked(window, client, debate)
    titles = [letter(action.text()) for action in window.menuBar().actions()]
    assert "" not in titles and len(set(titles)) == len(titles)
    menus = [submenu for action in window.menuBar().actions() for submenu in menus_of(action.menu())]
    assert len(menus) == 8 and [text for menu in menus for text in without_letter(menu)] == []


def test_every_entry_of_the_filter_menus_has_a_letter(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    open_ranked(window, client, debate)
    for button in window.document.page.filters.menus.all_buttons():
        for menu in menus_of(button.menu()):
            assert without_letter(menu) == [] and isinstance(menu, Menu)


def test_a_letter_chooses_an_entry_of_the_open_menu(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    open_ranked(window, client, debate)
    window.document.page.list.setFocus()
    menu = window.menuBar().actions()[0].menu()
    assert isinstance(menu, Menu)
    menu.popup(QPoint(0, 0))
    export = window.actions_by_name["export"]
    QTest.keyClick(menu, Qt.Key[f"Key_{letter(export.text())}"])
    assert not menu.isVisible() and window.document.view.decided == 0
    dialog = window.document.export.dialog
    assert dialog is not None and dialog.isVisible()
    dialog.close()


def test_a_letter_gives_a_verdict(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    open_ranked(window, client, debate)
    window.activateWindow()
    window.document.page.list.setFocus()
    QTest.keyClick(window.document.page.list, Qt.Key.Key_V)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, Menu) and without_letter_now(menu) == []
    mixed = next(action for action in menu.actions() if action.data() == Verdict.MIXED.value)
    QTest.keyClick(menu, Qt.Key[f"Key_{letter(mixed.text())}"])
    row = window.document.view.current
    assert row is not None and row.review.verdict is Verdict.MIXED


def without_letter_now(menu: QMenu) -> list[str]:
    return [action.text() for action in entries(menu) if not letter(action.text())]


def test_buttons_and_palette_never_see_the_letters(window: MainWindow) -> None:
    menu = window.menuBar().actions()[0].menu()
    assert isinstance(menu, Menu)
    before = [action.text() for action in menu.actions()]
    menu.popup(QPoint(0, 0))
    assert [action.text() for action in menu.actions()] != before
    menu.close()
    assert [action.text() for action in menu.actions()] == before and not any("&" in text for text in before)


def test_the_commands_of_the_table_of_fact_checks_have_letters(window: MainWindow) -> None:
    window.go(LIBRARY)
    table = window.library.page.table
    table.selectRow(0)
    QApplication.sendEvent(table, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, Menu) and len(entries(menu)) == 3 and without_letter_now(menu) == []
    menu.close()


def test_an_ampersand_and_the_name_of_a_key_stay(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    menu = Menu("", parent)
    menu.addAction("Fish && chips\tF")
    menu.addAction("&Written by hand")
    menu.popup(QPoint(0, 0))
    assert [action.text() for action in menu.actions()] == ["&Fish && chips\tF", "&Written by hand"]
    menu.clear()
    menu.addAction("Filled anew")
    menu.close()
    assert [action.text() for action in menu.actions()] == ["Filled anew"]


def test_words_that_begin_alike_take_another_letter() -> None:
    assert with_mnemonics(("Merge", "Mark", "Move", "M")) == ["M&erge", "M&ark", "M&ove", "&M"]
    assert with_mnemonics(("Ox", "Fox", "Of")) == ["O&x", "&Fox", "&Of"]
    assert with_mnemonics(("A", "a")) == ["&A", "a"]
