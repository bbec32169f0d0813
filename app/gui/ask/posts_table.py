"""The table of posts: an adapter over `PostsView` that asks for the next page when the reader nears the end."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.domain.post import Post
from app.gui.model.labels import tip
from app.gui.model.posts_view import COLUMNS, PostsView
from app.gui.widgets.rows_table import as_rows
from app.translation import tr

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()
_PADDING = 28


class PostsModel(QAbstractTableModel):
    """`more_wanted` asks for the next page."""

    more_wanted = Signal()

    def __init__(self, view: PostsView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view, self._shown, self._waiting = view, 0, False

    def rowCount(self, parent: Index = _TOP) -> int:  # noqa: N802
        return 0 if parent.isValid() else self._shown

    def columnCount(self, parent: Index = _TOP) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # noqa: N802
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return tr(COLUMNS[section].heading)
        return _alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._view.texts(index.row())[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole and not index.column():
            return tip(self._view.items[index.row()].text)
        return _alignment(index.column()) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def canFetchMore(self, parent: Index = _TOP) -> bool:  # noqa: N802
        return not parent.isValid() and self._view.known and not self._view.complete and not self._waiting

    def fetchMore(self, parent: Index = _TOP) -> None:  # noqa: N802
        self._waiting = True
        self.more_wanted.emit()

    def post(self, row: int) -> Post | None:
        """The post of a row."""
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


class PostsTable(QTableView):
    """Rows of one height; the text takes the room that is left."""

    def __init__(self, model: PostsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setAccessibleName(tr("Posts in the library"))
        as_rows(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Larger text takes more room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.model() is not None:
            self._fit()

    def _fit(self) -> None:
        metrics = self.fontMetrics()
        self.verticalHeader().setDefaultSectionSize(max(32, metrics.lineSpacing() + 14))
        for place, each in enumerate(COLUMNS):
            if each.width:
                self.setColumnWidth(place, max(each.width, metrics.horizontalAdvance(tr(each.heading)) + _PADDING))
            else:
                self.horizontalHeader().setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if COLUMNS[column].number else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
