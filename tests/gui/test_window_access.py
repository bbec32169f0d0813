"""Keyboard and screen-reader access to the window: names, focus, keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QDialog, QLineEdit, QWidget

from app.domain.post import Post
from app.gui.main_window import ASK, CLAIMS, DOCUMENT, LIBRARY, NARRATIVES, VERIFY, MainWindow
from app.gui.widgets.button import Button
from tests.fakes.task_client import FakeTaskClient


def interactive(root: QWidget) -> list[QWidget]:
    """Return the widgets that Tab reaches. The line edit inside a date or combo box counts as the box."""
    return [
        widget
        for widget in root.findChildren(QWidget)
        if widget.isVisible()
        and widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not (isinstance(widget, QLineEdit) and isinstance(widget.parent(), QAbstractSpinBox))
    ]


def nameless(root: QWidget) -> list[str]:
    """Return the classes of reachable widgets that a screen reader could not name."""
    missing = []
    for widget in interactive(root):
        spoken = QAccessible.queryAccessibleInterface(widget)
        if spoken is None or not spoken.text(QAccessible.Text.Name).strip():
            missing.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
    return missing


@pytest.mark.parametrize("page", [DOCUMENT, CLAIMS, ASK, VERIFY, NARRATIVES, LIBRARY])
def test_everything_that_can_be_reached_has_a_name(window: MainWindow, client: FakeTaskClient, debate: Path, page: int) -> None:
    window.document.open_path(debate)
    client.run()
    window.claims.look_up("Seven rivers cross Velden county")
    client.pile.posts = [Post(id="a", text="Rain causes floods"), Post(id="b", text="Rain does not cause floods")]
    client.run()
    window.go(page)
    client.run()
    if page == ASK:
        window.ask.ask("What causes floods?")
        client.run()
        window.ask.page.answers.idle_work.finish()
    if page == LIBRARY:
        window.library.page.table.selectRow(0)
    if page == NARRATIVES:
        window.narratives.find()
        client.run()
    assert len(interactive(window)) > 5
    assert nameless(window) == []


@pytest.mark.parametrize("action", ["import", "import_posts", "shortcuts"])
def test_dialogs_have_names_too(window: MainWindow, action: str) -> None:
    window.actions_by_name[action].trigger()
    dialog = next(candidate for candidate in window.findChildren(QDialog) if candidate.isVisible())
    assert nameless(dialog) == []
    dialog.close()


def test_rows_say_their_text(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.document.open_path(debate)
    client.run()
    model = window.document.page.model
    spoken = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Harbour bridges cost nine million crowns." in spoken and "Ben Holt" in spoken
    table = window.library.page.model
    cells = [table.index(0, column).data(Qt.ItemDataRole.AccessibleTextRole) for column in range(table.columnCount())]
    assert "Harbour bridges cost nine million crowns" in cells and all(isinstance(cell, str) for cell in cells)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_return_presses_a_button_as_the_space_bar_does(window: MainWindow, key: Qt.Key) -> None:
    button, pressed = Button("Press", window), []
    button.clicked.connect(lambda: pressed.append(key))
    QTest.keyClick(button, key)
    assert pressed == [key]


def test_down_arrow_moves_from_the_search_field_to_its_results(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(LIBRARY)
    page = window.library.page
    QTest.keyClicks(page.search, "rivers")
    QTest.keyClick(page.search, Qt.Key.Key_Down)
    client.run()
    assert page.table.hasFocus() and page.view.query.text == "rivers"
    QTest.keyClick(page.table, Qt.Key.Key_Slash)
    assert page.search.hasFocus()


def test_escape_brings_all_sentences_back(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.document.open_path(debate)
    client.run()
    page = window.document.page
    page.filters.search.setFocus()
    QTest.keyClicks(page.filters.search, "museums")
    QTest.keyClick(page.filters.search, Qt.Key.Key_Escape)
    assert page.list.hasFocus() and page.model.rowCount() == 1
    QTest.keyClick(page.list, Qt.Key.Key_Escape)
    assert page.model.rowCount() == 6 and page.filters.search.text() == ""
