"""The table of fact-checks: an adapter over `LibraryView` that asks for the next page when the reader nears the end."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QObject,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QIcon, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.domain.factcheck import FactCheck, FactCheckOrder, SortColumn
from app.domain.verdict import Verdict
from app.gui.icons import Icons
from app.gui.keys import TypedSearch
from app.gui.model.labels import tip
from app.gui.model.library_view import LibraryView
from app.gui.model.rows import DAY, Column
from app.gui.model.verdicts import verdict_badge
from app.gui.theme import Theme
from app.gui.widgets.menu import Menu
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
    Column(mark("Rating"), 128),
    Column(mark("Claimed by"), 128),
)
SORTED_BY = (
    SortColumn.VERDICT,
    SortColumn.CLAIM,
    SortColumn.PUBLISHER,
    SortColumn.PUBLISHED,
    SortColumn.LANGUAGE,
    SortColumn.RATING,
    SortColumn.CLAIMANT,
)
"""The sort order of each column, which also names the column in the window's stored state."""
_PADDING = 28
_ICON = 20
_ARROW = 16
_CLAIM, _PUBLISHED = 1, 3
_AT_FIRST = frozenset({0, 1, 2, 3, 4})
"""Columns that are shown until the reader chooses others."""
_SPARE = (2, 4)
"""Columns that go where the claim would have fewer letters than these, the last of them first, unless the reader chose them."""
_LETTERS = 24
_HIDDEN, _SHOWN = "hidden", "shown"


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


class FactCheckTable(TypedSearch, QTableView):
    """Rows of one height; the claim takes the room that is left.

    Columns are sorted by a click on their heading, shown and hidden, and made wider or narrower; `saved` keeps which and how wide, by
    column. `sort_asked` carries the SortColumn of a heading.
    """

    sort_asked = Signal(object)

    def __init__(self, model: FactCheckModel, saved: dict[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wide: dict[int, int] = {}
        self._saved, self._fitting = saved, False
        self.setModel(model)
        self.setAccessibleName(tr("Fact-checks in the library"))
        as_rows(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.sectionClicked.connect(lambda section: self.sort_asked.emit(SORTED_BY[section]))
        header.sectionResized.connect(self._resized)
        self._fit()

    def show_order(self, order: FactCheckOrder) -> None:
        """Show in the heading by which column the rows are sorted."""
        header = self.horizontalHeader()
        header.setSortIndicatorShown(order.column is not None)
        if order.column is not None:
            direction = Qt.SortOrder.DescendingOrder if order.descending else Qt.SortOrder.AscendingOrder
            header.setSortIndicator(SORTED_BY.index(order.column), direction)

    def heading(self, column: SortColumn) -> str:
        """Return the heading of a column."""
        return tr(_COLUMNS[SORTED_BY.index(column)].heading)

    def is_chosen(self, column: int) -> bool:
        """Return whether the reader wants this column."""
        state = self._saved.get(SORTED_BY[column], "")
        return state != _HIDDEN if state else column in _AT_FIRST

    def choose_column(self, column: int, *, shown: bool) -> None:
        """Show or hide a column; the claim always stays."""
        if column != _CLAIM:
            self._saved[SORTED_BY[column]] = _SHOWN if shown else _HIDDEN
            self._fit()

    def reset_columns(self) -> None:
        """Show the columns as they were at first, as wide as at first."""
        for name in SORTED_BY:
            self._saved.pop(name, None)
        self._fit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Offer the commands of the table."""
        menu = Menu("", self)
        menu.addActions(self.actions())
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(event.globalPos())

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
        metrics = self.fontMetrics()
        self.verticalHeader().setDefaultSectionSize(max(32, metrics.lineSpacing() + 14))
        for column in range(len(_COLUMNS)):
            if column != _CLAIM:
                saved = self._saved.get(SORTED_BY[column], "")
                self._wide[column] = int(saved) if saved.isdigit() else self._least_width(column)
        self._make_room()

    def _least_width(self, column: int) -> int:
        """Return a width at which the heading with its arrow and the column's usual content can be read."""
        metrics, heading = self.fontMetrics(), self.horizontalHeader().fontMetrics().horizontalAdvance(tr(_COLUMNS[column].heading))
        content = 0
        if column == 0:
            content = max(metrics.horizontalAdvance(verdict_badge(verdict).word) for verdict in Verdict) + _ICON
        elif column == _PUBLISHED:
            content = metrics.horizontalAdvance(DAY)
        return max(_COLUMNS[column].width, heading + _PADDING + _ARROW, content + _PADDING)

    def _make_room(self) -> None:
        """Share the width: what the reader chose stays, other columns go before the claim gets too narrow; then the table scrolls."""
        self._fitting = True
        header, least = self.horizontalHeader(), _LETTERS * self.fontMetrics().averageCharWidth()
        spare = [column for column in _SPARE if not self._saved.get(SORTED_BY[column])]
        fixed = [column for column in self._wide if self.is_chosen(column) and column not in spare]
        room = self.viewport().width() - least - sum(self._wide[column] for column in fixed)
        for column, width in self._wide.items():
            self.setColumnWidth(column, width)
            self.setColumnHidden(column, not self.is_chosen(column))
        for column in spare:
            room -= self._wide[column]
            self.setColumnHidden(column, room < 0)
        visible = sum(width for column, width in self._wide.items() if not self.isColumnHidden(column))
        is_narrow = self.viewport().width() - visible < least
        header.setSectionResizeMode(_CLAIM, QHeaderView.ResizeMode.Interactive if is_narrow else QHeaderView.ResizeMode.Stretch)
        if is_narrow:
            self.setColumnWidth(_CLAIM, least)
        self._fitting = False

    def _resized(self, column: int, _before: int, width: int) -> None:
        """Keep the width that the reader gave a column."""
        if not self._fitting and width and column in self._wide:
            self._wide[column] = width
            self._saved[SORTED_BY[column]] = str(width)

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
