"""What is shown step by step: a long document's text in slices, a sentence's matches card by card; nobody can get ahead of it."""

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
    """Far more text than one slice, with characters that Qt counts twice all over it."""
    return split("\n".join(f"Anna Berg: Sentence {n} 😀 speaks of seven rivers that cross Velden county." for n in range(LINES)))


@pytest.fixture
def place(window: MainWindow, client: FakeTaskClient, long_document: Document) -> DocumentPage:
    """The long document, of whose text nothing is there yet."""
    shown = window.document.page
    window.document.requests.show(rank(long_document, list(client.library)[1:2]))
    shown.show_document(long_document)
    return shown


def whole(pane: DocumentPane, document: Document) -> bool:
    """Whether all of the text is there, as it is."""
    return pane.toPlainText() == document.text


def chosen_words(pane: DocumentPane) -> list[str]:
    """What is marked in the text now."""
    return [mark.cursor.selectedText() for mark in pane.extraSelections()]


def in_sight(pane: DocumentPane, document: Document, index: int) -> bool:
    """Whether a sentence begins in the part of the text that is on screen."""
    return 0 <= pane.top_of(document.sentences[index].start).top() <= pane.viewport().height()


def test_a_long_text_arrives_in_slices(place: DocumentPage, long_document: Document, qtbot: QtBot) -> None:
    place.show_document(long_document)
    lengths = {len(place.text.toPlainText())}
    for _ in range(200):
        QApplication.processEvents()
        lengths.add(len(place.text.toPlainText()))
    assert whole(place.text, long_document)
    assert 0 in lengths and len(lengths) > 4
    assert place.text.document().documentMargin() == 16


def test_a_sentence_that_has_not_arrived_is_chosen_shown_and_stays_so(place: DocumentPage, long_document: Document, qtbot: QtBot) -> None:
    place.choose_sentence(3300)
    assert long_document.sentences[3300].text in chosen_words(place.text)
    assert in_sight(place.text, long_document, 3300)
    assert not whole(place.text, long_document)
    qtbot.waitUntil(lambda: whole(place.text, long_document))
    qtbot.wait(20)
    assert long_document.sentences[3300].text in chosen_words(place.text)
    assert in_sight(place.text, long_document, 3300)


def test_the_keys_step_while_the_text_arrives(place: DocumentPage, long_document: Document, qtbot: QtBot) -> None:
    place.step(1)
    place.step(1)
    assert place.view.selected == place.view.visible[1]
    assert not whole(place.text, long_document)
    qtbot.waitUntil(lambda: whole(place.text, long_document))
    assert long_document.sentences[place.view.visible[1]].text in chosen_words(place.text)


def test_marking_everything_marks_what_has_not_arrived(place: DocumentPage, long_document: Document, qtbot: QtBot) -> None:
    qtbot.keyClick(place.text, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert place.text.marked() == (0, len(long_document.text))
    assert whole(place.text, long_document)


def test_an_edit_before_the_last_slice_is_in_the_text(place: DocumentPage, long_document: Document, qtbot: QtBot) -> None:
    place.choose_sentence(10)
    place.edited.disconnect()
    place.edited.connect(lambda _words, edited: place.show_edited(edited))
    place.editor.merge()
    assert place.view.document is not None and place.view.count == LINES - 1
    qtbot.waitUntil(lambda: whole(place.text, long_document))
    place.choose_sentence(LINES - 2)
    assert long_document.sentences[-1].text in chosen_words(place.text)


def test_another_document_in_the_middle_gets_nothing_of_the_first(place: DocumentPage, long_document: Document, qtbot: QtBot) -> None:
    QApplication.processEvents()
    assert place.text.toPlainText() and not whole(place.text, long_document)
    place.show_document(split("Ben Holt: Thank you."))
    qtbot.wait(30)
    assert place.text.toPlainText() == "Ben Holt: Thank you."


def test_the_window_may_be_closed_in_the_middle(window: MainWindow, place: DocumentPage, long_document: Document, qtbot: QtBot) -> None:
    QApplication.processEvents()
    assert window.close() and not window.isVisible()
    qtbot.waitUntil(lambda: whole(place.text, long_document))


def test_nothing_is_made_of_the_matches_that_a_reader_only_passes(window: MainWindow, client: FakeTaskClient) -> None:
    text = "Seven rivers cross Velden county.\nHarbour bridges cost nine million crowns."
    window.document.requests.open_text(text)
    client.run()
    QApplication.processEvents()
    place = window.document.page
    made = place.matches.cards[0]
    place.choose_sentence(1)
    place.choose_sentence(0)
    place.choose_sentence(1)
    assert made.isVisible() and place.matches.number == 1
    assert [card.content.factcheck for card in place.matches.cards] == ["a"]
    shown = [label.text() for label in place.matches.findChildren(QLabel) if label.isVisible()]
    assert any("nine million" in words for words in shown) and not any("Seven rivers" in words for words in shown)
    assert place.matches.cards[0].details is not None


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


def test_another_look_leaves_the_text_where_it_stood(window: MainWindow, qtbot: QtBot) -> None:
    words = "seven rivers that cross Velden county and "
    document = split("\n".join(f"Anna Berg: Sentence {n} speaks of {words * (n % 7)}the end." for n in range(800)))
    place = window.document.page
    place.show_document(document)
    place.choose_sentence(500)
    qtbot.waitUntil(lambda: in_sight(place.text, document, 500))
    before = place.text.top_of(document.sentences[500].start).top()
    for change in (
        partial(window.theme.choose, Appearance.DARK),
        partial(window.theme.set_scale, 1.6),
        partial(window.theme.set_scale, 1.0),
    ):
        change()
        qtbot.wait(20)
        after = place.text.top_of(document.sentences[500].start).top()
        assert abs(after - before) <= 2 * place.text.fontMetrics().lineSpacing()


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


def test_the_list_stays_where_it_is_when_the_text_grows(place: DocumentPage, window: MainWindow) -> None:
    place.choose_sentence(3300)
    rows = place.list
    before = rows.visualRect(rows.currentIndex())
    window.theme.set_scale(1.5)
    after = rows.visualRect(rows.currentIndex())
    assert after.height() > before.height() and after.top() == before.top()


def test_the_chosen_sentence_stays_where_it_is_when_the_pane_gets_narrower(window: MainWindow, qtbot: QtBot) -> None:
    words = "seven rivers that cross Velden county and "
    document = split("\n".join(f"Anna Berg: Sentence {n} speaks of {words * (n % 7)}the end." for n in range(800)))
    place = window.document.page
    place.show_document(document)
    place.choose_sentence(500)
    qtbot.waitUntil(lambda: in_sight(place.text, document, 500))
    before = place.text.top_of(document.sentences[500].start).top()
    whole = place.splitter.sizes()
    for sizes in ([400, 290, 700], [300, 800, 300], whole):
        place.splitter.setSizes(sizes)
        qtbot.wait(20)
        assert abs(place.text.top_of(document.sentences[500].start).top() - before) <= 2 * place.text.fontMetrics().lineSpacing()
