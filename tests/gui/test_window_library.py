"""The library page, importing, the first start, the status line, preferences and appearance, in a real window."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QModelIndex, Qt, QUrl
from PySide6.QtGui import QDropEvent, QPalette
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from app.demo_paths import demo_library
from app.domain.factcheck import FactCheck
from app.domain.options import ImportOptions
from app.domain.verdict import Verdict
from app.gui import library_requests, screenshots
from app.gui.library.import_dialog import ImportDialog
from app.gui.main_window import LIBRARY, MainWindow
from app.gui.model.colours import DARK, LIGHT
from app.gui.model.library_view import PAGE
from app.gui.preferences import Preferences, WindowState, load_preferences, state_file
from app.gui.screenshots import dark_path, save
from app.gui.shortcuts_dialog import ShortcutsDialog
from app.gui.theme import Appearance, Theme, style_sheet
from app.settings import load_settings
from app.worker import protocol
from tests.fakes.task_client import Broken, FakeTaskClient

MakeWindow = Callable[[FakeTaskClient], MainWindow]


def dialog_of(window: MainWindow) -> ImportDialog:
    dialog = window.library._dialog
    assert dialog is not None
    return dialog


def test_the_first_start_offers_the_demo_and_then_a_document(
    make_window: MakeWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    demo = tmp_path / "factchecks.jsonl"
    demo.write_text("Seven rivers cross Velden county\n\nMuseums lost half of visitors\n", encoding="utf-8")
    monkeypatch.setattr(library_requests, "demo_files", lambda: (demo,))
    client.library.clear()
    window = make_window(client)
    client.run()
    page = window.document.page
    assert page.stack.currentWidget() is page.no_library and window.status.library.accessibleName() == "library: empty"
    assert page.no_library.buttons[0].text() == "Load the demo library"
    page.no_library.buttons[0].click()
    client.run()
    assert page.stack.currentWidget() is page.empty
    assert dialog_of(window).summary.text() == "2 added, 0 changed, 0 unchanged, 1 refused."
    assert window.status.library.accessibleName() == "Demo: 2 fact-checks"
    assert window.library.requests.library == demo_library() and window.preferences.settings.library == str(demo_library())


def test_the_demo_library_is_its_factchecks_and_not_its_posts_or_gold() -> None:
    assert [path.name for path in library_requests.demo_files()] == [
        "factchecks_en.jsonl",
        "factchecks_other.jsonl",
        "factchecks_stories.jsonl",
    ]


def test_a_document_opened_without_a_library_is_ranked_once_there_is_one(
    make_window: MakeWindow, client: FakeTaskClient, debate: Path, tmp_path: Path
) -> None:
    library, client.library = client.library, []
    window = make_window(client)
    client.run()
    window.document.open_path(debate)
    client.run()
    assert window.document.view.ranked is None
    assert window.document.page.error.button.text() == "Load the demo library"
    client.library = library
    window.library.use(tmp_path)
    client.run()
    assert window.document.view.ranked is not None and not window.document.page.error.isVisible()


def test_files_are_imported_with_progress_and_every_refused_row_is_shown(
    window: MainWindow, client: FakeTaskClient, tmp_path: Path
) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text("A claim\n\nAnother claim\n", encoding="utf-8")
    window.actions_by_name["import"].trigger()
    dialog = dialog_of(window)
    assert not dialog.start.isEnabled()
    dialog.add_files((rows, rows))
    assert dialog.start.text() == "Import 1 file"
    dialog.publisher.setText(" Desk ")
    dialog.start.click()
    client.run_until(lambda: dialog.bar.maximum() == 3)
    assert "Reading rows – 1 of 3" in dialog.activity.text()
    client.run()
    model = dialog.refused.rows
    assert dialog.steps.currentIndex() == 2 and model.rowCount() == 1
    assert [model.data(model.index(0, column)) for column in range(3)] == ["rows.jsonl", "2", "The row has no claim."]
    request = client.of(protocol.ImportFactChecks)[0]
    assert isinstance(request, protocol.ImportFactChecks) and request.options.publisher == "Desk"
    assert window.status.library.accessibleName().startswith("library: 5 fact-checks")
    dialog.accept()
    assert window.library._dialog is None


def test_a_stopped_or_broken_import_says_that_the_library_is_as_it_was(window: MainWindow, client: FakeTaskClient, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text("A claim\n", encoding="utf-8")
    window.actions_by_name["import"].trigger()
    dialog = dialog_of(window)
    dialog.add_files((rows,))
    dialog.start.click()
    client.step()
    dialog.cancel_asked.emit()
    client.run()
    assert dialog.error.message.text() == "The import was stopped." and "as it was" in dialog.error.hint.text()
    client.breaking[protocol.ImportFactChecks] = Broken("disk-full", "The disk is full.", "Free some space.")
    dialog.start.click()
    client.run()
    assert dialog.error.message.text() == "The disk is full."
    assert dialog.error.hint.text() == "Free some space. The library is as it was before."


def test_the_library_is_searched_and_shown_in_full(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    window.go(LIBRARY)
    page = window.library.page
    assert page.search.hasFocus() and page.model.rowCount() == 3
    page.search.setText("bridges")
    qtbot.waitUntil(lambda: client.step() and page.model.rowCount() == 1, timeout=2000)
    assert page.found.text() == "1 fact-check found"
    page.table.selectRow(0)
    texts = [label.text() for label in page.details.findChildren(QLabel)]
    assert "Rated “Wrong <b>twice</b>”" in texts and "demo, links unchecked" in texts
    page.details.text_asked.emit()
    client.run()
    assert any("budget names five" in label.text() for label in page.details.findChildren(QLabel))


def test_the_table_reads_page_after_page(make_window: MakeWindow, client: FakeTaskClient) -> None:
    client.library = [FactCheck(id=f"n{n}", claim=f"Claim number {n}", verdict=Verdict.TRUE) for n in range(PAGE + 30)]
    window = make_window(client)
    model = window.library.page.model
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    client.run_until(lambda: model.rowCount() >= PAGE)
    if model.canFetchMore(QModelIndex()):
        model.fetchMore(QModelIndex())
    client.run()
    assert model.rowCount() == PAGE + 30 and not model.canFetchMore(QModelIndex())
    assert model.data(model.index(0, 0)) == "True"
    tester.deleteLater()


def test_statistics_fill_the_filters_and_the_page(window: MainWindow, client: FakeTaskClient) -> None:
    page = window.library.page
    assert [page.verdict.itemText(row) for row in range(page.verdict.count())] == ["Any verdict", "False", "True", "Mixed"]
    page.verdict.setCurrentIndex(2)
    page.verdict.activated.emit(2)
    client.run()
    assert page.model.rowCount() == 1
    assert not page.statistics.findChildren(QLabel), "charts are made when somebody looks"
    window.go(LIBRARY)
    page.tabs.setCurrentWidget(page.statistics)
    assert any("3 fact-checks" in label.text() for label in page.statistics.findChildren(QLabel))
    assert not page.statistics.grab().isNull()


def test_the_status_line_names_the_device_and_says_that_nothing_is_sent(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    assert window.status.library.accessibleName() == "library: 3 fact-checks, newest 2021-06-01"
    assert window.status.device.text() == "Processor" and window.status.network.text() == "Offline"
    window.document.open_path(debate)
    client.run_until(lambda: "Comparing" in window.status.activity.text())
    assert window.status.activity.text() == "Comparing – 1 of 2" and window.status.bar.value() == 1
    client.run()
    assert window.status.activity.text() == "Ready"


def test_a_model_that_cannot_be_loaded_is_reported_on_the_current_page(make_window: MakeWindow, client: FakeTaskClient) -> None:
    client.breaking[protocol.WarmUp] = Broken("model-missing", "The encoder is missing.", "Install Priorcheck again.")
    window = make_window(client)
    client.run()
    error = window.document.page.error
    assert error.isVisible() and error.message.text() == "The encoder is missing." and error.hint.text() == "Install Priorcheck again."


def test_closing_ends_the_worker_and_remembers_the_window(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.document.open_path(debate)
    client.run()
    window.actions_by_name["larger"].trigger()
    window.menus.appearance_chosen.emit(Appearance.DARK)
    window.close()
    assert client.closed
    preferences = load_preferences()
    assert preferences.settings.theme == "dark" and preferences.settings.font_scale == pytest.approx(1.1)
    assert preferences.settings.recent_files == (str(debate),) and preferences.state.geometry and preferences.state.splitters
    assert load_settings().theme == "dark"


def test_a_broken_state_file_costs_only_its_broken_parts() -> None:
    Preferences(state=WindowState(geometry="AAAA", splitters={"document": "BBBB"})).save()
    payload = json.loads(state_file().read_text(encoding="utf-8"))
    payload["geometry"] = 7
    payload["splitters"]["library"] = None
    state_file().write_text(json.dumps(payload), encoding="utf-8")
    assert load_preferences().state == WindowState(splitters={"document": "BBBB"})
    for broken in ("", "[]", "{", "\x00"):
        state_file().write_text(broken, encoding="utf-8")
        assert load_preferences().state == WindowState()


def test_light_and_dark_change_palette_and_sheet(qapp: QApplication, window: MainWindow) -> None:
    theme = window.theme
    theme.choose(Appearance.DARK)
    assert theme.scheme is DARK and qapp.palette().color(QPalette.ColorRole.Base).name() == DARK.surface
    theme.choose(Appearance.LIGHT)
    assert theme.scheme is LIGHT and qapp.palette().color(QPalette.ColorRole.Base).name() == LIGHT.surface
    assert "@" not in style_sheet(theme._sheet, LIGHT).replace("@2x", "")


def test_text_grows_and_shrinks_within_bounds(window: MainWindow) -> None:
    theme: Theme = window.theme
    before = theme.font().pointSizeF()
    window.actions_by_name["larger"].trigger()
    assert theme.font().pointSizeF() > before
    theme.set_scale(99)
    assert theme.scale == 2.5
    theme.set_scale(0)
    assert theme.scale == 0.7
    window.actions_by_name["smaller"].trigger()
    assert theme.scale == 0.7
    window.actions_by_name["normal"].trigger()
    assert theme.font().pointSizeF() == pytest.approx(before)


def test_the_layout_can_be_reset(window: MainWindow) -> None:
    splitter = window.document.page.splitter
    splitter.setSizes([300, 900])
    window.actions_by_name["reset_layout"].trigger()
    left_width, right_width = splitter.sizes()
    assert left_width < 2.5 * right_width


def test_help_lists_the_shortcuts_and_describes_the_program(window: MainWindow, qtbot: QtBot) -> None:
    window.actions_by_name["shortcuts"].trigger()
    dialog = window.findChild(ShortcutsDialog)
    assert isinstance(dialog, ShortcutsDialog)
    assert {"Next sentence with a match", "N"} <= {label.text() for label in dialog.findChildren(QLabel)}
    dialog.close()
    window.actions_by_name["about"].trigger()
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox) and "sends nothing" in box.informativeText()
    box.close()


def test_screenshots_can_be_taken(window: MainWindow, tmp_path: Path) -> None:
    target = tmp_path / "pictures" / "window.png"
    assert save(window, target) and target.stat().st_size > 1000
    assert dark_path(target).name == "window-dark.png"


def test_the_pictures_wait_for_the_cards(  # noqa: PLR0917
    window: MainWindow, client: FakeTaskClient, debate: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    grabs: list[tuple[Appearance, int]] = []

    def look(window: MainWindow, path: Path) -> bool:
        matches = window.document.page.matches
        grabs.append((window.theme.appearance, len(matches._made) if matches.complete else 0))
        return save(window, path)

    monkeypatch.setattr(screenshots, "save", look)
    target = tmp_path / "window.png"
    window.document.open_path(debate)
    screenshots.save_when_ready(window, target)
    client.run()
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=20_000)
    cards = len(window.document.page.matches.cards)
    assert cards > 0 and grabs == [(Appearance.LIGHT, cards), (Appearance.DARK, cards)]
    assert target.is_file() and dark_path(target).is_file()


def test_dropping_a_file_opens_it(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    from PySide6.QtCore import QMimeData, QPointF

    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(debate))])
    window.go(LIBRARY)
    event = QDropEvent(QPointF(10, 10), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    window.dropEvent(event)
    client.run()
    assert window.stack.currentWidget() is window.document.page and window.document.view.ranked is not None


def test_a_window_outside_every_screen_is_moved_back(make_window: MakeWindow, client: FakeTaskClient, window: MainWindow) -> None:
    from app.gui.window_layout import restore_layout

    window.move(30_000, 30_000)
    state = WindowState(geometry=bytes(window.saveGeometry().toBase64().data()).decode())
    restore_layout(window, window.document.page.layout_splitters, state)
    assert window.screen() is not None and window.frameGeometry().left() < 30_000
    assert QByteArray.fromBase64(state.geometry.encode()).size() > 0


def test_an_import_while_reading_announces_a_new_ranking_and_moves_nothing(
    window: MainWindow, client: FakeTaskClient, debate: Path, tmp_path: Path
) -> None:
    window.document.open_path(debate)
    client.run()
    window.document.page.choose_sentence(3)
    before = list(window.document.view.visible)
    rows = tmp_path / "rows.jsonl"
    rows.write_text("Good evening to everyone here\n", encoding="utf-8")
    window.library.requests.import_files((rows,), ImportOptions())
    client.run()
    assert window.document.view.visible == before and window.document.view.selected == 3
    assert window.document.page.header.update_button.isVisible()
    assert window.status.activity.text() == "1 added, 0 changed, 0 unchanged, 0 refused."
    window.actions_by_name["show_ranking"].trigger()
    assert 0 in window.document.view.visible[:3] and window.document.view.selected == 3


def test_remarks_of_the_worker_are_shown(window: MainWindow) -> None:
    window.log("warning", "The other Python cannot be used; the program's own is.")
    assert "other Python" in window.status.activity.text()


def test_recent_files_are_offered_if_they_exist(make_window: MakeWindow, client: FakeTaskClient, debate: Path, qtbot: QtBot) -> None:
    preferences = Preferences()
    preferences.add_recent(debate)
    preferences.add_recent(debate.with_name("gone.txt"))
    preferences.save()
    window = make_window(client)
    window.preferences.settings = load_settings()
    window._show_recent()
    client.run()
    assert [action.text() for action in window.menus.recent.actions()] == ["debate.txt"]
    button = next(candidate for candidate in window.document.page.empty.findChildren(QPushButton) if candidate.text() == "debate.txt")
    button.click()
    client.run()
    assert window.document.view.document is not None and window.document.view.document.title == "debate"


def test_the_claim_keeps_its_room_in_large_text_and_a_narrow_window(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    window.go(LIBRARY)
    client.run()
    table = window.library.page.browser.table
    low = table.rowHeight(0)
    qtbot.waitUntil(lambda: not any(table.isColumnHidden(column) for column in range(5)))
    window.resize(1024, 700)
    window.theme.set_scale(1.5)
    qtbot.waitUntil(lambda: table.isColumnHidden(4))
    letters = table.columnWidth(1) // table.fontMetrics().averageCharWidth()
    assert letters >= 24 and not table.isColumnHidden(3) and table.rowHeight(0) > low
    window.theme.set_scale(1.0)
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: not any(table.isColumnHidden(column) for column in range(5)))


def test_a_library_is_not_called_empty_while_it_is_being_read(
    make_window: Callable[[FakeTaskClient], MainWindow], client: FakeTaskClient
) -> None:
    window = make_window(client)
    window.go(LIBRARY)
    page = window.library.page
    assert page.stack.currentWidget() is page.waiting and page.waiting.heading.text() == "Reading the library…"
    client.run()
    assert page.stack.currentWidget() is page.filled and window.focusWidget() is page.search


def test_a_library_that_cannot_be_read_says_so_and_stops_waiting(
    make_window: Callable[[FakeTaskClient], MainWindow], client: FakeTaskClient
) -> None:
    for request in (protocol.WarmUp, protocol.DescribeLibrary):
        client.breaking[request] = Broken("library-damaged", "The library is damaged.", "Choose another one.")
    page = make_window(client).library.page
    client.run()
    assert page.stack.currentWidget() is not page.waiting and page.error.message.text() == "The library is damaged."


def test_buttons_that_do_not_fit_beside_the_tabs_move_into_a_menu(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    window.go(LIBRARY)
    client.run()
    page = window.library.page
    actions = [window.actions_by_name[name].text() for name in ("add_factcheck", "import", "library", "adapt")]
    button_counts = set()
    for width, scale in ((1500, 1.0), (1200, 1.0), (1200, 1.6), (1500, 1.6), (1500, 1.0)):
        window.theme.set_scale(scale)
        window.resize(width, 700)
        QApplication.processEvents()
        corner, tabs = page.tabs.cornerWidget(), page.tabs.tabBar()
        visible_buttons = [button for button in corner.findChildren(QPushButton) if button.isVisible()]
        qtbot.waitUntil(lambda: all(corner.rect().contains(button.geometry()) for button in visible_buttons))  # noqa: B023
        qtbot.waitUntil(lambda: all(_is_fully_visible(button) for button in corner.findChildren(QPushButton) if button.isVisible()))  # noqa: B023
        button_texts = [button.text() for button in visible_buttons if button is not page.header.more]
        assert button_texts + [button.text() for button in page.header.more.entries.actions()] == actions
        assert tabs.width() >= tabs.sizeHint().width()
        button_counts.add(len(button_texts))
    assert len(button_counts) > 1 and max(button_counts) == len(actions)


def _is_fully_visible(button: QPushButton) -> bool:
    """Return True if no part of a button is cut off."""
    return button.height() >= button.minimumSizeHint().height() and button.width() >= button.sizeHint().width()
