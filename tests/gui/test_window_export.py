"""Exporting a report: offered and refused options, remembered choices, and the notice with the target."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from app.domain.document import Document
from app.domain.publication import Addresses
from app.domain.review import Mark, Target
from app.domain.reviewed import Included, Reviewed
from app.domain.verdict import Verdict
from app.gui.export.dialog import ExportDialog
from app.gui.file_export import with_suffix
from app.gui.main_window import MainWindow
from app.gui.model.report_choice import FORMATS, Wish, format_of, suggested_name, why_not, wish_from
from app.gui.model.sentence_filter import SentenceFilter
from app.gui.preferences import Preferences, WindowState
from app.services.demo import demo_debate
from app.services.reports import FORMATS as WRITTEN
from app.worker import protocol
from tests.fakes.task_client import FakeTaskClient


@pytest.fixture
def ranked_window(window: MainWindow, client: FakeTaskClient, debate: Path) -> MainWindow:
    """Provide a window with a ranked debate."""
    assert not window.actions_by_name["export"].isEnabled()
    window.document.open_path(debate)
    client.run()
    return window


def open_export_dialog(window: MainWindow) -> ExportDialog:
    """Open the export dialog by its action and return it."""
    window.actions_by_name["export"].trigger()
    dialog = window.document.export.dialog
    assert dialog is not None
    return dialog


def save_as(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Make the file dialog return this path."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))


def test_every_format_that_we_write_is_offered_and_no_other() -> None:
    assert {format_.suffix for format_ in FORMATS} == set(WRITTEN)


def test_a_report_is_written_and_opened_or_shown_in_its_folder_only_when_asked(
    ranked_window: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    opened_paths: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened_paths.append(QUrl(url).toLocalFile()))
    target = tmp_path / "out" / "report.csv"
    target.parent.mkdir()
    save_as(monkeypatch, target)
    dialog = open_export_dialog(ranked_window)
    dialog.formats["csv"].click()
    assert not dialog.charts.isEnabled()
    dialog.go_on.click()
    client.run()
    notice = ranked_window.document.page.exported
    assert target.is_file() and not dialog.isVisible() and ranked_window.document.export.dialog is None
    assert str(target) in notice.message.text() and notice.isVisible() and not opened_paths
    qtbot.mouseClick(notice.button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(notice.other_button, Qt.MouseButton.LeftButton)
    assert (notice.button.text(), notice.other_button.text()) == ("Open", "Show in folder")
    assert [Path(path) for path in opened_paths] == [target, target.parent]


def test_export_choices_are_remembered(
    ranked_window: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_as(monkeypatch, tmp_path / "report")
    dialog = open_export_dialog(ranked_window)
    dialog.formats["pdf"].click()
    dialog.charts.click()
    dialog.masthead_fields.newsroom.setText("  Velden Daily ")
    dialog.go_on.click()
    client.run()
    assert (tmp_path / "report.pdf").is_file()
    reopened_dialog = open_export_dialog(ranked_window)
    assert reopened_dialog.wish == Wish(suffix="pdf", charts=False) and reopened_dialog.masthead_fields.newsroom.text() == "Velden Daily"
    assert ranked_window.preferences.settings.newsroom_name == "Velden Daily"
    reopened_dialog.reject()


def test_a_record_of_the_run_is_written_only_when_asked_and_that_is_remembered(
    ranked_window: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_as(monkeypatch, tmp_path / "report.html")
    for with_record in (False, True):
        dialog = open_export_dialog(ranked_window)
        assert dialog.record.isChecked() is False
        dialog.record.setChecked(with_record)
        dialog.go_on.click()
        client.run()
        request = client.of(protocol.WriteReport)[-1]
        assert isinstance(request, protocol.WriteReport) and request.record is with_record
        assert ranked_window.preferences.state.with_record is with_record
    reopened_dialog = open_export_dialog(ranked_window)
    assert reopened_dialog.record.isChecked() and Preferences(state=WindowState(export=reopened_dialog.wish.kept())).state.with_record
    reopened_dialog.reject()


def test_only_listed_sentences_are_exported(
    ranked_window: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ranked_window.document.page.set_filter(SentenceFilter(text="rivers"))
    save_as(monkeypatch, tmp_path / "report.html")
    dialog = open_export_dialog(ranked_window)
    dialog.included[Included.SHOWN].click()
    dialog.go_on.click()
    request = client.requests[-1]
    assert isinstance(request, protocol.WriteReport) and request.choice.included is Included.SHOWN
    assert request.choice.indexes == (4,) == tuple(ranked_window.document.view.visible)


def test_reviewed_only_is_not_offered_without_a_review(ranked_window: MainWindow) -> None:
    dialog = open_export_dialog(ranked_window)
    assert not dialog.included[Included.REVIEWED].isEnabled() and dialog.included[Included.EVERYTHING].isChecked()
    dialog.formats["jsonld"].click()
    assert not dialog.go_on.isEnabled() and "verdict of your own" in dialog.trouble.message.text() and dialog.trouble.isVisible()
    dialog.formats["html"].click()
    assert dialog.go_on.isEnabled() and not dialog.trouble.isVisible()
    dialog.reject()


def test_claimreview_asks_for_the_newsroom_and_addresses_once(
    ranked_window: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ranked = ranked_window.document.view.ranked
    assert ranked is not None
    marks = {"Mara": ((Target("4"), Mark(verdict=Verdict.FALSE)),)}
    monkeypatch.setattr(ranked_window.document.export, "_reviewed", lambda: Reviewed(ranked=ranked, marks=marks))
    dialog = open_export_dialog(ranked_window)
    assert dialog.included[Included.REVIEWED].isEnabled()
    dialog.formats["jsonld"].click()
    assert "newsroom" in dialog.trouble.message.text() and not dialog.go_on.isEnabled()
    dialog.masthead_fields.newsroom.setText("Velden Daily")
    assert "of your newsroom" in dialog.trouble.message.text() and dialog.addresses.website.isVisible()
    dialog.addresses.website.setText("velden.example")
    assert "of your article" in dialog.trouble.message.text() and not dialog.go_on.isEnabled()
    dialog.addresses.article.setText("https://velden.example/lake")
    assert dialog.go_on.isEnabled()
    dialog.addresses.claim.setText("on the radio")
    assert not dialog.go_on.isEnabled()
    dialog.addresses.claim.setText("https://tv.example/debate")
    save_as(monkeypatch, tmp_path / "r.jsonld")
    dialog.go_on.click()
    request = client.requests[-1]
    assert isinstance(request, protocol.WriteReport) and request.reviewed.newsroom == "Velden Daily"
    addresses = Addresses(website="https://velden.example", article="https://velden.example/lake", claim="https://tv.example/debate")
    assert request.reviewed.addresses == addresses and ranked_window.preferences.settings.newsroom_url == "https://velden.example"
    reopened_dialog = open_export_dialog(ranked_window)
    assert reopened_dialog.addresses.addresses == addresses and reopened_dialog.addresses.website.isVisible()
    reopened_dialog.formats["html"].click()
    assert not reopened_dialog.addresses.website.isVisible()
    reopened_dialog.reject()


def test_a_missing_logo_is_reported_before_writing(ranked_window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> tuple[str, str]:
        raise AssertionError("the file dialog was opened")

    monkeypatch.setattr(QFileDialog, "getSaveFileName", never)
    dialog = open_export_dialog(ranked_window)
    dialog.masthead_fields.logo.setText(str(tmp_path / "none.png"))
    dialog.go_on.click()
    assert "none.png" in dialog.trouble.message.text() and dialog.isVisible()
    dialog.reject()


def test_an_existing_file_reached_by_the_added_suffix_is_not_replaced_without_a_question(
    ranked_window: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "report.html"
    old.write_text("old", encoding="utf-8")
    save_as(monkeypatch, tmp_path / "report")
    monkeypatch.setattr(QMessageBox, "exec", lambda _: 0)
    dialog = open_export_dialog(ranked_window)
    dialog.go_on.click()
    client.run()
    assert old.read_text(encoding="utf-8") == "old" and dialog.isVisible()
    dialog.reject()


def test_the_notice_is_removed_with_its_document(
    ranked_window: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_as(monkeypatch, tmp_path / "report.html")
    open_export_dialog(ranked_window).go_on.click()
    client.run()
    assert ranked_window.document.page.exported.isVisible()
    second_file = tmp_path / "other.txt"
    second_file.write_text("Seven rivers cross Velden county.", encoding="utf-8")
    ranked_window.document.open_path(second_file)
    client.run()
    assert not ranked_window.document.page.exported.isVisible()


def test_every_control_has_a_name(ranked_window: MainWindow) -> None:
    dialog = open_export_dialog(ranked_window)
    for button in (*dialog.formats.values(), *dialog.included.values(), dialog.charts, dialog.go_on):
        assert button.text()
    assert all(button.accessibleDescription() for button in dialog.formats.values())
    assert dialog.masthead_fields.logo.accessibleName()
    dialog.reject()


def test_names_are_safe_and_end_as_chosen() -> None:
    assert suggested_name('a/b:"c"\n') == "a b c – fact-checks"
    assert suggested_name("") == "document – fact-checks"
    assert with_suffix("out", "", {"Table": ".csv"}).name == "out.csv"
    assert with_suffix("out.docx", "", {"Word": ".docx"}).name == "out.docx"
    assert with_suffix("v1.2", "", {"Web page": ".html"}).name == "v1.2.html"


def test_invalid_remembered_choices_are_ignored() -> None:
    assert wish_from({}) == Wish() == wish_from({"format": "exe", "included": "all of it", "charts": "yes"})
    wish = Wish(suffix="xlsx", included=Included.REVIEWED, charts=False)
    assert wish_from(wish.kept()) == wish


def test_reasons_why_a_format_cannot_be_written() -> None:
    nowhere, addresses = Addresses(), Addresses(website="desk.example", article="https://desk.example/lake")
    assert why_not(format_of("html"), newsroom="", addresses=nowhere, own_verdicts=0) == ""
    assert why_not(format_of("jsonld"), newsroom=" ", addresses=addresses, own_verdicts=1).startswith("A ClaimReview names")
    assert "of your newsroom" in why_not(format_of("jsonld"), newsroom="Desk", addresses=nowhere, own_verdicts=1)
    assert "of your article" in why_not(format_of("jsonld"), newsroom="Desk", addresses=replace(addresses, article="soon"), own_verdicts=1)
    assert "“tv”" in why_not(format_of("jsonld"), newsroom="Desk", addresses=replace(addresses, claim="tv"), own_verdicts=1)
    assert why_not(format_of("jsonld"), newsroom="Desk", addresses=addresses, own_verdicts=1) == ""


def test_before_a_ranking_there_is_nothing_to_ask(window: MainWindow) -> None:
    window.document.view.document = Document(title="t", text="", sentences=())
    window.document.export.ask()
    assert window.document.export.dialog is None


def test_a_report_of_the_demo_is_not_offered_the_folder_of_the_program(tmp_path: Path) -> None:
    preferences = Preferences()
    preferences.add_recent(tmp_path / "speech.txt")
    assert preferences.recent_folder() == str(tmp_path)
    preferences.add_recent(demo_debate())
    assert preferences.recent_folder() == str(tmp_path)
    only_demo = Preferences()
    only_demo.add_recent(demo_debate())
    assert only_demo.recent_folder() == str(Path.home())
