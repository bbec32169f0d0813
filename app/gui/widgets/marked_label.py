"""Labels that mark some of their words: those that a checked claim shares with the sentence, or those that differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QTextLayout, QTextOption
from PySide6.QtWidgets import QWidget

from app.domain.direction import runs_right_to_left
from app.gui.model.colours import Tone
from app.gui.model.text_map import TextMap
from app.gui.theme import Theme
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
        self.spans = self._in_utf16(spans)

    def _in_utf16(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        """Return spans in Qt's units; none in a text that runs from right to left."""
        if runs_right_to_left(self.text()):
            return ()
        offsets = TextMap(self.text())
        return tuple((offsets.to_utf16(start), offsets.to_utf16(end)) for start, end in spans)

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
        return [(box.bottomLeft(), box.bottomRight()) for box in self.boxes(self.spans)]

    def boxes(self, spans: Sequence[Span]) -> list[QRectF]:
        """Return the rectangles of spans in the label's pixels, one for each line of text that a span reaches, down to an underline."""
        layout = QTextLayout(self.text(), self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        layout.setTextOption(option)
        return list(self._boxes(layout, spans))

    def _boxes(self, layout: QTextLayout, spans: Sequence[Span]) -> Iterator[QRectF]:
        inside = self.contentsRect()
        top = float(inside.top())
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(inside.width())
            first, last = line.textStart(), line.textStart() + line.textLength()
            for start, end in spans:
                begin, stop = max(start, first), min(end, last)
                if begin < stop:
                    left, right = _x(line.cursorToX(begin)), _x(line.cursorToX(stop))
                    yield QRectF(inside.left() + left, top, right - left, line.ascent() + 2)
            top += line.height()
        layout.endLayout()


class ContrastLabel(MarkedLabel):
    """A text beside another one: `differing` words have a ground and a thick line under them, `same` ones, written differently in the
    other text, a dotted line. While it is disabled nothing is marked."""

    def __init__(
        self,
        text: str,
        *,
        shared: Sequence[Span] = (),
        differing: Sequence[Span] = (),
        same: Sequence[Span] = (),
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, () if differing else shared, theme.colour("accent"), parent)
        self._theme = theme
        self.differing, self.same = self._in_utf16(differing), self._in_utf16(same)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """The grounds, the text, then the lines."""
        if not self.isEnabled() or not (self.differing or self.same):
            super().paintEvent(event)
            return
        differing_boxes, same_boxes = self.boxes(self.differing), self.boxes(self.same)
        painter = QPainter(self)
        for box in differing_boxes:
            painter.fillRect(box.adjusted(-1, 0, 1, 2), self._theme.colour("differing"))
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setPen(QPen(self._theme.tone(Tone.VERMILLION), 2))
        for box in differing_boxes:
            painter.drawLine(box.bottomLeft(), box.bottomRight())
        painter.setPen(QPen(self._theme.colour("muted"), 1, Qt.PenStyle.DotLine))
        for box in same_boxes:
            painter.drawLine(box.bottomLeft(), box.bottomRight())


def _x(cursor_x: object) -> float:
    """Qt's binding answers with the place alone or with the place and the cursor."""
    return float(cursor_x[0]) if isinstance(cursor_x, tuple) else float(cursor_x)  # type: ignore[arg-type]
