"""Painting of a row of the sentence list: rank and verifiability at the left, then finding, speaker, time and text."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from app.gui.document.sentence_list import RowRole
from app.gui.model.labels import STEPS
from app.gui.model.review_state import decision_badge
from app.gui.model.sentence_row import SentenceRow
from app.gui.model.verdicts import RATINGS, Badge, Finding, verdict_badge
from app.gui.widgets.row_list import PAD, Paragraph, RowPainter
from app.translation import number

_LINES = 2
_BAR_WIDTH, _BAR_HEIGHT, _BAR_GAP = 6, 6, 2
_MARGIN = 56
_DECIDED_BARS = 0.35
_EDGE = 3
"""Width of the edge of a chosen row, and of that of a decided one beside it."""
_STRONG = frozenset((*RATINGS, Finding.DISAGREE))
"""The findings that stand out."""


class SentenceDelegate(RowPainter):
    """Paints rows of one height."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """One caption line and two lines of text."""
        return QSize(200, 2 * PAD + self.caption + 2 + _LINES * self.line)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paint one row from its plain values."""
        row = index.data(RowRole)
        if not isinstance(row, SentenceRow):
            return
        painter.save()
        rect: QRect = option.rect
        if row.review.decided:  # done with: it lies lower than the others, whose background is the list's own
            painter.fillRect(rect, self._theme.colour("sunken"))
        self.paint_background(painter, option)
        if row.review.decided:
            selected = bool(option.state & QStyle.StateFlag.State_Selected)  # its own edge stands outside
            edge = QRect(rect.left() + _EDGE * selected, rect.top(), _EDGE, rect.height() - 1)
            painter.fillRect(edge, self._theme.tone(row.margin_badge.tone))
        inner = rect.adjusted(0, PAD, -PAD, -PAD)
        self._rank(painter, inner, row)
        text = inner.adjusted(self._margin, 0, 0, 0)
        self._caption(painter, QRect(text.left(), text.top(), text.width(), self.caption), row)
        muted = row.finding is Finding.NONE or row.review.decided
        below = text.adjusted(0, self.caption + 2, 0, 0)
        self.paint_paragraph(painter, below, Paragraph(row.text, lines=_LINES, colour="muted" if muted else "text"))
        painter.restore()

    def _measure(self) -> None:
        self._margin = self._theme.grown(_MARGIN)
        super()._measure()

    def _rank(self, painter: QPainter, inner: QRect, row: SentenceRow) -> None:
        if row.ranked is None or row.hidden:
            return
        painter.setFont(self.small)
        painter.setPen(self._theme.colour("muted"))
        corner = QRect(inner.left(), inner.top(), self._margin - 2 * PAD + 4, self.caption)
        painter.drawText(corner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number(row.ranked.rank))
        painter.setOpacity(_DECIDED_BARS if row.review.decided else 1.0)
        self._bar(painter, QPoint(corner.right() + 1, corner.bottom() + 7), row.steps)
        painter.setOpacity(1.0)

    def _bar(self, painter: QPainter, right_bottom: QPoint, steps: int) -> None:
        width, height, gap = (self._theme.grown(size) for size in (_BAR_WIDTH, _BAR_HEIGHT, _BAR_GAP))
        bar_left = right_bottom.x() - STEPS * width - (STEPS - 1) * gap
        for step in range(STEPS):
            cell = QRect(bar_left + step * (width + gap), right_bottom.y(), width, height)
            colour = self._theme.scheme.bars[steps - 1] if step < steps else self._theme.scheme.hairline
            painter.fillRect(cell, colour)

    def _caption(self, painter: QPainter, rect: QRect, row: SentenceRow) -> None:
        """Paint the reviewer's decision, else what is said of the sentence; then who says it, and at the far end where."""
        x = rect.left()
        metrics = QFontMetrics(self.small)
        place_width = metrics.horizontalAdvance(row.place) + PAD if row.place else 0
        room = rect.adjusted(0, 0, -place_width, 0)
        for badge, word in _marks(row):
            x = self._mark(painter, room.adjusted(x - rect.left(), 0, 0, 0), badge, word)
        if _says_more(row):
            x = self._finding(painter, room.adjusted(x - rect.left(), 0, 0, 0), row)
        painter.setFont(self.small)
        painter.setPen(self._theme.colour("muted"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, row.place)
        self.paint_caption(painter, room.adjusted(x - rect.left(), 0, 0, 0), row.sentence.speaker, self.small)

    def _mark(self, painter: QPainter, rect: QRect, badge: Badge, word: str) -> int:
        """Paint what the reviewer has laid down, as an icon and perhaps a word; returns where the next thing begins."""
        x = self.paint_icon(painter, rect, rect.left(), badge)
        if not word:
            return x + 6
        painter.setPen(self._theme.tone(badge.tone))
        return self.paint_caption(painter, rect.adjusted(x + 4 - rect.left(), 0, 0, 0), word, self.small_bold) + 10

    def _finding(self, painter: QPainter, rect: QRect, row: SentenceRow) -> int:
        """Paint what is said of the sentence, muted and without an icon once it is decided; returns where the next thing begins."""
        if row.review.decided:
            painter.setPen(self._theme.colour("muted"))
            return self.paint_caption(painter, rect, row.word, self.small) + 10
        x = self.paint_icon(painter, rect, rect.left(), row.badge) + 4
        painter.setPen(self._theme.tone(row.badge.tone))
        font = self.small_bold if row.finding in _STRONG else self.small
        return self.paint_caption(painter, rect.adjusted(x - rect.left(), 0, 0, 0), row.word, font) + 12


def _marks(row: SentenceRow) -> Iterator[tuple[Badge, str]]:
    """Yield the reviewer's verdict or decision with its word, then flag, note and tags without one."""
    review = row.review
    if review.verdict is not None:
        yield verdict_badge(review.verdict), review.judged
    elif review.decision is not None:
        badge = decision_badge(review.decision)
        yield badge, badge.word
    decision_icon = decision_badge(review.decision).icon if review.decision is not None else ""
    for badge in review.row_badges:
        if badge.icon != decision_icon:
            yield badge, ""


def _says_more(row: SentenceRow) -> bool:
    """Return True if the finding says something that the reviewer's decision does not say already."""
    return row.finding is not None and row.finding is not Finding.REJECTED and row.review.verdict is None
