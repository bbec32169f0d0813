"""Above the pages: which narrative is open, what it consists of, what is to be looked at, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.gui.model.labels import inert, one_line
from app.gui.model.narrative_view import NarrativesView
from app.gui.model.narrative_words import facts_line, flags, name_of
from app.gui.model.verdicts import Badge
from app.gui.narratives.signals import NarrativeSignals
from app.gui.widgets.button import Button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, ElidedLabel, column, label, styled
from app.gui.widgets.menu_button import MenuButton
from app.translation import mark, tr, trn

EXPORTS = (
    ("png", mark("Picture of this page (PNG)…")),
    ("svg", mark("Drawing of this page (SVG)…")),
    ("csv", mark("Tables (CSV)…")),
    ("graphml", mark("Graph (GraphML)…")),
    ("json", mark("Everything (JSON)…")),
)


class Header(QWidget):
    """`export_asked` carries the ending of a file, `title_asked` tells that the language model is to suggest a name."""

    rename_asked = Signal()
    title_asked = Signal()
    merge_asked = Signal()
    export_asked = Signal(str)

    def __init__(
        self, view: NarrativesView, signals: NarrativeSignals, can_suggest: Callable[[], bool], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        styled(self, "header")
        self._view, self._signals, self._can_suggest = view, signals, can_suggest
        self._flags: QWidget | None = None
        self._lines = column(self, margins=(2 * GRID, GRID, 2 * GRID, GRID), spacing=GRID // 2)
        top = QHBoxLayout()
        top.setSpacing(GRID)
        self.name = label("", wrap=True, selectable=True)
        top.addWidget(self.name, 1)
        self.rename, self.merge = Button(tr("Rename…"), self), Button(tr("Merge…"), self)
        self.rename.clicked.connect(self.rename_asked)
        self.merge.clicked.connect(self.merge_asked)
        self.suggest = Button(tr("Suggest a title"), self)
        self.suggest.setToolTip(tr("Have the language model name it, in the words of its texts; you can change the name before it holds"))
        self.suggest.clicked.connect(self.title_asked)
        self.suggest.setVisible(can_suggest())
        self.export = MenuButton(tr("Export"), self)
        for ending, words in EXPORTS:
            action = self.export.entries.addAction(tr(words))
            action.setData(ending)
        self.export.entries.triggered.connect(lambda action: self.export_asked.emit(str(action.data())))
        for button in (self.suggest, self.rename, self.merge, self.export):
            top.addWidget(button)
        self._lines.addLayout(top)
        self.claim = ElidedLabel(self)
        self.facts = label("", muted=True, wrap=True)
        self._lines.addWidget(self.claim)
        self._lines.addWidget(self.facts)
        signals.theme.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Show what the view holds now."""
        narrative = self._view.current
        self.name.setFont(self._signals.theme.font(step=2, bold=True))
        for button in (self.suggest, self.rename, self.merge):
            button.setEnabled(narrative is not None)
        self.suggest.setVisible(self._can_suggest())
        if narrative is None:
            listed_count = len(self._view.listed())
            self.name.setText(trn("{count} narrative together", "{count} narratives together", listed_count))
            self.claim.hide()
            self.facts.setText(tr("Choose one on the left to look at it alone."))
            self._show_flags(())
            return
        self.name.setText(inert(name_of(narrative)))
        claim = one_line(narrative.claim)
        self.claim.setText(tr("“{claim}”", claim=claim))
        self.claim.setToolTip(claim.replace("<", "‹"))
        self.claim.setVisible(bool(claim) and claim != name_of(narrative))
        self.facts.setText(facts_line(narrative))
        self._show_flags(flags(narrative, missing=self._view.missing(narrative)))

    def _show_flags(self, badges: Sequence[Badge]) -> None:
        if self._flags is not None:
            self._flags.hide()
            self._flags.deleteLater()
        self._flags = None
        if badges:
            strip = self._flags = QWidget(self)
            flow = FlowLayout(strip, spacing=2 * GRID)
            for badge in badges:
                flow.addWidget(self._flag(badge))
            self._lines.addWidget(strip)
            strip.show()

    def _flag(self, badge: Badge) -> QWidget:
        """Icon and word, as wide as they are."""
        theme, flag = self._signals.theme, QWidget(self)
        row = QHBoxLayout(flag)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        icon, colour = QLabel(flag), theme.tone(badge.tone)
        icon.setPixmap(self._signals.icons.pixmap(badge.icon, colour, size=theme.grown(14), scale=self.devicePixelRatioF()))
        word = label(badge.word, font=theme.font(step=-1))
        word.setStyleSheet(f"color: {colour.name()}")
        row.addWidget(icon)
        row.addWidget(word)
        return flag
