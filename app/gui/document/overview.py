"""The strip beside the scroll bar: where in the whole document the matched sentences and the chosen one are."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.gui.model.document_view import DocumentView
from app.gui.model.verdicts import Finding, finding_look
from app.gui.theme import Theme

_WIDTH = 12


class Overview(QWidget):
    """Marks are painted once into a pixmap when a ranking arrives; a click scrolls there."""

    def __init__(self, pane: QPlainTextEdit, view: DocumentView, theme: Theme) -> None:
        super().__init__(pane)
        self._pane, self._view, self._theme = pane, view, theme
        self._marks: QPixmap | None = None
        self.setFixedWidth(_WIDTH)
        self.setToolTip("Where the matched sentences are")
        theme.changed.connect(self.refresh)

    def refresh(self) -> None:
        """The ranking, the size or the colours are others: paint the marks anew."""
        self._marks = None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Lay the marks down, then the chosen sentence over them."""
        if self._marks is None or self._marks.deviceIndependentSize().toSize() != self.size():
            self._marks = self._paint_marks()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._marks)
        current = self._view.current
        if current is not None:
            top = self._top(current.sentence.start)
            painter.fillRect(QRect(0, top - 1, _WIDTH, 4), self._theme.colour("text"))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Scroll to the place that was clicked."""
        share = event.position().y() / max(1, self.height())
        bar = self._pane.verticalScrollBar()
        bar.setValue(round(share * (bar.maximum() + bar.pageStep()) - bar.pageStep() / 2))

    def _paint_marks(self) -> QPixmap:
        scale = self.devicePixelRatioF()
        pixmap = QPixmap(round(_WIDTH * scale), max(1, round(self.height() * scale)))
        pixmap.setDevicePixelRatio(scale)
        pixmap.fill(self._theme.colour("surface"))
        painter = QPainter(pixmap)
        for row in self._view.matched():
            if row.finding is not None and row.steps:
                colour = QColor(self._theme.tone(finding_look(row.finding).tone))
                settled = row.finding is not Finding.UNCLEAR
                colour.setAlphaF(1.0 if settled else 0.08 + 0.07 * row.steps)
                painter.fillRect(QRect(3, self._top(row.sentence.start), _WIDTH - 6, 3 if settled else 2), colour)
        painter.end()
        return pixmap

    def _top(self, point: int) -> int:
        length = len(self._view.document.text) if self._view.document else 0
        return round(point / max(1, length) * (self.height() - 4))
