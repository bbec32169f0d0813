"""The evidence: a search in it, the table of what it found, the chosen document beside it; importing, and the list of sources."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSplitter, QStackedWidget, QWidget

from app.domain.evidence import EvidencePage as Found
from app.domain.evidence import EvidenceStatistics, SourceWarning
from app.gui.model.evidence_view import COLUMNS, EvidenceView, sources_words
from app.gui.model.verify_words import evidence_words, undated_words
from app.gui.verify.evidence_details import EvidenceDetails
from app.gui.verify.evidence_line import EvidenceLine
from app.gui.verify.wishes import Kit
from app.gui.widgets.button import ActionButton
from app.gui.widgets.empty_state import EmptyState
from app.gui.widgets.menu_button import MenuButton
from app.gui.widgets.paged_table import PagedModel
from app.gui.widgets.plain import GRID, column, label, styled
from app.gui.widgets.rows_table import RowsTable
from app.translation import tr

_PAUSE_MS = 200


class EvidencePage(QWidget):
    """`page_wanted` carries the words and how many documents of them are here; the rest are buttons of the list of sources."""

    page_wanted = Signal(str, int)
    sources_asked = Signal()
    sources_file_asked = Signal()
    sources_cleared = Signal()

    def __init__(self, kit: Kit, *, empty: EmptyState, line: EvidenceLine, bring: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = EvidenceView()
        self.statistics: EvidenceStatistics | None = None
        self.empty, self.line = empty, line
        self._stale = True
        self.model = PagedModel(self.view, COLUMNS, self)
        self.table = RowsTable(self.model, COLUMNS, tr("Documents in the evidence"), self)
        self.details = EvidenceDetails(kit, self)
        lines = column(self)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(empty)
        self.stack.addWidget(self._body(bring))
        lines.addWidget(self.stack, 1)
        lines.addWidget(line)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self.ask)
        self._connect()
        self.show_statistics(None)

    def focus_first(self) -> None:
        """The search, or the empty state's first button."""
        (self.search if self.stack.currentIndex() else self.empty.buttons[0]).setFocus()

    def load(self) -> None:
        """Read the first page, unless it is here."""
        if self._stale:
            self.ask()

    def forget(self) -> None:
        """The documents are others now: read them when they are looked at."""
        self._stale = True
        if self.isVisible():
            self.ask()

    def ask(self) -> None:
        """Ask what the search says."""
        self._stale = False
        self._pause.stop()
        self.view.ask(self.search.text())
        self.model.restart()
        self.details.show_document(None)
        self._want_page()

    def show_page(self, page: Found) -> None:
        """The next page of the query."""
        self.view.add(page)
        self.model.grow()
        self.found.setText(self.view.summary())

    def say_nothing(self) -> None:
        """The search failed, which is told elsewhere."""
        self.found.setText("")
        self._stale = True

    def show_statistics(self, statistics: EvidenceStatistics | None) -> None:
        """What there is; None while it is not known."""
        self.statistics = statistics
        none = statistics is not None and not statistics.documents
        self.stack.setCurrentIndex(0 if none else 1)
        self.line.setVisible(statistics is not None and not none)
        self.facts.setText(evidence_words(statistics) if statistics is not None else "")
        undated = undated_words(statistics.undated) if statistics is not None else ""
        self.undated.setText(undated)
        self.undated.setVisible(bool(undated))
        if statistics is not None:
            self.line.show_passages(statistics.passages, statistics.encoded)

    def show_sources(self, warnings: tuple[SourceWarning, ...]) -> None:
        """What the list of sources holds."""
        self.view.warnings = warnings
        self.sources.setText(f"{sources_words(warnings)}  ▾")
        self.sources.setAccessibleName(tr("{name}, menu", name=sources_words(warnings)))
        for action in (self.look, self.clear):
            action.setEnabled(bool(warnings))
        if self.view.count:
            self.model.dataChanged.emit(self.model.index(0, 0), self.model.index(self.view.count - 1, len(COLUMNS) - 1))
        self._row_changed(self.table.currentIndex(), QModelIndex())

    def to_table(self) -> None:
        """From the search to what it found, the first row chosen."""
        if self._pause.isActive():
            self.ask()
        self.table.setFocus()
        if not self.table.currentIndex().isValid():
            self.table.selectRow(0)

    def _body(self, bring: QAction) -> QWidget:
        body = QWidget(self)
        lines = column(body)
        lines.addWidget(self._bar(bring))
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        split.addWidget(self.table)
        split.addWidget(self.details)
        split.setSizes([800, 400])
        lines.addWidget(split, 1)
        return body

    def _bar(self, bring: QAction) -> QWidget:
        bar = styled(QWidget(self), "header")
        lines = column(bar, margins=(2 * GRID, GRID, 2 * GRID, GRID), spacing=GRID - 2)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        self.search = QLineEdit(bar)
        self.search.setPlaceholderText(tr("Search the words of documents"))
        self.search.setToolTip(tr("Down or Return goes to what was found, / comes back"))
        self.search.setAccessibleName(tr("Search the evidence"))
        self.search.setClearButtonEnabled(True)
        self.search.setAcceptDrops(False)
        row.addWidget(self.search, 1)
        self.found = label("", muted=True)
        row.addWidget(self.found)
        self.sources = MenuButton(tr("Sources to be wary of"), bar)
        self.look = self.sources.entries.addAction(tr("Look at the list…"))
        self.look.triggered.connect(self.sources_asked)
        self.sources.entries.addAction(tr("Import a list (CSV: host, kind, note)…")).triggered.connect(self.sources_file_asked)
        self.clear = self.sources.entries.addAction(tr("Empty the list"))
        self.clear.triggered.connect(self.sources_cleared)
        row.addWidget(self.sources)
        self.bring = ActionButton(bring)
        row.addWidget(self.bring)
        lines.addLayout(row)
        self.facts = label("", muted=True, wrap=True)
        self.undated = label("", wrap=True)
        self.undated.setProperty("role", "problem")
        lines.addWidget(self.facts)
        lines.addWidget(self.undated)
        return bar

    def _connect(self) -> None:
        self.search.textChanged.connect(self._pause.start)
        self.search.returnPressed.connect(self.to_table)
        QShortcut(QKeySequence("Down"), self.search, self.to_table, context=Qt.ShortcutContext.WidgetShortcut)
        QShortcut(QKeySequence("/"), self.table, self.search.setFocus, context=Qt.ShortcutContext.WidgetShortcut)
        self.model.more_wanted.connect(self._want_page)
        self.table.selectionModel().currentRowChanged.connect(self._row_changed)

    def _want_page(self) -> None:
        self.found.setText(self.view.summary())
        self.page_wanted.emit(self.view.query, self.view.count)

    def _row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        document = self.view.items[current.row()] if current.isValid() else None
        self.details.show_document(document, self.view.warning(document) if document else "")
