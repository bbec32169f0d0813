"""The library page: its pages (fact-checks, publishers, duplicates, ratings, statistics) under one line of notices."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QScrollArea, QStackedWidget, QTabWidget, QWidget

from app.domain.importing import LibraryStatistics
from app.gui.charts.bars import BarsChart
from app.gui.icons import Icons
from app.gui.jobs import Failure
from app.gui.library.browser import FactCheckBrowser
from app.gui.library.changing import FactCheckChanges
from app.gui.library.duplicates import DuplicatesPage
from app.gui.library.publishers import PublishersPage
from app.gui.library.ratings import RatingsPage
from app.gui.library_requests import LibraryRequests
from app.gui.model.labels import inert
from app.gui.model.statistics import facts, languages, publishers, verdicts, years
from app.gui.theme import Theme
from app.gui.ui_context import UiContext
from app.gui.widgets.empty_state import EmptyState
from app.gui.widgets.folding_actions import FoldingActions
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.notice import Notice
from app.translation import tr, trn
from app.worker.protocol import ChangeResult


class StatisticsPage(QScrollArea):
    """A page of four charts under one line of facts."""

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._icons = theme, icons
        self._statistics: LibraryStatistics | None = None
        self._stale = False
        self.setWidgetResizable(True)
        self.setAccessibleName(tr("Statistics of the library"))
        theme.changed.connect(self._rebuild)

    def show_statistics(self, statistics: LibraryStatistics) -> None:
        """Show these numbers, made into charts only where somebody can see them."""
        self._statistics = statistics
        self._stale = True
        if self.isVisible():
            self._build(statistics)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Build the charts for statistics that arrived while the page was hidden."""
        super().showEvent(event)
        if self._stale and self._statistics is not None:
            self._build(self._statistics)

    def _build(self, statistics: LibraryStatistics) -> None:
        self._stale = False
        body = styled(QWidget(), "surface")
        layout = column(body, margins=(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID), spacing=GRID)
        counted = trn("{count} fact-check", "{count} fact-checks", statistics.factchecks)
        layout.addWidget(label(counted, font=self._theme.font(step=3, bold=True)))
        for fact in facts(statistics):
            if fact:
                layout.addWidget(label(inert(fact), muted=True, wrap=True, selectable=True))
        layout.addSpacing(2 * GRID)
        grid = QGridLayout()
        grid.setHorizontalSpacing(5 * GRID)
        grid.setVerticalSpacing(4 * GRID)
        for index, chart in enumerate((verdicts(statistics), years(statistics), publishers(statistics), languages(statistics))):
            grid.addWidget(BarsChart(self._theme, self._icons, chart), index // 2, index % 2, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(grid)
        layout.addStretch()
        self.setWidget(body)

    def _rebuild(self) -> None:
        if self._statistics is not None:
            self.show_statistics(self._statistics)


FACTCHECKS, PUBLISHERS, DUPLICATES, RATINGS, STATISTICS = range(5)


class _Page(Protocol):
    """A page that reads its part of the library when it is looked at."""

    def load(self) -> None: ...


class LibraryPage(QWidget):
    """`library_changed` tells that fact-checks are others than before, `matching_changed` that other publishers are to be matched."""

    library_changed = Signal()
    matching_changed = Signal()

    def __init__(
        self, ctx: UiContext, requests: LibraryRequests, *, empty: EmptyState, header: tuple[QAction, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        jobs, theme, icons = ctx.jobs, ctx.theme, ctx.icons
        self._requests, self._shown = requests, requests.library
        self.error, self.notice, self.rebuilding = Notice("error", self), Notice("notice", self), Notice("notice", self)
        self.browser = FactCheckBrowser(jobs, requests, theme, icons, self, columns=ctx.preferences.state.columns)
        self.view, self.model, self.table = self.browser.view, self.browser.model, self.browser.table
        self.details, self.search, self.found = self.browser.details, self.browser.search, self.browser.found
        self.verdict, self.publisher, self.language = self.browser.verdict, self.browser.publisher, self.browser.language
        self.publishers = PublishersPage(jobs, requests, theme, ctx.preferences, self)
        self.duplicates = DuplicatesPage(jobs, requests, theme, icons, self)
        self.ratings = RatingsPage(jobs, requests, theme, icons, self)
        self.statistics = StatisticsPage(theme, icons, self)
        self.changes = FactCheckChanges(jobs, requests, theme, self)
        self._pages: dict[int, _Page] = {PUBLISHERS: self.publishers, DUPLICATES: self.duplicates, RATINGS: self.ratings}
        self._stale = set(self._pages)
        layout = column(self)
        layout.addWidget(self.error)
        layout.addWidget(self.notice)
        layout.addWidget(self.rebuilding)
        self.stack = QStackedWidget(self)
        self.empty, self.filled = empty, self._tabs((ctx.actions["add_factcheck"], *header))
        self.waiting = EmptyState(ctx.theme, heading=tr("Reading the library…"), text=tr("Its fact-checks are here in a moment."))
        for page in (self.waiting, self.empty, self.filled):
            self.stack.addWidget(page)
        layout.addWidget(self.stack, 1)
        self._connect()
        theme.changed.connect(self._fit)
        self._keys(ctx)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """The tabs come first, what is left is the actions'."""
        super().resizeEvent(event)
        self._fit()

    def focus_first(self) -> None:
        """Focus the search, or the empty state's first button; while the library loads, wait for them."""
        current = self.stack.currentWidget()
        if current is self.waiting:
            self.stack.setFocus()
        else:
            (self.search if current is self.filled else self.empty.buttons[0]).setFocus()

    def show_size(self, factchecks: int) -> None:
        """Show the fact-checks, or the empty state if there are none."""
        self._show(self.filled if factchecks else self.empty)
        if self._shown != self._requests.library:
            self._shown = self._requests.library
            self.notice.clear()
            self.browser.view.known = False  # what is shown is another library's
        if factchecks:
            self.browser.refresh()
        self._reload()

    def show_trouble(self, message: str, hint: str) -> None:
        """Show an error next to what can be shown."""
        if self.stack.currentWidget() is self.waiting:
            self._show(self.filled)
        self.error.say(message, hint=hint)

    def offer_rebuild(self, *, needs_rebuild: bool, searchable: bool = True) -> None:
        """Offer to rebuild the index if needed; `searchable` if the encoder that made it is still available for searching."""
        if not needs_rebuild:
            self.rebuilding.clear()
            return
        before = tr("Searching goes on with the one before, also while the new one is built; it can be stopped and goes on later.")
        hint = before if searchable else tr("Until then claims and documents cannot be looked up; it can be stopped and goes on later.")
        message = tr("The index of this library was made with another encoder than the one in use.")
        self.rebuilding.say(message, hint=hint, button=tr("Build the index anew"))

    def _show(self, page: QWidget) -> None:
        """Show a page of the stack; the focus moves along from the waiting page."""
        had_focus = self.window().focusWidget() is self.stack
        self.stack.setCurrentWidget(page)
        if had_focus:
            self.focus_first()

    def show_statistics(self, statistics: LibraryStatistics) -> None:
        """Fill the statistics and the choices of the filters."""
        self.statistics.show_statistics(statistics)
        self.browser.show_choices(statistics)
        self.changes.publishers = tuple(name for name, _ in statistics.publishers)

    def _tabs(self, header: tuple[QAction, ...]) -> QTabWidget:
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(tr("Pages of the library"))
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.addTab(self.browser, tr("Fact-checks"))
        self.tabs.addTab(self.publishers, tr("Publishers"))
        self.tabs.addTab(self.duplicates, tr("Duplicates"))
        self.tabs.addTab(self.ratings, tr("Ratings"))
        self.tabs.addTab(self.statistics, tr("Statistics"))
        self.header = FoldingActions(header, self)
        self.tabs.setCornerWidget(self.header)
        return self.tabs

    def _fit(self) -> None:
        self.header.fit(self.width() - self.tabs.tabBar().sizeHint().width())

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._turned)
        self.browser.failed.connect(self._failed)
        self.browser.answered.connect(self.error.clear)
        self.browser.details.edit_asked.connect(self._edit)
        self.browser.details.language_asked.connect(self._language)
        self.browser.details.delete_asked.connect(self._delete)
        self.changes.changed.connect(self._changed)
        self.changes.failed.connect(self._failed)
        self.notice.accepted.connect(self.changes.undo)
        self.rebuilding.accepted.connect(self._rebuild)
        for page in (self.publishers, self.duplicates, self.ratings):
            page.failed.connect(self._failed)
        self.publishers.show_asked.connect(self._show_publisher)
        self.publishers.changed.connect(self.matching_changed)
        self.duplicates.show_asked.connect(self._show_group)
        self.ratings.show_asked.connect(self._show_rating)
        self.ratings.applied.connect(self._applied)

    def _keys(self, ctx: UiContext) -> None:
        ctx.actions.serve(self, {"add_factcheck": self.changes.add, "undo_factcheck": self.changes.undo})
        of_table = {"edit_factcheck": self._edit, "factcheck_language": self._language, "delete_factcheck": self._delete}
        ctx.actions.serve(self.table, of_table)

    def _rebuild(self) -> None:
        self.rebuilding.clear()
        self._requests.rebuild()

    def _edit(self) -> None:
        check = self.browser.current()
        if check is not None:
            self.changes.edit(check)

    def _language(self) -> None:
        self.changes.language(self.browser.chosen())

    def _delete(self) -> None:
        self.changes.delete(self.browser.chosen())

    def _changed(self, changed: ChangeResult, message: str, undo: str) -> None:
        self.error.clear()
        hint = tr("Undo takes back: {change}", change=undo) if undo and undo != message else ""
        self.notice.say(message, hint=hint, button=tr("Undo") if undo else "")
        before = {item.id for item in changed.before}
        new_ids = tuple(item.id for item in changed.after if item.id not in before)
        self.browser.refresh(new_ids)
        self._reload()
        self.library_changed.emit()

    def _applied(self, message: str) -> None:
        self.notice.say(message)
        self.browser.refresh()
        self._reload()
        self.library_changed.emit()

    def _failed(self, failure: Failure) -> None:
        if failure.code != "cancelled":
            self.error.say(failure.message, hint=failure.hint)

    def _reload(self) -> None:
        """Reload the current page now, and the others when they are opened."""
        self._stale = set(self._pages)
        self._load_shown()

    def _turned(self) -> None:
        """Clear the notice on a change of page, unless it offers an undo."""
        if not self.notice.button.isVisibleTo(self.notice):
            self.notice.clear()
        self._load_shown()

    def _load_shown(self) -> None:
        tab_index = self.tabs.currentIndex()
        if tab_index in self._stale and self.stack.currentWidget() is self.filled:
            self._stale.discard(tab_index)
            self._pages[tab_index].load()

    def _show_publisher(self, name: str) -> None:
        self.tabs.setCurrentIndex(FACTCHECKS)
        self.browser.show_only(publisher=name)

    def _show_group(self, head: str) -> None:
        self.tabs.setCurrentIndex(FACTCHECKS)
        self.browser.show_only(group=head)

    def _show_rating(self, rating: str) -> None:
        self.tabs.setCurrentIndex(FACTCHECKS)
        self.browser.show_only(rating=rating)
