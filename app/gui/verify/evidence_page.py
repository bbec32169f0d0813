"""The evidence: a search in it, the table of what it found, the chosen document beside it; importing, and the list of sources."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.domain.evidence import EvidencePage as EvidenceHits
from app.domain.evidence import EvidenceStatistics, SourceWarning
from app.gui.model.evidence_view import COLUMNS, EvidenceView, sources_words
from app.gui.model.verify_words import evidence_words, undated_words
from app.gui.verify.evidence_details import EvidenceDetails
from app.gui.verify.evidence_line import EvidenceLine
from app.gui.verify.signals import VerificationSignals
from app.gui.widgets.button import ActionButton
from app.gui.widgets.empty_state import EmptyState
from app.gui.widgets.labels import column, label
from app.gui.widgets.menu_button import MenuButton
from app.gui.widgets.searched_table import Names, SearchedTable
from app.translation import tr


class EvidenceTable(SearchedTable):
    """`page_wanted` carries the words and how many documents of them are here; the rest are buttons of the list of sources."""

    page_wanted = Signal(str, int)
    sources_asked = Signal()
    sources_file_asked = Signal()
    sources_cleared = Signal()

    def __init__(self, signals: VerificationSignals, import_action: QAction, parent: QWidget | None = None) -> None:
        self.view = EvidenceView()
        names = Names(tr("Search the words of documents"), tr("Search the evidence"), tr("Documents in the evidence"))
        super().__init__(self.view, COLUMNS, names, parent)
        self.details = EvidenceDetails(signals, self)
        self.stand_beside(self.details)
        self.line.addWidget(self.found)
        self.line.addWidget(self._sources())
        self.bring = ActionButton(import_action)
        self.line.addWidget(self.bring)
        self.facts = label("", muted=True, wrap=True)
        self.undated = label("", wrap=True)
        self.undated.setProperty("role", "problem")
        self.head.addWidget(self.facts)
        self.head.addWidget(self.undated)

    def show_page(self, page: EvidenceHits) -> None:
        """Append the next page of the query."""
        self.view.add(page)
        self.grow()

    def show_statistics(self, statistics: EvidenceStatistics | None) -> None:
        """Show the counts of the evidence."""
        self.facts.setText(evidence_words(statistics) if statistics is not None else "")
        undated = undated_words(statistics.undated) if statistics is not None else ""
        self.undated.setText(undated)
        self.undated.setVisible(bool(undated))

    def show_sources(self, warnings: tuple[SourceWarning, ...]) -> None:
        """Show the list of sources to be wary of."""
        self.view.warnings = warnings
        self.sources.setText(f"{sources_words(warnings)}  ▾")
        self.sources.setAccessibleName(tr("{name}, menu", name=sources_words(warnings)))
        for action in (self.badge, self.clear):
            action.setEnabled(bool(warnings))
        if self.view.count:
            self.model.dataChanged.emit(self.model.index(0, 0), self.model.index(self.view.count - 1, len(COLUMNS) - 1))
        current = self.table.currentIndex()
        self._show(current.row() if current.isValid() else None)

    def _sources(self) -> QWidget:
        self.sources = MenuButton(tr("Sources to be wary of"), self)
        self.badge = self.sources.entries.addAction(tr("Look at the list…"))
        self.badge.triggered.connect(self.sources_asked)
        self.sources.entries.addAction(tr("Import a list (CSV: host, kind, note)…")).triggered.connect(self.sources_file_asked)
        self.clear = self.sources.entries.addAction(tr("Empty the list"))
        self.clear.triggered.connect(self.sources_cleared)
        return self.sources

    def _ask(self, words: str) -> None:
        self.view.ask(words)

    def _want(self) -> None:
        self.page_wanted.emit(self.view.query, self.view.count)

    def _show(self, row: int | None) -> None:
        document = None if row is None else self.view.items[row]
        self.details.show_document(document, self.view.warning(document) if document else "")


class EvidencePage(QWidget):
    """The table, or what an empty library shows; below it how much can be found by meaning."""

    def __init__(
        self, signals: VerificationSignals, *, empty: EmptyState, line: EvidenceLine, import_action: QAction, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.statistics: EvidenceStatistics | None = None
        self.empty, self.line = empty, line
        self.documents = EvidenceTable(signals, import_action, self)
        layout = column(self)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(empty)
        self.stack.addWidget(self.documents)
        layout.addWidget(self.stack, 1)
        layout.addWidget(line)
        self.show_statistics(None)

    def focus_first(self) -> None:
        """Focus the search, or the empty state's first button."""
        (self.documents.search if self.stack.currentIndex() else self.empty.buttons[0]).setFocus()

    def show_statistics(self, statistics: EvidenceStatistics | None) -> None:
        """Show the counts of the evidence; None while they are not known."""
        self.statistics = statistics
        is_empty = statistics is not None and not statistics.documents
        self.stack.setCurrentIndex(0 if is_empty else 1)
        self.line.setVisible(statistics is not None and not is_empty)
        self.documents.show_statistics(statistics)
        if statistics is not None:
            self.line.show_passages(statistics.passages, statistics.encoded)
