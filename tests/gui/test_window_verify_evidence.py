"""The evidence page of Verify: documents imported, searched, dated by hand, deleted; the list of doubtful sources."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel

from app.domain.evidence import EvidenceDocument
from app.gui.main_window import VERIFY, MainWindow
from app.gui.verify.evidence_page import EvidencePage
from app.worker import protocol
from tests.fakes.library_requests import Broken
from tests.fakes.task_client import FakeTaskClient


@pytest.fixture
def page(window: MainWindow, client: FakeTaskClient) -> EvidencePage:
    """Provide the opened page with three documents."""
    client.evidence.add(
        EvidenceDocument(id="a", text="The ferry report.", title="Ferry", source="Office", published=date(2020, 1, 2), medium="PDF"),
        EvidenceDocument(id="b", text="The bridge <b>report</b>.", title="", url="https://www.gull.example/1", medium="Web text"),
        EvidenceDocument(id="c", text="The tower report.", title="Tower", source="Office", published=date(2021, 1, 2)),
    )
    return open_evidence_page(window, client)


def open_evidence_page(window: MainWindow, client: FakeTaskClient) -> EvidencePage:
    window.go(VERIFY)
    window.verify.page.tabs.setCurrentIndex(1)
    client.run()
    return window.verify.evidence.page


def column(page: EvidencePage, index: int) -> list[str]:
    return [str(page.documents.model.index(row, index).data()) for row in range(page.documents.model.rowCount())]


def texts(page: EvidencePage) -> list[str]:
    return [label.text() for label in page.documents.details.findChildren(QLabel)]


def test_the_empty_page_says_what_to_import(window: MainWindow, client: FakeTaskClient) -> None:
    page = open_evidence_page(window, client)
    assert page.empty.isVisible() and not page.line.isVisible()
    page.empty.buttons[0].click()
    dialog = window.verify.evidence.dialog
    assert dialog is not None and dialog.isVisible()
    dialog.close()


def test_documents_are_searched_and_read(page: EvidencePage, client: FakeTaskClient) -> None:
    assert column(page, 0) == ["Tower", "Ferry", "The bridge <b>report</b>."] and page.documents.facts.text().startswith(
        "3 documents · 3 passages"
    )
    assert column(page, 3) == ["2021-01-02", "2020-01-02", "no date"] and "1 document has no date" in page.documents.undated.text()
    QTest.keyClicks(page.documents.search, "bridge")
    QTest.keyClick(page.documents.search, Qt.Key.Key_Down)
    client.run()
    page.documents.table.selectRow(0)
    assert page.documents.found.text() == "1 document found" and page.documents.table.hasFocus()
    assert "The bridge <b>report</b>." in texts(page) and "No date: not used for a claim until you give it one" in texts(page)
    QTest.keyClick(page.documents.table, Qt.Key.Key_Slash)
    assert page.documents.search.hasFocus()
    client.breaking[protocol.SearchEvidence] = Broken("library-damaged", "The file is damaged.", "Restore it.")
    page.documents.search.clear()
    page.documents.ask()
    client.run()
    assert page.documents.found.text() == ""


def test_a_date_is_set_by_hand(page: EvidencePage, client: FakeTaskClient, window: MainWindow) -> None:
    page.documents.table.selectRow(2)
    page.documents.details.day.setText("in summer")
    page.documents.details.set.click()
    assert "“in summer” is not a date" in page.documents.details.problem.text()
    page.documents.details.day.setText("12.6.2018")
    QTest.keyClick(page.documents.details.day, Qt.Key.Key_Return)
    client.run()
    assert client.evidence.evidence.get(("b",))["b"].published == date(2018, 6, 12)
    assert column(page, 3) == ["2021-01-02", "2020-01-02", "2018-06-12"] and not page.documents.undated.isVisible()
    assert window.status.activity.text() == "The date was set."


def test_a_document_is_deleted_after_a_question(page: EvidencePage, client: FakeTaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    replies: list[bool] = [False, True]
    monkeypatch.setattr("app.gui.verify.evidence_controller.agreed", lambda *_, **__: replies.pop(0))
    page.documents.table.selectRow(0)
    page.documents.details.delete.click()
    client.run()
    assert page.documents.model.rowCount() == 3
    page.documents.details.delete.click()
    client.run()
    assert column(page, 0) == ["Ferry", "The bridge <b>report</b>."]


def test_the_list_of_sources_is_imported_shown_and_emptied(
    page: EvidencePage, client: FakeTaskClient, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "list.csv"
    source.write_text("host,kind,note\ngull.example,satire,Weekly\nnonsense,satire,\n", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(source), ""))
    assert not page.documents.badge.isEnabled()
    page.documents.sources_file_asked.emit()
    client.run()
    assert column(page, 4) == ["", "", "satire"] and page.documents.sources.text().startswith("Sources to be wary of: 1")
    assert "1 row of the list was refused: It is no host." in window.status.activity.text()
    page.documents.table.selectRow(2)
    assert "The source is on your list: satire" in texts(page)
    page.documents.badge.trigger()
    dialog = window.verify.evidence.sources
    assert dialog is not None and dialog.rows.rowCount() == 1
    dialog.close()
    page.documents.clear.trigger()
    client.run()
    assert column(page, 4) == ["", "", ""]


def test_files_and_folders_are_dropped_and_counted(window: MainWindow, client: FakeTaskClient, tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    folder.mkdir()
    (folder / "one.txt").write_text("The ferry carried people.", encoding="utf-8")
    (folder / "scan.txt").write_text(" ", encoding="utf-8")
    window.go(VERIFY)
    client.run()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(folder)), QUrl("https://example.org/x")])
    drop = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    window.verify.page.dropEvent(drop)
    dialog = window.verify.evidence.dialog
    assert dialog is not None and dialog.files.count() == 1
    dialog.source.setText("Office")
    dialog.published.setText("2020-13-01")
    QTest.keyClick(dialog.published, Qt.Key.Key_Return)
    assert not dialog.start.isEnabled() and dialog.error.isVisible()
    dialog.published.setText("")
    dialog.start.click()
    client.run()
    assert dialog.summary.text() == "1 added, 0 changed, 0 unchanged, 1 refused, 1 passage." and dialog.refused.rows.rowCount() == 1
    assert "1 document has no date" in dialog.notes.text()
    dialog.done_button.click()
    page = window.verify.evidence.page
    assert page.stack.currentIndex() == 1 and column(page, 1) == ["Office"]


def test_a_folder_is_chosen_and_a_stopped_import_leaves_everything(
    window: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one.txt").write_text("One.", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    window.actions_by_name["import_evidence"].trigger()
    dialog = window.verify.evidence.dialog
    assert dialog is not None
    dialog.folder.click()
    assert dialog.files.count() == 1
    dialog.start.click()
    dialog.cancel_asked.emit()
    client.run()
    assert dialog.error.message.text() == "The import was stopped." and not len(client.evidence.evidence)
    dialog.close()


def test_evidence_is_made_searchable_by_meaning(page: EvidencePage, client: FakeTaskClient, window: MainWindow) -> None:
    line = page.line
    assert line.words.text() == "0 of 3 passages can be found by meaning; all by their words."
    line.encode.click()
    for _ in range(3):
        client.step()
    assert line.words.text() == "Encoding evidence – 2 of 3" and line.stop.isVisible()
    line.stop.click()
    client.run()
    assert line.words.text() == "2 of 3 passages can be found by meaning; all by their words."
    window.actions_by_name["encode_evidence"].trigger()
    client.run()
    assert line.words.text() == "3 passages; all can be found by meaning." and not line.encode.isEnabled()


def test_more_documents_are_read_when_the_reader_nears_the_end(page: EvidencePage, client: FakeTaskClient) -> None:
    client.evidence.add(*(EvidenceDocument(id=f"z{number}", text=f"Text {number}.") for number in range(250)))
    page.documents.forget()
    client.run()
    while page.documents.model.canFetchMore():
        page.documents.model.fetchMore()
        client.run()
    assert page.documents.model.rowCount() == 253
