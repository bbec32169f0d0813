"""The window without a mouse and without eyes: names, focus, keys."""

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
    """What the reader can reach by Tab; the inside of a date or combo box counts as the box."""
    return [
        each
        for each in root.findChildren(QWidget)
        if each.isVisible()
        and each.isEnabled()
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not (isinstance(each, QLineEdit) and isinstance(each.parent(), QAbstractSpinBox))
    ]


def nameless(root: QWidget) -> list[str]:
    """Classes of reachable widgets that a screen reader could not name."""
    found = []
    for each in interactive(root):
        spoken = QAccessible.queryAccessibleInterface(each)
        if spoken is None or not spoken.text(QAccessible.Text.Name).strip():
            found.append(f"{type(each).__name__} in {type(each.parent()).__name__}")
    return found


@pytest.mark.parametrize("place", [DOCUMENT, CLAIMS, ASK, VERIFY, NARRATIVES, LIBRARY])
def test_everything_that_can_be_reached_has_a_name(window: MainWindow, client: FakeTaskClient, debate: Path, place: int) -> None:
    window.document.open_path(debate)
    client.run()
    window.claims.look_up("Seven rivers cross Velden county")
    client.pile.posts = [Post(id="a", text="Rain causes floods"), Post(id="b", text="Rain does not cause floods")]
    client.run()
    window.go(place)
    client.run()
    if place == ASK:
        window.ask.ask("What causes floods?")
        client.run()
        window.ask.page.answers.idle_work.finish()
    if place == LIBRARY:
        window.library.page.table.selectRow(0)
    if place == NARRATIVES:
        window.narratives.find()
        client.run()
    assert len(interactive(window)) > 5
    assert nameless(window) == []


@pytest.mark.parametrize("action", ["import", "import_posts", "shortcuts"])
def test_dialogs_have_names_too(window: MainWindow, action: str) -> None:
    window.actions_by_name[action].trigger()
    dialog = next(each for each in window.findChildren(QDialog) if each.isVisible())
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


def test_the_search_of_the_library_leads_to_what_it_found(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(LIBRARY)
    place = window.library.page
    QTest.keyClicks(place.search, "rivers")
    QTest.keyClick(place.search, Qt.Key.Key_Down)
    client.run()
    assert place.table.hasFocus() and place.view.query.text == "rivers"
    QTest.keyClick(place.table, Qt.Key.Key_Slash)
    assert place.search.hasFocus()


def test_escape_brings_all_sentences_back(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.document.open_path(debate)
    client.run()
    place = window.document.page
    place.filters.search.setFocus()
    QTest.keyClicks(place.filters.search, "museums")
    QTest.keyClick(place.filters.search, Qt.Key.Key_Escape)
    assert place.list.hasFocus() and place.model.rowCount() == 1
    QTest.keyClick(place.list, Qt.Key.Key_Escape)
    assert place.model.rowCount() == 6 and place.filters.search.text() == ""
