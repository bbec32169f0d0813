"""Paste claims, look them up, read what was found: the same list and cards as for a document."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QSplitter, QWidget

from app.domain.match import Match
from app.domain.ranked import RankedDocument
from app.gui.document.matches_pane import MatchesPane
from app.gui.document.sentence_delegate import SentenceDelegate
from app.gui.document.sentence_list import SentenceList, SentenceModel
from app.gui.icons import Icons
from app.gui.model.document_view import DocumentView, Order
from app.gui.model.labels import count
from app.gui.model.verdicts import Finding
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.notice import Notice
from app.gui.widgets.plain import GRID, column, label, styled

_INPUT_HEIGHT = 144


class ClaimsPlace(QWidget):
    """`asked` carries the pasted text."""

    asked = Signal(str)

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.view = DocumentView()
        self.view.order = Order.DOCUMENT
        self.error = Notice("error", self)
        self.model = SentenceModel(self.view, self)
        self.list = SentenceList(self.model, self)
        self.list.setAccessibleName("Claims")
        self.list.setItemDelegate(SentenceDelegate(theme, icons, self.list))
        self.matches = MatchesPane(theme, icons, self)
        left = QWidget(self)
        lines = column(left)
        lines.addWidget(self._ask_bar())
        lines.addWidget(self.list, 1)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        for pane in (left, self.matches):
            pane.setMinimumWidth(320)
            split.addWidget(pane)
        split.setSizes([640, 560])
        outer = column(self)
        outer.addWidget(self.error)
        outer.addWidget(split, 1)
        self.list.chosen.connect(self._choose)
        theme.changed.connect(self._restyle)
        self.matches.show_hint("Paste one claim a line, then look them up. What was found for the chosen claim is shown here.")

    def show_answers(self, ranked: RankedDocument) -> None:
        """Show what was found, the first claim chosen."""
        self.error.clear()
        self.view.open(ranked.document)
        self.view.offer(ranked)
        self.list.show_rows(self.view.selected, keep=False)
        self.matches.show_row(self.view.current)
        findings = self.view.findings()
        settled = findings.get(Finding.FALSE, 0) + findings.get(Finding.TRUE, 0)
        self.said.setText(f"{count(len(ranked.sentences), 'claim')}, {settled:,} settled")

    def step(self, step: int, *, with_match: bool = False) -> None:
        """Choose the next or previous claim; stays where it is at the ends."""
        index = self.view.neighbour(step, with_match=with_match)
        if index is not None:
            self.list.select_sentence(index)
            self._choose(index)

    def current_match(self) -> Match | None:
        """The chosen match of the chosen claim."""
        row, number = self.view.current, self.matches.number
        found = row.ranked.matches if row and row.ranked else ()
        return found[number - 1] if 1 <= number <= len(found) else None

    def _ask_bar(self) -> QWidget:
        bar = styled(QWidget(self), "header")
        lines = column(bar, margins=(2 * GRID, GRID + 4, 2 * GRID, GRID + 4), spacing=GRID)
        self.heading = label("Look up claims", font=self._theme.font(step=3, bold=True))
        lines.addWidget(self.heading)
        self.input = QPlainTextEdit(bar)
        self.input.setProperty("role", "input")
        self.input.setPlaceholderText("One claim a line: a post, a quotation, a rumour…")
        self.input.setAccessibleName("Claims to look up, one a line")
        self.input.setTabChangesFocus(True)
        self.input.setFixedHeight(_INPUT_HEIGHT)
        lines.addWidget(self.input)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        self.button = Button("Look up", bar)
        self.button.setProperty("role", "primary")
        self.button.setToolTip("Look the claims up in the library (Ctrl+Return)")
        self.button.clicked.connect(self._ask)
        QShortcut(QKeySequence("Ctrl+Return"), self.input, self._ask, context=Qt.ShortcutContext.WidgetShortcut)
        self.said = label("", muted=True)
        row.addWidget(self.button)
        row.addWidget(self.said, 1)
        lines.addLayout(row)
        return bar

    def _ask(self) -> None:
        self.asked.emit(self.input.toPlainText())

    def _choose(self, index: int) -> None:
        if self.view.select(index):
            self.matches.show_row(self.view.current)

    def _restyle(self) -> None:
        self.heading.setFont(self._theme.font(step=3, bold=True))
