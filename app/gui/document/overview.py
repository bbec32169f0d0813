"""The strip beside the scroll bar: where in the whole document the matched sentences and the chosen one are."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QPlainTextEdit, QToolTip, QWidget

from app.gui.model.document_view import DocumentView
from app.gui.model.overview_strip import Strip, strip_words
from app.gui.model.sentence_row import SentenceRow
from app.gui.model.verdicts import RATINGS, Finding
from app.gui.theme import Theme
from app.translation import tr

_WIDTH = 12
_MARK = 4
_SETTLED = frozenset((*RATINGS, Finding.DISAGREE, Finding.DENIES))


class Overview(QWidget):
    """Marks are painted once into a pixmap when a ranking arrives. `chosen` carries the sentence whose mark was clicked; a
    click beside every mark scrolls there."""

    item_selected = Signal(int)

    def __init__(self, pane: QPlainTextEdit, view: DocumentView, theme: Theme) -> None:
        super().__init__(pane)
        self._pane, self._view, self._theme = pane, view, theme
        self._marks: QPixmap | None = None
        self._strip = Strip((), 0, 0)
        self.setFixedWidth(_WIDTH)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Where the checked sentences are"))
        theme.changed.connect(self.refresh)

    def refresh(self) -> None:
        """The ranking, the size or the colours are others: paint the marks anew."""
        self._marks = None
        self.setAccessibleDescription(strip_words(self._view.findings(), self._view.count))
        self.update()

    def told_at(self, y: float) -> str:
        """Return the text of the mark at a height, or the description of the strip where there is none."""
        row = self._strip.near(y - _MARK / 2)
        if row is None:
            return f"{tr('Where the checked sentences are')}. {strip_words(self._view.findings(), self._view.count)}."
        return row.brief

    def event(self, event: QEvent) -> bool:
        """Tell of the mark under the mouse; what a document says is never taken for markup."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.told_at(event.pos().y()).replace("<", "‹"), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Lay the marks down, then the chosen sentence over them."""
        if self._marks is None or self._marks.deviceIndependentSize().toSize() != self.size():
            self._measure()
            self._marks = self._paint_marks()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._marks)
        current = self._view.current
        if current is not None:
            top = round(self._strip.top(current.sentence.start))
            painter.fillRect(QRect(0, top - 1, _WIDTH, _MARK), self._theme.colour("text"))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A hand where a click chooses a sentence."""
        is_on_mark = self._strip.near(event.position().y() - _MARK / 2) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_on_mark else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Go to the sentence whose mark was clicked, or to the place."""
        y = event.position().y()
        row = self._strip.near(y - _MARK / 2)
        if row is not None:
            self.item_selected.emit(row.sentence.index)
            return
        bar, share = self._pane.verticalScrollBar(), y / max(1, self.height())
        bar.setValue(round(share * (bar.maximum() + bar.pageStep()) - bar.pageStep() / 2))

    def place_of(self, row: SentenceRow) -> QPoint:
        """Return the position of a sentence's mark."""
        return QPoint(_WIDTH // 2, round(self._strip.top(row.sentence.start)) + 1)

    def _measure(self) -> None:
        matched_rows = (row for row in self._view.matched() if row.steps and row.finding is not Finding.REJECTED)
        rows = sorted(matched_rows, key=lambda row: row.sentence.start)
        length = len(self._view.document.text) if self._view.document else 0
        self._strip = Strip(rows, length, self.height() - _MARK)

    def _paint_marks(self) -> QPixmap:
        scale = self.devicePixelRatioF()
        pixmap = QPixmap(round(_WIDTH * scale), max(1, round(self.height() * scale)))
        pixmap.setDevicePixelRatio(scale)
        pixmap.fill(self._theme.colour("surface"))
        painter = QPainter(pixmap)
        for row in self._strip.rows:
            if row.finding is not None:
                colour = QColor(self._theme.tone(row.badge.tone))
                is_settled = row.finding in _SETTLED
                colour.setAlphaF(1.0 if is_settled else 0.08 + 0.07 * row.steps)
                top = round(self._strip.top(row.sentence.start))
                painter.fillRect(QRect(3, top, _WIDTH - 6, 3 if is_settled else 2), colour)
        painter.end()
        return pixmap
