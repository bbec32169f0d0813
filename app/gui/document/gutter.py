"""The margin where the lines of the document begin: who speaks (or, where the text says so itself, when), and what was found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from app.domain.document import Sentence
from app.gui.icons import Icons
from app.gui.model.document_view import DocumentView
from app.gui.model.sentence_row import SentenceRow, bare_place
from app.gui.theme import Theme
from app.translation import number

_ICON = 14
_BETWEEN = 3
"""Pixels between the icons of two sentences that begin on one line."""
_MOST = 2
"""So many icons stand beside each other; where more sentences begin on a line, the last place counts the others."""
_PAD = 8
_NAME = 88
_LONGEST = 8  # of the names in letters, one is the widest in pixels


class Page(Protocol):
    """The part of the text pane that its margin uses."""

    def visible_range(self) -> tuple[int, int]: ...

    def tops_of(self, points: Sequence[int]) -> list[QRect | None]: ...
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
        self._icon, self._beside = _ICON, 1
        self.setFixedWidth(_NAME + _ICON + 3 * _PAD)

    def restyle(self) -> None:
        """Take over the theme's fonts and what the document has to say."""
        self._places = self._view.speakers_in_text()
        self._font = self._theme.font(step=-1)
        self._room = self._name_width()
        self._icon = self._theme.grown(_ICON)
        self._beside = min(_MOST, self._view.most_on_a_line())
        self.setFixedWidth(self._room + self._marks_width() + 3 * _PAD)

    def row_at(self, position: QPoint) -> SentenceRow | None:
        """The row of the sentence whose icon is at a position, else of the first that begins in its line, else of the one that goes on
        there."""
        rows = self._rows_at(position.y())
        marked_rows = [row for row in rows if _is_marked(row)]
        count = min(len(marked_rows), self._beside)
        for position_on_line, row in enumerate(marked_rows[:count]):
            if 0 <= position.x() - self._mark_left(position_on_line, count) < self._icon + _BETWEEN:
                return row
        return next(iter(rows), None) or self._row_through(position.y())

    def _rows_at(self, y: int) -> list[SentenceRow]:
        """The rows of the sentences that begin in the line at a height."""
        if self._view.document is None:
            return []
        return [row for row, top in self._rows_on_screen() if top.top() <= y <= top.bottom()]

    def _rows_on_screen(self) -> Iterator[tuple[SentenceRow, QRect]]:
        """Yield the rows of the sentences that begin on screen, each with the place where it begins."""
        sentences = self._view.sentences_between(*self._page.visible_range())
        for sentence, top in zip(sentences, self._page.tops_of([sentence.start for sentence in sentences]), strict=True):
            if top is not None:
                yield self._view.row(sentence.index), top

    def _row_through(self, y: int) -> SentenceRow | None:
        sentence = self._page.sentence_at(QPoint(0, y)) if self._view.document is not None else None
        return self._view.row(sentence.index) if sentence is not None else None

    def event(self, event: QEvent) -> bool:
        """Tell in words of what is painted under the mouse; what a document says is never taken for markup."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            row = self.row_at(event.pos())
            QToolTip.showText(event.globalPos(), row.brief.replace("<", "‹") if row is not None else "", self)
            return True
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Choose the sentence beside the click."""
        row = self.row_at(event.position().toPoint()) if event.button() == Qt.MouseButton.LeftButton else None
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
        lines: dict[int, tuple[QRect, list[SentenceRow]]] = {}
        for row, top in self._rows_on_screen():
            before = self._speaker(painter, top, row, before)
            if _is_marked(row):
                lines.setdefault(top.top(), (top, []))[1].append(row)
        for top, rows in lines.values():
            self._marks(painter, top, rows)

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

    def _marks(self, painter: QPainter, top: QRect, rows: list[SentenceRow]) -> None:
        """Paint the icons of the sentences that begin on a line beside each other, in the order in which they are read."""
        count = min(len(rows), self._beside)
        shown_count = count if len(rows) == count else count - 1
        for position_on_line, row in enumerate(rows[:shown_count]):
            badge = row.margin_badge
            pixmap = self._icons.pixmap(badge.icon, self._theme.tone(badge.tone), size=self._icon, scale=self.devicePixelRatioF())
            painter.drawPixmap(self._mark_left(position_on_line, count), top.top() + (top.height() - self._icon) // 2, pixmap)
        if len(rows) > shown_count:
            painter.setPen(self._theme.colour("muted"))
            room = QRect(self._mark_left(shown_count, count), top.top(), self._icon + _BETWEEN, top.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, f"+{number(len(rows) - shown_count)}")

    def _mark_left(self, position_on_line: int, count: int) -> int:
        """Return where the icon of a place begins, of so many beside one line; the line of text is on the right of the last one."""
        step = self._icon + _BETWEEN
        if self._view.right_to_left:
            return _PAD // 2 + (count - 1 - position_on_line) * step
        return self.width() - _PAD // 2 - self._icon - (count - 1 - position_on_line) * step

    def _marks_width(self) -> int:
        return self._beside * (self._icon + _BETWEEN) - _BETWEEN

    def _words(self, row: SentenceRow) -> str:
        location = bare_place(row.sentence)
        return location if self._places else row.sentence.speaker or location

    def _name_width(self) -> int:
        if self._view.document is None:
            return 0
        metrics = QFontMetrics(self._font)
        names = sorted(self._view.margin_words(), key=len)[-_LONGEST:]
        return min(self._theme.grown(_NAME), max((metrics.horizontalAdvance(name) + 2 for name in names), default=0))


def _is_marked(row: SentenceRow) -> bool:
    """Return True for a sentence with an icon in the margin: one with a fact-check, or a decided one."""
    return row.has_match or row.review.decided
