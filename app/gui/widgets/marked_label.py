"""A label that underlines some of its words: the ones that a checked claim shares with the sentence."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QTextLayout, QTextOption
from PySide6.QtWidgets import QWidget

from app.domain.direction import runs_right_to_left
from app.gui.model.text_map import TextMap
from app.gui.widgets.labels import WrappedLabel

Span = tuple[int, int]


class MarkedLabel(WrappedLabel):
    """Plain text over several lines, selectable; `spans` are code points [start, end) of it. Words of a text that runs from right to
    left are not underlined."""

    def __init__(self, text: str, spans: Sequence[Span], colour: QColor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._colour = colour
        offsets = TextMap(text)
        self.spans = () if runs_right_to_left(text) else tuple((offsets.to_utf16(start), offsets.to_utf16(end)) for start, end in spans)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """The text, then the lines under the words."""
        super().paintEvent(event)
        if self.spans:
            painter = QPainter(self)
            painter.setPen(QPen(self._colour, 1))
            for start, end in self.underlines():
                painter.drawLine(start, end)

    def underlines(self) -> list[tuple[QPointF, QPointF]]:
        """Return (start, end) of the underlines in the label's pixels, one for each line of text that a span reaches."""
        layout = QTextLayout(self.text(), self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        layout.setTextOption(option)
        inside = self.contentsRect()
        lines, top = [], float(inside.top())
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(inside.width())
            first, last = line.textStart(), line.textStart() + line.textLength()
            underline_y = top + line.ascent() + 2
            for start, end in self.spans:
                begin, stop = max(start, first), min(end, last)
                if begin < stop:
                    left, right = _x(line.cursorToX(begin)), _x(line.cursorToX(stop))
                    lines.append((QPointF(inside.left() + left, underline_y), QPointF(inside.left() + right, underline_y)))
            top += line.height()
        layout.endLayout()
        return lines


def _x(cursor_x: object) -> float:
    """Qt's binding answers with the place alone or with the place and the cursor."""
    return float(cursor_x[0]) if isinstance(cursor_x, tuple) else float(cursor_x)  # type: ignore[arg-type]
