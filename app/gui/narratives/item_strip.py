"""The fact-check or post that was chosen in a chart: its claim, what was found, who published it, and the way to it."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.domain.narrative import NarrativeItem
from app.gui.model.labels import host, inert
from app.gui.model.narrative_words import badge_of, source_words
from app.gui.narratives.signals import NarrativeSignals
from app.gui.widgets.badge_line import BadgeLine
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label, styled
from app.translation import tr


class ItemStrip(QWidget):
    """`hint` is shown while nothing is chosen."""

    def __init__(self, signals: NarrativeSignals, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "footer")
        self._signals, self._hint = signals, hint
        self.item: NarrativeItem | None = None
        self._body: QWidget | None = None
        self._lines = column(self)
        signals.theme.changed.connect(self._rebuild)
        self.show_item(None)

    def show_item(self, item: NarrativeItem | None) -> None:
        """Show this one."""
        self.item = item
        if self._body is not None:
            self._body.hide()
            self._body.deleteLater()
        body = self._body = QWidget(self)
        row = QHBoxLayout(body)
        row.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        row.setSpacing(GRID)
        if item is None:
            row.addWidget(label(self._hint, muted=True, wrap=True), 1)
        else:
            self._fill(row, item)
        self._lines.addWidget(body)
        body.show()

    def _rebuild(self) -> None:
        self.show_item(self.item)

    def _fill(self, row: QHBoxLayout, item: NarrativeItem) -> None:
        theme, signals = self._signals.theme, self._signals
        words = QWidget(self)
        layout = column(words, spacing=2)
        layout.addWidget(label(inert(item.text), wrap=True, selectable=True))
        badge = badge_of(item)
        facts = " · ".join(part for part in (badge.word, source_words(item)) if part)
        layout.addWidget(BadgeLine(badge, facts, theme, self._signals.icons))
        row.addWidget(words, 1)
        site = host(item.url)
        self.link = Button(tr("Open {site}", site=site.replace("&", "&&")) if site else tr("No link"), self)
        self.link.setEnabled(bool(site))
        self.link.clicked.connect(lambda: signals.link_asked.emit(item.url))
        self.among = Button(tr("Show among the items"), self)
        self.among.clicked.connect(lambda: signals.item_asked.emit(item))
        for button in (self.link, self.among):
            button.setProperty("role", "quiet")
            row.addWidget(button)
