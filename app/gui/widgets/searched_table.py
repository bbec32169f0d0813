"""A search field, the paged table of its results, and the details of the selected row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget

from app.gui.keys import focus_shortcut
from app.gui.model.rows import Column
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.paged_table import Paged, PagedModel
from app.gui.widgets.rows_table import RowsTable
from app.gui.widgets.search_field import SearchField
from app.translation import tr

_PAUSE_MS = 200


class Searched(Paged, Protocol):
    """A paged answer to a query that also gives the number of results in words."""

    def summary(self) -> str:
        """Return the number of results in words."""
        ...


@dataclass(frozen=True, slots=True)
class Names:
    """Placeholder of the search field and the accessible names of search and table."""

    hint: str
    search: str
    table: str


class SearchedTable(QWidget):
    """Searches when the reader pauses. Those that stand on it say what the query is (`_ask`), that its next page is wanted (`_want`) and
    what stands beside a row (`_show`); `line` and `head` are the line of the search and what is above the table."""

    def __init__(self, view: Searched, columns: Sequence[Column], names: Names, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._searched, self._stale = view, True
        self.model = PagedModel(view, columns, self)
        self.table = RowsTable(self.model, columns, names.table, self)
        self.lines = column(self)
        bar = styled(QWidget(self), "header")
        self.head = column(bar, margins=(2 * GRID, GRID, 2 * GRID, GRID), spacing=GRID - 2)
        self.line = QHBoxLayout()
        self.line.setSpacing(GRID)
        self.head.addLayout(self.line)
        self._field(bar, names)
        self.found = label("", muted=True)
        self.split = QSplitter(Qt.Orientation.Horizontal, self)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self.table)
        self.lines.addWidget(bar)
        self.lines.addWidget(self.split, 1)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self.ask)
        self.search.textChanged.connect(self._pause.start)
        self.search.returnPressed.connect(self.to_table)
        focus_shortcut(self.search, self.to_table, "Down")
        focus_shortcut(self.table, self.search.setFocus, "/")
        self.model.more_wanted.connect(self._want_page)
        self.table.selectionModel().currentRowChanged.connect(self._row_changed)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Read the first page, unless it is here."""
        super().showEvent(event)
        if self._stale:
            self.ask()

    def forget(self) -> None:
        """Mark the rows as outdated; they are read again when the table is next shown."""
        self._stale = True
        if self.isVisible():
            self.ask()

    def ask(self) -> None:
        """Send the query of the search field."""
        self._stale = False
        self._pause.stop()
        self._ask(self.search.text())
        self.model.restart()
        self._show(None)
        self._want_page()

    def grow(self) -> None:
        """The view has the next page."""
        self.model.grow()
        self.found.setText(self._searched.summary())

    def say_nothing(self) -> None:
        """Clear the count after a failed search; the error is shown elsewhere."""
        self.found.setText("")
        self._stale = True

    def to_table(self) -> None:
        """Move the focus from the search to its results, and select the first row if none is."""
        if self._pause.isActive():
            self.ask()
        self.table.setFocus()
        if not self.table.currentIndex().isValid():
            self.table.selectRow(0)

    def stand_beside(self, details: QWidget) -> None:
        """Put a details widget beside the table."""
        self.split.addWidget(details)
        self.split.setSizes([800, 400])

    def _field(self, bar: QWidget, names: Names) -> None:
        self.search = SearchField(bar)
        self.search.setPlaceholderText(names.hint)
        self.search.setToolTip(tr("Down or Return goes to what was found, / comes back"))
        self.search.setAccessibleName(names.search)
        self.search.setAcceptDrops(False)
        self.line.addWidget(self.search, 1)

    def _ask(self, words: str) -> None:
        raise NotImplementedError

    def _want(self) -> None:
        raise NotImplementedError

    def _show(self, row: int | None) -> None:
        raise NotImplementedError

    def _want_page(self) -> None:
        self.found.setText(self._searched.summary())
        self._want()

    def _row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self._show(current.row() if current.isValid() else None)
