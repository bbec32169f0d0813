"""Assigning table columns to fields before an import."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from pytestqt.qtbot import QtBot

from app.gui.library.import_dialog import ImportDialog
from app.gui.library.table_preview import read_post_table, read_table
from app.gui.main_window import MainWindow
from app.gui.model.column_choice import Table, doubled, overrides
from app.worker import protocol
from tests.fakes.task_client import FakeTaskClient

ODD = """Nr,Was gesagt wurde,Ergebnis,Wer es sagte,Datum
1,Der Mond besteht ganz aus Kalkstein.,Falsch,Max Vinter,2024-03-01
2,Die Brücke steht seit dem Jahr 1931.,Stimmt,Erika Holt,2024-04-01
"""
POSTS = """Nr,Freitext,Wer,Ort
1,Der Mond besteht ganz aus Kalkstein.,max,mastodon
2,Die Brücke steht seit dem Jahr 1931.,erika,x
"""
TABLE = Table(header=("a", "b"), rows=(("", "x"), ("one  two", "y")), guess={"claim": "a", "rating": "b"})


@pytest.fixture
def odd_table(tmp_path: Path) -> Path:
    path = tmp_path / "odd.csv"
    path.write_text(ODD, encoding="utf-8")
    return path


@pytest.fixture
def dialog(window: MainWindow) -> ImportDialog:
    window.actions_by_name["import"].trigger()
    dialog = window.library._dialog
    assert dialog is not None
    return dialog


def test_only_changes_to_the_guessed_columns_are_sent() -> None:
    assert overrides(TABLE, {"claim": "a", "rating": "b"}) == ()
    assert overrides(TABLE, {"claim": "b", "rating": "", "title": "a"}) == (("claim", "b"), ("rating", ""), ("title", "a"))
    assert doubled({"claim": "a", "title": "a", "url": ""}) == "a" and not doubled({"claim": "a", "url": "", "id": ""})
    assert (TABLE.example("a"), TABLE.example("none")) == ("one two", "")


def test_the_beginning_of_a_table_is_read_and_other_files_offer_nothing(odd_table: Path, tmp_path: Path) -> None:
    table = read_table(odd_table)
    assert table is not None and table.guess["claim"] == "Was gesagt wurde" and table.example("Ergebnis") == "Falsch"
    page = tmp_path / "page.html"
    page.write_text("<p>nothing", encoding="utf-8")
    assert read_table(page) is None and read_table(tmp_path / "gone.csv") is None


def test_the_guess_is_shown_with_examples_and_can_be_changed(
    window: MainWindow, client: FakeTaskClient, dialog: ImportDialog, odd_table: Path, qtbot: QtBot
) -> None:
    dialog.add_files((odd_table,))
    qtbot.waitUntil(dialog.mapping.isVisible, timeout=5000)
    boxes = dialog.mapping.boxes
    assert boxes["claim"].currentText() == "Was gesagt wurde" and boxes["rating"].currentData() == ""
    boxes["rating"].setCurrentIndex(boxes["rating"].findData("Ergebnis"))
    boxes["claim"].setCurrentIndex(0)
    assert not dialog.start.isEnabled() and "holds the claim" in dialog.mapping.problem.text()
    boxes["claim"].setCurrentIndex(boxes["claim"].findData("Ergebnis"))
    assert not dialog.start.isEnabled() and "“Ergebnis” is chosen twice" in dialog.mapping.problem.text()
    boxes["claim"].setCurrentIndex(boxes["claim"].findData("Was gesagt wurde"))
    dialog.start.click()
    client.run()
    request = client.of(protocol.ImportFactChecks)[0]
    assert isinstance(request, protocol.ImportFactChecks) and request.options.columns == (("rating", "Ergebnis"),)


def test_several_files_are_recognised_by_themselves(dialog: ImportDialog, odd_table: Path, tmp_path: Path, qtbot: QtBot) -> None:
    second_table = tmp_path / "other.csv"
    second_table.write_text(ODD, encoding="utf-8")
    dialog.add_files((odd_table,))
    dialog.add_files((second_table,))
    qtbot.wait(200)
    assert not dialog.mapping.isVisible() and dialog.start.isEnabled() and "table alone" in dialog.remark.text()


def test_files_can_be_dropped_on_the_dialog(dialog: ImportDialog, odd_table: Path) -> None:
    assert dialog.remark.text().startswith("No file is chosen") and not dialog.files.isVisible()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(odd_table)), QUrl("https://site.example/rows.csv")])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    dialog.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, buttons, keys))
    assert dialog.start.text() == "Import 1 file"


def test_a_table_of_posts_has_post_columns(window: MainWindow, client: FakeTaskClient, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "posts.csv"
    path.write_text(POSTS, encoding="utf-8")
    window.ask.intake.open((path,))
    dialog = window.ask.intake.dialog
    assert dialog is not None
    qtbot.waitUntil(dialog.mapping.isVisible, timeout=5000)
    boxes = dialog.mapping.boxes
    assert boxes["text"].currentText() == "Freitext" and boxes["author"].currentData() == ""
    boxes["author"].setCurrentIndex(boxes["author"].findData("Wer"))
    boxes["text"].setCurrentIndex(0)
    assert not dialog.start.isEnabled() and "holds the text" in dialog.mapping.problem.text()
    boxes["text"].setCurrentIndex(boxes["text"].findData("Freitext"))
    dialog.start.click()
    client.run()
    (request,) = client.of(protocol.ImportPosts)
    assert isinstance(request, protocol.ImportPosts) and request.options.columns == (("author", "Wer"),)


def test_only_a_generic_table_offers_columns_of_posts(tmp_path: Path) -> None:
    for name, content in {"own.csv": POSTS, "rows.jsonl": '{"text": "a b c"}\n{"text": "d e f"}\n', "page.html": "<p>no"}.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    table = read_post_table(tmp_path / "own.csv")
    assert table is not None and table.guess["text"] == "Freitext" and table.example("Wer") == "max"
    assert read_post_table(tmp_path / "rows.jsonl") is None and read_post_table(tmp_path / "page.html") is None
    assert read_post_table(tmp_path / "gone.csv") is None
