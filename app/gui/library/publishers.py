"""The publishers of the library: how much each has checked and found, and which of them are matched."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.domain.overview import PublisherSummary
from app.gui.jobs import Jobs, JobSlot
from app.gui.keys import focus_shortcut
from app.gui.library_requests import LibraryRequests
from app.gui.model.publishers import PublisherChoice, mix, with_named
from app.gui.model.rows import DAY, Column, Row
from app.gui.model.verdicts import verdict_badge
from app.gui.preferences import Preferences
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.rows_table import RowsModel, RowsTable
from app.translation import mark, number, tr
from app.worker.protocol import ListPublishers, Publishers

_COLUMNS = (
    Column(mark("Matched"), 128),
    Column(mark("Publisher"), 0),
    Column(mark("Fact-checks"), 112, number=True),
    # Translators: the column of the day of a publisher’s first fact-check, beside that of its last.
    Column(mark("First"), 112, sample=DAY),
    Column(mark("Last"), 112, sample=DAY),
    Column(mark("Verdicts"), 240),
)
_BAR = 8
_GAP = 1


class PublishersPage(QWidget):
    """`show_asked` carries a publisher's name, `changed` tells that others are matched than before, `failed` carries a Failure."""

    show_asked = Signal(str)
    changed = Signal()
    failed = Signal(object)

    def __init__(
        self, jobs: Jobs, requests: LibraryRequests, theme: Theme, preferences: Preferences, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._slot, self._requests, self._preferences = JobSlot(jobs), requests, preferences
        self._found: tuple[PublisherSummary, ...] = ()
        self.shown: tuple[PublisherSummary, ...] = ()
        self.model = RowsModel(_COLUMNS, theme, check_in=0, parent=self)
        self.table = RowsTable(self.model, _COLUMNS, tr("Publishers of the library"), self)
        self.table.setItemDelegateForColumn(len(_COLUMNS) - 1, _MixDelegate(self, theme))
        layout = column(self)
        layout.addWidget(self._head())
        layout.addWidget(self.table, 1)
        self.model.ticked.connect(self._ticked)
        self.table.doubleClicked.connect(self._show)
        focus_shortcut(self.table, self._show, "Return", "Enter")
        self.table.selectionModel().currentRowChanged.connect(self._row_changed)
        self._tell()

    @property
    def choice(self) -> PublisherChoice:
        """Return the choice of publishers that are matched."""
        settings = self._preferences.settings
        return PublisherChoice(include=settings.include_publishers, exclude=settings.exclude_publishers)

    def load(self) -> None:
        """Read the publishers."""
        request = ListPublishers(library=str(self._requests.library))
        self._slot.ask(request, self._loaded, title=tr("Reading publishers"), failed=self.failed.emit, quiet=True)

    def _head(self) -> QWidget:
        head = styled(QWidget(self), "header")
        layout = column(head, margins=(2 * GRID, GRID, 2 * GRID, GRID), spacing=GRID)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        self.way = QComboBox(self)
        self.way.setAccessibleName(tr("Which publishers are matched"))
        self.way.addItem(tr("Match all publishers except blocked ones"), False)
        self.way.addItem(tr("Match only publishers you allow"), True)
        self.way.activated.connect(self._switch)
        self.show_button = Button(tr("Show its fact-checks"), self)
        self.show_button.clicked.connect(self._show)
        row.addWidget(self.way)
        row.addStretch()
        row.addWidget(self.show_button)
        self.words = label("", wrap=True, muted=True)
        layout.addLayout(row)
        layout.addWidget(self.words)
        return head

    def _loaded(self, result: Publishers) -> None:
        self._found = result.items
        self._tell()

    def _tell(self) -> None:
        choice = self.choice
        self.shown = with_named(self._found, choice)
        self.way.setCurrentIndex(int(choice.only_some))
        self.words.setText(choice.explanation)
        self.model.show_rows([self._row(summary, choice) for summary in self.shown])
        self._row_changed()

    @staticmethod
    def _row(summary: PublisherSummary, choice: PublisherChoice) -> Row:
        name = summary.name or tr("Publisher not known")
        texts = (choice.word(summary.name), name, number(summary.factchecks), summary.oldest, summary.newest, mix(summary))
        return Row(texts=texts, checked=choice.matched(summary.name))

    def _ticked(self, row: int, matched: bool) -> None:
        self._choose(self.choice.with_matched(self.shown[row].name, matched))

    def _switch(self) -> None:
        self._choose(self.choice.switched((summary.name for summary in self.shown), only_some=bool(self.way.currentData())))

    def _choose(self, choice: PublisherChoice) -> None:
        if choice != self.choice:
            self._preferences.set("include_publishers", choice.include)
            self._preferences.set("exclude_publishers", choice.exclude)
            self._preferences.save()
            self.changed.emit()
        self._tell()

    def _row_changed(self) -> None:
        self.show_button.setEnabled(self.table.currentIndex().isValid())

    def _show(self) -> None:
        row = self.table.currentIndex().row()
        if 0 <= row < len(self.shown) and self.shown[row].name:
            self.show_asked.emit(self.shown[row].name)


class _MixDelegate(QStyledItemDelegate):
    """The verdicts of a publisher as parts of one bar; their words are the cell's text, for tool tips and screen readers."""

    def __init__(self, page: PublishersPage, theme: Theme) -> None:
        super().__init__(page)
        self._page, self._theme = page, theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paint the parts in the order of the verdicts."""
        rect: QRect = option.rect
        selected = self._page.table.selectionModel().isRowSelected(index.row(), QModelIndex())
        painter.fillRect(rect, self._theme.colour("selection" if selected else "surface"))
        summary = self._page.shown[index.row()]
        room = rect.width() - 2 * GRID
        part_left = float(rect.left() + GRID)
        for verdict, factchecks in summary.verdicts:
            width = room * factchecks / max(1, summary.factchecks)
            part = QRect(round(part_left), rect.center().y() - _BAR // 2, max(1, round(part_left + width) - round(part_left) - _GAP), _BAR)
            painter.fillRect(part, self._theme.tone(verdict_badge(verdict).tone))
            part_left += width
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), self._theme.colour("hairline"))
