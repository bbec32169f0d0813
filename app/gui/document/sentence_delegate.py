"""How a row of the sentence list is painted: rank and verifiability at the left, then finding, speaker, time and text."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.domain.review import Decision
from app.gui.document.elide import wrapped_lines
from app.gui.document.sentence_list import RowRole
from app.gui.icons import Icons
from app.gui.model.labels import STEPS
from app.gui.model.review_state import decision_look
from app.gui.model.sentence_row import SentenceRow
from app.gui.model.verdicts import RATINGS, Finding, Look, verdict_look
from app.gui.theme import Theme
from app.translation import number

_PAD = 8
_ICON = 14
_LINES = 2
_BAR_WIDTH, _BAR_HEIGHT, _BAR_GAP = 6, 6, 2
_MARGIN = 56
_STRONG = frozenset((*RATINGS, Finding.DISAGREE, Finding.REJECTED))
"""The findings that stand out: ratings, and decisions."""


class SentenceDelegate(QStyledItemDelegate):
    """Paints rows of one height; fonts and metrics are made once for each theme, not for each row."""

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._icons = theme, icons
        self._normal, self._small, self._strong = QFont(), QFont(), QFont()
        theme.changed.connect(self._measure)
        self._measure()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """One caption line and two lines of text."""
        return QSize(200, 2 * _PAD + self._caption_height + 2 + _LINES * self._line_height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paint one row from its plain values."""
        row = index.data(RowRole)
        if not isinstance(row, SentenceRow):
            return
        painter.save()
        rect: QRect = option.rect
        self._ground(painter, rect, option, row)
        inner = rect.adjusted(0, _PAD, -_PAD, -_PAD)
        self._rank(painter, inner, row)
        text = inner.adjusted(self._margin, 0, 0, 0)
        self._caption(painter, QRect(text.left(), text.top(), text.width(), self._caption_height), row)
        self._text(painter, text.adjusted(0, self._caption_height + 2, 0, 0), row)
        painter.restore()

    def _measure(self) -> None:
        self._normal = self._theme.font()
        self._small = self._theme.font(step=-1)
        self._strong = self._theme.font(step=-1, bold=True)
        self._line_height = QFontMetrics(self._normal).lineSpacing()
        self._icon = self._theme.grown(_ICON)
        self._margin = self._theme.grown(_MARGIN)
        self._caption_height = max(QFontMetrics(self._small).lineSpacing(), self._icon)
        self.sizeHintChanged.emit(QModelIndex())

    def _ground(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, row: SentenceRow) -> None:
        """A decided row is done with: it lies lower than the others, whose ground is the list's own."""
        state: QStyle.StateFlag = option.state
        if row.review.decided:
            painter.fillRect(rect, self._theme.colour("sunken"))
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, self._theme.colour("selection"))
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), self._theme.colour("accent"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, self._theme.colour("hover"))
        painter.setPen(self._theme.colour("hairline"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())

    def _rank(self, painter: QPainter, inner: QRect, row: SentenceRow) -> None:
        if row.ranked is None or row.hidden:
            return
        painter.setFont(self._small)
        painter.setPen(self._theme.colour("muted"))
        corner = QRect(inner.left(), inner.top(), self._margin - 2 * _PAD + 4, self._caption_height)
        painter.drawText(corner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number(row.ranked.rank))
        self._bar(painter, QPoint(corner.right() + 1, corner.bottom() + 7), row.steps)

    def _bar(self, painter: QPainter, right_bottom: QPoint, steps: int) -> None:
        width, height, gap = (self._theme.grown(each) for each in (_BAR_WIDTH, _BAR_HEIGHT, _BAR_GAP))
        left = right_bottom.x() - STEPS * width - (STEPS - 1) * gap
        for step in range(STEPS):
            cell = QRect(left + step * (width + gap), right_bottom.y(), width, height)
            colour = self._theme.scheme.bars[steps - 1] if step < steps else self._theme.scheme.hairline
            painter.fillRect(cell, colour)

    def _caption(self, painter: QPainter, rect: QRect, row: SentenceRow) -> None:
        left = rect.left()
        metrics = QFontMetrics(self._small)
        place = metrics.horizontalAdvance(row.place) + _PAD if row.place else 0
        for look in row.review.row_looks:
            left = self._icon_at(painter, rect, left, look)
        if row.finding is not None or row.review.verdict is not None:
            left = self._finding(painter, rect.adjusted(left - rect.left(), 0, -place, 0), row)
        painter.setFont(self._small)
        painter.setPen(self._theme.colour("muted"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, row.place)
        room = QRect(left, rect.top(), rect.right() - place - left, rect.height())
        name = metrics.elidedText(
            " · ".join(part for part in (_decided(row), row.sentence.speaker) if part), Qt.TextElideMode.ElideRight, max(0, room.width())
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)

    def _icon_at(self, painter: QPainter, rect: QRect, left: int, look: Look) -> int:
        """Paint an icon; where the next thing begins."""
        scale = painter.device().devicePixelRatio()
        pixmap = self._icons.pixmap(look.icon, self._theme.tone(look.tone), size=self._icon, scale=scale)
        painter.drawPixmap(left, rect.top() + (rect.height() - self._icon) // 2, pixmap)
        return left + self._icon + 6

    def _finding(self, painter: QPainter, rect: QRect, row: SentenceRow) -> int:
        """Paint the reader's own verdict, where there is one, else what is said of the sentence; where the next thing begins."""
        own = row.review.verdict
        look = verdict_look(own) if own is not None else row.look
        word = row.word
        if look.icon not in (each.icon for each in row.review.looks):
            self._icon_at(painter, rect, rect.left(), look)
        else:
            rect = rect.adjusted(-self._icon - 6, 0, 0, 0)
        painter.setFont(self._strong if own is not None or row.finding in _STRONG else self._small)
        painter.setPen(self._theme.tone(look.tone))
        words = rect.adjusted(self._icon + 4, 0, 0, 0)
        metrics = QFontMetrics(painter.font())
        word = metrics.elidedText(word, Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, word)
        return words.left() + metrics.horizontalAdvance(word) + 12

    def _text(self, painter: QPainter, rect: QRect, row: SentenceRow) -> None:
        quiet = row.finding is Finding.NONE or row.review.decided
        painter.setPen(self._theme.colour("muted" if quiet else "text"))
        lines = wrapped_lines(row.text, self._normal, rect.width(), _LINES)
        for place, line in enumerate(lines):
            top = rect.top() + place * self._line_height
            side = Qt.AlignmentFlag.AlignRight if line.right_to_left else Qt.AlignmentFlag.AlignLeft
            side |= Qt.AlignmentFlag.AlignAbsolute
            painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft if line.right_to_left else Qt.LayoutDirection.LeftToRight)
            painter.setFont(self._normal)
            painter.drawText(QRect(rect.left(), top, rect.width(), self._line_height), side | Qt.AlignmentFlag.AlignVCenter, line.text)


def _decided(row: SentenceRow) -> str:
    """That a match was confirmed, in a word: every other decision stands as what is said of the sentence already."""
    confirmed = row.review.decision is Decision.CONFIRMED and row.review.verdict is None
    return decision_look(Decision.CONFIRMED).word if confirmed else ""
