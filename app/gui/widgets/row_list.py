"""Lists of painted rows: the model, the delegate and the view that every page's list is made of."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.domain.direction import runs_right_to_left
from app.gui.icons import Icons
from app.gui.keys import TypedSearch
from app.gui.model.labels import tip
from app.gui.model.verdicts import Badge
from app.gui.theme import Theme

_MOST = 600
_UTF_16 = codecs.lookup("utf-16-le")  # Qt's units; looked up here, since it takes 10 ms in the midst of painting


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text and whether its paragraph runs from right to left."""

    text: str
    right_to_left: bool


def wrapped_lines(text: str, font: QFont, width: int, lines: int) -> tuple[Line, ...]:
    """At most `lines` lines no wider than `width` pixels; the last ends in an ellipsis where text is left out."""
    return _wrapped(text[:_MOST], font.toString(), max(width, 1), lines)


@lru_cache(maxsize=2048)
def _wrapped(text: str, font_key: str, width: int, lines: int) -> tuple[Line, ...]:
    font = QFont()
    font.fromString(font_key)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout = QTextLayout(text, font)
    layout.setTextOption(option)
    right_to_left = runs_right_to_left(text)
    wrapped: list[Line] = []
    encoded, _ = _UTF_16.encode(text, "replace")
    layout.beginLayout()
    while len(wrapped) < lines:
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        start, end = line.textStart(), line.textStart() + line.textLength()
        last = len(wrapped) == lines - 1 and end * 2 < len(encoded)
        part = _UTF_16.decode(encoded[start * 2 : None if last else end * 2], "replace")[0].rstrip()
        elided_part = QFontMetrics(font).elidedText(part, Qt.TextElideMode.ElideRight, width) if last else part
        wrapped.append(Line(elided_part, right_to_left))
    layout.endLayout()
    return tuple(wrapped)


Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
RowRole = int(Qt.ItemDataRole.UserRole) + 1
PAD, ICON = 8, 14


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text cut to so many lines; it takes their height even where it is shorter."""

    text: str
    lines: int = 1
    strong: bool = False
    colour: str = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRow:
    """A row as plain values: paragraphs, below them small muted `facts`, one a line, and `badges` (words, look) in one line. `key` tells
    the rows apart, `spoken` is for screen readers, `tip` for the mouse."""

    key: str
    paragraphs: tuple[Paragraph, ...]
    facts: tuple[str, ...] = ()
    badges: tuple[tuple[str, Badge], ...] = ()
    spoken: str = ""
    tip: str = ""


class RowModel(QAbstractListModel):
    """An adapter over rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[ListRow] = []

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == RowRole:
            return row
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        if role == Qt.ItemDataRole.ToolTipRole and row.tip:
            return tip(row.tip)
        return row.paragraphs[0].text if role == Qt.ItemDataRole.DisplayRole else None

    def show_rows(self, rows: Sequence[ListRow]) -> None:
        """Show these; where they have the same keys as before, the list stays scrolled where it is."""
        same = [row.key for row in rows] == [row.key for row in self._rows]
        if not same:
            self.beginResetModel()
        self._rows = list(rows)
        if not same:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    def row_of(self, key: str) -> int:
        """The row of a key, -1 where it is not listed."""
        return next((number for number, row in enumerate(self._rows) if row.key == key), -1)

    def key(self, index: Index) -> str:
        """The key of a row, "" for none."""
        return self._rows[index.row()].key if index.isValid() else ""


class RowPainter(QStyledItemDelegate):
    """Base of delegates that paint rows from plain values; fonts and metrics are made once for each theme, not for each row."""

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._icons = theme, icons
        theme.changed.connect(self._measure)
        self._measure()

    def _measure(self) -> None:
        theme = self._theme
        self.normal, self.bold = theme.font(), theme.font(bold=True)
        self.small, self.small_bold = theme.font(step=-1), theme.font(step=-1, bold=True)
        self.icon = theme.grown(ICON)
        self.line = max(QFontMetrics(self.normal).lineSpacing(), QFontMetrics(self.bold).lineSpacing())
        self.caption = max(QFontMetrics(self.small).lineSpacing(), self.icon)
        self.sizeHintChanged.emit(QModelIndex())

    def paint_background(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        """Paint what tells a selected row and the one under the mouse, and the line below."""
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, self._theme.colour("selection"))
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), self._theme.colour("accent"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, self._theme.colour("hover"))
        painter.setPen(self._theme.colour("hairline"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())

    def paint_paragraph(self, painter: QPainter, rect: QRect, paragraph: Paragraph) -> None:
        """Paint a text over the first lines of an area, from the side that it begins on."""
        font = self.bold if paragraph.strong else self.normal
        painter.setFont(font)
        painter.setPen(self._theme.colour(paragraph.colour))
        for number, line in enumerate(wrapped_lines(paragraph.text, font, rect.width(), paragraph.lines)):
            side = Qt.AlignmentFlag.AlignRight if line.right_to_left else Qt.AlignmentFlag.AlignLeft
            area = QRect(rect.left(), rect.top() + number * self.line, rect.width(), self.line)
            painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft if line.right_to_left else Qt.LayoutDirection.LeftToRight)
            painter.drawText(area, side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter, line.text)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)

    def paint_caption(self, painter: QPainter, rect: QRect, text: str, font: QFont) -> int:
        """Paint a line of small text in the painter's pen, cut to the area; returns where it ends."""
        metrics = QFontMetrics(font)
        elided_text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, rect.width()))
        painter.setFont(font)
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, elided_text)
        return rect.left() + metrics.horizontalAdvance(elided_text)

    def paint_icon(self, painter: QPainter, rect: QRect, x: int, badge: Badge) -> int:
        """Paint an icon in the middle of a line; returns where it ends."""
        scale = painter.device().devicePixelRatio()
        pixmap = self._icons.pixmap(badge.icon, self._theme.tone(badge.tone), size=self.icon, scale=scale)
        painter.drawPixmap(x, rect.top() + (rect.height() - self.icon) // 2, pixmap)
        return x + self.icon


class RowDelegate(RowPainter):
    """Paints the rows of a `RowModel`, each as high as its content."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """As high as paragraphs, facts and badges."""
        row = index.data(RowRole)
        if not isinstance(row, ListRow):
            return QSize(160, 2 * PAD + self.line)
        captions = len(row.facts) + bool(row.badges)
        return QSize(160, 2 * PAD + sum(paragraph.lines for paragraph in row.paragraphs) * self.line + 2 + captions * self.caption)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row from its plain values."""
        row = index.data(RowRole)
        if not isinstance(row, ListRow):
            return
        painter.save()
        self.paint_background(painter, option)
        area: QRect = option.rect.adjusted(PAD + 4, PAD, -PAD, -PAD)
        for paragraph in row.paragraphs:
            self.paint_paragraph(painter, area, paragraph)
            area = area.adjusted(0, paragraph.lines * self.line, 0, 0)
        line = QRect(area.left(), area.top() + 2, area.width(), self.caption)
        for fact in row.facts:
            painter.setPen(self._theme.colour("muted"))
            self.paint_caption(painter, line, fact, self.small)
            line.translate(0, self.caption)
        self._badges(painter, line, row.badges)
        painter.restore()

    def _badges(self, painter: QPainter, rect: QRect, badges: Sequence[tuple[str, Badge]]) -> None:
        """Icon and words of each, as many as there is room for."""
        x = rect.left()
        for words, badge in badges:
            if rect.right() - x - self.icon - 4 < self.icon:
                return
            x = self.paint_icon(painter, rect, x, badge) + 4
            painter.setPen(self._theme.tone(badge.tone))
            x = self.paint_caption(painter, rect.adjusted(x - rect.left(), 0, 0, 0), words, self.small) + 12


class RowList(TypedSearch, QListView):
    """A list of rows. `chosen` carries the key of the row that the user went to."""

    item_selected = Signal(str)

    def __init__(self, theme: Theme, icons: Icons, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = RowModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(RowDelegate(theme, icons, self))
        self.setAccessibleName(name)
        prepare_row_list(self)
        self.selectionModel().currentChanged.connect(self._changed)

    def show_rows(self, rows: Sequence[ListRow], current: str) -> bool:
        """Show these rows, the one of the key `current` chosen, without telling of it; False where none has that key."""
        self.selectionModel().blockSignals(True)
        self.rows.show_rows(rows)
        number = self.rows.row_of(current)
        self.setCurrentIndex(self.rows.index(number) if number >= 0 else QModelIndex())
        self.selectionModel().blockSignals(False)
        self.viewport().update()
        return number >= 0

    def _changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self.item_selected.emit(self.rows.key(current))


def prepare_row_list(view: QListView) -> None:
    """Let a list scroll by pixels and down only, follow the mouse, and edit nothing."""
    view.setProperty("role", "ranked")
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setMouseTracking(True)
