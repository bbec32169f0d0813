"""The page of items: every fact-check and post by day, the chosen one in full with the earlier debunks it repeats, and splitting."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QSplitter, QWidget

from app.domain.judgement import Judgement
from app.domain.narrative import NarrativeItem
from app.gui.model.labels import day, one_line
from app.gui.model.language_names import language_name
from app.gui.model.narrative_view import NarrativesView
from app.gui.model.narrative_words import badge_of, repeats_heading
from app.gui.model.rows import Column, Row
from app.gui.narratives.item_details import ItemDetails
from app.gui.narratives.signals import NarrativeSignals
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.rows_table import RowsModel, RowsTable
from app.translation import mark, tr, trn

_COLUMNS = (
    Column(mark("Published"), 104, sample="0000-00-00"),
    Column(mark("Verdict"), 128, sample="Mostly false ✕"),
    Column(mark("Claim or post"), 0),
    Column(mark("Publisher"), 140),
    Column(mark("Language"), 100),
    Column(mark("Repeats"), 72, number=True),
)
_MOST = 20_000


class ItemsPage(QWidget):
    """`split_asked` carries the keys of the chosen items, `taken_out` those that are to belong to no narrative."""

    split_asked = Signal(object)
    taken_out = Signal(object)

    def __init__(self, view: NarrativesView, signals: NarrativeSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        self._view = view
        self.items: list[NarrativeItem] = []
        layout = column(self)
        layout.addWidget(self._bar())
        self.model = RowsModel(_COLUMNS, signals.theme, signals.icons, badge_in=1, parent=self)
        self.table = RowsTable(self.model, _COLUMNS, tr("Items of the narrative"), self)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.details = ItemDetails(view, signals, self)
        self.details.setMinimumHeight(140)
        panes = QSplitter(Qt.Orientation.Vertical, self)
        panes.addWidget(self.table)
        panes.addWidget(self.details)
        panes.setSizes([320, 260])
        panes.setStretchFactor(0, 1)
        panes.setHandleWidth(1)
        panes.setChildrenCollapsible(False)
        layout.addWidget(panes, 1)
        self.table.selectionModel().currentRowChanged.connect(self._moved)
        self.table.selectionModel().selectionChanged.connect(self._enable)

    def show_scope(self, *, reset: bool) -> None:
        """Show the view's current items; without `reset` the chosen item stays chosen."""
        previous = self.current()
        self.items = self._view.items()[:_MOST]
        self.model.show_rows([self._row(item) for item in self.items])
        self.found.setText(self._words())
        if not reset and previous is not None and any(item.key == previous.key for item in self.items):
            self.choose(previous.key)
            self.details.refresh()
        else:
            self.table.clearSelection()
            self.table.selectionModel().setCurrentIndex(self.model.index(-1, -1), QItemSelectionModel.SelectionFlag.NoUpdate)
            self.details.show_item(None)
            self.table.scrollToTop()
        self._enable()

    def current(self) -> NarrativeItem | None:
        """Return the item shown in the details."""
        row = self.table.currentIndex().row()
        return self.items[row] if 0 <= row < len(self.items) else None

    def choose(self, key: str) -> None:
        """Select this item and show its details, if it is listed."""
        row = next((index for index, item in enumerate(self.items) if item.key == key), -1)
        if row >= 0 and row != self.table.currentIndex().row():
            self.table.selectRow(row)
            self.table.scrollTo(self.model.index(row, 0))

    def chosen(self) -> tuple[str, ...]:
        """Return the keys of the selected items."""
        rows = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        return tuple(self.items[row].key for row in rows if row < len(self.items))

    def judge(self, judgement: Judgement) -> None:
        """Judge the current repeat."""
        current = self.details.current()
        if current is not None:
            current.judge(judgement)

    def ask_split(self) -> None:
        """Ask to split off the selected items as a narrative of their own."""
        if self.split.isEnabled():
            self.split_asked.emit(self.chosen())

    def _bar(self) -> QWidget:
        bar = QWidget(self)
        row = QHBoxLayout(bar)
        row.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        row.setSpacing(GRID)
        self.found = label("", muted=True, wrap=True)
        row.addWidget(self.found, 1)
        self.split = Button(tr("Split into a new narrative"), bar)
        self.split.setToolTip(tr("The marked items become a narrative of their own; mark several with Ctrl or Shift"))
        self.split.clicked.connect(self.ask_split)
        self.out = Button(tr("Take out"), bar)
        self.out.setToolTip(tr("The marked items belong to no narrative from now on"))
        self.out.clicked.connect(lambda: self.taken_out.emit(self.chosen()))
        for button in (self.split, self.out):
            row.addWidget(button)
        return bar

    def _row(self, item: NarrativeItem) -> Row:
        badge = badge_of(item)
        repeats = len(self._view.earlier(item))
        language = language_name(item.language) if item.language else ""
        texts = (day(item.day), badge.word, one_line(item.text), one_line(item.publisher), language, str(repeats) if repeats else "")
        return Row(texts=texts, badge=badge)

    def _words(self) -> str:
        repeats = self._view.repeats(self.items)
        count_text = trn("{count} item", "{count} items", len(self.items))
        return f"{count_text} · {repeats_heading(sum(repeat.judgement is not None for repeat in repeats), len(repeats))}"

    def _moved(self) -> None:
        self.details.show_item(self.current())

    def _enable(self) -> None:
        narrative, selected = self._view.current, self.chosen()
        self.out.setEnabled(narrative is not None and bool(selected))
        self.split.setEnabled(narrative is not None and 0 < len(selected) < len(narrative.items))
