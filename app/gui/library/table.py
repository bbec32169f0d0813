"""The table of fact-checks: an adapter over `LibraryView` that asks for the next page when the reader nears the end."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.domain.factcheck import FactCheck
from app.domain.verdict import Verdict
from app.gui.icons import Icons
from app.gui.model.labels import day, one_line, tip
from app.gui.model.language_names import language_name
from app.gui.model.library_view import LibraryView
from app.gui.model.rows import DAY
from app.gui.model.verdicts import verdict_look
from app.gui.theme import Theme
from app.gui.widgets.rows_table import as_rows
from app.translation import mark, tr

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()
_COLUMNS = (mark("Verdict"), mark("Checked claim"), mark("Publisher"), mark("Published"), mark("Language"))
_WIDTHS = (136, 0, 128, 104, 80)
_PADDING = 28
_ICON = 20
_PUBLISHED = 3
_SPARE = (2, 4)
"""Columns that go where the claim would have fewer letters than these, the last of them first."""
_LETTERS = 24


class FactCheckModel(QAbstractTableModel):
    """`more_wanted` asks for the next page."""

    more_wanted = Signal()

    def __init__(self, view: LibraryView, theme: Theme, icons: Icons, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view, self._theme, self._icons = view, theme, icons
        self._shown = 0
        self._waiting = False

    def rowCount(self, parent: Index = _TOP) -> int:  # noqa: N802
        return 0 if parent.isValid() else self._shown

    def columnCount(self, parent: Index = _TOP) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(_COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # noqa: N802
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(_COLUMNS[section])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        check = self.factcheck(index.row()) if index.isValid() else None
        if check is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._text(check, index.column())
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == 1:
            return tip(check.claim)
        if index.column() == 0 and role in (Qt.ItemDataRole.DecorationRole, Qt.ItemDataRole.ForegroundRole):
            look = verdict_look(check.verdict)
            colour = self._theme.tone(look.tone)
            return colour if role == Qt.ItemDataRole.ForegroundRole else QIcon(self._icons.pixmap(look.icon, colour, size=16))
        return None

    def canFetchMore(self, parent: Index = _TOP) -> bool:  # noqa: N802
        return not parent.isValid() and self._view.known and not self._view.complete and not self._waiting

    def fetchMore(self, parent: Index = _TOP) -> None:  # noqa: N802
        self._waiting = True
        self.more_wanted.emit()

    def factcheck(self, row: int) -> FactCheck | None:
        """The fact-check of a table row."""
        return self._view.items[row] if 0 <= row < self._shown else None

    def restart(self) -> None:
        """Another query began: show nothing until its first page."""
        self.beginResetModel()
        self._shown, self._waiting = 0, False
        self.endResetModel()

    def grow(self) -> None:
        """A page was added to the view."""
        self._waiting = False
        if len(self._view.items) > self._shown:
            self.beginInsertRows(QModelIndex(), self._shown, len(self._view.items) - 1)
            self._shown = len(self._view.items)
            self.endInsertRows()

    def replace(self) -> None:
        """The view's items were read anew."""
        self.beginResetModel()
        self._shown, self._waiting = len(self._view.items), False
        self.endResetModel()

    @staticmethod
    def _text(check: FactCheck, column: int) -> str:
        word = verdict_look(check.verdict).word
        return (
            word,
            one_line(check.claim),
            one_line(check.publisher),
            day(check.published),
            one_line(language_name(check.language)) if check.language else "",
        )[column]


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
        words = max(metrics.horizontalAdvance(verdict_look(verdict).word) for verdict in Verdict)
        for column, width in enumerate(_WIDTHS):
            if width:
                heading = header.fontMetrics().horizontalAdvance(tr(_COLUMNS[column]))
                content = words + _ICON if column == 0 else metrics.horizontalAdvance(DAY) if column == _PUBLISHED else 0
                self._wide[column] = max(width, heading + _PADDING, content + _PADDING)
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
        chosen, model = QItemSelection(), self.model()
        for row in rows:
            chosen.select(model.index(row, 0), model.index(row, model.columnCount() - 1))
        choice = self.selectionModel()
        choice.setCurrentIndex(model.index(current, 0), QItemSelectionModel.SelectionFlag.NoUpdate)
        choice.select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
