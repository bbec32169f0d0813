"""Columns of the library: sorted by a click on the heading or from the menu, chosen, and as wide as the reader made them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QHeaderView
from pytestqt.qtbot import QtBot

from app.domain.factcheck import NATURAL_ORDER, FactCheckOrder, SortColumn
from app.gui import opening
from app.gui.file_dialogs import Purpose, choose_folder, choose_target
from app.gui.library.browser import FactCheckBrowser
from app.gui.library.table import SORTED_BY
from app.gui.main_window import LIBRARY, MainWindow
from app.gui.model.library_view import next_order
from app.gui.preferences import Preferences, load_preferences
from app.worker import protocol
from tests.fakes.task_client import FakeTaskClient

MakeWindow = Callable[..., MainWindow]
PUBLISHER, RATING, CLAIMANT = (SORTED_BY.index(name) for name in (SortColumn.PUBLISHER, SortColumn.RATING, SortColumn.CLAIMANT))


@pytest.fixture
def browser(window: MainWindow, client: FakeTaskClient) -> FactCheckBrowser:
    """Provide the list of fact-checks in a wide window."""
    window.resize(1500, 800)
    window.go(LIBRARY)
    client.run()
    return window.library.page.browser


def click_heading(browser: FactCheckBrowser, client: FakeTaskClient, qtbot: QtBot, name: SortColumn) -> FactCheckOrder:
    """Click the heading of a column and return the order that was asked for."""
    header = browser.table.horizontalHeader()
    section = SORTED_BY.index(name)
    point = QPoint(header.sectionViewportPosition(section) + 20, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=point)
    client.run()
    request = client.of(protocol.SearchLibrary)[-1]
    assert isinstance(request, protocol.SearchLibrary)
    return request.order


def shown_claims(browser: FactCheckBrowser) -> list[str]:
    return [browser.view.items[row].claim for row in range(browser.model.rowCount())]


def test_a_click_on_a_heading_sorts_and_the_third_one_restores_the_order(
    browser: FactCheckBrowser, client: FakeTaskClient, qtbot: QtBot
) -> None:
    natural, header = shown_claims(browser), browser.table.horizontalHeader()
    assert not header.isSortIndicatorShown()
    assert click_heading(browser, client, qtbot, SortColumn.CLAIM) == FactCheckOrder(column=SortColumn.CLAIM)
    assert shown_claims(browser) == sorted(natural) and header.isSortIndicatorShown() and header.sortIndicatorSection() == 1
    assert click_heading(browser, client, qtbot, SortColumn.CLAIM).descending
    assert shown_claims(browser) == sorted(natural, reverse=True)
    assert click_heading(browser, client, qtbot, SortColumn.CLAIM) == NATURAL_ORDER
    assert shown_claims(browser) == natural and not header.isSortIndicatorShown()


def test_days_are_sorted_newest_first() -> None:
    newest = next_order(NATURAL_ORDER, SortColumn.PUBLISHED)
    assert newest.descending and not next_order(newest, SortColumn.PUBLISHED).descending
    assert next_order(newest, SortColumn.CLAIM) == FactCheckOrder(column=SortColumn.CLAIM)


def test_a_search_keeps_the_order(browser: FactCheckBrowser, client: FakeTaskClient, qtbot: QtBot) -> None:
    click_heading(browser, client, qtbot, SortColumn.PUBLISHER)
    browser.search.setText("museums")
    browser.search.setFocus()
    qtbot.keyClick(browser.search, Qt.Key.Key_Return)
    client.run()
    request = client.of(protocol.SearchLibrary)[-1]
    assert isinstance(request, protocol.SearchLibrary) and request.text == "museums" and request.order.column is SortColumn.PUBLISHER


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # the platform of the tests has no popups
def test_the_menu_sorts_and_chooses_columns_with_keys(browser: FactCheckBrowser, client: FakeTaskClient, qtbot: QtBot) -> None:
    browser.columns.setFocus()
    qtbot.keyClick(browser.columns, Qt.Key.Key_Space)
    menu = browser.columns.entries
    assert menu.isVisible()
    entries = [action.text().replace("&", "") for action in menu.actions() if not action.isSeparator()]
    assert entries[:2] == ["Sort by", "Best match, or newest"] and entries.count("Rating") == 2 and entries[-1] == "Columns as at first"
    for _ in range(3):
        qtbot.keyClick(menu, Qt.Key.Key_Down)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    client.run()
    assert browser.view.query.order == FactCheckOrder(column=SortColumn.CLAIM)
    menu.aboutToShow.emit()
    shown = [action for action in menu.actions() if action.text() == "Rating"][1]
    assert browser.table.isColumnHidden(RATING) and not shown.isChecked()
    shown.trigger()
    assert not browser.table.isColumnHidden(RATING)
    assert browser.model.data(browser.model.index(shown_claims(browser).index("Harbour bridges cost nine million crowns"), RATING)) == (
        "Wrong <b>twice</b>"
    )


def test_widths_and_chosen_columns_are_there_again_after_a_restart(make_window: MakeWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    preferences = Preferences()
    window = make_window(client, preferences)
    window.resize(1500, 800)
    window.go(LIBRARY)
    client.run()
    table = window.library.page.table
    table.horizontalHeader().resizeSection(PUBLISHER, 210)
    table.choose_column(CLAIMANT, shown=True)
    window.resize(1400, 800)
    assert table.columnWidth(PUBLISHER) == 210 and not table.isColumnHidden(CLAIMANT)
    window.close()
    later_client = FakeTaskClient(client.library, automatic=False)
    again = make_window(later_client, load_preferences())
    again.resize(1500, 800)
    again.go(LIBRARY)
    later_client.run()
    table = again.library.page.table
    assert table.columnWidth(PUBLISHER) == 210 and not table.isColumnHidden(CLAIMANT) and table.isColumnHidden(RATING)
    table.reset_columns()
    assert table.columnWidth(PUBLISHER) != 210 and table.isColumnHidden(CLAIMANT)
    again.close()
    later_client.deleteLater()


def test_columns_that_the_reader_chose_stay_in_little_room(browser: FactCheckBrowser) -> None:
    table = browser.table
    for column in range(len(SORTED_BY)):
        table.choose_column(column, shown=True)
    table.resize(420, 300)
    assert not any(table.isColumnHidden(column) for column in range(len(SORTED_BY)))
    assert table.horizontalHeader().sectionResizeMode(1) == QHeaderView.ResizeMode.Interactive
    assert table.columnWidth(1) >= 20 * table.fontMetrics().averageCharWidth()


def test_every_dialog_begins_in_the_folder_that_was_last_used_for_its_purpose(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    chosen = tmp_path / "archive" / "checks.csv"
    chosen.parent.mkdir()

    def files(_parent: object, _title: str, folder: str, _kinds: str) -> tuple[list[str], str]:
        begun.append(folder)
        return [str(chosen)], ""

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", files)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda _parent, _title, folder: begun.append(folder) or "")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda _parent, _title, path, _kinds: (begun.append(path) or str(chosen), ""))
    for _ in range(2):
        opening.ask_factchecks(window)
    assert begun == [str(Path.home()), str(chosen.parent)]
    opening.ask_posts(window)
    choose_folder(window, Purpose.MODEL, "Model")
    assert begun[2:] == [str(Path.home())] * 2
    choose_target(window, Purpose.GOLD, "Save", "table.csv", "")
    choose_target(window, Purpose.GOLD, "Save", "table.csv", "")
    assert begun[4:] == [str(Path.home() / "table.csv"), str(chosen.parent / "table.csv")]
    assert window.preferences.state.folders[Purpose.FACTCHECKS] == str(chosen.parent)
    chosen.parent.rmdir()
    opening.ask_factchecks(window)
    assert begun[-1] == str(Path.home())  # the folder is gone
    assert QApplication.activeModalWidget() is None
