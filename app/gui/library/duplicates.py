"""The duplicates of the library: groups in a list, those that disagree first, and the members of one side by side."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QListView, QSplitter, QWidget

from app.domain.overview import DuplicateGroup, DuplicatePage
from app.gui.icons import Icons
from app.gui.jobs import Jobs, JobSlot
from app.gui.library.group_view import GroupView
from app.gui.library_requests import LibraryRequests
from app.gui.model.colours import Tone
from app.gui.model.duplicates import heading, summary
from app.gui.model.labels import one_line, tip
from app.gui.theme import Theme
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.row_list import ROOT, Index
from app.translation import tr
from app.worker.protocol import FindDuplicates

_PAGE = 100


class DuplicatesPage(QWidget):
    """`show_asked` carries the id that names a group, `failed` a Failure."""

    show_asked = Signal(str)
    failed = Signal(object)

    def __init__(self, jobs: Jobs, requests: LibraryRequests, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slot, self._requests = JobSlot(jobs), requests
        self._wanted = ""
        self.model = GroupModel(theme, icons, self)
        self.list = QListView(self)
        self.list.setModel(self.model)
        self.list.setAccessibleName(tr("Groups of duplicates"))
        self.list.setSpacing(GRID // 2)
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.group = GroupView(theme, icons, self)
        self.group.show_asked.connect(self.show_asked)
        self.heading = label(tr("Looking for duplicates…"), wrap=True, muted=True)
        head = styled(QWidget(self), "header")
        column(head, margins=(2 * GRID, GRID, 2 * GRID, GRID)).addWidget(self.heading)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        split.addWidget(self.list)
        split.addWidget(self.group)
        split.setSizes([400, 800])
        split.setStretchFactor(1, 1)
        layout = column(self)
        layout.addWidget(head)
        layout.addWidget(split, 1)
        self.model.more_wanted.connect(self._more)
        self.list.selectionModel().currentRowChanged.connect(self._row_changed)

    def load(self) -> None:
        """Load the groups from the start; the open group stays open if it still exists."""
        group = self.model.group(self.list.currentIndex().row())
        self._wanted = group.members[0].id if group else ""
        self._ask(0)

    def _more(self) -> None:
        self._ask(self.model.rowCount())

    def _ask(self, offset: int) -> None:
        request = FindDuplicates(library=str(self._requests.library), offset=offset, limit=_PAGE)
        on_result = self._loaded if offset == 0 else self.model.grow
        self._slot.ask(request, on_result, title=tr("Looking for duplicates"), failed=self.failed.emit, quiet=True)

    def _loaded(self, result: DuplicatePage) -> None:
        self.heading.setText(heading(result.total, result.disagreeing))
        self.model.restart(result)
        row = max(0, self.model.row_of(self._wanted))
        self.list.setCurrentIndex(self.model.index(row, 0))
        self._row_changed()

    def _row_changed(self) -> None:
        self.group.show_group(self.model.group(self.list.currentIndex().row()))


class GroupModel(QAbstractListModel):
    """`more_wanted` asks for the next page."""

    more_wanted = Signal()

    def __init__(self, theme: Theme, icons: Icons, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme, self._icons = theme, icons
        self._groups: list[DuplicateGroup] = []
        self._total = 0

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self._groups)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        group = self.group(index.row()) if index.isValid() else None
        if group is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            text = summary(group)
            text = tr("Verdicts disagree: {group}", group=text) if group.disagrees else text
            return f"{one_line(group.members[0].claim)}\n{text}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(group.members[0].claim)
        if role == Qt.ItemDataRole.DecorationRole and group.disagrees:
            return QIcon(self._icons.pixmap("disputed", self._theme.tone(Tone.ORANGE), size=16))
        return None

    def canFetchMore(self, parent: Index = ROOT) -> bool:  # noqa: N802
        return not parent.isValid() and 0 < len(self._groups) < self._total

    def fetchMore(self, parent: Index = ROOT) -> None:  # noqa: N802
        self.more_wanted.emit()

    def group(self, row: int) -> DuplicateGroup | None:
        """Return the group of a row."""
        return self._groups[row] if 0 <= row < len(self._groups) else None

    def row_of(self, member: str) -> int:
        """Return the row of the group with this member, or -1."""
        return next((row for row, group in enumerate(self._groups) if member in {check.id for check in group.members}), -1)

    def restart(self, page: DuplicatePage) -> None:
        """Show these groups alone."""
        self.beginResetModel()
        self._groups, self._total = list(page.groups), page.total
        self.endResetModel()

    def grow(self, page: DuplicatePage) -> None:
        """Add the next page; one without groups ends the list."""
        if not page.groups:
            self._total = len(self._groups)
            return
        self.beginInsertRows(QModelIndex(), len(self._groups), len(self._groups) + len(page.groups) - 1)
        self._groups += page.groups
        self.endInsertRows()
