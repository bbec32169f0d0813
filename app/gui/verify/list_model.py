"""The list of verifications for Qt, and how its rows are painted: the claim on two lines, below it label and day."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.domain.filed import VerificationSummary
from app.gui.document.elide import wrapped_lines
from app.gui.icons import Icons
from app.gui.model.labels import one_line, tip
from app.gui.model.verify_words import summary_line, veracity_look
from app.gui.theme import Theme
from app.translation import tr

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()
SummaryRole = int(Qt.ItemDataRole.UserRole) + 1
_PAD, _ICON, _LINES = 8, 14, 2


class VerificationsModel(QAbstractListModel):
    """An adapter over summaries."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[VerificationSummary] = []

    def rowCount(self, parent: Index = _TOP) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == SummaryRole:
            return row
        claim = one_line(row.claim) or tr("No claim yet")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{claim}. {summary_line(row)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(claim)
        return claim if role == Qt.ItemDataRole.DisplayRole else None

    def show_rows(self, rows: Sequence[VerificationSummary]) -> None:
        """Show these; where they are the same ones as before, the reader's place stays."""
        if [row.id for row in rows] == [row.id for row in self._rows]:
            self._rows = list(rows)
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def place(self, name: str) -> int:
        """The row of a verification, -1 where it is not shown."""
        return next((place for place, row in enumerate(self._rows) if row.id == name), -1)

    def name(self, index: Index) -> str:
        """The id of a row."""
        return self._rows[index.row()].id if index.isValid() else ""


class VerificationDelegate(QStyledItemDelegate):
    """Paints rows of one height."""

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._icons = theme, icons
        self._normal, self._small = QFont(), QFont()
        theme.changed.connect(self._measure)
        self._measure()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """Two lines of the claim and one of facts."""
        return QSize(160, 2 * _PAD + _LINES * self._line + 2 + self._caption)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row from its plain values."""
        row = index.data(SummaryRole)
        if not isinstance(row, VerificationSummary):
            return
        painter.save()
        rect: QRect = option.rect
        self._ground(painter, rect, option)
        inner = rect.adjusted(_PAD + 4, _PAD, -_PAD, -_PAD)
        self._claim(painter, inner, row)
        self._facts(painter, inner.adjusted(0, _LINES * self._line + 2, 0, 0), row)
        painter.restore()

    def _measure(self) -> None:
        self._normal, self._small = self._theme.font(), self._theme.font(step=-1)
        self._line = QFontMetrics(self._normal).lineSpacing()
        self._icon = self._theme.grown(_ICON)
        self._caption = max(QFontMetrics(self._small).lineSpacing(), self._icon)
        self.sizeHintChanged.emit(QModelIndex())

    def _ground(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem) -> None:
        state: QStyle.StateFlag = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, self._theme.colour("selection"))
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), self._theme.colour("accent"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, self._theme.colour("hover"))
        painter.setPen(self._theme.colour("hairline"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())

    def _claim(self, painter: QPainter, rect: QRect, row: VerificationSummary) -> None:
        claim = one_line(row.claim)
        painter.setFont(self._normal)
        painter.setPen(self._theme.colour("text" if claim else "muted"))
        for place, line in enumerate(wrapped_lines(claim or tr("No claim yet"), self._normal, rect.width(), _LINES)):
            side = Qt.AlignmentFlag.AlignRight if line.right_to_left else Qt.AlignmentFlag.AlignLeft
            where = QRect(rect.left(), rect.top() + place * self._line, rect.width(), self._line)
            painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft if line.right_to_left else Qt.LayoutDirection.LeftToRight)
            painter.drawText(where, side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter, line.text)

    def _facts(self, painter: QPainter, rect: QRect, row: VerificationSummary) -> None:
        look = veracity_look(row.label)
        colour, scale = self._theme.tone(look.tone), painter.device().devicePixelRatio()
        pixmap = self._icons.pixmap(look.icon, colour, size=self._icon, scale=scale)
        painter.drawPixmap(rect.left(), rect.top() + (self._caption - self._icon) // 2, pixmap)
        painter.setFont(self._small)
        painter.setPen(colour)
        where = QRect(rect.left() + self._icon + 4, rect.top(), rect.width() - self._icon - 4, self._caption)
        words = QFontMetrics(self._small).elidedText(summary_line(row), Qt.TextElideMode.ElideRight, where.width())
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.drawText(where, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
