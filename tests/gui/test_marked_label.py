"""Underlines of a claim are placed under their words, also after emoji and on a second line."""

from __future__ import annotations

from PySide6.QtGui import QColor, QFontMetrics
from pytestqt.qtbot import QtBot

from app.gui.widgets.marked_label import MarkedLabel

TEXT = "🌉🌉 Bridges cost nine million crowns, and more than that in winter"


def make_label(qtbot: QtBot, width: int, underlined_text: str) -> MarkedLabel:
    start = TEXT.index(underlined_text)
    label = MarkedLabel(TEXT, [(start, start + len(underlined_text))], QColor("red"))
    qtbot.addWidget(label)
    label.resize(width, 200)
    label.show()
    label.grab()  # paints it
    return label


def test_a_word_is_underlined(qtbot: QtBot) -> None:
    label = make_label(qtbot, 2000, "nine")
    ((start, right),) = label.underlines()
    metrics = QFontMetrics(label.font())
    assert abs(start.x() - metrics.horizontalAdvance(TEXT[: TEXT.index("nine")])) <= 2
    assert abs(right.x() - start.x() - metrics.horizontalAdvance("nine")) <= 2
    assert start.y() == right.y() < metrics.lineSpacing() + 3


def test_a_word_on_a_later_line_is_underlined_there(qtbot: QtBot) -> None:
    label = make_label(qtbot, 160, "winter")
    ((start, _),) = label.underlines()
    assert start.y() > QFontMetrics(label.font()).lineSpacing()
    assert start.x() < 160


def test_a_right_to_left_text_is_not_underlined(qtbot: QtBot) -> None:
    label = MarkedLabel("الجسر يكلف تسعة ملايين", [(0, 5)], QColor("red"))
    qtbot.addWidget(label)
    assert label.spans == () and label.underlines() == []
