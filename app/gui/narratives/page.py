"""The Narratives page: the list on the left, the open narrative (or all together) as timeline, spread, graph, items and series."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSplitter, QStackedWidget, QTabWidget, QWidget

from app.gui.charts.canvas import Canvas
from app.gui.jobs import Job
from app.gui.model.keymap import with_key
from app.gui.model.labels import tip
from app.gui.model.narrative_view import NarrativesView
from app.gui.narratives.graph_page import GraphPage
from app.gui.narratives.header import Header
from app.gui.narratives.items_page import ItemsPage
from app.gui.narratives.list_pane import ListPane
from app.gui.narratives.series_page import SeriesPage
from app.gui.narratives.signals import NarrativeSignals
from app.gui.narratives.spread_page import SpreadPage
from app.gui.narratives.timeline_page import TimelinePage
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.empty_state import EmptyState
from app.gui.widgets.job_bar import show_progress
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.notice import Notice
from app.translation import tr


class FindingPage(QWidget):
    """`stopped` is its button."""

    stopped = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        self._theme = theme
        layout = column(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID), spacing=GRID)
        layout.addStretch(2)
        self.heading = label(tr("Finding narratives"), wrap=True)
        self.words = label("", muted=True, wrap=True)
        for part in (self.heading, self.words):
            part.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(part)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(320)
        self.bar.setAccessibleName(tr("Progress of finding narratives"))
        layout.addWidget(self.bar, 0, Qt.AlignmentFlag.AlignHCenter)
        self.stop = Button(tr("Stop"), self)
        self.stop.clicked.connect(self.stopped)
        layout.addSpacing(GRID)
        layout.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_job(self, job: Job | None) -> None:
        """Show the progress of the job."""
        if job is None:
            return
        show_progress(self.bar, job)
        self.words.setText(job.words(waiting=tr("Waiting for its turn…")))

    def _restyle(self) -> None:
        self.heading.setFont(self._theme.font(step=3, bold=True))


TIMELINE, SPREAD, GRAPH, ITEMS, SERIES = range(5)


class NarrativesPage(QWidget):
    """`series_wanted` tells that somebody looks at series that were not computed."""

    series_wanted = Signal()

    def __init__(
        self,
        view: NarrativesView,
        signals: NarrativeSignals,
        *,
        no_library: EmptyState,
        start: EmptyState,
        can_suggest: Callable[[], bool],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.view, self._signals, self._can_suggest = view, signals, can_suggest
        self.error, self.stale = Notice("error", self), Notice("notice", self)
        self.no_library, self.start = no_library, start
        self.finding = FindingPage(signals.theme, self)
        layout = column(self)
        layout.addWidget(self.error)
        layout.addWidget(self.stale)
        self.whole = QStackedWidget(self)
        self.work = self._work()
        for page in (no_library, start, self.finding, self.work):
            self.whole.addWidget(page)
        layout.addWidget(self.whole, 1)
        signals.theme.changed.connect(self._restyle)
        self._restyle()

    def focus_first(self) -> None:
        """Focus the list, the stop button, or the empty state's first button."""
        page = self.whole.currentWidget()
        if page is self.work:
            self.list.list.setFocus()
        elif page is self.finding:
            self.finding.stop.setFocus()
        elif isinstance(page, EmptyState):
            page.buttons[0].setFocus()

    def show_page(self, page: QWidget) -> None:
        """Show one of `no_library`, `start`, `finding` and `work`; the focus moves along if it was inside."""
        before, focus = self.whole.currentWidget(), self.focusWidget()
        if before is page:
            return
        had_focus = before is not None and focus is not None and before.isAncestorOf(focus)
        self.whole.setCurrentWidget(page)
        if had_focus and self.isVisible():
            self.focus_first()

    def show_view(self, *, reset: bool = False) -> None:
        """Show the view's current state; `reset` if another narrative was opened."""
        self.list.refresh()
        self.header.refresh()
        self._show_undo()
        self.show_tab(reset=reset)

    def show_tab(self, *, reset: bool) -> None:
        """Build the current tab; others are built when they are opened. With `reset` all of them start anew."""
        if reset:
            self._fresh = {TIMELINE, SPREAD, GRAPH, ITEMS, SERIES}
        page = self.tabs.currentIndex()
        starts_anew = page in self._fresh
        self._fresh.discard(page)
        if page != GRAPH:
            self.graph.show_nothing()
        if page == TIMELINE:
            self.timeline.show_scope(reset=starts_anew)
        elif page == SPREAD:
            self.spread.show_scope()
        elif page == GRAPH:
            self.graph.show_scope()
        elif page == ITEMS:
            self.items.show_scope(reset=starts_anew)
        elif reset or self.series.statistics is None:
            self.series_wanted.emit()

    def show_item(self, key: str) -> None:
        """Open the page of items with this one selected."""
        self.tabs.setCurrentIndex(ITEMS)
        self.items.choose(key)
        self.items.table.setFocus()

    def chart(self) -> Canvas | None:
        """Return the chart of the current page, for export as a picture."""
        page = self.tabs.currentIndex()
        if page == TIMELINE:
            return self.timeline.chart if self.timeline.chart.lanes.lanes else None
        if page == GRAPH:
            return self.graph.chart if self.view.current is not None else None
        if page == SPREAD:
            return self.spread.flow
        return self.series.charts[0] if page == SERIES and self.series.charts else None

    def _show_undo(self) -> None:
        undo, redo = self.view.map.undo, self.view.map.redo
        self.undo.setEnabled(bool(undo))
        self.redo.setEnabled(bool(redo))
        keys = self._signals.keys
        self.undo.setToolTip(with_key(tip(tr("Take back: {change}", change=undo)), keys("narratives_undo")) if undo else "")
        self.redo.setToolTip(with_key(tip(tr("Make again: {change}", change=redo)), keys("narratives_redo")) if redo else "")

    def _work(self) -> QWidget:
        self.list = ListPane(self.view, self._signals, self)
        self.list.setMinimumWidth(200)
        right = QWidget(self)
        layout = column(right)
        self.header = Header(self.view, self._signals, self._can_suggest, right)
        layout.addWidget(self.header)
        layout.addWidget(self._pages(), 1)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.addWidget(self.list)
        splitter.addWidget(right)
        splitter.setSizes([300, 900])
        splitter.setStretchFactor(1, 1)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        return splitter

    def _pages(self) -> QWidget:
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(tr("Pages of Narratives"))
        self.tabs.tabBar().setDrawBase(False)
        self.timeline = TimelinePage(self.view, self._signals, self)
        self.spread = SpreadPage(self.view, self._signals, self)
        self.graph = GraphPage(self.view, self._signals, self)
        self.items = ItemsPage(self.view, self._signals, self)
        self.series = SeriesPage(self.view, self._signals, self)
        pages = (self.timeline, self.spread, self.graph, self.items, self.series)
        names = (tr("Timeline"), tr("Spread"), tr("Graph"), tr("Items"), tr("Series"))
        for page, name in zip(pages, names, strict=True):
            self.tabs.addTab(page, name)
        self._fresh = set(range(len(pages)))
        self.tabs.setCornerWidget(self._corner(), Qt.Corner.TopRightCorner)
        self.tabs.currentChanged.connect(lambda _: self.show_tab(reset=False))
        return self.tabs

    def _corner(self) -> QWidget:
        corner = QWidget(self)
        row = QHBoxLayout(corner)
        row.setContentsMargins(0, 2, GRID, 2)
        row.setSpacing(GRID // 2)
        self.undo, self.redo = Button(tr("Undo"), corner), Button(tr("Redo"), corner)
        for button in (self.undo, self.redo):
            button.setProperty("role", "quiet")
            row.addWidget(button)
        return corner

    def _restyle(self) -> None:
        self.tabs.tabBar().setFont(self._signals.theme.font())
        if self.whole.currentWidget() is self.work:
            if self.series.statistics is not None:
                self.series.show_statistics(self.series.statistics)
            if self.tabs.currentIndex() == SPREAD:
                self.spread.show_scope()
