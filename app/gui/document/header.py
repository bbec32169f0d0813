"""The line above the document page: what is open, how much of it is settled, and what was known by which day."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QCheckBox, QDateEdit, QHBoxLayout, QSizePolicy, QWidget

from app.domain.document import Document
from app.gui.model.document_facts import document_facts, shown_title
from app.gui.model.document_view import DocumentView
from app.gui.theme import Theme
from app.gui.widgets.button import ActionButton, Button
from app.gui.widgets.labels import GRID, ElidedLabel, column, styled
from app.translation import number, tr, trn

_PAUSE_MS = 600
_RATINGS = 4


class DocumentHeader(QWidget):
    """`as_of_chosen` carries a date or None, once the reader has stopped changing it;
    `update_asked` that the reader wants to see the ranking that waits."""

    as_of_chosen = Signal(object)
    update_asked = Signal()

    def __init__(self, view: DocumentView, theme: Theme, actions: tuple[QAction, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "header")
        self._view, self._theme = view, theme
        self._more = True
        self._known: tuple[Document, tuple[str, ...]] | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        row.setSpacing(GRID)
        words = QWidget(self)
        words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        layout = column(words, spacing=2)
        self.title, self.facts = ElidedLabel(words), ElidedLabel(words)
        self.facts.setProperty("role", "muted")
        for part in (self.title, self.facts):
            layout.addWidget(part)
        row.addWidget(words, 1)
        self.update_button = Button(self)
        self.update_button.setProperty("role", "primary")
        self.update_button.setToolTip(tr("Your place in the list is kept"))
        self.update_button.clicked.connect(self.update_asked)
        self.update_button.hide()
        row.addWidget(self.update_button)
        self._date_control(row)
        for action in actions:
            row.addWidget(ActionButton(action))
        theme.changed.connect(self.refresh)
        self.refresh()

    @property
    def as_of(self) -> date | None:
        """The day before which fact-checks must have been published, or None for all."""
        if not self.limit.isChecked():
            return None
        qdate = self.day.date()
        return date(qdate.year(), qdate.month(), qdate.day())

    def announce(self, text: str) -> None:
        """Say that something waits, without moving anything below."""
        self.update_button.setText(text)
        self.update_button.setVisible(bool(text))

    def expect(self, more_coming: bool) -> None:
        """Show whether the first results are still being completed."""
        self._more = more_coming
        self.refresh()

    def suggest(self, document_date: date | None) -> None:
        """Offer the document's own date, else today; whether it limits anything stays the reader's choice."""
        if not self.limit.isChecked():
            blocker = QSignalBlocker(self.day)
            self.day.setDate(QDate(document_date.year, document_date.month, document_date.day) if document_date else QDate.currentDate())
            blocker.unblock()

    def set_as_of(self, limit: date | None) -> None:
        """Show a limit that was chosen elsewhere."""
        blockers = (QSignalBlocker(self.limit), QSignalBlocker(self.day))
        self.limit.setChecked(limit is not None)
        self.day.setEnabled(limit is not None)
        if limit is not None:
            self.day.setDate(QDate(limit.year, limit.month, limit.day))
        for blocker in blockers:
            blocker.unblock()

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
        self.day = _DayEdit(self)
        self.day.setCalendarPopup(True)
        self.day.setDisplayFormat("yyyy-MM-dd")
        self.day.setDate(QDate.currentDate())
        self.day.setEnabled(False)
        self.day.setAccessibleName(tr("Use only fact-checks published before this day"))
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._announce)
        self.limit.toggled.connect(self._toggled)
        self.day.dateChanged.connect(self._day_changed)
        for part in (self.limit, self.day):
            row.addWidget(part, 0, Qt.AlignmentFlag.AlignVCenter)

    def _toggled(self, checked: bool) -> None:
        self.day.setEnabled(checked)
        self._announce()

    def _day_changed(self, _day: QDate) -> None:
        self._pause.start()

    def _announce(self) -> None:
        self._pause.stop()
        self.as_of_chosen.emit(self.as_of)


class _DayEdit(QDateEdit):
    """Arrow keys change the day here, also where they choose sentences elsewhere."""

    def event(self, event: QEvent) -> bool:
        """Claim the arrow keys before they are taken for shortcuts."""
        arrows = (Qt.Key.Key_Up, Qt.Key.Key_Down)
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in arrows:
            event.accept()
            return True
        return super().event(event)
