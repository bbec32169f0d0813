"""Underlined words of a claim stand under those words, also behind emoji and on a second line."""

from __future__ import annotations

from PySide6.QtGui import QColor, QFontMetrics
from pytestqt.qtbot import QtBot

from app.gui.widgets.marked_label import MarkedLabel

TEXT = "🌉🌉 Bridges cost nine million crowns, and more than that in winter"


def made(qtbot: QtBot, width: int, words: str) -> MarkedLabel:
    start = TEXT.index(words)
    label = MarkedLabel(TEXT, [(start, start + len(words))], QColor("red"))
    qtbot.addWidget(label)
    label.resize(width, 200)
    label.show()
    label.grab()  # paints it
    return label


def test_a_line_stands_under_its_word(qtbot: QtBot) -> None:
    label = made(qtbot, 2000, "nine")
    ((left, right),) = label.underlines()
    metrics = QFontMetrics(label.font())
    assert abs(left.x() - metrics.horizontalAdvance(TEXT[: TEXT.index("nine")])) <= 2
    assert abs(right.x() - left.x() - metrics.horizontalAdvance("nine")) <= 2
    assert left.y() == right.y() < metrics.lineSpacing() + 3


def test_a_word_on_a_later_line_has_its_line_there(qtbot: QtBot) -> None:
    label = made(qtbot, 160, "winter")
    ((left, _),) = label.underlines()
    assert left.y() > QFontMetrics(label.font()).lineSpacing()
    assert left.x() < 160


def test_a_text_from_right_to_left_is_left_as_it_is(qtbot: QtBot) -> None:
    label = MarkedLabel("الجسر يكلف تسعة ملايين", [(0, 5)], QColor("red"))
    qtbot.addWidget(label)
    assert label.spans == () and label.underlines() == []
