"""The page of the timeline: what its lanes are made by, how closely it is looked at, and what was chosen in it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from app.domain.narrative import NarrativeItem
from app.gui.charts.timeline import TimelineChart
from app.gui.model.narrative_lanes import Rows, lanes
from app.gui.model.narrative_view import NarrativesView
from app.gui.model.narrative_words import name_of
from app.gui.narratives.item_strip import ItemStrip
from app.gui.narratives.signals import NarrativeSignals
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.scroll_column import ScrollColumn
from app.translation import mark, tr

_HINT = mark("Click a mark, or go from mark to mark with the arrow keys. The wheel, + and − look closer, Home shows all.")


class TimelinePage(QWidget):
    """Shows the scope of the view."""

    def __init__(self, view: NarrativesView, signals: NarrativeSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        self._view, self._signals = view, signals
        layout = column(self)
        self.chart = TimelineChart(signals.theme, signals.icons)
        layout.addWidget(self._bar())
        self.area = ScrollColumn(self)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self.chart)
        layout.addWidget(self.area, 1)
        self.strip = ItemStrip(signals, tr(_HINT), self)
        layout.addWidget(self.strip)
        self.chart.item_selected.connect(self.strip.show_item)
        self.chart.opened.connect(self._open)

    def show_scope(self, *, reset: bool) -> None:
        """Show the view's current state; with `reset` the selection is cleared."""
        all_narratives = self._view.current is None
        self._offer(Rows.NARRATIVE, offered=all_narratives)
        narrative_names = {key: name_of(narrative) for narrative in self._view.scope() for key in narrative.items} if all_narratives else {}
        timeline = lanes(self._view.items(), Rows(self.rows.currentData()), narrative_names)
        if reset:
            self.chart.current = None
            self.strip.show_item(None)
        self.chart.show_lanes(timeline)
        self.undated.setText(timeline.undated_words)
        self.nothing.setVisible(not timeline.lanes)
        self.area.setVisible(bool(timeline.lanes))

    def _bar(self) -> QWidget:
        bar = QWidget(self)
        row = QHBoxLayout(bar)
        row.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        row.setSpacing(GRID)
        name = label(tr("Rows by"), muted=True)
        self.rows = QComboBox(bar)
        self.rows.setAccessibleName(tr("What the rows of the timeline are made by"))
        for rows in Rows:
            self.rows.addItem(rows.words, rows.value)
        self.rows.currentIndexChanged.connect(lambda _: self.show_scope(reset=False))
        self.undated = label("", muted=True, wrap=True)
        row.addWidget(name)
        row.addWidget(self.rows)
        row.addWidget(self.undated, 1)
        self.closer, self.farther, self.whole = Button("+", bar), Button("−", bar), Button(tr("Show all"), bar)
        tooltips = (tr("Look closer"), tr("Look from farther away"), tr("From the first day to the last"))
        for button, words in zip((self.closer, self.farther, self.whole), tooltips, strict=True):
            button.setAccessibleName(words)
            button.setToolTip(words)
            button.setProperty("role", "quiet")
            row.addWidget(button)
        self.closer.clicked.connect(lambda: self.chart.zoom(0.64))
        self.farther.clicked.connect(lambda: self.chart.zoom(1 / 0.64))
        self.whole.clicked.connect(self.chart.see_all)
        self.nothing = label(tr("Nothing here has a date, so there is no timeline."), muted=True, wrap=True)
        self.nothing.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        outer = QWidget(self)
        layout = column(outer)
        layout.addWidget(bar)
        layout.addWidget(self.nothing)
        return outer

    def _offer(self, rows: Rows, *, offered: bool) -> None:
        """Add or remove this choice; if the current one is removed, the first is selected."""
        index = self.rows.findData(rows.value)
        self.rows.blockSignals(True)
        if offered and index < 0:
            self.rows.addItem(rows.words, rows.value)
        elif not offered and index >= 0:
            if self.rows.currentIndex() == index:
                self.rows.setCurrentIndex(0)
            self.rows.removeItem(index)
        self.rows.blockSignals(False)

    def _open(self, item: NarrativeItem) -> None:
        self._signals.link_asked.emit(item.url)
