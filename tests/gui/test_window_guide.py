"""The user guide and the licences in the window: pages, search and links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextImageFormat
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.gui import guide_window
from app.gui.guide_window import GuideWindow
from app.gui.licences_dialog import LicencesDialog
from app.gui.model.commands import shortcut_help
from app.gui.model.guide import guide_folder, pages, pages_with
from app.gui.model.places import PLACES
from app.gui.theme import Appearance, Theme
from app.gui.window_help import show_about


@pytest.fixture
def guide(qtbot: QtBot, qapp: QApplication) -> GuideWindow:
    guide_window = GuideWindow(Theme(qapp, appearance=Appearance.LIGHT))
    qtbot.addWidget(guide_window)
    guide_window.show()
    return guide_window


def shown_rows(guide: GuideWindow) -> list[str]:
    return [guide.list.item(row).text() for row in range(guide.list.count()) if not guide.list.item(row).isHidden()]


def pictures(guide: GuideWindow) -> list[QTextImageFormat]:
    formats = []
    block = guide.text.document().begin()
    while block.isValid():
        pieces = block.begin()
        while not pieces.atEnd():
            style = pieces.fragment().charFormat()
            if style.isImageFormat():
                formats.append(style.toImageFormat())
            pieces += 1
        block = block.next()
    return formats


def test_pages_come_in_the_order_of_the_contents(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Guide\n[Second](two.md) [first](one.md) [gone](gone.md) [second again](two.md)\n", "utf-8")
    (tmp_path / "one.md").write_text("No heading", "utf-8")
    (tmp_path / "two.md").write_text("# The second\nBridges and  walls\n", "utf-8")
    guide_pages = pages(tmp_path)
    assert [(page.name, page.title) for page in guide_pages] == [("README.md", "Guide"), ("two.md", "The second"), ("one.md", "one.md")]
    assert (
        pages_with(guide_pages, " BRIDGES and walls ") == (1,)
        and pages_with(guide_pages, "") == (0, 1, 2)
        and pages_with(guide_pages, "moon") == ()
    )
    assert pages(tmp_path / "nowhere") == ()


def test_the_guide_opens_on_its_contents_and_leads_from_page_to_page(guide: GuideWindow) -> None:
    page = guide.page()
    assert page is not None and page.name == "README.md" and guide.list.count() >= 10
    guide.text.anchorClicked.emit(QUrl("review.md"))
    page = guide.page()
    assert page is not None and page.name == "review.md"
    assert "undo, redo, without limit" in guide.text.toPlainText()


def test_the_keys_that_the_guide_names_exist() -> None:
    existing_keys = {
        key for _, lines in shortcut_help(tuple(name for name, _ in PLACES)) for _, keys in lines for key in re.split(r" or | / | – ", keys)
    }
    named = {
        (page.name, key)
        for page in pages()
        for key in re.findall(r"`((?:(?:Ctrl|Alt|Shift)\+)+[^`]+|[A-Z]|F\d+|Return|Space|Del)`", page.text)
    }
    assert len(named) > 50
    assert sorted((page, key) for page, key in named if key not in existing_keys) == []
    going = {(name, key) for page in pages() for name, key in re.findall(r"\*(\w+)\* \(`(Ctrl\+\d)`\)", page.text)}
    assert len(going) >= 5
    assert going <= {(name, f"Ctrl+{number}") for number, (name, _) in enumerate(PLACES, start=1)}


def test_pictures_are_there_and_no_wider_than_the_page(guide: GuideWindow) -> None:
    guide.text.anchorClicked.emit(QUrl("documents.md"))
    (picture,) = pictures(guide)
    assert picture.maximumWidth().rawValue() == 100
    assert (guide_folder() / picture.name()).is_file()


def test_words_are_found_in_all_pages(guide: GuideWindow) -> None:
    guide.words.setText("kappa")
    assert shown_rows(guide) == ["Blind review"]
    assert guide.text.textCursor().selectedText() == "kappa" and guide.found.text() == "1 page"
    guide.words.setText("no such words anywhere")
    assert shown_rows(guide) == [] and guide.found.text() == "No page says this."
    guide.words.setText("")
    assert len(shown_rows(guide)) == guide.list.count() and not guide.found.isVisible()


def test_return_searches_on_in_the_next_page(guide: GuideWindow) -> None:
    guide.words.setText("file, import")
    positions = set()
    for _ in range(12):
        page = guide.page()
        assert page is not None and guide.text.textCursor().selectedText().lower() == "file, import"
        positions.add((page.name, guide.text.textCursor().position()))
        guide.words.returnPressed.emit()
    assert {name for name, _ in positions} == {page.name for page in pages() if "file, import" in page.text.lower()}


def test_an_external_link_is_opened_only_after_a_question(guide: GuideWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    messages: list[str] = []
    monkeypatch.setattr(guide_window, "ask_to_open", lambda _parent, url: messages.append(url))
    guide.text.anchorClicked.emit(QUrl("https://example.org/page"))
    guide.text.anchorClicked.emit(QUrl("file:///etc/passwd"))
    page = guide.page()
    assert messages == ["https://example.org/page"] and page is not None and page.name == "README.md"


def test_changing_the_appearance_keeps_the_page(guide: GuideWindow, qapp: QApplication) -> None:
    guide.text.anchorClicked.emit(QUrl("troubleshooting.md"))
    text_before = guide.text.toPlainText()
    guide._theme.choose(Appearance.DARK)
    guide._theme.set_scale(1.5)
    assert guide.text.toPlainText() == text_before
    guide._theme.set_scale(1.0)
    guide._theme.choose(Appearance.LIGHT)


def test_licences_show_each_part_with_its_terms(qtbot: QtBot, qapp: QApplication) -> None:
    dialog = LicencesDialog(Theme(qapp, appearance=Appearance.LIGHT))
    qtbot.addWidget(dialog)
    names = [dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount())]
    by_name = {item.text(0): item for item in names if item is not None}
    assert "BERT" in dialog.text.toPlainText()
    dialog.list.setCurrentItem(by_name["numpy"])
    assert "NumPy Developers" in dialog.text.toPlainText() and by_name["numpy"].text(1)
    dialog.list.setCurrentItem(by_name["Qt"])
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in dialog.text.toPlainText()
    assert not [name for name in by_name if name in {"Python", "PyInstaller"}]


def test_about_leads_to_the_licences(qtbot: QtBot, qapp: QApplication) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    show_about(window, Theme(qapp, appearance=Appearance.LIGHT))
    qtbot.waitUntil(lambda: bool(window.findChildren(QMessageBox)))
    (box,) = window.findChildren(QMessageBox)
    next(button for button in box.findChildren(QPushButton) if button.text() == "Licences…").click()
    qtbot.waitUntil(lambda: not window.findChildren(QMessageBox))
    (dialog,) = window.findChildren(LicencesDialog)
    assert dialog.isVisible() and dialog.list.topLevelItemCount() > 50
    dialog.close()
    qtbot.waitUntil(lambda: not window.findChildren(LicencesDialog))
