"""The rows an import refused, with the reason for each."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.domain.importing import RefusedRow
from app.gui.model.labels import one_line
from app.translation import mark, tr

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()
_COLUMNS = (mark("File"), mark("Row"), mark("Why it was refused"))


class RefusedModel(QAbstractTableModel):
    """An adapter over a report's refused rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[RefusedRow, ...] = ()

    def rowCount(self, parent: Index = _TOP) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _TOP) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(_COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # noqa: N802
        return tr(_COLUMNS[section]) if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        row = self._rows[index.row()]
        text = one_line((row.source, row.row, row.reason)[index.column()])
        return text if role == Qt.ItemDataRole.DisplayRole else text.replace("<", "‹")

    def show_rows(self, rows: tuple[RefusedRow, ...]) -> None:
        """Show these rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()


class RefusedRows(QTableView):
    """Three columns; the reason takes the room that is left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = RefusedModel(self)
        self.setModel(self.rows)
        self.setAccessibleName(tr("Refused rows"))
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.horizontalHeader().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
