"""The palette's rows: a list model over what was found, and how a row is painted: words at the left, kind and keys at the right."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.gui.model.palette import Hit
from app.gui.model.text_map import TextMap
from app.gui.theme import Theme
from app.gui.widgets.labels import GRID

_HIT = Qt.ItemDataRole.UserRole + 1
_ROOT = QModelIndex()


class PaletteRows(QAbstractListModel):
    """Model of the matching entries, best first; entries that cannot be run are disabled."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hits: list[Hit] = []

    def show_hits(self, hits: list[Hit]) -> None:
        """Show these."""
        self.beginResetModel()
        self.hits = hits
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:  # noqa: N802
        """As many as were found."""
        return 0 if parent.isValid() else len(self.hits)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The words, what a screen reader says, and the hit itself."""
        hit = self.hits[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return hit.offer.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return hit.offer.spoken
        return hit if role == _HIT else None

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Rows that cannot be run can still be looked at."""
        return Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled if index.isValid() else Qt.ItemFlag.NoItemFlags


class PaletteDelegate(QStyledItemDelegate):
    """Paints a row; the letters that were found are bold and in the accent."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """One line with air around it."""
        return QSize(200, QFontMetrics(self._theme.font()).height() + GRID + 4)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paint the ground, keys, kind and words, in this order from the right."""
        hit = cast(Hit, index.data(_HIT))
        area, state = option.rect, option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, self._theme.colour("selection"))
        inner = area.adjusted(2 * GRID, 0, -2 * GRID, 0)
        inner.setRight(self._at_right(painter, inner, hit.offer.keys) - (2 * GRID if hit.offer.keys else 0))
        inner.setRight(self._at_right(painter, inner, hit.offer.kind) - 2 * GRID)
        self._words(painter, inner, hit)
        painter.restore()

    def _at_right(self, painter: QPainter, area: QRect, words: str) -> int:
        """Paint small muted words; where they begin."""
        font = self._theme.font(step=-1)
        painter.setFont(font)
        painter.setPen(self._theme.colour("muted"))
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)
        return area.right() - QFontMetrics(font).horizontalAdvance(words)

    def _words(self, painter: QPainter, area: QRect, hit: Hit) -> None:
        font = self._theme.font()
        text = QFontMetrics(font).elidedText(hit.offer.text, Qt.TextElideMode.ElideRight, area.width())
        layout = QTextLayout(text, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        layout.setTextOption(option)
        colour = self._theme.colour("text" if hit.offer.enabled else "muted")
        layout.setFormats(_formats(text, hit, colour, self._theme.colour("accent")))
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(area.width())
        layout.endLayout()
        layout.draw(painter, QPointF(area.left(), area.top() + (area.height() - line.height()) / 2))


def _formats(text: str, hit: Hit, colour: QColor, accent: QColor) -> list[QTextLayout.FormatRange]:
    offsets = TextMap(text)
    full_format = _format(0, offsets.to_utf16(len(text)), colour)
    if not hit.offer.enabled:
        return [full_format]
    letters = [_format(offsets.to_utf16(offset), 1, accent, bold=True) for offset in hit.offsets if offset < len(text)]
    return [full_format, *letters]


def _format(start: int, length: int, colour: QColor, *, bold: bool = False) -> QTextLayout.FormatRange:
    text_format = QTextCharFormat()
    text_format.setForeground(colour)
    if bold:
        text_format.setFontWeight(QFont.Weight.Bold)
    span = QTextLayout.FormatRange()
    span.start, span.length, span.format = start, length, text_format
    return span
