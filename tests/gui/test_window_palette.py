"""The command palette in the real window: search, Return, and Esc, which restores the earlier state."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.gui.main_window import CLAIMS, DOCUMENT, LIBRARY, MainWindow
from app.gui.model.commands import CHANGEABLE
from app.gui.model.places import VERIFY
from app.gui.palette.dialog import PaletteDialog
from app.gui.preferences import load_preferences
from app.gui.theme import Appearance
from tests.fakes.task_client import FakeTaskClient


def open_palette(window: MainWindow) -> PaletteDialog:
    window.actions_by_name["palette"].trigger()
    dialog = window.finder.dialog
    assert dialog is not None
    wait_until(dialog.input.hasFocus)
    return dialog


def wait_until(true: Callable[[], bool]) -> None:
    """Run the event loop until the condition holds. Windows become active in the event loop, and keys go to the active one."""
    for _ in range(500):
        if true():
            return
        QTest.qWait(10)
    raise AssertionError("the focus did not come")


def row_labels(dialog: PaletteDialog) -> list[str]:
    return [hit.offer.text for hit in dialog.rows.hits]


def run_command(window: MainWindow, query: str) -> None:
    dialog = open_palette(window)
    QTest.keyClicks(dialog.input, query)
    QTest.keyClick(dialog.input, Qt.Key.Key_Return)
    assert window.finder.dialog is None


def test_the_shortcut_opens_the_palette_with_every_command_page_and_appearance(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    dialog = window.finder.dialog
    assert dialog is not None
    wait_until(dialog.input.hasFocus)
    row_texts = row_labels(dialog)
    assert all(command.text in row_texts for command in CHANGEABLE if command.name != "palette")
    assert {"Go to Document", "Go to Claims", "Go to Library", "Appearance: Dark"} <= set(row_texts)
    dialog.reject()


def test_escape_closes_it_and_the_focus_is_back(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.document.open_path(debate)
    client.run()
    before = window.document.page.filters.search
    before.setFocus()
    dialog = open_palette(window)
    QTest.keyClicks(dialog.input, "dark")
    QTest.keyClick(dialog.input, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    wait_until(before.hasFocus)
    assert window.theme.appearance is not Appearance.DARK


def test_return_runs_what_the_letters_find(window: MainWindow) -> None:
    run_command(window, "golib")
    assert window.stack.currentIndex() == LIBRARY
    run_command(window, "dark")
    assert window.theme.appearance is Appearance.DARK and window.preferences.settings.theme == "dark"
    checked = [action.data() for action in window.menus._appearances.actions() if action.isChecked()]
    assert checked == [Appearance.DARK]
    run_command(window, "light")
    assert window.theme.appearance is Appearance.LIGHT


def test_page_commands_run_from_any_page(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.document.open_path(debate)
    client.run()
    window.document.page.choose_sentence(1)
    window.go(CLAIMS)
    run_command(window, "filter sent")
    assert window.stack.currentIndex() == DOCUMENT
    wait_until(window.document.page.filters.search.hasFocus)
    before = window.document.view.current
    run_command(window, "next sentence")
    assert window.document.view.current is not None and window.document.view.current != before


def test_a_command_of_the_shown_page_keeps_the_focus(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.document.open_path(debate)
    client.run()
    focused = window.document.page.filters.search
    focused.setFocus()
    run_command(window, "next sentence")
    wait_until(focused.hasFocus)
    QTest.qWait(20)
    assert focused.hasFocus()


def test_a_command_of_a_page_goes_to_its_page(window: MainWindow, client: FakeTaskClient) -> None:
    run_command(window, "verify a new claim")
    client.run()
    assert window.stack.currentIndex() == VERIFY and window.verify.view.current is not None
    window.go(DOCUMENT)
    run_command(window, "new fact-check")
    assert window.stack.currentIndex() == LIBRARY


def test_disabled_commands_are_shown_and_do_nothing(window: MainWindow) -> None:
    dialog = open_palette(window)
    QTest.keyClicks(dialog.input, "export rep")
    hit = dialog.rows.hits[0]
    assert hit.offer.text == "Export report…" and not hit.offer.enabled
    QTest.keyClick(dialog.input, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert dialog.input.accessibleDescription().endswith("not available now")
    dialog.reject()


def test_arrows_choose_a_row_and_a_click_runs_one(window: MainWindow, qtbot: QtBot) -> None:
    dialog = open_palette(window)
    QTest.keyClicks(dialog.input, "go to")
    row_texts = row_labels(dialog)[:3]
    QTest.keyClick(dialog.input, Qt.Key.Key_Down)
    assert dialog.input.accessibleDescription().startswith(row_texts[1])
    row = dialog.rows.index(row_texts.index("Go to Claims"))
    qtbot.mouseClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=dialog.list.visualRect(row).center())
    assert window.stack.currentIndex() == CLAIMS


def test_recently_used_commands_come_first_even_after_a_restart(window: MainWindow) -> None:
    run_command(window, "golib")
    run_command(window, "larger")
    dialog = open_palette(window)
    assert row_labels(dialog)[:2] == ["Larger text", "Go to Library"]
    dialog.reject()
    window.close()
    assert load_preferences().state.palette[:2] == ("command:larger", f"place:{LIBRARY}")


def test_a_recent_document_is_opened(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.preferences.add_recent(debate)
    window.preferences.add_recent(debate.with_name("gone.txt"))
    dialog = open_palette(window)
    assert "Open debate.txt" in row_labels(dialog) and "Open gone.txt" not in row_labels(dialog)
    dialog.reject()
    window.go(LIBRARY)
    run_command(window, "debate")
    client.run()
    assert window.stack.currentIndex() == DOCUMENT
    assert window.document.view.document is not None and window.document.view.document.source == str(debate)


def test_letters_without_a_match_show_a_message(window: MainWindow) -> None:
    dialog = open_palette(window)
    QTest.keyClicks(dialog.input, "qqqq")
    assert dialog.nothing.isVisible() and not dialog.list.isVisible()
    QTest.keyClick(dialog.input, Qt.Key.Key_Return)
    assert dialog.isVisible() and dialog.input.accessibleDescription() == "Nothing was found"
    dialog.reject()


@pytest.mark.parametrize("size", [(640, 400), (1280, 800)])
def test_the_palette_lies_inside_its_window(window: MainWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    dialog = open_palette(window)
    assert window.geometry().contains(dialog.geometry())
    dialog.reject()
