"""Actions on a document: opening, limiting to a day, stopping, exporting, following links."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app import network
from app.domain.document_formats import SUPPORTED
from app.gui import links
from app.gui.document.sentence_list import RowRole
from app.gui.main_window import MainWindow
from app.gui.model.verdicts import Finding
from app.gui.opening import brought, document_filter
from app.worker import protocol
from tests.fakes.task_client import Broken, FakeTaskClient


def shown_indexes(window: MainWindow) -> list[int]:
    model = window.document.page.model
    return [model.data(model.index(row), RowRole).sentence.index for row in range(model.rowCount())]  # type: ignore[attr-defined]


def open_ranked(window: MainWindow, client: FakeTaskClient, path: Path) -> None:
    window.document.open_path(path)
    client.run()


def test_a_date_limits_the_fact_checks_and_shows_a_chip(window: MainWindow, client: FakeTaskClient, debate: Path, qtbot: QtBot) -> None:
    open_ranked(window, client, debate)
    header, filters = window.document.page.header, window.document.page.filters
    header.set_as_of(date(2020, 6, 1))
    header.as_of_chosen.emit(header.as_of)
    client.run()
    request = client.of(protocol.RankDocument)[-1]
    assert isinstance(request, protocol.RankDocument) and request.options.as_of == date(2020, 6, 1)
    assert Finding.TRUE not in window.document.view.findings()
    assert [button.text() for button in filters.chips.buttons()] == ["Published before 2020-06-01  ✕"]
    qtbot.mouseClick(filters.chips.buttons()[0], Qt.MouseButton.LeftButton)
    client.run()
    assert header.as_of is None and not header.limit.isChecked()
    assert Finding.TRUE in window.document.view.findings()


def test_a_link_is_opened_only_after_a_question(
    window: MainWindow, client: FakeTaskClient, debate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    messages: list[str] = []

    def answer(accept: bool) -> Callable[[QMessageBox], int]:
        def run(box: QMessageBox) -> int:
            messages.append(box.informativeText())
            role = QMessageBox.ButtonRole.AcceptRole if accept else QMessageBox.ButtonRole.RejectRole
            next(button for button in box.buttons() if box.buttonRole(button) is role).click()
            return 0

        return run

    def opener(url: QUrl) -> bool:
        opened.append(url.toString())
        return True

    for accept in (False, True):
        monkeypatch.setattr(QMessageBox, "exec", answer(accept))
        links.ask_to_open(window, "https://desk.example/bridges", note="demo, links unchecked", opener=opener)
    assert opened == ["https://desk.example/bridges"]
    assert all("demo, links unchecked" in text and "goes online" in text for text in messages)
    assert links.ask_to_open(window, "javascript:alert(1)", opener=opener) is False
    assert len(opened) == 1
    assert [(action.host, action.outcome) for action in network.read().entries] == [("desk.example", "browser")]


def test_a_link_that_cannot_be_recorded_shows_an_error(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    network.record_path().mkdir(parents=True)
    monkeypatch.setattr(QMessageBox, "exec", lambda box: next(button for button in box.buttons() if "Open" in button.text()).click())
    assert links.ask_to_open(window, "https://desk.example/bridges?question=secret", opener=lambda _: True) is True
    warning = next(box for box in window.findChildren(QMessageBox) if box.isVisible())
    assert "does not tell of it" in warning.text() and "network.jsonl" in warning.informativeText()
    warning.close()


def test_a_link_that_no_browser_took_is_not_on_record(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QMessageBox, "exec", lambda box: next(button for button in box.buttons() if "Open" in button.text()).click())
    assert links.ask_to_open(window, "https://desk.example/bridges", opener=lambda _: False) is False
    assert network.read().entries == ()


def test_dropped_and_pasted_things_are_opened_or_refused_with_a_reason(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    file, web, folder, several, empty = QMimeData(), QMimeData(), QMimeData(), QMimeData(), QMimeData()
    file.setUrls([QUrl.fromLocalFile(str(debate))])
    web.setUrls([QUrl("https://desk.example/talk")])
    folder.setUrls([QUrl.fromLocalFile(str(debate.parent))])
    several.setUrls([QUrl.fromLocalFile(str(debate))] * 2)
    empty.setText("  \n")
    assert brought(file).path == debate
    assert "does not go online" in brought(web).refusal
    assert "is a folder" in brought(folder).refusal
    assert "Several" in brought(several).refusal
    assert brought(empty).refusal
    window.document.take(brought(web))
    assert window.document.page.error.isVisible() and "Save the page" in window.document.page.error.hint.text()


def test_the_dialog_of_documents_lists_every_kind_that_can_be_read() -> None:
    patterns = document_filter().partition(";;")[0].split("(", 1)[1].rstrip(")").split()
    assert {f"*{suffix}" for kind in SUPPORTED for suffix in kind.suffixes} <= set(patterns)
    assert {"*.priorcheck", "*.txt.gz", "*.vtt.gz"} <= set(patterns) and len(patterns) == len(set(patterns))


def test_pasting_opens_the_text(window: MainWindow, client: FakeTaskClient) -> None:
    QGuiApplication.clipboard().setText("Seven rivers cross Velden county.")
    window.actions_by_name["paste"].trigger()
    client.run()
    assert window.document.view.document is not None and window.document.view.document.title == "Pasted text"
    assert window.document.view.findings() == {Finding.TRUE: 1}


def test_an_unreadable_file_shows_help_and_keeps_the_open_document(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    open_ranked(window, client, debate)
    window.document.open_path(debate.with_name("gone.txt"))
    client.run()
    error = window.document.page.error
    assert (
        error.message.text() == "gone.txt cannot be read." and error.hint.text() == "Check whether it was moved. debate.txt is still open."
    )
    assert window.document.view.ranked is not None


def test_stopping_a_job_keeps_the_shown_results(window: MainWindow, client: FakeTaskClient, debate: Path, qtbot: QtBot) -> None:
    window.document.open_path(debate)
    client.run_until(lambda: window.document.view.ranked is not None)
    assert not window.status.bar.isVisible()  # a job that may be over at once shows no bar
    qtbot.waitUntil(lambda: window.status.bar.isVisible() and window.status.cancel.isVisible())
    window.status.cancel.click()
    client.run()
    assert not window.status.bar.isVisible()
    assert window.document.view.ranked is not None and not window.document.view.ranked.final
    assert "still there" in window.document.page.error.hint.text()


def test_opening_another_document_forgets_the_answers_of_the_first(
    window: MainWindow, client: FakeTaskClient, debate: Path, tmp_path: Path
) -> None:
    window.document.open_path(debate)
    client.run_until(lambda: window.document.view.ranked is not None)
    second_file = tmp_path / "other.txt"
    second_file.write_text("Seven rivers cross Velden county.", encoding="utf-8")
    open_ranked(window, client, second_file)
    assert window.document.view.document is not None and window.document.view.document.title == "other"
    assert len(shown_indexes(window)) == 1
    assert [Path(path).name for path in window.preferences.settings.recent_files] == ["other.txt", "debate.txt"]


def test_a_failed_ranking_shows_what_to_do(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    client.breaking[protocol.RankDocument] = Broken("index-damaged", "The index is damaged.", "Rebuild it.")
    open_ranked(window, client, debate)
    assert window.document.page.error.message.text() == "The index is damaged."
    assert shown_indexes(window) == [0, 1, 2, 3, 4, 5]


def test_the_day_in_a_files_name_is_offered_but_not_switched_on(window: MainWindow, client: FakeTaskClient, tmp_path: Path) -> None:
    path = tmp_path / "20180612_Summit.txt"
    path.write_text("Anna Berg: Seven rivers cross Velden county.", encoding="utf-8")
    window.document.open_path(path)
    client.run()
    header = window.document.page.header
    assert header.day.suggestion == date(2018, 6, 12) and header.as_of is None
    assert header.title.text() == "20180612_Summit.txt" and header.facts.text().startswith("1 speaker · 1 sentence")
    second_file = tmp_path / "other.txt"
    second_file.write_text("Seven rivers cross Velden county.", encoding="utf-8")
    window.document.open_path(second_file)
    client.run()
    assert header.day.suggestion is None
