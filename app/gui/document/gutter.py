"""The margin where the lines of the document begin: who speaks (or, where the text says so itself, when), and what was found."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from app.domain.document import Sentence
from app.gui.icons import Icons
from app.gui.model.document_view import DocumentView
from app.gui.model.sentence_row import SentenceRow, bare_place
from app.gui.theme import Theme

_ICON = 14
_PAD = 8
_NAME = 88
_LONGEST = 8  # of the names in letters, one is the widest in pixels


class Page(Protocol):
    """The part of the text pane that its margin uses."""

    def visible_range(self) -> tuple[int, int]: ...

    def top_of(self, point: int) -> QRect: ...
    def sentence_at(self, position: QPoint) -> Sentence | None: ...


class Gutter(QWidget):
    """Paints only what is visible; as narrow as the document allows (no speakers and no times: icons only).

    `chosen` carries the sentence that begins beside a click; what is painted there is told by the tool tip in words.
    """

    item_selected = Signal(int)

    def __init__(self, parent: QWidget, page: Page, *, view: DocumentView, theme: Theme, icons: Icons) -> None:
        super().__init__(parent)
        self._page, self._view, self._theme, self._icons = page, view, theme, icons
        self._font = theme.font(step=-1)
        self._places, self._room = False, 0
        self._icon = _ICON
        self.setFixedWidth(_NAME + _ICON + 3 * _PAD)

    def restyle(self) -> None:
        """Take over the theme's fonts and what the document has to say."""
        self._places = self._view.speakers_in_text()
        self._font = self._theme.font(step=-1)
        self._room = self._name_width()
        self._icon = self._theme.grown(_ICON)
        self.setFixedWidth(self._room + self._icon + 3 * _PAD)

    def row_at(self, y: int) -> SentenceRow | None:
        """The row of the first sentence that begins in the line at a height, else of the one that goes on there."""
        if self._view.document is None:
            return None
        for sentence in self._view.sentences_between(*self._page.visible_range()):
            top = self._page.top_of(sentence.start)
            if top.top() <= y <= top.bottom():
                return self._view.row(sentence.index)
        sentence_there = self._page.sentence_at(QPoint(0, y))
        return self._view.row(sentence_there.index) if sentence_there is not None else None

    def event(self, event: QEvent) -> bool:
        """Tell in words of what is painted under the mouse; what a document says is never taken for markup."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            row = self.row_at(event.pos().y())
            QToolTip.showText(event.globalPos(), row.brief.replace("<", "‹") if row is not None else "", self)
            return True
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Choose the sentence beside the click."""
        row = self.row_at(round(event.position().y())) if event.button() == Qt.MouseButton.LeftButton else None
        if row is not None:
            self.item_selected.emit(row.sentence.index)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint speaker, place and finding beside the first line of each visible sentence."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("surface"))
        if self._view.document is None:
            return
        painter.setFont(self._font)
        before: tuple[str, int] = ("", -1000)
        for sentence in self._view.sentences_between(*self._page.visible_range()):
            top = self._page.top_of(sentence.start)
            if top.bottom() < -100:
                continue
            row = self._view.row(sentence.index)
            before = self._speaker(painter, top, row, before)
            self._finding(painter, top, row)

    def _speaker(self, painter: QPainter, top: QRect, row: SentenceRow, before: tuple[str, int]) -> tuple[str, int]:
        name = self._words(row)
        metrics = QFontMetrics(self._font)
        if name == before[0] or not name or top.top() - before[1] < metrics.lineSpacing():
            return before if name == before[0] else (name, before[1])
        painter.setPen(self._theme.colour("muted"))
        text_left, side = _PAD, Qt.AlignmentFlag.AlignRight
        if self._view.right_to_left:
            text_left, side = self.width() - _PAD - self._room, Qt.AlignmentFlag.AlignLeft
        room = QRect(text_left, top.top(), self._room, top.height())
        elided_name = metrics.elidedText(name, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, elided_name)
        return name, top.top()

    def _finding(self, painter: QPainter, top: QRect, row: SentenceRow) -> None:
        if not row.has_match and not row.review.decided:
            return
        badge = row.badge
        pixmap = self._icons.pixmap(badge.icon, self._theme.tone(badge.tone), size=self._icon, scale=self.devicePixelRatioF())
        icon_left = _PAD // 2 if self._view.right_to_left else self.width() - self._icon - _PAD // 2
        painter.drawPixmap(icon_left, top.top() + (top.height() - self._icon) // 2, pixmap)

    def _words(self, row: SentenceRow) -> str:
        location = bare_place(row.sentence)
        return location if self._places else row.sentence.speaker or location

    def _name_width(self) -> int:
        if self._view.document is None:
            return 0
        metrics = QFontMetrics(self._font)
        names = sorted(self._view.margin_words(), key=len)[-_LONGEST:]
        return min(self._theme.grown(_NAME), max((metrics.horizontalAdvance(name) + 2 for name in names), default=0))
