"""The posts behind the answers: a search in them, the table of what it found, and the chosen one in full beside it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSplitter, QWidget

from app.domain.post import Post
from app.domain.posts import PostPage, PostStatistics
from app.gui.ask.post_details import PostDetails
from app.gui.ask.post_filters import PostFilters
from app.gui.ask.wishes import Kit
from app.gui.model.posts_view import COLUMNS, PostQuery, PostsView
from app.gui.widgets.paged_table import PagedModel
from app.gui.widgets.plain import GRID, column, label, styled
from app.gui.widgets.rows_table import RowsTable
from app.translation import tr

_PAUSE_MS = 200


class PostsPage(QWidget):
    """`page_wanted` carries the query and how many posts of it are here; searches when the reader pauses."""

    page_wanted = Signal(object, int)

    def __init__(self, kit: Kit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = PostsView()
        self.model = PagedModel(self.view, COLUMNS, self)
        self.table = RowsTable(self.model, COLUMNS, tr("Posts in the library"), self)
        self.details = PostDetails(kit, self)
        self._stale = True
        lines = column(self)
        lines.addWidget(self._bar())
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        split.addWidget(self.table)
        split.addWidget(self.details)
        split.setSizes([800, 400])
        lines.addWidget(split, 1)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self.ask)
        self._connect()

    def load(self) -> None:
        """Read the first page, unless it is here."""
        if self._stale:
            self.ask()

    def forget(self) -> None:
        """The posts are others now: read them when they are looked at."""
        self._stale = True
        if self.isVisible():
            self.ask()

    def ask(self) -> None:
        """Ask what the search and the filters say."""
        self._stale = False
        self._pause.stop()
        self.view.ask(PostQuery(text=self.search.text(), among=self.filters.among))
        self.model.restart()
        self.details.show_post(None)
        self._want_page()

    def show_page(self, page: PostPage) -> None:
        """The next page of the query."""
        self.view.add(page)
        self.model.grow()
        self.found.setText(self.view.summary())

    def say_nothing(self) -> None:
        """The search failed, which is told elsewhere."""
        self.found.setText("")
        self._stale = True

    def show_statistics(self, statistics: PostStatistics) -> None:
        """What the filters offer."""
        self.filters.show_statistics(statistics)

    def to_table(self) -> None:
        """From the search to what it found, the first row chosen."""
        if self._pause.isActive():
            self.ask()
        self.table.setFocus()
        if not self.table.currentIndex().isValid():
            self.table.selectRow(0)

    def _bar(self) -> QWidget:
        bar = styled(QWidget(self), "header")
        lines = column(bar, margins=(2 * GRID, GRID, 2 * GRID, GRID), spacing=GRID - 2)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        self.search = QLineEdit(bar)
        self.search.setPlaceholderText(tr("Search the words of posts"))
        self.search.setToolTip(tr("Down or Return goes to what was found, / comes back"))
        self.search.setAccessibleName(tr("Search the posts"))
        self.search.setClearButtonEnabled(True)
        self.search.setAcceptDrops(False)
        row.addWidget(self.search, 1)
        self.filters = PostFilters(bar)
        for button in self.filters.buttons():
            row.addWidget(button)
        self.found = label("", muted=True)
        row.addWidget(self.found)
        lines.addLayout(row)
        lines.addWidget(self.filters.chips)
        return bar

    def _connect(self) -> None:
        self.search.textChanged.connect(self._pause.start)
        self.search.returnPressed.connect(self.to_table)
        QShortcut(QKeySequence("Down"), self.search, self.to_table, context=Qt.ShortcutContext.WidgetShortcut)
        QShortcut(QKeySequence("/"), self.table, self.search.setFocus, context=Qt.ShortcutContext.WidgetShortcut)
        self.filters.changed.connect(self.ask)
        self.model.more_wanted.connect(self._want_page)
        self.table.selectionModel().currentRowChanged.connect(self._row_changed)

    def _want_page(self) -> None:
        self.found.setText(self.view.summary())
        self.page_wanted.emit(self.view.query, len(self.view.items))

    def _row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        post: Post | None = self.view.items[current.row()] if current.isValid() else None
        self.details.show_post(post, copies=self.view.counts.get(post.id, 1) if post else 1)
