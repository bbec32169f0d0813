"""The story sheet in the window, what stands above reports, and exports while a ranking runs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.domain.reviewed import ReportKind, ReportOrder, Reviewed
from app.gui.export.story_dialog import StoryDialog
from app.gui.main_window import MainWindow
from app.gui.model.commands import MENUS
from app.gui.model.report_choice import STORY_FORMATS, Wish, confirmed_count, suggested_name, wish_from
from app.services.reports import STORY_FORMATS as WRITTEN
from app.services.reports import write_report
from app.worker import protocol
from tests.fakes.reviewed import reviewed_debate
from tests.fakes.task_client import FakeTaskClient

BEGINNINGS = {"docx": b"PK", "html": b"<article", "jsonld": b"{"}


@pytest.fixture
def ranked_window(window: MainWindow, client: FakeTaskClient, debate: Path) -> MainWindow:
    """Provide a window with a ranked debate."""
    assert not window.actions_by_name["story_sheet"].isEnabled()
    window.document.open_path(debate)
    client.run()
    return window


@pytest.fixture
def reviewed_window(ranked_window: MainWindow, qtbot: QtBot) -> MainWindow:
    """Provide a window in which the first sentence's fact-check was confirmed, by the key for it."""
    with qtbot.waitActive(ranked_window):
        ranked_window.activateWindow()
    ranked_window.document.page.list.setFocus()
    qtbot.keyClick(ranked_window.document.page.list, Qt.Key.Key_A)
    assert confirmed_count(reviewed_of(ranked_window)) == 1
    return ranked_window


def reviewed_of(window: MainWindow) -> Reviewed:
    """Return the ranking that is shown with its review."""
    reviewed = window.document.reviewed()
    assert reviewed is not None
    return reviewed


def open_story_dialog(window: MainWindow) -> StoryDialog:
    """Open the dialog by its action and return it."""
    window.actions_by_name["story_sheet"].trigger()
    dialog = window.document.export.story_dialog
    assert dialog is not None
    return dialog


def write_for_real(client: FakeTaskClient) -> protocol.WriteReport:
    """Write the report of the last request as the worker does, in place of the client's imitation, and return the request."""
    request = client.of(protocol.WriteReport)[-1]
    assert isinstance(request, protocol.WriteReport)
    client.run()
    write_report(request.reviewed, Path(request.path), request.choice, record=request.record)
    return request


def save_as(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Make the file dialog return this path."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))


def test_every_format_of_a_story_sheet_is_offered_and_it_is_in_the_menu() -> None:
    assert {story_format.suffix for story_format in STORY_FORMATS} == set(WRITTEN)
    assert any("story_sheet" in names.split() for _, names in MENUS)


@pytest.mark.parametrize("suffix", list(BEGINNINGS))
def test_a_story_sheet_is_written_in_every_format(
    reviewed_window: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    save_as(monkeypatch, tmp_path / "sheet")
    dialog = open_story_dialog(reviewed_window)
    dialog.formats[suffix].click()
    dialog.masthead_fields.newsroom.setText("Velden Daily")
    dialog.go_on.click()
    write_for_real(client)
    notice = reviewed_window.document.page.exported
    assert (tmp_path / f"sheet.{suffix}").read_bytes().startswith(BEGINNINGS[suffix]) and len(list(tmp_path.glob("sheet*"))) == 1
    assert "The story sheet was written to" in notice.message.text() and notice.isVisible()
    assert reviewed_window.preferences.settings.newsroom_name == "Velden Daily"
    reopened_dialog = open_story_dialog(reviewed_window)
    assert reopened_dialog.formats[suffix].isChecked()
    reopened_dialog.reject()


def test_title_and_byline_are_asked_and_remembered_for_the_document(
    reviewed_window: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    save_as(monkeypatch, tmp_path / "sheet.html")
    dialog = open_story_dialog(reviewed_window)
    dialog.formats["html"].click()
    assert (dialog.masthead.title, dialog.masthead.byline) == ("Debate", reviewed_of(reviewed_window).lead) and dialog.masthead.byline
    dialog.masthead_fields.title.clear()
    qtbot.keyClicks(dialog.masthead_fields.title, "What they said")
    dialog.masthead_fields.byline.clear()
    qtbot.keyClicks(dialog.masthead_fields.byline, "Mara Lindt")
    dialog.go_on.click()
    write_for_real(client)
    page = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    assert ">What they said</h2>" in page and "Checked by Mara Lindt" in page
    reviewed_window.actions_by_name["export"].trigger()
    report = reviewed_window.document.export.dialog
    assert report is not None and (report.masthead.title, report.masthead.byline) == ("What they said", "Mara Lindt")
    report.reject()


def test_without_a_confirmation_the_dialog_says_why(ranked_window: MainWindow) -> None:
    dialog = open_story_dialog(ranked_window)
    assert not dialog.go_on.isEnabled() and "Nothing was confirmed yet" in dialog.trouble.message.text()
    dialog.reject()
    assert ranked_window.document.export.story_dialog is None


def test_claimreview_asks_for_the_newsroom_alone_if_there_is_no_verdict_of_ones_own(reviewed_window: MainWindow, qtbot: QtBot) -> None:
    dialog = open_story_dialog(reviewed_window)
    dialog.formats["jsonld"].click()
    assert not dialog.go_on.isEnabled() and not dialog.addresses.website.isVisible() and not dialog.masthead_fields.title.isVisible()
    qtbot.keyClicks(dialog.masthead_fields.newsroom, "Velden Daily")
    assert dialog.go_on.isEnabled() and not dialog.trouble.isVisible()
    dialog.formats["html"].click()
    assert dialog.masthead_fields.title.isVisible() and not dialog.masthead_fields.logo.isVisible()
    dialog.reject()


def test_both_dialogs_say_that_a_ranking_is_not_finished(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.document.open_path(debate)
    while window.document.view.ranked is None:
        client.step()
    assert window.document.requests.busy and not window.document.view.ranked.final
    window.actions_by_name["export"].trigger()
    report = window.document.export.dialog
    assert report is not None and report.unfinished.isVisible() and "not finished" in report.unfinished.message.text()
    report.reject()
    story = open_story_dialog(window)
    assert story.unfinished.isVisible()
    story.reject()
    client.run()
    window.actions_by_name["show_ranking"].trigger()
    finished_dialog = open_story_dialog(window)
    assert not finished_dialog.unfinished.isVisible()
    finished_dialog.reject()


def test_the_order_is_chosen_for_reports_that_are_read(
    ranked_window: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    save_as(monkeypatch, tmp_path / "r.html")
    ranked_window.actions_by_name["export"].trigger()
    dialog = ranked_window.document.export.dialog
    assert dialog is not None
    dialog.formats["csv"].click()
    assert not dialog.order.isEnabled() and not dialog.masthead_fields.title.isVisible()
    dialog.formats["html"].click()
    dialog.order.setFocus()
    qtbot.waitUntil(dialog.order.hasFocus)
    qtbot.keyClick(dialog.order, Qt.Key.Key_Down)
    dialog.go_on.click()
    assert dialog.order.currentIndex() == 1
    choice = write_for_real(client).choice
    assert (choice.kind, choice.order, choice.title) == (ReportKind.REPORT, ReportOrder.SPEAKER, "Debate")
    assert '<h2 dir="auto">Ben Holt</h2>' in (tmp_path / "r.html").read_text(encoding="utf-8")
    assert wish_from(ranked_window.preferences.state.export).order is ReportOrder.SPEAKER


def test_remembered_choices_of_other_versions_are_ignored() -> None:
    assert wish_from({"order": "rank", "story": "pdf"}) == Wish()
    wish = Wish(order=ReportOrder.SPEAKER, story_suffix="html")
    assert wish_from(json.loads(json.dumps(wish.kept()))) == wish


def test_what_counts_as_confirmed() -> None:
    reviewed = reviewed_debate()
    assert confirmed_count(reviewed) == 4 and confirmed_count(replace(reviewed, marks={})) == 0
    assert suggested_name("Debate", story=True) == "Debate – story sheet"
