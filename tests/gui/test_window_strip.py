"""The overview strip beside the scroll bar and the margin: their marks can be clicked and are described in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from app.domain.document import Sentence
from app.gui.document.page import DocumentPage
from app.gui.main_window import MainWindow
from app.gui.model.overview_strip import Strip, strip_words
from app.gui.model.sentence_row import SentenceRow
from app.gui.model.verdicts import Finding
from tests.fakes.task_client import FakeTaskClient


@pytest.fixture
def page(window: MainWindow, client: FakeTaskClient, tmp_path: Path, qtbot: QtBot) -> DocumentPage:
    """Provide four hundred lines, two of which can be settled, far apart."""
    lines = [f"Anna Berg: Row number {n} speaks of nothing much." for n in range(400)]
    lines[120] = "Ben Holt: Harbour bridges cost nine million crowns <b>."
    lines[330] = "Ben Holt: Seven rivers cross Velden county."
    path = tmp_path / "long.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    window.document.open_path(path)
    client.run()
    qtbot.wait(30)
    return window.document.page


def test_a_click_on_a_mark_chooses_its_sentence(page: DocumentPage, qtbot: QtBot) -> None:
    strip = page.text.overview
    for index in (330, 120):
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=strip.place_of(page.view.row(index)))
        assert page.view.selected == index
        assert page.text.viewport().rect().contains(page.text.top_of(page.view.row(index).sentence.start))


def test_a_click_beside_the_marks_only_scrolls(page: DocumentPage, qtbot: QtBot) -> None:
    selected, bar = page.view.selected, page.text.verticalScrollBar()
    strip = page.text.overview
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(6, strip.height() // 2))
    assert page.view.selected == selected and bar.value() == pytest.approx(bar.maximum() / 2, rel=0.05)


def test_the_mark_of_the_chosen_sentence_follows(page: DocumentPage, qtbot: QtBot) -> None:
    strip = page.text.overview
    marks = []
    for index in (10, 390):
        page.choose_sentence(index)
        image = strip.grab().toImage()
        y = strip.place_of(page.view.row(index)).y()
        marks.append((image.pixelColor(0, y).name(), y))
        assert image.pixelColor(0, y + 20 if index == 10 else y - 20).name() != marks[-1][0]
    assert marks[0][0] == marks[1][0] == page.text._theme.scheme.text
    assert marks[0][1] < 0.1 * strip.height() and marks[1][1] > 0.9 * strip.height()


def test_the_strip_is_described_in_words(page: DocumentPage) -> None:
    strip = page.text.overview
    assert strip.accessibleDescription() == "Of 400 sentences: 1 rated false, 1 rated true, 398 no match"
    tool_tip = strip.told_at(strip.place_of(page.view.row(120)).y())
    assert tool_tip.startswith(f"{page.view.row(120).ranked.rank}. Sample desk: Wrong <b>twice</b>. Ben Holt")  # type: ignore[union-attr]
    assert "Of 400 sentences" in strip.told_at(strip.height() / 2)
    page.choose_sentence(330)
    assert page.text.accessibleDescription() == page.view.row(330).spoken


def test_the_margin_describes_and_chooses_its_sentence(
    page: DocumentPage, qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _widget: messages.append(text))
    page.choose_sentence(120)
    gutter, y = page.text.gutter, page.text.top_of(page.view.row(120).sentence.start).center().y()
    event = QHelpEvent(QHelpEvent.Type.ToolTip, QPoint(10, y), gutter.mapToGlobal(QPoint(10, y)))
    qapp.sendEvent(gutter, event)
    assert messages[0].startswith("1. Sample desk: Wrong ‹b>twice‹/b>. Ben Holt") and "‹b>" in messages[0]
    below = page.text.top_of(page.view.row(122).sentence.start).center().y()
    qtbot.mouseClick(gutter, Qt.MouseButton.LeftButton, pos=QPoint(10, below))
    assert page.view.selected == 122


def row(start: int, finding: Finding) -> SentenceRow:
    return SentenceRow(Sentence(index=start, text="x", start=start, end=start + 1), "x", "x", "", None, finding, 3)


@given(st.sets(st.integers(0, 9_999), max_size=40), st.floats(0, 500))
def test_the_nearest_mark_equals_an_exhaustive_search(starts: set[int], y: float) -> None:
    strip = Strip([row(start, Finding.FALSE) for start in sorted(starts)], 10_000, 500)
    mark = strip.near(y)
    distances = {start: abs(start / 20 - y) for start in starts if abs(start / 20 - y) <= 5}
    assert (mark is None) == (not distances)
    if mark is not None:
        assert distances[mark.sentence.start] == min(distances.values())


def test_a_settled_sentence_is_preferred_over_a_possibly_checked_one() -> None:
    strip = Strip([row(100, Finding.UNCLEAR), row(140, Finding.FALSE)], 10_000, 500)
    mark = strip.near(5.0)
    assert mark is not None and mark.finding is Finding.FALSE
    assert strip_words({}, 5) == "Nothing is ranked yet"
