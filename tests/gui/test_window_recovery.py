"""Recovery from errors: each shows one sentence with what to do, nothing is lost, and the window keeps working."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from app.domain.options import ImportOptions
from app.gui.main_window import LIBRARY, MainWindow
from app.worker import protocol
from tests.fakes.task_client import Broken, FakeTaskClient

KILLED = Broken("worker-died", "The analysis stopped unexpectedly.", "Try again.")


@pytest.fixture
def opened(window: MainWindow, client: FakeTaskClient, debate: Path) -> MainWindow:
    window.document.open_path(debate)
    client.run()
    return window


def test_an_unreadable_file_and_the_document_that_stays_are_named(opened: MainWindow, client: FakeTaskClient, tmp_path: Path) -> None:
    error = opened.document.page.error
    client.breaking[protocol.ReadDocument] = Broken("document-damaged", "This PDF is damaged and cannot be read.", "Save it again.")
    opened.document.open_path(tmp_path / "report.pdf")
    client.run()
    assert error.message.text() == "report.pdf was not opened. This PDF is damaged and cannot be read."
    assert error.hint.text() == "Save it again. debate.txt is still open."
    assert opened.document.view.ranked is not None and not error.button.isVisible()


def test_ranking_can_be_retried_after_the_worker_died(opened: MainWindow, client: FakeTaskClient) -> None:
    error, before = opened.document.page.error, opened.document.view.ranked
    client.breaking[protocol.RankDocument] = KILLED
    opened.document.requests.rank()
    client.run()
    assert error.isVisible() and error.button.text() == "Try again"
    assert opened.document.view.ranked is before
    client.breaking.clear()
    error.button.click()
    assert not error.isVisible()
    client.run()
    assert not error.isVisible() and opened.document.view.ranked is not before


def test_a_ranking_error_is_cleared_by_the_next_ranking(opened: MainWindow, client: FakeTaskClient) -> None:
    error = opened.document.page.error
    client.breaking[protocol.RankDocument] = Broken("library-gone", "The library folder is gone.", "Was the drive unplugged?")
    opened.document.requests.rank()
    client.run()
    assert error.isVisible()
    client.breaking.clear()
    opened.document.requests.rank()
    client.run()
    assert not error.isVisible()


def test_a_stopped_ranking_can_be_resumed(opened: MainWindow, client: FakeTaskClient) -> None:
    error = opened.document.page.error
    opened.document.view.expect()
    opened.document.requests.rank()
    client.run_until(lambda: opened.document.view.ranked is not None and not opened.document.view.ranked.final)
    assert opened.document.page.header.facts.text().endswith("more to come")
    opened.actions_by_name["cancel"].trigger()
    client.run()
    assert opened.document.page.header.facts.text().endswith("ranking was stopped")
    assert (error.message.text(), error.button.text()) == ("Stopped.", "Rank again")
    error.button.click()
    client.run()
    assert not error.isVisible() and opened.document.view.ranked is not None and opened.document.view.ranked.final


def test_a_report_that_cannot_be_written_shows_a_lasting_error(
    opened: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = str(tmp_path / "none" / "report.html")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (target, "Web page (*.html)"))
    client.breaking[protocol.WriteReport] = Broken("report-unwritable", "It cannot be written.", "Choose another place.")
    opened.actions_by_name["export"].trigger()
    dialog = opened.document.export.dialog
    assert dialog is not None
    dialog.go_on.click()
    client.run()
    opened.document.requests.rank()
    client.run()
    error = opened.document.page.error
    assert error.isVisible() and error.hint.text() == "Choose another place."


def test_a_missing_library_keeps_the_shown_rows(opened: MainWindow, client: FakeTaskClient) -> None:
    opened.go(LIBRARY)
    client.run()
    page = opened.library.page
    client.breaking[protocol.SearchLibrary] = Broken("library-gone", "The library folder is gone.", "Was the drive unplugged?")
    page.search.setText("rivers")
    page.search.returnPressed.emit()
    client.run()
    assert page.error.message.text() == "The library folder is gone." and page.found.text() == ""
    client.breaking.clear()
    page.search.setText("seven")
    page.search.returnPressed.emit()
    client.run()
    assert not page.error.isVisible() and page.model.rowCount() == 1


def test_an_import_blocked_by_another_window_is_reported_in_the_dialog(opened: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    client.breaking[protocol.ImportFactChecks] = Broken("library-locked", "Another Priorcheck is changing it.", "Wait until it is done.")
    opened.actions_by_name["import"].trigger()
    dialog = opened.library._dialog
    assert dialog is not None
    dialog.add_files((debate,))
    dialog.start.click()
    client.run()
    assert dialog.error.message.text() == "Another Priorcheck is changing it."
    assert dialog.start.isEnabled() and dialog.steps.currentIndex() == 0


def test_an_import_while_ranking_harms_neither(opened: MainWindow, client: FakeTaskClient, tmp_path: Path) -> None:
    rows = tmp_path / "rows.txt"
    rows.write_text("Seven rivers cross Velden county\n", encoding="utf-8")
    opened.document.requests.rank()
    client.step()
    opened.library.requests.import_files((rows,), ImportOptions())
    client.run()
    assert opened.status.library.accessibleName().startswith("library: 4 fact-checks")
    assert opened.document.view.ranked is not None and opened.document.view.ranked.final
    assert not opened.document.page.error.isVisible()
