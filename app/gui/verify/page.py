"""The Verify page: the list of verifications, the open one with its questions and its verdict, and the evidence on a page of its own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QTabWidget, QWidget

from app.domain.stored_verification import StoredVerification
from app.gui.model.keymap import with_key
from app.gui.model.labels import tip
from app.gui.model.verify import VerifyView
from app.gui.verify.evidence_page import EvidencePage
from app.gui.verify.list_pane import ListPane
from app.gui.verify.questions_pane import QuestionsPane
from app.gui.verify.second_check import SecondCheck
from app.gui.verify.signals import VerificationSignals
from app.gui.verify.verdict_pane import VerdictPane
from app.gui.widgets.button import Button
from app.gui.widgets.empty_state import EmptyState
from app.gui.widgets.folding_panes import FoldingPanes
from app.gui.widgets.labels import GRID, column
from app.gui.widgets.notice import Notice
from app.translation import tr

CLAIMS, EVIDENCE = range(2)
_EMPTY, _OPEN = range(2)
_NARROW = 900
"""The page's width, in pixels, below which the verdict stands below the questions."""


class VerifyPage(QWidget):
    """The Verify page. `files_dropped` carries paths; `shown` is sent when the open verification was redrawn."""

    files_dropped = Signal(object)
    displayed = Signal()

    def __init__(
        self, view: VerifyView, signals: VerificationSignals, *, empty: EmptyState, evidence: EvidencePage, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self.view, self._signals = view, signals
        self.error = Notice("error", self)
        self.empty, self.evidence = empty, evidence
        layout = column(self)
        layout.addWidget(self.error)
        self.whole = QStackedWidget(self)
        self.check = SecondCheck(signals, self)
        self.whole.addWidget(self._pages())
        self.whole.addWidget(self.check)
        layout.addWidget(self.whole, 1)
        signals.theme.changed.connect(self._restyle)
        self._restyle()
        self.show_view()

    def focus_first(self) -> None:
        """Focus the list, an empty claim, or the empty state's first button."""
        filed = self.view.current
        if self.whole.currentWidget() is self.check:
            self.check.setFocus()
        elif self.tabs.currentIndex() == EVIDENCE:
            self.evidence.focus_first()
        elif filed is None:
            (self.list.list if self.view.summaries else self.empty.buttons[0]).setFocus()
        else:
            (self.list.list if filed.verification.claim.text else self.questions.form.text).setFocus()

    def show_view(self, *, reset: bool = False) -> None:
        """Show the view's current state; `reset` if another verification was opened."""
        view, filed = self.view, self.view.current
        self.list.show_rows(view.found(self.list.search.text()), view.shown, len(view.summaries))
        self.panes.setCurrentIndex(_OPEN if filed is not None else _EMPTY)
        self.list.setVisible(bool(view.summaries) or filed is not None)
        if filed is not None:
            self._show(filed, reset=reset)
        undo, redo = view.history.next_undo, view.history.next_redo
        self.undo.setEnabled(undo is not None)
        self.redo.setEnabled(redo is not None)
        keys = self._signals.keys
        self.undo.setToolTip(with_key(tip(tr("Take back: {change}", change=undo.label)), keys("verify_undo")) if undo else "")
        self.redo.setToolTip(with_key(tip(tr("Make again: {change}", change=redo.label)), keys("verify_redo")) if redo else "")
        self.displayed.emit()

    def begin_check(self, reviewer: str) -> None:
        """Show the second check in place of everything with a verdict."""
        filed = self.view.current
        if filed is not None:
            self.check.begin(filed.verification, reviewer)
            self.whole.setCurrentWidget(self.check)
            self.check.who.setFocus()

    def end_check(self) -> None:
        """Return to the verification."""
        self.whole.setCurrentIndex(0)
        self.verdict.check.setFocus()

    def settle(self) -> None:
        """Commit pending input of the text fields."""
        if self.view.current is not None:
            self.questions.form.settle()
            self.verdict.settle()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Accept dropped files and folders with evidence anywhere on the page."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Emit the dropped paths, without web addresses."""
        event.acceptProposedAction()
        self.files_dropped.emit(tuple(Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()))

    def event(self, event: QEvent) -> bool:
        """Put the verdict below the questions where there is no room beside them, also because the text has grown."""
        handled = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self.work_panes.fold(self.width() < _NARROW or self.panes.width() < self.work_panes.unfolded_width)
        return handled

    def _show(self, filed: StoredVerification, *, reset: bool) -> None:
        self.questions.show_verification(filed.verification, reset=reset)
        self.verdict.show_filed(filed)

    def _pages(self) -> QWidget:
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(tr("Pages of Verify"))
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.addTab(self._claims(), tr("Claims"))
        self.tabs.addTab(self.evidence, tr("Evidence"))
        self.tabs.setCornerWidget(self._corner(), Qt.Corner.TopRightCorner)
        self.tabs.currentChanged.connect(self.settle)
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

    def _claims(self) -> QWidget:
        self.list = ListPane(self._signals.theme, self._signals.icons, self)
        self.questions = QuestionsPane(self._signals, self)
        self.verdict = VerdictPane(self._signals, self)
        self.work_panes = FoldingPanes((self.questions, self.verdict), (620, 340), self)
        self.panes = QStackedWidget(self)
        self.panes.addWidget(self.empty)
        self.panes.addWidget(self.work_panes)
        self.split = QSplitter(Qt.Orientation.Horizontal, self)
        self.list.setMinimumWidth(200)
        self.split.addWidget(self.list)
        self.split.addWidget(self.panes)
        self.split.setSizes([250, 960])
        self.split.setStretchFactor(1, 1)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        return self.split

    def _restyle(self) -> None:
        self.tabs.tabBar().setFont(self._signals.theme.font())
