"""A table that is read page by page: an adapter over a view of what is here so far, which asks for more when the reader nears the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal

from app.gui.model.labels import tip
from app.gui.model.rows import Column
from app.gui.widgets.row_list import ROOT, Index
from app.gui.widgets.rows_table import ColumnsModel, alignment


class Paged(Protocol):
    """The part of a query's answer that has been read so far."""

    @property
    def count(self) -> int:
        """Return the number of rows read."""
        ...

    @property
    def known(self) -> bool:
        """Return whether the first page was read."""
        ...

    @property
    def complete(self) -> bool:
        """Return whether every row was read."""
        ...

    def texts(self, row: int) -> tuple[str, ...]:
        """The cells of a row."""
        ...

    def tip(self, row: int) -> str:
        """Return the tool tip of a row's first cell."""
        ...


class PagedModel(ColumnsModel):
    """`more_wanted` asks for the next page."""

    more_wanted = Signal()

    def __init__(self, view: Paged, columns: Sequence[Column], parent: QObject | None = None) -> None:
        super().__init__(columns, parent)
        self._view, self._shown, self._waiting = view, 0, False

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        return 0 if parent.isValid() else self._shown

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._view.texts(index.row())[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole and not index.column():
            return tip(self._view.tip(index.row()))
        return alignment(self._columns[index.column()]) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def canFetchMore(self, parent: Index = ROOT) -> bool:  # noqa: N802
        return not parent.isValid() and self._view.known and not self._view.complete and not self._waiting

    def fetchMore(self, parent: Index = ROOT) -> None:  # noqa: N802
        self._waiting = True
        self.more_wanted.emit()

    def restart(self) -> None:
        """Another query began: show nothing until its first page."""
        self.beginResetModel()
        self._shown, self._waiting = 0, False
        self.endResetModel()

    def replace(self) -> None:
        """The view's rows were read anew."""
        self.beginResetModel()
        self._shown, self._waiting = self._view.count, False
        self.endResetModel()

    def grow(self) -> None:
        """A page was added to the view."""
        self._waiting = False
        if self._view.count > self._shown:
            self.beginInsertRows(QModelIndex(), self._shown, self._view.count - 1)
            self._shown = self._view.count
            self.endInsertRows()
