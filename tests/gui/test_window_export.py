"""Exporting a report: what the dialog offers and refuses, what it remembers, and where the report went."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QMessageBox

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
def opened(window: MainWindow, client: FakeTaskClient, debate: Path) -> MainWindow:
    """A window with a ranked debate."""
    assert not window.actions_by_name["export"].isEnabled()
    window.document.open_path(debate)
    client.run()
    return window


def asked(window: MainWindow) -> ExportDialog:
    """The dialog, opened by its action."""
    window.actions_by_name["export"].trigger()
    dialog = window.document.export.dialog
    assert dialog is not None
    return dialog


def save_as(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Answer the file dialog."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))


def test_every_format_that_we_write_is_offered_and_no_other() -> None:
    assert {each.suffix for each in FORMATS} == set(WRITTEN)


def test_a_report_is_written_and_shown_in_its_folder_only_when_asked(
    opened: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: shown.append(QUrl(url).toLocalFile()))
    target = tmp_path / "out" / "report.csv"
    target.parent.mkdir()
    save_as(monkeypatch, target)
    dialog = asked(opened)
    dialog.formats["csv"].click()
    assert not dialog.charts.isEnabled()
    dialog.go_on.click()
    client.run()
    notice = opened.document.page.exported
    assert target.is_file() and not dialog.isVisible() and opened.document.export.dialog is None
    assert str(target) in notice.message.text() and notice.isVisible() and not shown
    notice.button.click()
    assert [Path(each) for each in shown] == [target.parent]


def test_what_was_chosen_is_remembered(opened: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_as(monkeypatch, tmp_path / "report")
    dialog = asked(opened)
    dialog.formats["pdf"].click()
    dialog.charts.click()
    dialog.newsroom.setText("  Velden Daily ")
    dialog.go_on.click()
    client.run()
    assert (tmp_path / "report.pdf").is_file()
    again = asked(opened)
    assert again.wish == Wish(suffix="pdf", charts=False) and again.newsroom.text() == "Velden Daily"
    assert opened.preferences.settings.newsroom_name == "Velden Daily"
    again.reject()


def test_a_record_of_the_run_is_written_only_when_asked_and_that_is_remembered(
    opened: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_as(monkeypatch, tmp_path / "report.html")
    for wanted in (False, True):
        dialog = asked(opened)
        assert dialog.record.isChecked() is False
        dialog.record.setChecked(wanted)
        dialog.go_on.click()
        client.run()
        request = client.of(protocol.WriteReport)[-1]
        assert isinstance(request, protocol.WriteReport) and request.record is wanted
        assert opened.preferences.state.with_record is wanted
    again = asked(opened)
    assert again.record.isChecked() and Preferences(state=WindowState(export=again.wish.kept())).state.with_record
    again.reject()


def test_only_what_the_list_shows_goes_in(
    opened: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened.document.page.set_filter(SentenceFilter(text="rivers"))
    save_as(monkeypatch, tmp_path / "report.html")
    dialog = asked(opened)
    dialog.included[Included.SHOWN].click()
    dialog.go_on.click()
    request = client.requests[-1]
    assert isinstance(request, protocol.WriteReport) and request.choice.included is Included.SHOWN
    assert request.choice.indexes == (4,) == tuple(opened.document.view.visible)


def test_nobody_has_reviewed_so_that_is_not_offered(opened: MainWindow) -> None:
    dialog = asked(opened)
    assert not dialog.included[Included.REVIEWED].isEnabled() and dialog.included[Included.EVERYTHING].isChecked()
    dialog.formats["jsonld"].click()
    assert not dialog.go_on.isEnabled() and "verdict of your own" in dialog.trouble.message.text() and dialog.trouble.isVisible()
    dialog.formats["html"].click()
    assert dialog.go_on.isEnabled() and not dialog.trouble.isVisible()
    dialog.reject()


def test_claimreview_asks_for_the_newsroom_and_addresses_once(
    opened: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ranked = opened.document.view.ranked
    assert ranked is not None
    marks = {"Mara": ((Target("4"), Mark(verdict=Verdict.FALSE)),)}
    monkeypatch.setattr(opened.document.export, "_reviewed", lambda: Reviewed(ranked=ranked, marks=marks))
    dialog = asked(opened)
    assert dialog.included[Included.REVIEWED].isEnabled()
    dialog.formats["jsonld"].click()
    assert "newsroom" in dialog.trouble.message.text() and not dialog.go_on.isEnabled()
    dialog.newsroom.setText("Velden Daily")
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
    told = Addresses(website="https://velden.example", article="https://velden.example/lake", claim="https://tv.example/debate")
    assert request.reviewed.addresses == told and opened.preferences.settings.newsroom_url == "https://velden.example"
    again = asked(opened)
    assert again.addresses.addresses == told and again.addresses.website.isVisible()
    again.formats["html"].click()
    assert not again.addresses.website.isVisible()
    again.reject()


def test_a_logo_that_is_not_there_is_told_before_anything_is_written(
    opened: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> tuple[str, str]:
        raise AssertionError("the file dialog was opened")

    monkeypatch.setattr(QFileDialog, "getSaveFileName", never)
    dialog = asked(opened)
    dialog.logo.setText(str(tmp_path / "none.png"))
    dialog.go_on.click()
    assert "none.png" in dialog.trouble.message.text() and dialog.isVisible()
    dialog.reject()


def test_a_file_that_only_the_ending_makes_an_old_one_is_not_replaced_unasked(
    opened: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "report.html"
    old.write_text("old", encoding="utf-8")
    save_as(monkeypatch, tmp_path / "report")
    monkeypatch.setattr(QMessageBox, "exec", lambda _: 0)
    dialog = asked(opened)
    dialog.go_on.click()
    client.run()
    assert old.read_text(encoding="utf-8") == "old" and dialog.isVisible()
    dialog.reject()


def test_the_notice_goes_with_the_document(
    opened: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_as(monkeypatch, tmp_path / "report.html")
    asked(opened).go_on.click()
    client.run()
    assert opened.document.page.exported.isVisible()
    other = tmp_path / "other.txt"
    other.write_text("Seven rivers cross Velden county.", encoding="utf-8")
    opened.document.open_path(other)
    client.run()
    assert not opened.document.page.exported.isVisible()


def test_every_control_has_a_name(opened: MainWindow) -> None:
    dialog = asked(opened)
    for button in (*dialog.formats.values(), *dialog.included.values(), dialog.charts, dialog.go_on):
        assert button.text()
    assert all(button.accessibleDescription() for button in dialog.formats.values())
    assert dialog.logo.accessibleName()
    dialog.reject()


def test_names_are_safe_and_end_as_chosen() -> None:
    assert suggested_name('a/b:"c"\n') == "a b c – fact-checks"
    assert suggested_name("") == "document – fact-checks"
    assert with_suffix("out", "", {"Table": ".csv"}).name == "out.csv"
    assert with_suffix("out.docx", "", {"Word": ".docx"}).name == "out.docx"
    assert with_suffix("v1.2", "", {"Web page": ".html"}).name == "v1.2.html"


def test_what_is_remembered_may_be_nonsense() -> None:
    assert wish_from({}) == Wish() == wish_from({"format": "exe", "included": "all of it", "charts": "yes"})
    wish = Wish(suffix="xlsx", included=Included.REVIEWED, charts=False)
    assert wish_from(wish.kept()) == wish


def test_why_a_format_cannot_be_written() -> None:
    nowhere, known = Addresses(), Addresses(website="desk.example", article="https://desk.example/lake")
    assert why_not(format_of("html"), newsroom="", addresses=nowhere, own_verdicts=0) == ""
    assert why_not(format_of("jsonld"), newsroom=" ", addresses=known, own_verdicts=1).startswith("A ClaimReview names")
    assert "of your newsroom" in why_not(format_of("jsonld"), newsroom="Desk", addresses=nowhere, own_verdicts=1)
    assert "of your article" in why_not(format_of("jsonld"), newsroom="Desk", addresses=replace(known, article="soon"), own_verdicts=1)
    assert "“tv”" in why_not(format_of("jsonld"), newsroom="Desk", addresses=replace(known, claim="tv"), own_verdicts=1)
    assert why_not(format_of("jsonld"), newsroom="Desk", addresses=known, own_verdicts=1) == ""


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
