"""A table of plain texts, one of whose columns may carry a verdict's icon and colour, and one a check mark."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.gui.icons import Icons
from app.gui.keys import TypedSearch
from app.gui.model.labels import one_line, tip
from app.gui.model.rows import Column, Row
from app.gui.model.verdicts import Badge
from app.gui.theme import Theme
from app.gui.widgets.row_list import ROOT, Index
from app.translation import tr

_PADDING = 28
_LETTERS = 16
"""So many fit into a column without a width, in however little room."""


class ColumnsModel(QAbstractTableModel):
    """Base of tables with declared columns."""

    def __init__(self, columns: Sequence[Column], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = columns

    def columnCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # noqa: N802
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return tr(self._columns[section].heading)
        return alignment(self._columns[section]) if role == Qt.ItemDataRole.TextAlignmentRole else None


class RowsModel(ColumnsModel):
    """Model of a table of rows. `ticked` carries the row and whether it is checked; the receiver shows the rows again."""

    ticked = Signal(int, bool)

    def __init__(
        self,
        columns: Sequence[Column],
        theme: Theme | None = None,
        icons: Icons | None = None,
        *,
        badge_in: int = -1,
        check_in: int = -1,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(columns, parent)
        self._theme, self._icons = theme, icons
        self._badge_in, self._check_in = badge_in, check_in
        self._rows: Sequence[Row] = ()

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        checkable = index.column() == self._check_in and self._rows[index.row()].checked is not None
        return flags | Qt.ItemFlag.ItemIsUserCheckable if checkable else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return one_line(row.texts[column])
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(row.texts[column])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(self._columns[column])
        if role == Qt.ItemDataRole.CheckStateRole and column == self._check_in and row.checked is not None:
            return Qt.CheckState.Checked if row.checked else Qt.CheckState.Unchecked
        return self._painted(row.badge, role) if column == self._badge_in and row.badge is not None else None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        if role != Qt.ItemDataRole.CheckStateRole or index.column() != self._check_in:
            return False
        self.ticked.emit(index.row(), Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows; where they are as many as before, the reader's place and choice stay."""
        if len(rows) == len(self._rows):
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(self._columns) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def _painted(self, badge: Badge, role: int) -> object:
        if self._theme is None:
            return None
        colour = self._theme.tone(badge.tone)
        if role == Qt.ItemDataRole.ForegroundRole:
            return colour
        if role == Qt.ItemDataRole.DecorationRole and self._icons is not None:
            return QIcon(self._icons.pixmap(badge.icon, colour, size=16))
        return None


def alignment(column: Column) -> Qt.AlignmentFlag:
    """Align numbers to the right and other text to the left."""
    side = Qt.AlignmentFlag.AlignRight if column.number else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def as_rows(table: QTableView) -> None:
    """Set a table to rows of one height that are selected as a whole and not edited in place."""
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    table.horizontalHeader().setHighlightSections(False)


class RowsTable(TypedSearch, QTableView):
    """Rows of one height, one chosen at a time; a column without a width takes the room that is left, and at least that of a few words."""

    def __init__(self, model: QAbstractTableModel, columns: Sequence[Column], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._columns: Sequence[Column] = ()
        self.setModel(model)
        self.setAccessibleName(name)
        as_rows(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._columns = columns
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Larger text takes more room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """In little room the table scrolls sideways."""
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        """Share the remaining width among the columns without a fixed width."""
        header, least = self.horizontalHeader(), _LETTERS * self.fontMetrics().averageCharWidth()
        stretched = [index for index, column in enumerate(self._columns) if not column.width]
        remaining = self.viewport().width() - sum(self.columnWidth(index) for index, column in enumerate(self._columns) if column.width)
        for index in stretched:
            too_narrow = remaining < least * len(stretched)
            header.setSectionResizeMode(index, QHeaderView.ResizeMode.Interactive if too_narrow else QHeaderView.ResizeMode.Stretch)
            if too_narrow:
                self.setColumnWidth(index, least)

    def _fit(self) -> None:
        metrics = self.fontMetrics()
        self.verticalHeader().setDefaultSectionSize(max(32, metrics.lineSpacing() + 14))
        for index, column in enumerate(self._columns):
            if column.width:
                text_width = max(metrics.horizontalAdvance(text) for text in (tr(column.heading), column.sample))
                self.setColumnWidth(index, max(column.width, text_width + _PADDING))
        self._share()
