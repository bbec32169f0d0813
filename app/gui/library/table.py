"""The table of fact-checks: an adapter over `LibraryView` that asks for the next page when the reader nears the end."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QObject,
    Qt,
)
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.domain.factcheck import FactCheck
from app.domain.verdict import Verdict
from app.gui.icons import Icons
from app.gui.model.labels import tip
from app.gui.model.library_view import LibraryView
from app.gui.model.rows import DAY, Column
from app.gui.model.verdicts import verdict_badge
from app.gui.theme import Theme
from app.gui.widgets.paged_table import PagedModel
from app.gui.widgets.row_list import Index
from app.gui.widgets.rows_table import as_rows
from app.translation import mark, tr

_COLUMNS = (
    Column(mark("Verdict"), 136),
    Column(mark("Checked claim"), 0),
    Column(mark("Publisher"), 128),
    Column(mark("Published"), 104),
    Column(mark("Language"), 80),
)
_PADDING = 28
_ICON = 20
_PUBLISHED = 3
_SPARE = (2, 4)
"""Columns that go where the claim would have fewer letters than these, the last of them first."""
_LETTERS = 24


class FactCheckModel(PagedModel):
    """The verdict with its icon and colour, the claim with a tool tip."""

    def __init__(self, view: LibraryView, theme: Theme, icons: Icons, parent: QObject | None = None) -> None:
        super().__init__(view, _COLUMNS, parent)
        self._library, self._theme, self._icons = view, theme, icons

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        check = self.factcheck(index.row()) if index.isValid() else None
        if check is None:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(check.claim) if index.column() == 1 else None
        if index.column() == 0 and role in (Qt.ItemDataRole.DecorationRole, Qt.ItemDataRole.ForegroundRole):
            badge = verdict_badge(check.verdict)
            colour = self._theme.tone(badge.tone)
            return colour if role == Qt.ItemDataRole.ForegroundRole else QIcon(self._icons.pixmap(badge.icon, colour, size=16))
        return super().data(index, role)

    def factcheck(self, row: int) -> FactCheck | None:
        """The fact-check of a table row."""
        return self._library.items[row] if 0 <= row < self.rowCount() else None


class FactCheckTable(QTableView):
    """Rows of one height; the claim takes the room that is left."""

    def __init__(self, model: FactCheckModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wide: dict[int, int] = {}
        self.setModel(model)
        self.setAccessibleName(tr("Fact-checks in the library"))
        as_rows(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Larger text takes more room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._wide:
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """In a narrow table the claim keeps its room; the details tell the rest."""
        super().resizeEvent(event)
        self._make_room()

    def _fit(self) -> None:
        metrics, header = self.fontMetrics(), self.horizontalHeader()
        self.verticalHeader().setDefaultSectionSize(max(32, metrics.lineSpacing() + 14))
        words = max(metrics.horizontalAdvance(verdict_badge(verdict).word) for verdict in Verdict)
        for column, declared in enumerate(_COLUMNS):
            if declared.width:
                heading = header.fontMetrics().horizontalAdvance(tr(declared.heading))
                content = words + _ICON if column == 0 else metrics.horizontalAdvance(DAY) if column == _PUBLISHED else 0
                self._wide[column] = max(declared.width, heading + _PADDING, content + _PADDING)
                self.setColumnWidth(column, self._wide[column])
            else:
                header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self._make_room()

    def _make_room(self) -> None:
        least = _LETTERS * self.fontMetrics().averageCharWidth()
        room = self.viewport().width() - least - sum(width for column, width in self._wide.items() if column not in _SPARE)
        for column in _SPARE:
            room -= self._wide[column]
            self.setColumnHidden(column, room < 0)

    def chosen_rows(self) -> list[int]:
        """The rows that are chosen, from the top."""
        return sorted({index.row() for index in self.selectionModel().selectedRows()})

    def choose_rows(self, rows: list[int], *, current: int) -> None:
        """Choose these rows without moving the view."""
        selection, model = QItemSelection(), self.model()
        for row in rows:
            selection.select(model.index(row, 0), model.index(row, model.columnCount() - 1))
        choice = self.selectionModel()
        choice.setCurrentIndex(model.index(current, 0), QItemSelectionModel.SelectionFlag.NoUpdate)
        choice.select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
