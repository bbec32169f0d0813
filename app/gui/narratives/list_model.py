"""The list of narratives for Qt, and how its rows are painted: the name on two lines, what it consists of, and what is to be looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.domain.narrative import Narrative
from app.gui.document.elide import wrapped_lines
from app.gui.icons import Icons
from app.gui.model.labels import one_line, tip
from app.gui.model.narrative_words import dates_words, facts_line, languages_words, name_of, size_words
from app.gui.model.verdicts import Look
from app.gui.theme import Theme
from app.translation import tr, trn

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()
RowRole = int(Qt.ItemDataRole.UserRole) + 1
_PAD, _ICON = 8, 14


@dataclass(frozen=True, slots=True)
class ListRow:
    """A narrative and its flags; without one, all that are listed together."""

    narrative: Narrative | None
    flags: tuple[Look, ...] = ()
    total: int = 0

    @property
    def name(self) -> str:
        """What the row is called."""
        return name_of(self.narrative) if self.narrative is not None else tr("All together")

    @property
    def claim(self) -> str:
        """The most central claim, where the name is another."""
        claim = one_line(self.narrative.claim) if self.narrative is not None else ""
        return "" if claim == self.name else claim

    @property
    def facts(self) -> tuple[str, ...]:
        """The lines below the name."""
        if self.narrative is None:
            return (trn("{count} narrative", "{count} narratives", self.total),)
        one = self.narrative
        size = " · ".join(part for part in (size_words(one), languages_words(one)) if part)
        return (size, dates_words(one))

    @property
    def spoken(self) -> str:
        """For screen readers."""
        facts = facts_line(self.narrative) if self.narrative is not None else self.facts[0]
        return ". ".join(part for part in (self.name, self.claim, facts, *(look.word for look in self.flags)) if part)


class NarrativesModel(QAbstractListModel):
    """An adapter over rows; the first is all of them together."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[ListRow] = []

    def rowCount(self, parent: Index = _TOP) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == RowRole:
            return row
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        if role == Qt.ItemDataRole.ToolTipRole and row.narrative is not None:
            return tip("\n".join((row.name, row.narrative.claim)))
        return row.name if role == Qt.ItemDataRole.DisplayRole else None

    def show_rows(self, rows: Sequence[ListRow]) -> None:
        """Show these; where they are the same narratives as before, the reader's place stays."""
        if [_id(row) for row in rows] == [_id(row) for row in self._rows]:
            self._rows = list(rows)
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def place(self, name: str) -> int:
        """The row of a narrative ("": all together), -1 where it is not listed."""
        return next((place for place, row in enumerate(self._rows) if _id(row) == name), -1)

    def name(self, index: Index) -> str:
        """The id of a row, "" for all together."""
        return _id(self._rows[index.row()]) if index.isValid() else ""


def _id(row: ListRow) -> str:
    return row.narrative.id if row.narrative is not None else ""


class NarrativeDelegate(QStyledItemDelegate):
    """Paints rows as high as what they say."""

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._icons = theme, icons
        self._normal, self._strong, self._small = QFont(), QFont(), QFont()
        theme.changed.connect(self._measure)
        self._measure()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """A line of the name, one of the claim, those of the facts, one of flags, as far as there are any."""
        row = index.data(RowRole)
        if not isinstance(row, ListRow):
            return QSize(160, 2 * _PAD + self._line)
        lines = 1 + bool(row.claim)
        return QSize(160, 2 * _PAD + lines * self._line + 2 + (len(row.facts) + bool(row.flags)) * self._caption)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row from its plain values."""
        row = index.data(RowRole)
        if not isinstance(row, ListRow):
            return
        painter.save()
        rect: QRect = option.rect
        self._ground(painter, rect, option)
        inner = rect.adjusted(_PAD + 4, _PAD, -_PAD, -_PAD)
        self._line_of(painter, inner, row.name, self._strong)
        if row.claim:
            self._line_of(painter, inner.translated(0, self._line), row.claim, self._normal)
        top = inner.top() + (1 + bool(row.claim)) * self._line + 2
        painter.setFont(self._small)
        for place, fact in enumerate(row.facts):
            self._words(painter, QRect(inner.left(), top + place * self._caption, inner.width(), self._caption), fact, "muted")
        self._flags(painter, QRect(inner.left(), top + len(row.facts) * self._caption, inner.width(), self._caption), row.flags)
        painter.restore()

    def _measure(self) -> None:
        self._normal, self._strong, self._small = self._theme.font(), self._theme.font(bold=True), self._theme.font(step=-1)
        self._line = max(QFontMetrics(self._normal).lineSpacing(), QFontMetrics(self._strong).lineSpacing())
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

    def _line_of(self, painter: QPainter, rect: QRect, words: str, font: QFont) -> None:
        painter.setFont(font)
        painter.setPen(self._theme.colour("text"))
        for line in wrapped_lines(words, font, rect.width(), 1):
            side = Qt.AlignmentFlag.AlignRight if line.right_to_left else Qt.AlignmentFlag.AlignLeft
            where = QRect(rect.left(), rect.top(), rect.width(), self._line)
            painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft if line.right_to_left else Qt.LayoutDirection.LeftToRight)
            painter.drawText(where, side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter, line.text)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)

    def _words(self, painter: QPainter, rect: QRect, words: str, colour: str) -> None:
        painter.setPen(self._theme.colour(colour))
        shown = QFontMetrics(self._small).elidedText(words, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)

    def _flags(self, painter: QPainter, rect: QRect, flags: Sequence[Look]) -> None:
        """Icon and word of each, as many as there is room for."""
        metrics, left, scale = QFontMetrics(self._small), rect.left(), painter.device().devicePixelRatio()
        for look in flags:
            room = rect.right() - left - self._icon - 4
            if room < self._icon:
                return
            colour = self._theme.tone(look.tone)
            pixmap = self._icons.pixmap(look.icon, colour, size=self._icon, scale=scale)
            painter.drawPixmap(left, rect.top() + (rect.height() - self._icon) // 2, pixmap)
            painter.setPen(colour)
            word = metrics.elidedText(look.word, Qt.TextElideMode.ElideRight, room)
            where = QRect(left + self._icon + 4, rect.top(), room, rect.height())
            painter.drawText(where, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, word)
            left = where.left() + metrics.horizontalAdvance(word) + 12
