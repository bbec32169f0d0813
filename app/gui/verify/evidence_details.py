"""One document of the evidence: where it comes from, when it appeared (or a field to say so), and how it reads."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.domain.evidence import EvidenceDocument
from app.gui.model.claim_checks import day_problem
from app.gui.model.labels import day, host, inert
from app.gui.model.verify_words import NO_DAY, warned
from app.gui.verify.signals import VerificationSignals
from app.gui.widgets.badge_line import BadgeLine
from app.gui.widgets.breaking_label import BreakingLabel
from app.gui.widgets.button import Button
from app.gui.widgets.day_edit import DayEdit
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.scroll_column import ScrollColumn
from app.translation import tr


class EvidenceDetails(ScrollColumn):
    """`dated` carries the document's id and a day, `deleted` its id."""

    dated = Signal(str, str)
    deleted = Signal(str)

    def __init__(self, signals: VerificationSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._signals = signals
        self.setAccessibleName(tr("Details of the chosen document"))
        self.shown: EvidenceDocument | None = None
        self._warning = ""
        signals.theme.changed.connect(lambda: self.show_document(self.shown, self._warning))
        self.show_document(None)

    def show_document(self, document: EvidenceDocument | None, warning: str = "") -> None:
        """Show a document and what the list says of its source."""
        self.shown, self._warning = document, warning
        theme = self._signals.theme
        body = styled(QWidget(), "surface")
        layout = column(body, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        if document is None:
            layout.addWidget(label(tr("Choose a document to see where it comes from and how it reads."), muted=True, wrap=True))
        else:
            layout.addWidget(BreakingLabel(document.title or tr("Without a title"), font=theme.font(step=1, bold=True), parent=body))
            facts = " · ".join(part for part in (document.source, host(document.url), document.medium, document.language) if part)
            if facts:
                layout.addWidget(BreakingLabel(facts, font=theme.font(step=-1), parent=body))
            badge = warned(warning)
            if badge is not None:
                layout.addWidget(BadgeLine(badge, badge.word, theme, self._signals.icons, strong=True, parent=body))
            self._day(layout, document)
            layout.addWidget(self._buttons(document))
            layout.addWidget(BreakingLabel(inert(document.text), parent=body))
        layout.addStretch()
        self.setWidget(body)

    def _day(self, lines: QVBoxLayout, document: EvidenceDocument) -> None:
        if document.published is None:
            lines.addWidget(BadgeLine(NO_DAY, NO_DAY.word, self._signals.theme, self._signals.icons, strong=True))
        row = QHBoxLayout()
        row.setSpacing(GRID)
        self.day = DayEdit()
        self.day.setText(day(document.published))
        self.day.setPlaceholderText(tr("For example 12 June 2018"))
        self.day.setAccessibleName(tr("Published on"))
        self.day.returnPressed.connect(self.set_day)
        self.set = Button(tr("Set the date"))
        self.set.setToolTip(tr("The document counts from this day; you vouch for it"))
        self.set.clicked.connect(self.set_day)
        row.addWidget(label(tr("Published on"), muted=True))
        row.addWidget(self.day, 1)
        row.addWidget(self.set)
        lines.addLayout(row)
        self.problem = label("", wrap=True)
        self.problem.setProperty("role", "problem")
        self.problem.hide()
        lines.addWidget(self.problem)

    def set_day(self) -> None:
        """Emit the typed day, or show what is wrong with it."""
        text = self.day.iso
        problem = day_problem(text, date.today()) if text else tr("Write a date, for example 12 June 2018.")
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        if not problem and self.shown is not None:
            self.dated.emit(self.shown.id, text)

    def _buttons(self, document: EvidenceDocument) -> QWidget:
        strip = QWidget()
        flow = FlowLayout(strip)
        flow.setContentsMargins(-GRID, 0, 0, 0)
        site = host(document.url)
        link = Button(tr("Open {site}", site=site.replace("&", "&&")) if site else tr("No link"))
        link.setEnabled(bool(site))
        link.clicked.connect(lambda: self._signals.link_asked.emit(document.url))
        self.delete = Button(tr("Delete"))
        self.delete.setToolTip(tr("Forget this document with its passages"))
        self.delete.clicked.connect(lambda: self.deleted.emit(document.id))
        for button in (link, self.delete):
            button.setProperty("role", "quiet")
            flow.addWidget(button)
        return strip
