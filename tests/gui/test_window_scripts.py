"""Emoji, Hindi and Arabic in the real window: clicks, marks and underlines hit the right words; Arabic runs from right to left."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.domain.direction import isolated, mostly_right_to_left, runs_right_to_left
from app.domain.document import Document
from app.domain.factcheck import FactCheck
from app.domain.verdict import Verdict
from app.gui.document.document_pane import DocumentPane
from app.gui.main_window import MainWindow
from app.gui.model.card import source_line
from app.gui.model.shared_words import shared_words
from tests.fakes.task_client import FakeTaskClient, rank, split

ARABIC = """مساء الخير للجميع 😀 هنا في القاعة.
الجسر كلف تسعة ملايين كرونة في عام 2019 كما قال Donald Trump يوم 12 June أمام 9,000 شخص.
لا أعتقد ذلك أبدا، ولم يكلف الجسر شيئا.
شكرا لكم."""
HINDI = """सभी को नमस्ते 👩‍👩‍👧 और शुभ संध्या।
सात नदियाँ वेल्डेन ज़िले से गुज़रती हैं, 2019 में Donald Trump ने कहा।
किसी ने गिना नहीं।"""
MIXED = """😀😀😀 Good evening to everyone here 🇩🇪.
Harbour bridges 🌉🌉 cost nine million crowns 😀 indeed.
Nobody 𝒩𝑜𝒷𝑜𝒹𝓎 knows."""
LIBRARY = [
    FactCheck(
        id="a",
        claim="الجسر كلف تسعة ملايين كرونة عام 2019",
        verdict=Verdict.FALSE,
        publisher="فتبينوا",
        rating="خطأ",
        published=date(2020, 1, 2),
    ),
    FactCheck(id="h", claim="सात नदियाँ वेल्डेन ज़िले से गुज़रती हैं", verdict=Verdict.TRUE, publisher="बूम"),
    FactCheck(id="e", claim="Harbour bridges cost nine million crowns", verdict=Verdict.FALSE, publisher="Desk"),
]


@pytest.fixture
def client(qapp: object) -> FakeTaskClient:
    return FakeTaskClient(LIBRARY, automatic=False)


def opened(window: MainWindow, text: str, qtbot: QtBot) -> tuple[DocumentPane, Document]:
    document = split(text)
    window.document.requests.show(rank(document, LIBRARY))
    qtbot.wait(20)
    return window.document.page.text, document


@pytest.mark.parametrize("text", [ARABIC, HINDI, MIXED], ids=["arabic", "hindi", "emoji"])
def test_a_click_anywhere_in_a_sentence_chooses_it(window: MainWindow, qtbot: QtBot, text: str) -> None:
    pane, document = opened(window, text, qtbot)
    for sentence in reversed(document.sentences):
        for point in (sentence.start + 1, (sentence.start + sentence.end) // 2, sentence.end - 1):
            box = pane.top_of(point)
            qtbot.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
            assert window.document.view.selected == sentence.index
            assert abs(pane.cursor_point() - point) <= 4  # beside a cluster the caret goes to its edge


@pytest.mark.parametrize(
    "text, words",
    [
        (ARABIC, ["الجسر", "كلف", "تسعة", "ملايين", "كرونة", "عام", "2019"]),
        (HINDI, ["सात", "नदियाँ", "वेल्डेन", "ज़िले", "से", "गुज़रती", "हैं"]),
        (MIXED, ["Harbour", "bridges", "cost", "nine", "million", "crowns"]),
    ],
    ids=["arabic", "hindi", "emoji"],
)
def test_shared_words_are_underlined(window: MainWindow, qtbot: QtBot, text: str, words: list[str]) -> None:
    pane, document = opened(window, text, qtbot)
    window.document.page.choose_sentence(1)
    marks = pane.extraSelections()
    underlined = [mark.cursor.selectedText() for mark in marks if mark.format.fontUnderline()]
    assert underlined == words
    sentence_marks = [mark.cursor.selectedText() for mark in marks if mark.cursor.selectedText() == document.sentences[1].text]
    assert sentence_marks


def test_arabic_begins_at_the_right_beside_its_margin(window: MainWindow, qtbot: QtBot) -> None:
    pane, document = opened(window, ARABIC, qtbot)
    begins = [pane.viewport().mapTo(pane, pane.top_of(sentence.start).topLeft()).x() for sentence in document.sentences]
    assert pane.gutter.geometry().right() < pane.overview.geometry().left() + 1 and pane.viewport().geometry().left() <= 2
    assert all(pane.gutter.geometry().left() - 30 <= line_start <= pane.gutter.geometry().left() for line_start in begins)
    pane, document = opened(window, HINDI, qtbot)
    assert pane.gutter.geometry().left() <= 1 and pane.top_of(document.sentences[2].start).left() < 30


def test_the_finding_is_painted_on_the_side_of_the_text(window: MainWindow, qtbot: QtBot) -> None:
    sides_by_name = {}
    for name, text in (("arabic", ARABIC), ("hindi", HINDI)):
        pane, document = opened(window, text, qtbot)
        image = pane.gutter.grab().toImage()
        background = image.pixelColor(0, image.height() - 1)
        y = pane.top_of(document.sentences[1].start).center().y()
        inked = [x for x in range(image.width()) for dy in range(-4, 5) if image.pixelColor(x, y + dy) != background]
        mark = window.theme.grown(14) + 8
        sides_by_name[name] = (min(inked) < mark, max(inked) >= image.width() - mark)
    assert sides_by_name["arabic"][0] and sides_by_name["hindi"][1]


def test_cards_in_arabic_keep_dates_and_names_in_their_order(window: MainWindow, qtbot: QtBot) -> None:
    opened(window, ARABIC, qtbot)
    window.document.page.choose_sentence(1)
    card = window.document.page.matches.cards[0]
    assert card.content.source == card.rating.text() == "2020-01-02"
    assert card.verdict.text() == "\u2068فتبينوا\u2069: \u2068خطأ\u2069"
    claim = card.claim
    assert isinstance(claim, QLabel) and claim.text() == LIBRARY[0].claim
    image = claim.grab().toImage()
    background = image.pixelColor(0, 0)
    last = range(max(0, image.height() - claim.fontMetrics().lineSpacing()), image.height())
    inked = [x for x in range(image.width()) for y in last if image.pixelColor(x, y) != background]
    left_gap, right = min(inked), image.width() - max(inked)
    assert right < 12 and left_gap > right + 8  # the last line, shorter than the others, begins at the right


def test_list_rows_in_arabic_begin_at_the_right(window: MainWindow, qtbot: QtBot) -> None:
    opened(window, ARABIC, qtbot)
    ranked = window.document.page.list
    row = window.document.page.model.place(3)
    assert row is not None
    rect = ranked.visualRect(window.document.page.model.index(row))
    image = ranked.viewport().grab(rect).toImage()
    line = rect.height() - 8 - 2 * ranked.fontMetrics().lineSpacing()
    background = image.pixelColor(image.width() // 2, 3)
    inked = [x for x in range(60, image.width()) for y in range(line, image.height() - 8) if image.pixelColor(x, y) != background]
    assert max(inked) > image.width() - 24 and min(inked) > image.width() // 2


def test_text_direction_follows_the_letters() -> None:
    assert runs_right_to_left("😀 9,000 الجسر") and not runs_right_to_left("😀 9,000 bridges الجسر") and not runs_right_to_left("12:30")
    assert (
        mostly_right_to_left(["الجسر", "Trump", "שלום"]) and not mostly_right_to_left(["الجسر", "Trump"]) and not mostly_right_to_left([])
    )
    assert isolated("Trump 😀") == "Trump 😀" and isolated("Desk فتبينوا") == "\u2068Desk فتبينوا\u2069"
    assert source_line(FactCheck(id="x", claim="c")) == "Publisher not named"


def test_words_keep_their_vowel_signs() -> None:
    spans = shared_words("सात नदियाँ गुज़रती हैं", "नदियाँ गुज़रती")
    assert ["सात नदियाँ गुज़रती हैं"[first:last] for first, last in spans] == ["नदियाँ", "गुज़रती"]
