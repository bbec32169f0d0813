"""The document's text reads like a document: headings, speakers, times, paragraphs, icons in the margin, and what was decided."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QHelpEvent, QTextLayout
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from app.domain.document import Document, Sentence
from app.gui.document.document_pane import DocumentPane
from app.gui.main_window import MainWindow
from app.gui.model.colours import DARK, LIGHT, READABLE, Scheme, contrast
from app.gui.theme import Appearance
from tests.fakes.task_client import FakeTaskClient, rank, split
from tests.gui.conftest import sample_library

MIXED = """The evening debate
Anna Berg: Good evening to everyone here.
الجسر كلف تسعة ملايين كرونة في عام 2019.
Ben Holt: Harbour bridges cost nine million crowns, and that is a long sentence about bridges that needs more than one line here.
Thank you."""
PROSE = "Harbour bridges cost nine million crowns. Seven rivers cross Velden county. No. Seven rivers. Museums lost half of visitors."


def prose_document(text: str = PROSE) -> Document:
    """Return a document whose sentences follow each other on one line."""
    sentences, start = [], 0
    for index, part in enumerate(text.split(". ")):
        sentence_text = part if part.endswith(".") else f"{part}."
        sentences.append(Sentence(index=index, text=sentence_text, start=start, end=start + len(sentence_text)))
        start += len(sentence_text) + 1
    return Document(title="Prose", text=text, sentences=tuple(sentences))


def opened(window: MainWindow, document: Document, qtbot: QtBot, *, width: int = 1600) -> DocumentPane:
    """Open a ranked document in a wide pane."""
    window.resize(width, 700)
    window.document.requests.show(rank(document, sample_library()))
    window.document.page.splitter.setSizes([width - 300, 300])
    window.document.page.reading_panes.setSizes([300, width - 700])
    qtbot.wait(20)
    return window.document.page.text


def formats_of(pane: DocumentPane, words: str) -> list[QTextLayout.FormatRange]:
    """Return the formats of the block that begins with these words."""
    block = pane.document().findBlock(pane.toPlainText().index(words))
    return block.layout().formats()


def speaker_colour(pane: DocumentPane) -> QColor:
    """Return the colour of the first speaker's name, once it is laid out anew."""
    pane.grab()
    label = formats_of(pane, "Anna Berg")[0]  # held, since its format lives no longer than it
    return label.format.foreground().color()


def test_speakers_and_headings_stand_out_and_stay_so_in_every_size(window: MainWindow, qtbot: QtBot) -> None:
    pane = opened(window, split(MIXED), qtbot)
    speaker, heading = formats_of(pane, "Anna Berg")[0], formats_of(pane, "The evening")[0]
    assert (speaker.start, speaker.length) == (0, len("Anna Berg"))
    assert speaker.format.fontWeight() == heading.format.fontWeight() == QFont.Weight.DemiBold
    assert speaker_colour(pane) == window.theme.colour("accent")
    for scale in (1.5, 1.0):
        window.theme.set_scale(scale)
        qtbot.wait(20)
        heights = [pane.top_of(pane.toPlainText().index(words)).height() for words in ("The evening", "Anna Berg", "Good evening")]
        assert heights[0] > heights[1] == heights[2]
    window.theme.choose(Appearance.DARK)
    qtbot.wait(20)
    assert speaker_colour(pane) == QColor(DARK.accent)


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_speakers_times_and_decided_sentences_can_be_read(scheme: Scheme) -> None:
    for colour, ground in ((scheme.accent, scheme.surface), (scheme.muted, scheme.surface), (scheme.muted, scheme.sunken)):
        assert contrast(colour, ground) >= READABLE


def test_the_space_between_paragraphs_is_part_of_none_of_them(window: MainWindow, qtbot: QtBot) -> None:
    document = split(MIXED)
    pane = opened(window, document, qtbot)
    line = pane.fontMetrics().lineSpacing()
    blocks = [pane.blockBoundingGeometry(pane.document().findBlockByNumber(number)) for number in range(5)]
    assert all(first.bottom() <= second.top() + 0.5 for first, second in pairwise(blocks))
    turn = pane.top_of(document.sentences[3].start).top() - pane.top_of(document.sentences[2].start).bottom()
    assert turn > line // 2
    between = QPoint(40, pane.top_of(document.sentences[3].start).top() - 4)
    qtbot.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=between)
    assert window.document.view.selected in (2, 3)


def test_a_paragraph_from_right_to_left_is_aligned_right_between_others(window: MainWindow, qtbot: QtBot) -> None:
    document = split(MIXED)
    pane = opened(window, document, qtbot)
    arabic, english = document.sentences[2], document.sentences[4]
    assert pane.top_of(arabic.start).left() > pane.viewport().width() - 30
    assert pane.top_of(english.start).left() < 30
    qtbot.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=pane.top_of(arabic.start + 3).center())
    assert window.document.view.selected == 2


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x0b", "\x0c", "\x85", "\r", "\r\n", "\n\n"])
def test_unusual_line_breaks_shift_no_format(window: MainWindow, qtbot: QtBot, separator: str) -> None:
    text = f"Anna Berg: Good evening 😀.{separator}Ben Holt: Harbour bridges cost nine million crowns."
    second = text.index("Harbour")
    sentences = (
        Sentence(index=0, text=text[11:25], start=11, end=25, speaker="Anna Berg"),
        Sentence(index=1, text=text[second:], start=second, end=len(text), speaker="Ben Holt"),
    )
    pane = opened(window, Document(title="t", text=text, sentences=sentences), qtbot)
    shown, bold = pane.toPlainText(), []
    block = pane.document().firstBlock()
    while block.isValid():
        for label in block.layout().formats():
            if label.format.fontWeight() == QFont.Weight.DemiBold:
                bold.append(block.text().encode("utf-16-le")[2 * label.start : 2 * (label.start + label.length)].decode("utf-16-le"))
        block = block.next()
    assert bold == ["Anna Berg", "Ben Holt"], shown


def test_an_edited_line_is_styled_anew(window: MainWindow, qtbot: QtBot) -> None:
    pane = opened(window, split(MIXED), qtbot)
    window.document.page.choose_sentence(1)
    window.document.page.editor.merge()
    assert pane.toPlainText() == MIXED
    qtbot.wait(20)
    assert formats_of(pane, "Ben Holt")[0].length == len("Ben Holt")


def test_icons_of_two_sentences_on_one_line_stand_beside_each_other(
    window: MainWindow, qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _widget: messages.append(text))
    pane = opened(window, prose_document(PROSE[: PROSE.index(" No.")]), qtbot)
    gutter, first, second = pane.gutter, *(pane.top_of(sentence.start) for sentence in window.document.view.document.sentences)  # type: ignore[union-attr]
    assert first.top() == second.top() and window.document.view.row(0).has_match and window.document.view.row(1).has_match
    inked = inked_columns(gutter, first)
    gaps = [after - before for before, after in pairwise(inked) if after - before > 2]
    assert len(gaps) == 1 and min(inked) >= 0 and max(inked) < gutter.width()
    left, right = inked[0] + 2, inked[-1] - 2
    for x, expected in ((left, 0), (right, 1)):
        event = QHelpEvent(QHelpEvent.Type.ToolTip, QPoint(x, first.center().y()), gutter.mapToGlobal(QPoint(x, first.center().y())))
        qapp.sendEvent(gutter, event)
        assert messages[-1] == window.document.view.row(expected).brief.replace("<", "‹")
        qtbot.mouseClick(gutter, Qt.MouseButton.LeftButton, pos=QPoint(x, first.center().y()))
        assert window.document.view.selected == expected


def test_more_sentences_on_a_line_are_counted(window: MainWindow, qtbot: QtBot) -> None:
    pane = opened(window, prose_document(), qtbot)
    view = window.document.view
    tops = {pane.top_of(sentence.start).top() for sentence in view.document.sentences}  # type: ignore[union-attr]
    assert len(tops) == 1 and sum(view.row(index).has_match for index in range(view.count)) > 2
    inked, width = inked_columns(pane.gutter, pane.top_of(0)), pane.gutter.width()
    assert min(inked) >= 0 and max(inked) < width
    opened(window, prose_document("Harbour bridges cost nine million crowns."), qtbot)
    assert pane.gutter.width() == width - window.theme.grown(14) - 3  # no room is taken for a second icon


def inked_columns(gutter: object, line: QRect) -> list[int]:
    """Return the columns of the margin that something is painted in beside a line."""
    image = gutter.grab().toImage()  # type: ignore[attr-defined]
    background = image.pixelColor(image.width() // 2, image.height() - 1)
    rows = range(line.top() + 2, line.bottom() - 1)
    return [x for x in range(image.width()) if any(image.pixelColor(x, y) != background for y in rows)]


@pytest.mark.qt_log_ignore("does not support raise", "does not support grabbing the keyboard")
def test_a_decided_sentence_looks_decided_in_text_and_margin(window: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    pane = opened(
        window, split("Harbour bridges cost nine million crowns.\nSeven rivers cross Velden county.\nMuseums lost half of visitors."), qtbot
    )
    page, actions = window.document.page, window.actions_by_name
    window.preferences.set("go_on", "stay")
    page.choose_sentence(0)
    assert page.view.row(0).margin_badge.icon == "cross"
    actions["confirm"].trigger()
    page.choose_sentence(1)
    actions["defer"].trigger()
    page.choose_sentence(2)
    assert page.view.row(0).margin_badge.icon == "confirmed"
    assert page.view.row(1).margin_badge.icon == "check"  # to be decided later is not decided
    selections = pane.extraSelections()
    marks = {mark.cursor.selectedText(): mark for mark in selections}
    decided, undecided = marks["Harbour bridges cost nine million crowns."], marks["Seven rivers cross Velden county."]
    assert decided.format.foreground().color() == window.theme.colour("muted")
    assert decided.format.background().color() == window.theme.colour("sunken")
    assert undecided.format.background().color() == QColor(window.theme.scheme.tints[-1])
    actions["verdict"].trigger()
    menu = QApplication.activePopupWidget()
    qtbot.keyClick(menu, Qt.Key.Key_D)
    assert page.view.row(2).margin_badge.icon == "disputed"


def test_a_decided_row_has_one_icon_and_an_edge(window: MainWindow, qtbot: QtBot) -> None:
    opened(window, split("Harbour bridges cost nine million crowns.\nSeven rivers cross Velden county."), qtbot)
    page = window.document.page
    window.preferences.set("go_on", "stay")
    page.choose_sentence(0)
    window.actions_by_name["confirm"].trigger()
    page.choose_sentence(1)
    qtbot.wait(10)
    list_row = page.model.place(0)
    assert list_row is not None
    rect = page.list.visualRect(page.model.index(list_row))
    image = page.list.viewport().grab(rect).toImage()
    middle = image.height() // 2
    assert image.pixelColor(1, middle) == window.theme.tone(page.view.row(0).margin_badge.tone)
    assert image.pixelColor(image.width() // 2, image.height() - 5) == window.theme.colour("sunken")
    vermillion = window.theme.tone(page.view.row(0).badge.tone)
    assert all(image.pixelColor(x, y) != vermillion for x in range(image.width()) for y in range(image.height()))


def test_the_progress_of_the_review_stands_above_the_list(window: MainWindow, qtbot: QtBot) -> None:
    opened(window, split("Harbour bridges cost nine million crowns.\nSeven rivers cross Velden county.\nThank you."), qtbot)
    page, actions = window.document.page, window.actions_by_name
    window.preferences.set("go_on", "stay")
    progress = page.filters.progress
    assert progress.isVisible() and progress.words.text() == "0 of 2 decided" and progress.bar.maximum() == 2
    page.choose_sentence(0)
    actions["confirm"].trigger()
    actions["flag"].trigger()
    assert progress.words.text() == "1 of 2 decided, 1 flagged" == progress.bar.accessibleDescription() and progress.bar.value() == 1
    actions["undo"].trigger()
    actions["undo"].trigger()
    assert progress.words.text() == "0 of 2 decided"
    actions["blind"].trigger()
    assert not progress.isVisible()  # the number of matches is an answer
    actions["blind"].trigger()
    assert progress.isVisible()
    window.document.requests.show(rank(split("Thank you."), sample_library()))
    qtbot.wait(20)
    assert not progress.isVisible()


def test_the_chosen_card_shows_the_sentence_over_the_claim_with_what_differs(window: MainWindow, qtbot: QtBot) -> None:
    text = "Harbour bridges cost eight million crowns.\nHarbour bridges cost 9 million crowns."
    opened(window, split(text), qtbot)
    page = window.document.page
    for index, said, same in ((0, ["eight million"], []), (1, [], ["9 million"])):
        page.choose_sentence(index)
        card = page.matches.cards[0]
        sentence = card.comparison.sentence
        assert sentence is not None and sentence.isVisible() and sentence.text() == text.splitlines()[index]
        assert sentence.mapTo(card, QPoint(0, 0)).y() < card.claim.mapTo(card, QPoint(0, 0)).y()
        assert [sentence.text()[start:end] for start, end in sentence.differing] == said
        assert [sentence.text()[start:end] for start, end in sentence.same] == same
        if said:
            assert [card.claim.text()[start:end] for start, end in card.claim.differing] == ["nine million"]
            assert (
                sentence.accessibleDescription() == card.claim.accessibleDescription() == "Worded differently: eight million / nine million"
            )
            assert "Worded differently" in card.accessibleName()
            ground = window.theme.colour("differing")
            image = sentence.grab().toImage()
            assert any(image.pixelColor(x, y) == ground for x in range(image.width()) for y in range(image.height()))
            window.preferences.set("go_on", "stay")
            window.actions_by_name["reject"].trigger()  # what was rejected is grey, without marks
            image = sentence.grab().toImage()
            assert not sentence.isEnabled() and not card.claim.isEnabled()
            assert not any(image.pixelColor(x, y) == ground for x in range(image.width()) for y in range(image.height()))
