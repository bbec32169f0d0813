"""Browsing the fact-checks: a search with filters, the table of what it found, and the chosen one in full beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSplitter, QWidget

from app.domain.factcheck import EVERY_FACTCHECK, NATURAL_ORDER, FactCheck, FactCheckFilter, FactCheckOrder, SortColumn
from app.domain.importing import LibraryStatistics
from app.domain.verdict import Verdict
from app.gui.icons import Icons
from app.gui.jobs import Failure, Jobs, JobSlot
from app.gui.keys import focus_shortcut
from app.gui.library.details import FactCheckDetails
from app.gui.library.table import SORTED_BY, FactCheckModel, FactCheckTable
from app.gui.library_requests import LibraryRequests
from app.gui.links import ask_to_open
from app.gui.model.labels import one_line
from app.gui.model.language_names import language_name
from app.gui.model.library_view import PAGE, LibraryQuery, LibraryView, next_order
from app.gui.model.verdicts import verdict_badge
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.menu_button import MenuButton
from app.gui.widgets.search_field import SearchField
from app.translation import tr, trc
from app.worker.protocol import FactCheckHits, FindPassages, Passages, SearchLibrary

_PAUSE_MS = 200
_LETTERS, _NARROWEST = 16, 84
"""A filter has room for so many letters; where there is none it is so many pixels wide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """Selection before the list is reloaded: the chosen ids, the current one and its row. Qt itself keeps the scroll position."""

    chosen_ids: tuple[str, ...]
    current: str
    row: int
    wanted_ids: tuple[str, ...]


class FactCheckBrowser(QWidget):
    """Searches when the reader pauses. `failed` carries a Failure, `answered` that the search works."""

    failed = Signal(object)
    answered = Signal()

    def __init__(
        self, jobs: Jobs, requests: LibraryRequests, theme: Theme, icons: Icons, parent: QWidget | None = None, *, columns: dict[str, str]
    ) -> None:
        super().__init__(parent)
        self._searching, self._reading, self._requests = JobSlot(jobs), JobSlot(jobs), requests
        self._kept: _Kept | None = None
        self._only, self._order = EVERY_FACTCHECK, NATURAL_ORDER
        self.view = LibraryView()
        self.details = FactCheckDetails(theme, icons, self)
        self.model = FactCheckModel(self.view, theme, icons, self)
        self.table = FactCheckTable(self.model, columns, self)
        layout = column(self)
        layout.addWidget(self._bar())
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        split.addWidget(self.table)
        split.addWidget(self.details)
        split.setSizes([760, 440])
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 1)
        layout.addWidget(split, 1)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._connect()

    def chosen(self) -> list[FactCheck]:
        """Return the selected fact-checks from the top."""
        return [check for row in self.table.chosen_rows() if (check := self.model.factcheck(row)) is not None]

    def current(self) -> FactCheck | None:
        """Return the fact-check shown in the details."""
        return self.details.shown

    def show_choices(self, statistics: LibraryStatistics) -> None:
        """Fill the choices of the filters."""
        worded = tuple((name, verdict_badge(Verdict(name)).word) for name, _ in statistics.verdicts if name in set(Verdict))
        _fill(self.verdict, tr("Any verdict"), worded)
        _fill(self.publisher, tr("Any publisher"), tuple((name, one_line(name)) for name, _ in statistics.publishers if name))
        _fill(self.language, tr("Any language"), tuple((code, one_line(language_name(code))) for code, _ in statistics.languages if code))

    def show_only(self, *, publisher: str = "", rating: str = "", group: str = "") -> None:
        """Show the fact-checks of a publisher, with a rating, or of a duplicate group, whatever was searched before."""
        self.search.blockSignals(True)
        self.search.clear()
        self.search.blockSignals(False)
        self._pause.stop()
        for box in (self.verdict, self.language, self.publisher):
            box.setCurrentIndex(0)
        if publisher and self.publisher.findData(publisher) < 0:
            self.publisher.addItem(one_line(publisher), publisher)
        self.publisher.setCurrentIndex(max(0, self.publisher.findData(publisher)))
        self._only = FactCheckFilter(rating=rating, group=group)
        self.ask()
        self.table.setFocus()

    def ask(self) -> None:
        """Ask what the search and the filters say."""
        self._kept = None
        among = replace(
            self._only,
            publisher=self.publisher.currentData() or "",
            verdict=self.verdict.currentData() or "",
            language=self.language.currentData() or "",
        )
        query = LibraryQuery(text=self.search.text(), among=among, order=self._order)
        self.restriction.setText(f"{query.restriction.replace('&', '&&')}  ✕")
        self.restriction.setAccessibleName(tr("Remove filter: {filter}", filter=query.restriction))
        self.restriction.setVisible(bool(query.restriction))
        self.view.ask(query)
        self.model.restart()
        self.details.show_factcheck(None)
        self._ask_page()

    def refresh(self, wanted_ids: tuple[str, ...] = ()) -> None:
        """Reload the listed rows after a change of the library and keep the selection; rows of `wanted_ids` are selected if they
        are found."""
        if not self.view.known:
            self.ask()
            return
        current = self.current()
        wanted_ids = wanted_ids or (self._kept.wanted_ids if self._kept else ())
        row = self.table.currentIndex().row()
        chosen_ids = tuple(check.id for check in self.chosen())
        self._kept = _Kept(chosen_ids=chosen_ids, current=current.id if current else "", row=row, wanted_ids=wanted_ids)
        self._send(offset=0, limit=max(PAGE, len(self.view.items)))

    def to_table(self) -> None:
        """From the search to what it found, the first row chosen."""
        if self._pause.isActive():
            self._pause.stop()
            self.ask()
        self.table.setFocus()
        if not self.table.currentIndex().isValid():
            self.table.selectRow(0)

    def _bar(self) -> QWidget:
        bar = styled(QWidget(self), "header")
        row = QHBoxLayout(bar)
        row.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        row.setSpacing(GRID)
        self.search = SearchField(self)
        self.search.setPlaceholderText(tr("Search claims, titles and texts"))
        self.search.setToolTip(tr("Down or Return goes to what was found, / comes back"))
        self.search.setAccessibleName(tr("Search the library"))
        self.search.setMinimumWidth(_NARROWEST)
        row.addWidget(self.search, 1)
        self.restriction = Button("", self)
        self.restriction.setProperty("role", "chip")
        self.restriction.hide()
        row.addWidget(self.restriction)
        self.verdict, self.publisher, self.language = QComboBox(self), QComboBox(self), QComboBox(self)
        for box, any_text, name in (
            (self.verdict, tr("Any verdict"), tr("Filter by verdict")),
            (self.publisher, tr("Any publisher"), tr("Filter by publisher")),
            (self.language, tr("Any language"), tr("Filter by language")),
        ):
            box.setAccessibleName(name)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(_LETTERS)
            box.setMinimumWidth(_NARROWEST)
            box.addItem(any_text, "")
            row.addWidget(box)
        self.columns = MenuButton(tr("Columns"), self, name=tr("Sort and choose columns"))
        self.columns.entries.aboutToShow.connect(self._fill_columns)
        row.addWidget(self.columns)
        self.found = label("", muted=True)
        row.addWidget(self.found)
        return bar

    def sort_by(self, column: SortColumn) -> None:
        """Sort by this column, the other way round the second time, and as at first the third time."""
        self.sort(next_order(self._order, column))

    def sort(self, order: FactCheckOrder) -> None:
        """Show the fact-checks in this order from now on."""
        self._order = order
        self.table.show_order(order)
        self.ask()

    def _fill_columns(self) -> None:
        menu = self.columns.entries
        menu.clear()
        menu.addAction(tr("Sort by")).setEnabled(False)
        usual = menu.addAction(tr("Best match, or newest"), lambda: self.sort(NATURAL_ORDER))
        usual.setCheckable(True)
        usual.setChecked(self._order == NATURAL_ORDER)
        for name in SORTED_BY:
            entry = menu.addAction(self.table.heading(name), partial(self.sort_by, name))
            entry.setCheckable(True)
            entry.setChecked(self._order.column is name)
        menu.addSeparator()
        menu.addAction(tr("Columns shown")).setEnabled(False)
        for index, name in enumerate(SORTED_BY):
            entry = menu.addAction(self.table.heading(name))
            entry.setCheckable(True)
            entry.setChecked(self.table.is_chosen(index))
            entry.setEnabled(name is not SortColumn.CLAIM)
            entry.toggled.connect(lambda shown, index=index: self.table.choose_column(index, shown=shown))
        menu.addSeparator()
        menu.addAction(tr("Columns as at first"), self.table.reset_columns)

    def _connect(self) -> None:
        self.table.sort_asked.connect(self.sort_by)
        header = self.table.horizontalHeader()
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(lambda point: self.columns.entries.popup(header.mapToGlobal(point)))
        self.search.textChanged.connect(self._wait)
        self.search.returnPressed.connect(self.to_table)
        focus_shortcut(self.search, self.to_table, "Down", "Esc")
        focus_shortcut(self.table, self.search.setFocus, "/")
        for box in (self.verdict, self.publisher, self.language):
            box.activated.connect(self.ask)
        self.restriction.clicked.connect(self._unrestrict)
        self._pause.timeout.connect(self.ask)
        self.model.more_wanted.connect(self._ask_page)
        self.table.selectionModel().currentRowChanged.connect(self._row_changed)
        self.details.link_asked.connect(self._open_link)
        self.details.text_asked.connect(self._ask_text)

    def _unrestrict(self) -> None:
        self._only = EVERY_FACTCHECK
        self.ask()

    def _wait(self) -> None:
        self._pause.start()

    def _ask_page(self) -> None:
        self.found.setText(self.view.summary())
        self._send(offset=len(self.view.items), limit=PAGE)

    def _send(self, *, offset: int, limit: int) -> None:
        query, library = self.view.query, str(self._requests.library)
        request = SearchLibrary(library=library, text=query.text, among=query.among, order=query.order, offset=offset, limit=limit)
        self._searching.ask(request, self._page, title=tr("Searching"), failed=self._no_page, quiet=True)

    def _page(self, result: FactCheckHits) -> None:
        self.answered.emit()
        if self._kept is not None:
            self.view.replace(result.items, total=result.total, passages=result.passages, same_as=result.same_as)
            self.model.replace()
            self._return_to(self._kept)
            self._kept = None
        else:
            self.view.add(result.items, total=result.total, passages=result.passages, same_as=result.same_as)
            self.model.grow()
        self.found.setText(self.view.summary())

    def _return_to(self, selection: _Kept) -> None:
        """Select the wanted rows or those selected before; if the current one is gone, the row now at its index."""
        wanted_rows = [row for name in selection.wanted_ids if (row := self.view.place_of(name)) >= 0]
        rows = wanted_rows or [row for name in selection.chosen_ids if (row := self.view.place_of(name)) >= 0]
        current = wanted_rows[0] if wanted_rows else self.view.place_of(selection.current)
        if current < 0 and selection.row >= 0 and self.view.items:
            current = rows[0] if rows else min(selection.row, len(self.view.items) - 1)
        if current >= 0:
            self.table.choose_rows(rows or [current], current=current)
        if wanted_rows:
            self.table.scrollTo(self.model.index(wanted_rows[0], 0))

    def _no_page(self, failure: Failure) -> None:
        self.found.setText("")
        if failure.code != "cancelled":
            self.failed.emit(failure)

    def _row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        check = self.model.factcheck(current.row()) if current.isValid() else None
        check_id = check.id if check else ""
        passage = self.view.passages.get(check_id, "")
        self.details.show_factcheck(check, same_as=self.view.same_as.get(check_id, ()), passage=passage)

    def _open_link(self) -> None:
        check = self.details.shown
        if check is not None:
            ask_to_open(self, check.url, note=check.note)

    def _ask_text(self) -> None:
        check = self.details.shown
        if check is not None:
            request = FindPassages(library=str(self._requests.library), sentence=check.claim, factcheck=check.id, limit=1)
            self._reading.ask(request, self._text, title=trc("what is being done", "Reading"), failed=self._no_text, quiet=True)

    def _text(self, result: Passages) -> None:
        current = self.details.shown
        if current is not None and current.id == result.factcheck.id:
            self.details.show_text(result.factcheck)

    def _no_text(self, failure: Failure) -> None:
        if self.details.shown is not None:
            self.details.say(f"{failure.message} {failure.hint}".strip())


def _fill(box: QComboBox, any_text: str, choices: tuple[tuple[str, str], ...]) -> None:
    current = box.currentData()
    box.clear()
    box.addItem(any_text, "")
    for value, text in choices:
        box.addItem(text, value)
    box.setCurrentIndex(max(0, box.findData(current)))
