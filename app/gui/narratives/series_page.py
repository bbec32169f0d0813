"""The page of series: fact-checks beside posts through time, what statistics say of them in plain words, and topics over time."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.charts.curves import Plot
from app.domain.series import Finding, SeriesStatistics
from app.domain.timeline import Step
from app.gui.charts.curves import CurvesChart
from app.gui.jobs import Failure
from app.gui.model.labels import inert
from app.gui.model.narrative_plots import lag_plot, response_plots, series_plot, told_together, topic_plots, variance_rows
from app.gui.model.narrative_view import NarrativesView
from app.gui.model.rows import Column, Row
from app.gui.narratives.signals import NarrativeSignals
from app.gui.widgets.labels import GRID, column, hairline, label, styled
from app.gui.widgets.rows_table import RowsModel, RowsTable
from app.gui.widgets.scroll_column import ScrollColumn
from app.narratives.timeline import topics
from app.translation import mark, tr

_STEPS = {Step.DAY: mark("Days"), Step.WEEK: mark("Weeks"), Step.MONTH: mark("Months")}
_COLUMNS = (Column(mark("Changes in"), 0), Column(mark("Explained by"), 0), Column(mark("Share"), 90, number=True))
_TOPICS = 6


class SeriesPage(QWidget):
    """Charts and statistics of the series over time. `wanted` asks for their computation with the step of `step`."""

    requested = Signal()

    def __init__(self, view: NarrativesView, signals: NarrativeSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        self._view, self._signals = view, signals
        self.statistics: SeriesStatistics | None = None
        self.charts: list[CurvesChart] = []
        layout = column(self)
        layout.addWidget(self._bar())
        self.area = ScrollColumn(self)
        self.area.setAccessibleName(tr("Series and statistics"))
        layout.addWidget(self.area, 1)
        self.say(tr("Counting…"))

    @property
    def step(self) -> Step:
        """Return the width of a bin."""
        return Step(self.steps.currentData())

    def say(self, words: str) -> None:
        """Show a sentence in place of the charts."""
        self.statistics, self.charts = None, []
        body = styled(QWidget(), "surface")
        layout = column(body, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID))
        layout.addWidget(label(words, muted=True, wrap=True))
        layout.addStretch()
        self.area.setWidget(body)

    def show_failure(self, failure: Failure) -> None:
        """Show why there are no charts."""
        self.say(" ".join(part for part in (failure.message, failure.hint) if part))

    def show_statistics(self, statistics: SeriesStatistics) -> None:
        """Show these series."""
        self.statistics, self.charts = statistics, []
        body = styled(QWidget(), "surface")
        layout = column(body, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=2 * GRID)
        if statistics.series.factchecks:
            layout.addWidget(self._chart(series_plot(statistics.series)))
        for finding in told_together(statistics.findings):
            layout.addWidget(self._finding(finding))
        if statistics.lags:
            layout.addWidget(self._chart(lag_plot(statistics), high=120))
        if statistics.responses:
            self._responses(layout, statistics)
        self._topics(layout)
        layout.addStretch()
        self.area.setWidget(body)

    def _bar(self) -> QWidget:
        bar = QWidget(self)
        row = QHBoxLayout(bar)
        row.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        row.setSpacing(GRID)
        row.addWidget(label(tr("Counted by"), muted=True))
        self.steps = QComboBox(bar)
        self.steps.setAccessibleName(tr("The width of a bin of time"))
        for step, words in _STEPS.items():
            self.steps.addItem(tr(words), step.value)
        self.steps.setCurrentIndex(self.steps.findData(Step.WEEK.value))
        self.steps.currentIndexChanged.connect(lambda _: self.requested.emit())
        row.addWidget(self.steps)
        row.addStretch()
        return bar

    def _chart(self, plot: Plot, *, high: int = 180) -> CurvesChart:
        chart = CurvesChart(self._signals.theme, self._signals.icons, plot, high=high)
        self.charts.append(chart)
        return chart

    def _finding(self, finding: Finding) -> QWidget:
        """Return a widget with the finding, and its limits in muted text."""
        part = QWidget()
        layout = column(part, spacing=2)
        layout.addWidget(label(inert(finding.name), font=self._signals.theme.font(bold=True), wrap=True))
        if finding.refused:
            layout.addWidget(label(inert(finding.refused), wrap=True, muted=True))
        if finding.says:
            layout.addWidget(label(inert(finding.says), wrap=True, selectable=True))
        if finding.caveat:
            layout.addWidget(label(inert(finding.caveat), font=self._signals.theme.font(step=-1), wrap=True, muted=True))
        return part

    def _responses(self, lines: QVBoxLayout, statistics: SeriesStatistics) -> None:
        grid = QGridLayout()
        grid.setSpacing(2 * GRID)
        for index, plot in enumerate(response_plots(statistics)):
            grid.addWidget(self._chart(plot, high=120), index // 2, index % 2)
        lines.addLayout(grid)
        model = RowsModel(_COLUMNS, self._signals.theme, parent=self.area)
        table = RowsTable(model, _COLUMNS, tr("How much of the changes in one series the other explains"))
        model.setParent(table)
        rows = variance_rows(statistics)
        model.show_rows([Row(texts=row) for row in rows])
        table.setFixedHeight(table.horizontalHeader().sizeHint().height() + len(rows) * table.verticalHeader().defaultSectionSize() + 4)
        lines.addWidget(table)

    def _topics(self, lines: QVBoxLayout) -> None:
        if self._view.current is not None:
            return
        narratives = self._view.listed()
        plots = topic_plots(narratives, topics(narratives, self._view.items(), Step.MONTH, limit=_TOPICS))
        if not plots:
            return
        lines.addWidget(hairline())
        lines.addWidget(label(tr("The largest narratives over time"), font=self._signals.theme.font(bold=True)))
        grid = QGridLayout()
        grid.setSpacing(2 * GRID)
        for index, plot in enumerate(plots):
            grid.addWidget(self._chart(plot, high=64), index // 2, index % 2)
        lines.addLayout(grid)
