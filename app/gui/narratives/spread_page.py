"""The page of the spread: how stories went from language to language and country to country, how fast, and who told and debunked them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.charts.flows import flow_layout
from app.domain.narrative import ItemKind, NarrativeItem
from app.domain.timeline import Facet, Flow, Spread
from app.gui.charts.bars import BarsChart
from app.gui.charts.curves import CurvesChart
from app.gui.charts.flows import FlowChart
from app.gui.model.language_names import language_name
from app.gui.model.narrative_plots import bars, gap_plot
from app.gui.model.narrative_view import NarrativesView
from app.gui.model.rows import Column, Row
from app.gui.model.world_names import country_name
from app.gui.narratives.signals import NarrativeSignals
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.rows_table import RowsModel, RowsTable
from app.gui.widgets.scroll_column import ScrollColumn
from app.narratives.spread import spread
from app.translation import decimal, mark, number, tr, trn, whole_percent

_LANGUAGES, _COUNTRIES = range(2)
_FACETS = (Facet.PUBLISHER, Facet.LANGUAGE, Facet.VERDICT, Facet.COUNTRY, Facet.CLAIMANT, Facet.PLATFORM)
_COLUMNS = (
    Column(mark("Debunked first in"), 0),
    Column(mark("Debunked again in"), 0),
    Column(mark("Times"), 90, number=True),
    Column(mark("Median days"), 120, number=True),
)
_CAVEAT = mark(
    "Only what this library holds is counted: a publisher that was not imported is not there, so “first” means the first in this library."
)


class SpreadPage(ScrollColumn):
    """Shows the scope of the view, made when somebody looks."""

    def __init__(self, view: NarrativesView, signals: NarrativeSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view, self._signals = view, signals
        self._between = _LANGUAGES
        self.flow: FlowChart | None = None
        self.gaps: CurvesChart | None = None
        self.table: RowsTable | None = None
        self.setAccessibleName(tr("How stories spread"))

    def show_scope(self) -> None:
        """Show what the view holds now."""
        items = self._view.items()
        repeats = self._view.repeats(items)
        statistics = spread(repeats, {item.id: item for item in items if item.kind is ItemKind.FACTCHECK})
        body = styled(QWidget(), "surface")
        layout = column(body, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=2 * GRID)
        self._facts(layout, statistics)
        self.flow = self.gaps = self.table = None
        if statistics.repeats:
            self._flows(layout, statistics)
            self.gaps = CurvesChart(self._signals.theme, self._signals.icons, gap_plot(statistics.gaps), high=140)
            layout.addWidget(self.gaps)
        layout.addLayout(self._bars(items))
        layout.addStretch()
        self.setWidget(body)

    def _facts(self, lines: QVBoxLayout, statistics: Spread) -> None:
        if not statistics.repeats:
            message = tr("No fact-check here repeats an earlier one of another publisher, so there is no way to show.")
        else:
            message = trn("{count} fact-check repeats", "{count} fact-checks repeat", statistics.repeats)
            message = tr("{fact_checks} an earlier one of another publisher.", fact_checks=message)
        lines.addWidget(label(message, font=self._signals.theme.font(bold=True), wrap=True))
        if statistics.known_languages:
            share = whole_percent(statistics.new_language / statistics.known_languages)
            message = tr(
                "{number} of them ({share}) came in a language in which nobody had debunked the claim before.",
                number=number(statistics.new_language),
                share=share,
            )
            lines.addWidget(label(message, wrap=True))
        lines.addWidget(label(tr(_CAVEAT), muted=True, wrap=True))

    def _flows(self, lines: QVBoxLayout, statistics: Spread) -> None:
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(label(tr("From where to where"), font=self._signals.theme.font(bold=True)))
        choice = self.choice = QComboBox(self)
        choice.setAccessibleName(tr("Between languages or between countries"))
        choice.addItems([tr("Languages"), tr("Countries")])
        choice.setCurrentIndex(self._between)
        row.addWidget(choice)
        row.addStretch()
        lines.addLayout(row)
        self.flow = FlowChart(self._signals.theme, self._signals.icons)
        self.rest = label("", muted=True, wrap=True)
        model = RowsModel(_COLUMNS, self._signals.theme, parent=self.flow)
        self.table = RowsTable(model, _COLUMNS, tr("Flows as a table"), self)
        lines.addWidget(self.flow)
        lines.addWidget(self.rest)
        lines.addWidget(self.table)

        def show(between: int) -> None:
            self._between = between
            self._show_flows(statistics.languages if between == _LANGUAGES else statistics.countries, model)

        choice.currentIndexChanged.connect(show)
        show(self._between)

    def _show_flows(self, flows: tuple[Flow, ...], model: RowsModel) -> None:
        flow, table = self.flow, self.table
        if flow is None or table is None:
            return
        name = language_name if self._between == _LANGUAGES else country_name
        flow.show_flows(flows, name, tr("From where to where"))
        left_out = flow_layout(flows).left_out
        self.rest.setText(
            trn("{count} repeat is not in the picture: not among the largest, or the place is not known.",
                "{count} repeats are not in the picture: not among the largest, or the place is not known.", left_out)
        )  # fmt: skip
        self.rest.setVisible(bool(left_out))
        flow.setVisible(left_out < sum(entry.count for entry in flows))
        in_order = sorted(flows, key=lambda entry: (-entry.count, entry.source, entry.target))
        model.show_rows(
            [Row(texts=(name(entry.source), name(entry.target), number(entry.count), _days(entry.median_days))) for entry in in_order]
        )
        rows = min(len(in_order), 8)
        high = table.verticalHeader().defaultSectionSize()
        table.setFixedHeight(table.horizontalHeader().sizeHint().height() + rows * high + 4)

    def _bars(self, items: list[NarrativeItem]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(4 * GRID)
        grid.setVerticalSpacing(3 * GRID)
        charts_with_bars = [chart for chart in (bars(items, facet) for facet in _FACETS) if chart.bars]
        for index, chart in enumerate(charts_with_bars):
            grid.addWidget(BarsChart(self._signals.theme, self._signals.icons, chart), index // 2, index % 2, Qt.AlignmentFlag.AlignTop)
        return grid


def _days(days: float) -> str:
    return number(round(days)) if days == round(days) else decimal(days, 1)
