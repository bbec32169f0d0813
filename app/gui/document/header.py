"""The line above the document page: what is open, how much of it is settled, and what was known by which day."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSizePolicy, QWidget

from app.domain.document import Document
from app.gui.model.document_facts import document_facts, shown_title
from app.gui.model.document_view import DocumentView
from app.gui.model.labels import day
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.day_edit import DayEdit
from app.gui.widgets.folding_actions import FoldingActions
from app.gui.widgets.labels import GRID, ElidedLabel, column, label, styled
from app.translation import number, tr, trn

_DAY_LETTERS = 14
_RATINGS = 4
_LEAST_TITLE = 460
"""Pixels for the title, its facts and the date before the last actions move into a menu."""


class DocumentHeader(QWidget):
    """`as_of_chosen` carries a date or None, once the reader is done with typing it;
    `update_asked` that the reader wants to see the ranking that waits."""

    as_of_chosen = Signal(object)
    update_asked = Signal()

    def __init__(self, view: DocumentView, theme: Theme, actions: tuple[QAction, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "header")
        self._view, self._theme = view, theme
        self._more = True
        self._known: tuple[Document, tuple[str, ...]] | None = None
        layout = column(self, margins=(2 * GRID, GRID, 2 * GRID, GRID), spacing=2)
        row = QHBoxLayout()
        layout.addLayout(row)
        row.setSpacing(GRID)
        words = QWidget(self)
        words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        lines = column(words, spacing=2)
        self.title, self.facts = ElidedLabel(words), ElidedLabel(words)
        self.facts.setProperty("role", "muted")
        for part in (self.title, self.facts):
            lines.addWidget(part)
        row.addWidget(words, 1)
        self.update_button = Button(self)
        self.update_button.setProperty("role", "primary")
        self.update_button.setToolTip(tr("Your place in the list is kept"))
        self.update_button.clicked.connect(self.update_asked)
        self.update_button.hide()
        row.addWidget(self.update_button)
        self._date_control(row)
        self._actions = FoldingActions(actions, self)
        row.addWidget(self._actions)
        self.day_problem = label("", wrap=True)
        self.day_problem.setProperty("role", "problem")
        self.day_problem.setAlignment(Qt.AlignmentFlag.AlignTrailing)
        self.day_problem.hide()
        layout.addWidget(self.day_problem)
        theme.changed.connect(self.refresh)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Keep room for the title: actions without room are in a menu."""
        super().resizeEvent(event)
        self._actions.fit(self.width() - self._theme.grown(_LEAST_TITLE))

    @property
    def as_of(self) -> date | None:
        """The day before which fact-checks must have been published, or None for all."""
        return self.day.day

    def announce(self, text: str) -> None:
        """Say that something waits, without moving anything below."""
        self.update_button.setText(text)
        self.update_button.setVisible(bool(text))

    def expect(self, more_coming: bool) -> None:
        """Show whether the first results are still being completed."""
        self._more = more_coming
        self.refresh()

    def suggest(self, document_date: date | None) -> None:
        """Offer the document's own date; whether it limits anything stays the reader's choice."""
        self.day.suggestion = document_date

    def set_as_of(self, limit: date | None) -> None:
        """Show a limit that was chosen elsewhere."""
        self.day.set_day(limit)
        self._show_limit()

    def refresh(self) -> None:
        """Show what the view holds now."""
        self.title.setFont(self._theme.font(step=3, bold=True))
        self.facts.setFont(self._theme.font(step=-1))
        document = self._view.document
        self.title.setText(shown_title(document) if document else "")
        self.title.setToolTip((document.source or document.title).replace("<", "‹") if document else "")
        self.facts.setText(self._facts())

    def _facts(self) -> str:
        document, ranked = self._view.document, self._view.ranked
        if document is None:
            return ""
        parts = [*self._known_facts(document)]
        if ranked is None:
            return " · ".join(part for part in [*parts, tr("not ranked yet")] if part)
        parts += [tr("blind review")] if self._view.blind else self._ratings()
        if searched := ranked.run.searched or ranked.run.factchecks:
            parts.append(trn("against {count} fact-check", "against {count} fact-checks", searched))
        progress_note = tr("first results, more to come") if self._more else tr("partial results – ranking was stopped")
        parts.append("" if ranked.final else progress_note)
        return " · ".join(part for part in parts if part)

    def _ratings(self) -> list[str]:
        """Return the number of sentences by rating, in the publishers' words, and the number decided."""
        counts = self._view.rating_counts()
        parts = [tr("{count} {rating}", count=number(rating_count), rating=rating) for rating, rating_count in counts[:_RATINGS]]
        unlisted_count = sum(rating_count for _, rating_count in counts[_RATINGS:])
        if unlisted_count:
            parts.append(trn("{count} with another rating", "{count} with other ratings", unlisted_count))
        if not counts and self._view.ranked is not None and self._view.ranked.final:
            parts.append(tr("none with a rating"))
        decided_count = self._view.decided
        return [*parts, *([trn("{count} decided", "{count} decided", decided_count)] if decided_count else [])]

    def _known_facts(self, document: Document) -> tuple[str, ...]:
        """The document's own facts, which no ranking changes."""
        if self._known is None or self._known[0] is not document:
            self._known = (document, document_facts(document))
        return self._known[1]

    def _date_control(self, row: QHBoxLayout) -> None:
        self.limit = QCheckBox(tr("Published before"), self)
        self.limit.setToolTip(tr("Use only fact-checks published before this day: what could be known then"))
        self.day = DayEdit(self)
        self.day.setFixedWidth(_DAY_LETTERS * self.day.fontMetrics().averageCharWidth() + 5 * GRID)
        self.day.setAccessibleName(tr("Use only fact-checks published before this day"))
        self.limit.clicked.connect(self._toggled)
        self.day.day_chosen.connect(self.as_of_chosen)
        self.day.read.connect(self._show_limit)
        for part in (self.limit, self.day):
            row.addWidget(part, 0, Qt.AlignmentFlag.AlignVCenter)

    def _toggled(self, checked: bool) -> None:
        """Limit to the document's own day, or ask for one; or lift the limit."""
        if checked and self.day.suggestion is None:
            self._show_limit()
            self.day.setFocus()
            return
        self.day.setText(day(self.day.suggestion) if checked else "")
        self.day.settle()

    def _show_limit(self) -> None:
        """Show whether there is a limit, and what is wrong with the text that was typed."""
        blocker = QSignalBlocker(self.limit)
        self.limit.setChecked(self.day.day is not None)
        blocker.unblock()
        self.day_problem.setText(self.day.problem)
        self.day_problem.setVisible(bool(self.day.problem))
