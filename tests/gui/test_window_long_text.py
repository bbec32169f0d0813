"""Content that is built in steps: a long document's text in slices, a sentence's matches card by card. User actions meanwhile stay
correct."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.domain.document import Document
from app.gui.document.document_pane import DocumentPane
from app.gui.document.page import DocumentPage
from app.gui.main_window import MainWindow
from app.gui.theme import Appearance
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import WrappedLabel
from tests.fakes.task_client import FakeTaskClient, rank, split

LINES = 4000


@pytest.fixture
def long_document() -> Document:
    """Return a document much longer than one slice, with many characters outside the BMP, which Qt counts twice."""
    return split("\n".join(f"Anna Berg: Sentence {n} 😀 speaks of seven rivers that cross Velden county." for n in range(LINES)))


@pytest.fixture
def page(window: MainWindow, client: FakeTaskClient, long_document: Document) -> DocumentPage:
    """Provide the page of the long document before any of its text is loaded."""
    document_page = window.document.page
    window.document.requests.show(rank(long_document, list(client.library)[1:2]))
    document_page.show_document(long_document)
    return document_page


def is_complete(pane: DocumentPane, document: Document) -> bool:
    """Return True if the pane shows the whole text."""
    return pane.toPlainText() == document.text


def chosen_words(pane: DocumentPane) -> list[str]:
    """Return the text that is highlighted now."""
    return [mark.cursor.selectedText() for mark in pane.extraSelections()]


def is_in_sight(pane: DocumentPane, document: Document, index: int) -> bool:
    """Return True if the sentence begins in the visible part of the text."""
    return 0 <= pane.top_of(document.sentences[index].start).top() <= pane.viewport().height()


def test_a_long_text_arrives_in_slices(page: DocumentPage, long_document: Document, qtbot: QtBot) -> None:
    page.show_document(long_document)
    lengths = {len(page.text.toPlainText())}
    for _ in range(200):
        QApplication.processEvents()
        lengths.add(len(page.text.toPlainText()))
    assert is_complete(page.text, long_document)
    assert 0 in lengths and len(lengths) > 4
    assert page.text.document().documentMargin() == 16


def test_a_sentence_that_has_not_arrived_is_chosen_shown_and_stays_so(page: DocumentPage, long_document: Document, qtbot: QtBot) -> None:
    page.choose_sentence(3300)
    assert long_document.sentences[3300].text in chosen_words(page.text)
    assert is_in_sight(page.text, long_document, 3300)
    assert not is_complete(page.text, long_document)
    qtbot.waitUntil(lambda: is_complete(page.text, long_document))
    qtbot.wait(20)
    assert long_document.sentences[3300].text in chosen_words(page.text)
    assert is_in_sight(page.text, long_document, 3300)


def test_the_keys_step_while_the_text_arrives(page: DocumentPage, long_document: Document, qtbot: QtBot) -> None:
    page.step(1)
    page.step(1)
    assert page.view.selected == page.view.visible[1]
    assert not is_complete(page.text, long_document)
    qtbot.waitUntil(lambda: is_complete(page.text, long_document))
    assert long_document.sentences[page.view.visible[1]].text in chosen_words(page.text)


def test_select_all_includes_text_not_yet_loaded(page: DocumentPage, long_document: Document, qtbot: QtBot) -> None:
    qtbot.keyClick(page.text, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert page.text.marked() == (0, len(long_document.text))
    assert is_complete(page.text, long_document)


def test_an_edit_before_the_last_slice_is_in_the_text(page: DocumentPage, long_document: Document, qtbot: QtBot) -> None:
    page.choose_sentence(10)
    page.edited.disconnect()
    page.edited.connect(lambda _words, edited: page.show_edited(edited))
    page.editor.merge()
    assert page.view.document is not None and page.view.count == LINES - 1
    qtbot.waitUntil(lambda: is_complete(page.text, long_document))
    page.choose_sentence(LINES - 2)
    assert long_document.sentences[-1].text in chosen_words(page.text)


def test_another_document_in_the_middle_gets_nothing_of_the_first(page: DocumentPage, long_document: Document, qtbot: QtBot) -> None:
    QApplication.processEvents()
    assert page.text.toPlainText() and not is_complete(page.text, long_document)
    page.show_document(split("Ben Holt: Thank you."))
    qtbot.wait(30)
    assert page.text.toPlainText() == "Ben Holt: Thank you."


def test_the_window_may_be_closed_in_the_middle(window: MainWindow, page: DocumentPage, long_document: Document, qtbot: QtBot) -> None:
    QApplication.processEvents()
    assert window.close() and not window.isVisible()
    qtbot.waitUntil(lambda: is_complete(page.text, long_document))


def test_no_cards_are_made_for_sentences_that_are_only_passed(window: MainWindow, client: FakeTaskClient) -> None:
    text = "Seven rivers cross Velden county.\nHarbour bridges cost nine million crowns."
    window.document.requests.open_text(text)
    client.run()
    QApplication.processEvents()
    page = window.document.page
    first_card = page.matches.cards[0]
    page.choose_sentence(1)
    page.choose_sentence(0)
    page.choose_sentence(1)
    assert first_card.isVisible() and page.matches.number == 1
    assert [card.content.factcheck for card in page.matches.cards] == ["a"]
    label_texts = [label.text() for label in page.matches.findChildren(QLabel) if label.isVisible()]
    assert any("nine million" in label_text for label_text in label_texts) and not any(
        "Seven rivers" in label_text for label_text in label_texts
    )
    assert page.matches.cards[0].details is not None


def test_a_wrapped_label_is_as_high_as_its_text_needs_now(qtbot: QtBot) -> None:
    line = WrappedLabel()
    qtbot.addWidget(line)
    line.setText("word " * 10)
    low = line.heightForWidth(120)
    line.setText("word " * 40)
    high = line.heightForWidth(120)
    assert high > 2 * low
    font = line.font()
    font.setPointSizeF(3 * font.pointSizeF())
    line.setFont(font)
    assert line.heightForWidth(120) > 2 * high


def test_a_flow_is_as_high_as_its_items_need_now(qtbot: QtBot) -> None:
    body = QWidget()
    qtbot.addWidget(body)
    flow = FlowLayout(body)
    for _ in range(2):
        flow.addWidget(QLabel("a word"))
    body.show()
    width = flow.itemAt(0).sizeHint().width()  # type: ignore[union-attr]
    two = flow.heightForWidth(width)
    flow.addWidget(QLabel("a word"))
    QApplication.processEvents()
    three = flow.heightForWidth(width)
    assert three > two
    flow.itemAt(0).widget().hide()  # type: ignore[union-attr]
    QApplication.processEvents()
    assert flow.heightForWidth(width) == two


def test_changing_the_appearance_keeps_the_scroll_position(window: MainWindow, qtbot: QtBot) -> None:
    phrase = "seven rivers that cross Velden county and "
    document = split("\n".join(f"Anna Berg: Sentence {n} speaks of {phrase * (n % 7)}the end." for n in range(800)))
    page = window.document.page
    page.show_document(document)
    page.choose_sentence(500)
    qtbot.waitUntil(lambda: is_in_sight(page.text, document, 500))
    before = page.text.top_of(document.sentences[500].start).top()
    for change in (
        partial(window.theme.choose, Appearance.DARK),
        partial(window.theme.set_scale, 1.6),
        partial(window.theme.set_scale, 1.0),
    ):
        change()
        qtbot.wait(20)
        after = page.text.top_of(document.sentences[500].start).top()
        assert abs(after - before) <= 2 * page.text.fontMetrics().lineSpacing()


def test_without_a_chosen_sentence_in_sight_the_first_line_stays(window: MainWindow, qtbot: QtBot) -> None:
    document = split("\n".join(f"Anna Berg: Sentence {n} speaks of {'seven rivers, ' * (n % 40)}the end." for n in range(800)))
    pane = window.document.page.text
    window.document.page.show_document(document)
    qtbot.wait(20)
    pane.verticalScrollBar().setValue(200)
    qtbot.wait(20)
    before = pane.firstVisibleBlock().blockNumber()
    assert before > 0
    window.theme.choose(Appearance.DARK)
    window.theme.set_scale(1.5)
    qtbot.wait(20)
    assert abs(pane.firstVisibleBlock().blockNumber() - before) <= 1
    window.theme.set_scale(1.0)


def test_the_list_stays_where_it_is_when_the_text_grows(page: DocumentPage, window: MainWindow) -> None:
    page.choose_sentence(3300)
    rows = page.list
    before = rows.visualRect(rows.currentIndex())
    window.theme.set_scale(1.5)
    after = rows.visualRect(rows.currentIndex())
    assert after.height() > before.height() and after.top() == before.top()


def test_the_chosen_sentence_stays_where_it_is_when_the_pane_gets_narrower(window: MainWindow, qtbot: QtBot) -> None:
    phrase = "seven rivers that cross Velden county and "
    document = split("\n".join(f"Anna Berg: Sentence {n} speaks of {phrase * (n % 7)}the end." for n in range(800)))
    page = window.document.page
    page.show_document(document)
    page.choose_sentence(500)
    qtbot.waitUntil(lambda: is_in_sight(page.text, document, 500))
    before = page.text.top_of(document.sentences[500].start).top()
    initial_sizes = page.splitter.sizes()
    for sizes in ([400, 290, 700], [300, 800, 300], initial_sizes):
        page.splitter.setSizes(sizes)
        qtbot.wait(20)
        assert abs(page.text.top_of(document.sentences[500].start).top() - before) <= 2 * page.text.fontMetrics().lineSpacing()
