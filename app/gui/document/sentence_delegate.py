"""Painting of a row of the sentence list: rank and verifiability at the left, then finding, speaker, time and text."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from app.domain.review import Decision
from app.gui.document.sentence_list import RowRole
from app.gui.model.labels import STEPS
from app.gui.model.review_state import decision_badge
from app.gui.model.sentence_row import SentenceRow
from app.gui.model.verdicts import RATINGS, Finding, verdict_badge
from app.gui.widgets.row_list import PAD, Paragraph, RowPainter
from app.translation import number

_LINES = 2
_BAR_WIDTH, _BAR_HEIGHT, _BAR_GAP = 6, 6, 2
_MARGIN = 56
_STRONG = frozenset((*RATINGS, Finding.DISAGREE, Finding.REJECTED))
"""The findings that stand out: ratings, and decisions."""


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
        self._bar(painter, QPoint(corner.right() + 1, corner.bottom() + 7), row.steps)

    def _bar(self, painter: QPainter, right_bottom: QPoint, steps: int) -> None:
        width, height, gap = (self._theme.grown(size) for size in (_BAR_WIDTH, _BAR_HEIGHT, _BAR_GAP))
        bar_left = right_bottom.x() - STEPS * width - (STEPS - 1) * gap
        for step in range(STEPS):
            cell = QRect(bar_left + step * (width + gap), right_bottom.y(), width, height)
            colour = self._theme.scheme.bars[steps - 1] if step < steps else self._theme.scheme.hairline
            painter.fillRect(cell, colour)

    def _caption(self, painter: QPainter, rect: QRect, row: SentenceRow) -> None:
        x = rect.left()
        metrics = QFontMetrics(self.small)
        place_width = metrics.horizontalAdvance(row.place) + PAD if row.place else 0
        for badge in row.review.row_badges:
            x = self.paint_icon(painter, rect, x, badge) + 6
        if row.finding is not None or row.review.verdict is not None:
            x = self._finding(painter, rect.adjusted(x - rect.left(), 0, -place_width, 0), row)
        painter.setFont(self.small)
        painter.setPen(self._theme.colour("muted"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, row.place)
        room = QRect(x, rect.top(), rect.right() - place_width - x, rect.height())
        name = " · ".join(part for part in (_decided(row), row.sentence.speaker) if part)
        self.paint_caption(painter, room, name, self.small)

    def _finding(self, painter: QPainter, rect: QRect, row: SentenceRow) -> int:
        """Paint the user's own verdict, where there is one, else what is said of the sentence; returns where the next thing begins."""
        verdict = row.review.verdict
        badge = verdict_badge(verdict) if verdict is not None else row.badge
        x = rect.left()
        if badge.icon not in (row_badge.icon for row_badge in row.review.badges):
            x = self.paint_icon(painter, rect, x, badge) + 4
        else:
            x -= 2
        painter.setPen(self._theme.tone(badge.tone))
        font = self.small_bold if verdict is not None or row.finding in _STRONG else self.small
        return self.paint_caption(painter, rect.adjusted(x - rect.left(), 0, 0, 0), row.word, font) + 12


def _decided(row: SentenceRow) -> str:
    """That a match was confirmed, in a word: every other decision stands as what is said of the sentence already."""
    confirmed = row.review.decision is Decision.CONFIRMED and row.review.verdict is None
    return decision_badge(Decision.CONFIRMED).word if confirmed else ""
