"""The library place: a search over the fact-checks, one of them in full beside it, and the statistics."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QSplitter, QStackedWidget, QTabWidget, QWidget

from app.domain.importing import LibraryStatistics
from app.domain.verdict import Verdict
from app.gui.icons import Icons
from app.gui.jobs import Failure, Jobs
from app.gui.library.details import FactCheckDetails
from app.gui.library.statistics import StatisticsPage
from app.gui.library.table import FactCheckModel, FactCheckTable
from app.gui.library_flow import LibraryFlow
from app.gui.links import ask_to_open
from app.gui.model.library_view import PAGE, LibraryQuery, LibraryView
from app.gui.model.verdicts import verdict_look
from app.gui.theme import Theme
from app.gui.widgets.button import ActionButton
from app.gui.widgets.empty_state import EmptyState
from app.gui.widgets.notice import Notice
from app.gui.widgets.plain import GRID, column, label, styled
from app.worker.protocol import FindPassages, Found, Passages, SearchLibrary

_PAUSE_MS = 200


class LibraryPlace(QWidget):
    """Shows `LibraryView`; searches when the reader pauses, and again when the library has changed."""

    def __init__(
        self,
        jobs: Jobs,
        flow: LibraryFlow,
        theme: Theme,
        icons: Icons,
        *,
        empty: EmptyState,
        header: tuple[QAction, ...],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._jobs, self._flow = jobs, flow
        self._search_job: int | None = None
        self._text_job: int | None = None
        self.view = LibraryView()
        self.error = Notice("error", self)
        self.details = FactCheckDetails(theme, icons, self)
        self.statistics = StatisticsPage(theme, self)
        self.model = FactCheckModel(self.view, theme, icons, self)
        self.table = FactCheckTable(self.model, self)
        lines = column(self)
        lines.addWidget(self.error)
        self.stack = QStackedWidget(self)
        self.empty = empty
        self.stack.addWidget(empty)
        self.stack.addWidget(self._browser(header))
        lines.addWidget(self.stack, 1)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._connect()

    def focus_first(self) -> None:
        """The search, or the empty state's first button."""
        (self.search if self.stack.currentIndex() else self.empty.buttons[0]).setFocus()

    def show_size(self, factchecks: int) -> None:
        """The library has this many fact-checks now: show the browser, or that it is empty."""
        self.stack.setCurrentIndex(1 if factchecks else 0)
        if factchecks:
            self._ask()

    def show_statistics(self, statistics: LibraryStatistics) -> None:
        """Fill the statistics and the choices of the filters."""
        self.statistics.show_statistics(statistics)
        worded = tuple((name, verdict_look(Verdict(name)).word) for name, _ in statistics.verdicts if name in set(Verdict))
        _fill(self.verdict, "Any verdict", worded)
        _fill(self.publisher, "Any publisher", tuple((name, name) for name, _ in statistics.publishers if name))
        _fill(self.language, "Any language", tuple((name, name) for name, _ in statistics.languages if name))

    def _browser(self, header: tuple[QAction, ...]) -> QWidget:
        browser = QWidget(self)
        lines = column(browser)
        lines.addWidget(self._bar(header))
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        split.addWidget(self.table)
        split.addWidget(self.details)
        split.setSizes([760, 440])
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 1)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName("Fact-checks or statistics")
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.addTab(split, "Fact-checks")
        self.tabs.addTab(self.statistics, "Statistics")
        lines.addWidget(self.tabs, 1)
        return browser

    def _bar(self, header: tuple[QAction, ...]) -> QWidget:
        bar = styled(QWidget(self), "header")
        row = QHBoxLayout(bar)
        row.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        row.setSpacing(GRID)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText("Search claims, titles and texts")
        self.search.setToolTip("Down or Return goes to what was found, / comes back")
        self.search.setAccessibleName("Search the library")
        self.search.setClearButtonEnabled(True)
        row.addWidget(self.search, 1)
        self.verdict, self.publisher, self.language = QComboBox(self), QComboBox(self), QComboBox(self)
        for box, name in ((self.verdict, "Verdict"), (self.publisher, "Publisher"), (self.language, "Language")):
            box.setAccessibleName(f"Filter by {name.lower()}")
            box.setMaximumWidth(184)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.addItem(f"Any {name.lower()}", "")
            row.addWidget(box)
        self.found = label("", muted=True)
        row.addWidget(self.found)
        for action in header:
            row.addWidget(ActionButton(action))
        return bar

    def _connect(self) -> None:
        self.search.textChanged.connect(self._wait)
        self.search.returnPressed.connect(self._to_table)
        for keys in ("Down", "Esc"):
            QShortcut(QKeySequence(keys), self.search, self._to_table, context=Qt.ShortcutContext.WidgetShortcut)
        QShortcut(QKeySequence("/"), self.table, self.focus_first, context=Qt.ShortcutContext.WidgetShortcut)
        for box in (self.verdict, self.publisher, self.language):
            box.activated.connect(self._ask)
        self._pause.timeout.connect(self._ask)
        self.model.more_wanted.connect(self._ask_page)
        self.table.selectionModel().currentRowChanged.connect(self._row_changed)
        self.details.link_asked.connect(self._open_link)
        self.details.text_asked.connect(self._ask_text)

    def _to_table(self) -> None:
        """From the search to what it found, the first row chosen."""
        if self._pause.isActive():
            self._pause.stop()
            self._ask()
        self.tabs.setCurrentIndex(0)
        self.table.setFocus()
        if not self.table.currentIndex().isValid():
            self.table.selectRow(0)

    def _wait(self) -> None:
        self._pause.start()

    def _ask(self) -> None:
        query = LibraryQuery(
            text=self.search.text(),
            publisher=self.publisher.currentData() or "",
            verdict=self.verdict.currentData() or "",
            language=self.language.currentData() or "",
        )
        self.view.ask(query)
        self.model.restart()
        self.details.show_factcheck(None)
        self._ask_page()

    def _ask_page(self) -> None:
        self._jobs.drop(self._search_job)
        asked, library = self.view.query, str(self._flow.library)
        request = SearchLibrary(
            job=0,
            library=library,
            text=asked.text,
            publisher=asked.publisher,
            verdict=asked.verdict,
            language=asked.language,
            offset=len(self.view.items),
            limit=PAGE,
        )
        self.found.setText(self.view.summary())
        self._search_job = self._jobs.start(request, title="Searching", done=self._page, failed=self._failed, quiet=True)

    def _page(self, result: object) -> None:
        self._search_job = None
        if isinstance(result, Found):
            self.error.clear()
            self.view.add(result.items, total=result.total, passages=result.passages, same_as=result.same_as)
            self.model.grow()
            self.found.setText(self.view.summary())

    def _failed(self, failure: Failure) -> None:
        self.found.setText("")
        if failure.code != "cancelled":
            self.error.say(failure.message, hint=failure.hint)

    def _row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        check = self.model.factcheck(current.row()) if current.isValid() else None
        known = check.id if check else ""
        passage = self.view.passages.get(known, "")
        self.details.show_factcheck(check, same_as=self.view.same_as.get(known, ()), passage=passage)

    def _open_link(self) -> None:
        check = self.details.shown
        if check is not None:
            ask_to_open(self, check.url, note=check.note)

    def _ask_text(self) -> None:
        check = self.details.shown
        if check is not None:
            self._jobs.drop(self._text_job)
            request = FindPassages(job=0, library=str(self._flow.library), sentence=check.claim, factcheck=check.id, limit=1)
            self._text_job = self._jobs.start(request, title="Reading", done=self._text, failed=self._no_text, quiet=True)

    def _text(self, result: object) -> None:
        shown = self.details.shown
        if isinstance(result, Passages) and shown is not None and shown.id == result.factcheck.id:
            self.details.show_text(result.factcheck)

    def _no_text(self, failure: Failure) -> None:
        if self.details.shown is not None:
            self.details.say(f"{failure.message} {failure.hint}".strip())


def _fill(box: QComboBox, every: str, choices: tuple[tuple[str, str], ...]) -> None:
    kept = box.currentData()
    box.clear()
    box.addItem(every, "")
    for value, shown in choices:
        box.addItem(shown, value)
    box.setCurrentIndex(max(0, box.findData(kept)))
