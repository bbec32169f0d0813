"""The strip beside the scroll bar and the margin: what they mark can be clicked, and is told in words."""

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
def place(window: MainWindow, client: FakeTaskClient, tmp_path: Path, qtbot: QtBot) -> DocumentPage:
    """Four hundred lines; two of them can be settled, far apart."""
    lines = [f"Anna Berg: Row number {n} speaks of nothing much." for n in range(400)]
    lines[120] = "Ben Holt: Harbour bridges cost nine million crowns <b>."
    lines[330] = "Ben Holt: Seven rivers cross Velden county."
    path = tmp_path / "long.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    window.document.open_path(path)
    client.run()
    qtbot.wait(30)
    return window.document.page


def test_a_click_on_a_mark_chooses_its_sentence(place: DocumentPage, qtbot: QtBot) -> None:
    strip = place.text.overview
    for index in (330, 120):
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=strip.place_of(place.view.row(index)))
        assert place.view.selected == index
        assert place.text.viewport().rect().contains(place.text.top_of(place.view.row(index).sentence.start))


def test_a_click_beside_the_marks_only_scrolls(place: DocumentPage, qtbot: QtBot) -> None:
    chosen, bar = place.view.selected, place.text.verticalScrollBar()
    strip = place.text.overview
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(6, strip.height() // 2))
    assert place.view.selected == chosen and bar.value() == pytest.approx(bar.maximum() / 2, rel=0.05)


def test_the_mark_of_the_chosen_sentence_follows(place: DocumentPage, qtbot: QtBot) -> None:
    strip = place.text.overview
    seen = []
    for index in (10, 390):
        place.choose_sentence(index)
        image = strip.grab().toImage()
        y = strip.place_of(place.view.row(index)).y()
        seen.append((image.pixelColor(0, y).name(), y))
        assert image.pixelColor(0, y + 20 if index == 10 else y - 20).name() != seen[-1][0]
    assert seen[0][0] == seen[1][0] == place.text._theme.scheme.text
    assert seen[0][1] < 0.1 * strip.height() and seen[1][1] > 0.9 * strip.height()


def test_the_strip_is_told_in_words(place: DocumentPage) -> None:
    strip = place.text.overview
    assert strip.accessibleDescription() == "Of 400 sentences: 1 rated false, 1 rated true, 398 no match"
    told = strip.told_at(strip.place_of(place.view.row(120)).y())
    assert told.startswith(f"{place.view.row(120).ranked.rank}. Sample desk: Wrong <b>twice</b>. Ben Holt")  # type: ignore[union-attr]
    assert "Of 400 sentences" in strip.told_at(strip.height() / 2)
    place.choose_sentence(330)
    assert place.text.accessibleDescription() == place.view.row(330).spoken


def test_the_margin_tells_and_chooses_the_sentence_beside_it(
    place: DocumentPage, qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _widget: told.append(text))
    place.choose_sentence(120)
    gutter, y = place.text.gutter, place.text.top_of(place.view.row(120).sentence.start).center().y()
    event = QHelpEvent(QHelpEvent.Type.ToolTip, QPoint(10, y), gutter.mapToGlobal(QPoint(10, y)))
    qapp.sendEvent(gutter, event)
    assert told[0].startswith("1. Sample desk: Wrong ‹b>twice‹/b>. Ben Holt") and "‹b>" in told[0]
    below = place.text.top_of(place.view.row(122).sentence.start).center().y()
    qtbot.mouseClick(gutter, Qt.MouseButton.LeftButton, pos=QPoint(10, below))
    assert place.view.selected == 122


def row(start: int, finding: Finding) -> SentenceRow:
    return SentenceRow(Sentence(index=start, text="x", start=start, end=start + 1), "x", "x", "", None, finding, 3)


@given(st.sets(st.integers(0, 9_999), max_size=40), st.floats(0, 500))
def test_the_nearest_mark_is_found_as_by_looking_at_each(starts: set[int], y: float) -> None:
    strip = Strip([row(start, Finding.FALSE) for start in sorted(starts)], 10_000, 500)
    found = strip.near(y)
    near = {start: abs(start / 20 - y) for start in starts if abs(start / 20 - y) <= 5}
    assert (found is None) == (not near)
    if found is not None:
        assert near[found.sentence.start] == min(near.values())


def test_a_settled_sentence_goes_before_one_that_is_only_perhaps_checked() -> None:
    strip = Strip([row(100, Finding.UNCLEAR), row(140, Finding.FALSE)], 10_000, 500)
    found = strip.near(5.0)
    assert found is not None and found.finding is Finding.FALSE
    assert strip_words({}, 5) == "Nothing is ranked yet"
