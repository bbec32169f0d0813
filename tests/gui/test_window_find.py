"""Words are found in the open document: lit in the text and on its pages, counted, and stepped through with their sentences."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.gui.document.find_bar import FindBar
from app.gui.document.page import DocumentPage
from app.gui.main_window import ASK, CLAIMS, LIBRARY, NARRATIVES, VERIFY, MainWindow
from app.gui.model.sentence_filter import SentenceFilter
from app.gui.theme import Appearance
from app.gui.widgets.search_field import SearchField
from app.worker import protocol
from tests.fakes.narrative_samples import stories
from tests.fakes.task_client import Broken, FakeTaskClient
from tests.gui.test_window_document_actions import open_ranked
from tests.gui.test_window_pages import brochure, document_page, draw

__all__ = ["brochure", "document_page"]  # fixtures

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def page(window: MainWindow, client: FakeTaskClient, debate: Path) -> DocumentPage:
    """Provide the page of a ranked debate with the list focused."""
    open_ranked(window, client, debate)
    activate(window)
    window.document.page.list.setFocus()
    return window.document.page


def activate(window: QWidget) -> None:
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)


def find(window: MainWindow, words: str) -> FindBar:
    """Press Ctrl+F on what has the focus and type."""
    QTest.keyClick(focus(), Qt.Key.Key_F, CTRL)
    bar = window.document.finder.bar
    assert bar.input.hasFocus()
    QTest.keyClicks(bar.input, words)
    return bar


def focus() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def lit(page: DocumentPage) -> dict[str, str]:
    """Return the lit words by colour, the current hit's under "current"."""
    scheme = page.text._theme.scheme
    names = {QColor(scheme.hit).name(): "other", QColor(scheme.accent).name(): "current"}
    marks: dict[str, str] = {}
    for selection in page.text.extraSelections():
        name = names.get(selection.format.background().color().name())  # type: ignore[attr-defined]
        if name is not None and selection.format.background().style() is not Qt.BrushStyle.NoBrush:  # type: ignore[attr-defined]
            marks[name] = f"{marks[name]} {words_of(selection)}" if name in marks else words_of(selection)
    return marks


def words_of(selection: QTextEdit.ExtraSelection) -> str:
    return selection.cursor.selectedText()  # type: ignore[attr-defined]


def selected_text(page: DocumentPage) -> str:
    row = page.view.current
    assert row is not None
    return row.sentence.text


def test_letters_typed_after_ctrl_f_find_words_and_decide_nothing(window: MainWindow, page: DocumentPage) -> None:
    bar = find(window, "fact Norway")
    assert bar.input.text() == "fact Norway" and bar.count.text() == "Not found"
    assert page.view.decided == 0 and not bar.next.isEnabled() and lit(page) == {}


def test_hits_are_counted_lit_and_stepped_through(window: MainWindow, page: DocumentPage) -> None:
    page.choose_sentence(0)
    bar = find(window, "HARBOÚR")
    assert bar.count.text() == "1 of 2" and lit(page) == {"current": "Harbour", "other": "Harbour"}
    assert selected_text(page) == "Harbour bridges cost nine million crowns."
    QTest.keyClick(bar.input, Qt.Key.Key_Return)
    assert bar.count.text() == "2 of 2" and selected_text(page).startswith("Harbour bridges do not")
    assert page.list.current_row() == page.view.current
    QTest.keyClick(bar.input, Qt.Key.Key_F3)
    assert bar.count.text() == "1 of 2"
    for key in (Qt.Key.Key_Return, Qt.Key.Key_F3, Qt.Key.Key_Enter):
        before = bar.count.text()
        QTest.keyClick(bar.input, key, SHIFT)
        assert bar.count.text() != before
    assert bar.input.accessibleDescription() == bar.count.text() and bar.input.hasFocus()


def test_buttons_step_and_close(window: MainWindow, page: DocumentPage, qtbot: QtBot) -> None:
    page.choose_sentence(0)
    bar = find(window, "Velden")
    qtbot.mouseClick(bar.next, Qt.MouseButton.LeftButton)
    assert bar.count.text() == "2 of 2"
    qtbot.mouseClick(bar.previous, Qt.MouseButton.LeftButton)
    assert bar.count.text() == "1 of 2"
    bar.next.setFocus()
    QTest.keyClick(bar.next, Qt.Key.Key_Return)
    assert bar.count.text() == "2 of 2"
    assert bar.next.toolTip() == "Next hit (F3)" and bar.previous.toolTip() == "Previous hit (Shift+F3)"
    qtbot.mouseClick(bar.close_button, Qt.MouseButton.LeftButton)
    assert not bar.isVisible()


@pytest.mark.parametrize("start", ["list", "text"])
def test_esc_closes_the_bar_and_gives_the_focus_back(window: MainWindow, page: DocumentPage, start: str) -> None:
    page.set_filter(SentenceFilter(text="bridges"))
    widget = page.list if start == "list" else page.text
    widget.setFocus()
    bar = find(window, "crowns")
    QTest.keyClick(bar.input, Qt.Key.Key_Escape)
    assert not bar.isVisible() and widget.hasFocus() and lit(page) == {}
    assert page.view.filter.text == "bridges"  # Esc in the bar is no "show all"
    QTest.keyClick(widget, Qt.Key.Key_X)
    assert page.view.decided == 1


def test_f3_opens_the_bar_with_the_words_of_last_time(window: MainWindow, page: DocumentPage) -> None:
    page.choose_sentence(0)
    bar = find(window, "crowns")
    QTest.keyClick(bar.input, Qt.Key.Key_Escape)
    QTest.keyClick(page.list, Qt.Key.Key_F3)
    assert bar.isVisible() and bar.input.selectedText() == "crowns" and bar.count.text() == "1 of 2"
    page.list.setFocus()
    QTest.keyClick(page.list, Qt.Key.Key_F3)
    assert bar.count.text() == "2 of 2" and page.list.hasFocus()


def test_words_that_are_marked_in_the_text_are_searched_for(window: MainWindow, page: DocumentPage) -> None:
    page.text.setFocus()
    cursor = page.text.textCursor()
    start = page.text.toPlainText().index("Seven")
    cursor.setPosition(start)
    cursor.setPosition(start + len("Seven rivers"), QTextCursor.MoveMode.KeepAnchor)
    page.text.setTextCursor(cursor)
    bar = find(window, "")
    assert bar.input.text() == "Seven rivers" and bar.count.text() == "1 of 1"


def test_a_name_between_sentences_is_found_and_changes_no_selection(window: MainWindow, page: DocumentPage) -> None:
    page.choose_sentence(1)
    before = page.view.selected
    bar = find(window, "Ben Holt:")
    assert bar.count.text().endswith("of 3") and page.view.selected == before and "Ben Holt:" in lit(page)["current"]


def test_the_slash_still_filters_the_list(window: MainWindow, page: DocumentPage) -> None:
    QTest.keyClick(page.list, Qt.Key.Key_Slash)
    QTest.keyClicks(focus(), "bridges")
    assert page.filters.search.hasFocus() and len(page.view.visible) == 2 and window.document.finder.bar.isHidden()


def test_another_document_and_an_edited_one_are_searched_again(
    window: MainWindow, page: DocumentPage, client: FakeTaskClient, tmp_path: Path
) -> None:
    bar = find(window, "Velden")
    assert bar.count.text().endswith("of 2")
    other = tmp_path / "other.txt"
    other.write_text("Velden is a county. Rivers cross it.", encoding="utf-8")
    open_ranked(window, client, other)
    assert bar.isVisible() and bar.count.text() == "1 of 1" and lit(page) == {"current": "Velden"}
    page.choose_sentence(0)
    window.actions_by_name["merge"].trigger()
    client.run()
    assert bar.count.text() == "1 of 1" and page.view.count == 1


def test_a_long_text_is_searched_to_its_end(window: MainWindow, client: FakeTaskClient, tmp_path: Path) -> None:
    long_file = tmp_path / "long.txt"
    long_file.write_text("Nothing is said here at all.\n\n" * 4000 + "The 😀 walrus sleeps.", encoding="utf-8")
    open_ranked(window, client, long_file)
    activate(window)
    page = window.document.page
    page.list.setFocus()
    find(window, "walrus")
    assert selected_text(page).endswith("walrus sleeps.") and lit(page) == {"current": "walrus"}
    start, end = page.text.visible_range()
    assert start <= window.document.finder.hits.spans[0][0] < end


@pytest.mark.parametrize("appearance", [Appearance.LIGHT, Appearance.DARK])
def test_hits_follow_the_colours(window: MainWindow, page: DocumentPage, appearance: Appearance) -> None:
    page.choose_sentence(0)
    find(window, "Harbour")
    window.theme.choose(appearance)
    assert lit(page) == {"current": "Harbour", "other": "Harbour"}


def test_without_a_document_nothing_is_searched(window: MainWindow) -> None:
    window.actions_by_name["find"].trigger()
    assert window.document.finder.bar.isHidden() and window.status.activity.text() == "There is no document to search."


def test_hits_are_lit_on_the_pages_of_a_pdf(window: MainWindow, document_page: DocumentPage, client: FakeTaskClient, qtbot: QtBot) -> None:
    activate(window)
    document_page.pages.setFocus()
    bar = find(window, "rivers cross")
    draw(window, client, qtbot)
    pages, finder = document_page.pages, window.document.finder
    assert bar.count.text().endswith("of 2")
    for _ in range(2):
        current = finder.hits.current
        spots = pages.hit_spots(current)
        assert len(spots) == 1 and pages.viewport().rect().contains(spots[0].toRect())
        picture = pages.viewport().grab().toImage()
        ground = picture.pixelColor(round(spots[0].left()) + 1, round(spots[0].center().y()))
        assert ground.saturation() > 100, ground.name()  # paper is white
        QTest.keyClick(bar.input, Qt.Key.Key_Return)
        draw(window, client, qtbot)
        assert finder.hits.current != current
    QTest.keyClick(bar.input, Qt.Key.Key_Escape)
    assert pages.hit_spots(0) == [] and pages.hasFocus()


def test_hits_appear_when_the_pages_are_shown_later(
    window: MainWindow, document_page: DocumentPage, client: FakeTaskClient, qtbot: QtBot
) -> None:
    document_page.reading.as_text.click()
    activate(window)
    document_page.list.setFocus()
    asked = len(client.of(protocol.FindBoxes))
    find(window, "rivers cross")
    client.run()
    assert len(client.of(protocol.FindBoxes)) == asked  # nobody sees the pages
    document_page.reading.as_pages.click()
    draw(window, client, qtbot)
    assert len(document_page.pages.hit_spots(0)) == 1


def test_the_bar_says_when_hits_cannot_be_shown_on_the_pages(window: MainWindow, document_page: DocumentPage) -> None:
    activate(window)
    document_page.pages.setFocus()
    bar = find(window, "rivers cross")
    window.document.finder._boxes.failed.emit(Broken("pages-other-text", "The file holds another text now.", ""))
    assert bar.note.isVisible() and "The file holds another text now." in bar.note.text()
    QTest.keyClick(bar.input, Qt.Key.Key_Return)
    assert bar.note.isVisible()
    QTest.keyClicks(bar.input, "rivers")
    assert not bar.note.isVisible()


@pytest.mark.parametrize("page_index", [LIBRARY, VERIFY, NARRATIVES])
def test_ctrl_f_goes_to_the_search_field_of_another_page(window: MainWindow, client: FakeTaskClient, page_index: int) -> None:
    client.library[:] = stories()
    activate(window)
    window.go(page_index)
    if page_index == NARRATIVES:
        window.narratives.find()
    if page_index == VERIFY:
        window.actions_by_name["verify_new"].trigger()
    client.run()
    window.rail.setFocus()
    QTest.keyClick(window, Qt.Key.Key_F, CTRL)
    assert isinstance(focus(), SearchField) and window.stack.currentIndex() == page_index


@pytest.mark.parametrize("page_index", [CLAIMS, ASK])
def test_ctrl_f_goes_to_the_field_of_a_page_without_a_search(window: MainWindow, client: FakeTaskClient, page_index: int) -> None:
    activate(window)
    window.go(page_index)
    client.run()
    window.rail.setFocus()
    QTest.keyClick(window, Qt.Key.Key_F, CTRL)
    fields = {CLAIMS: window.claims.page.input, ASK: window.ask.page.empty.buttons[0]}  # nothing can be asked without posts
    assert fields[page_index].hasFocus()


def test_the_keys_of_finding_can_be_changed(window: MainWindow, page: DocumentPage) -> None:
    keymap = window.actions_by_name.keymap.with_keys("find", ("Ctrl+J",)).with_keys("find_next", ("F8",))
    window.actions_by_name.use(keymap)
    QTest.keyClick(page.list, Qt.Key.Key_J, CTRL)
    bar = window.document.finder.bar
    assert bar.input.hasFocus() and bar.next.toolTip() == "Next hit (F8)"
    QTest.keyClicks(bar.input, "Harbour")
    before = bar.count.text()
    QTest.keyClick(bar.input, Qt.Key.Key_F8)
    assert bar.count.text() != before
