"""The page of the graph, laid out in turns while the window goes on."""

from __future__ import annotations

from collections.abc import Generator

from PySide6.QtWidgets import QWidget

from app.domain.narrative import NarrativeItem
from app.gui.charts.graph import GraphChart
from app.gui.model.narrative_graph import Graph, graph
from app.gui.model.narrative_view import NarrativesView
from app.gui.narratives.item_strip import ItemStrip
from app.gui.narratives.signals import NarrativeSignals
from app.gui.widgets.idle_work import IdleWork
from app.gui.widgets.labels import GRID, column, label, styled
from app.translation import mark, tr, trn

_HINT = mark(
    "Lines join what says nearly the same; a larger circle is like more others, posts are square. Click one, or go with the arrow keys; "
    "the wheel, + and − look closer."
)
_CHOOSE = mark("Choose one narrative on the left to see how its fact-checks and posts hang together.")


class GraphPage(QWidget):
    """Shows the open narrative."""

    def __init__(self, view: NarrativesView, signals: NarrativeSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        self._view, self._signals = view, signals
        self.idle_work = IdleWork(self)
        layout = column(self)
        self.words = label("", muted=True, wrap=True)
        self.words.setContentsMargins(2 * GRID, GRID, 2 * GRID, 0)
        layout.addWidget(self.words)
        self.chart = GraphChart(signals.theme, signals.icons)
        layout.addWidget(self.chart, 1)
        self.strip = ItemStrip(signals, tr(_HINT), self)
        layout.addWidget(self.strip)
        self.chart.item_selected.connect(self.strip.show_item)
        self.chart.opened.connect(self._open)

    def show_scope(self) -> None:
        """Lay out the open narrative, or ask the reader to open one."""
        narrative = self._view.current
        self.strip.show_item(None)
        for part in (self.chart, self.strip):
            part.setVisible(narrative is not None)
        if narrative is None:
            self.idle_work.stop()
            self.words.setText(tr(_CHOOSE))
            self.words.show()
            return
        layout = graph(self._view.items(), self._view.edges())
        left_out_text = trn(
            "{count} item with fewer likenesses is not shown.", "{count} items with fewer likenesses are not shown.", layout.left_out
        )
        self.words.setText(left_out_text if layout.left_out else "")
        self.words.setVisible(bool(layout.left_out))
        self.chart.show_graph(layout, reset_view=True)
        self.idle_work.start(self._lay_out(layout))

    def show_nothing(self) -> None:
        """Stop the layout while the page is hidden."""
        self.idle_work.stop()

    def _lay_out(self, layout: Graph) -> Generator[None, None, None]:
        """Compute the layout in steps and show it once it is done: nothing moves while the reader looks."""
        yield
        latest = layout
        for positions in layout.laid_out():
            latest = positions
            yield
        self.chart.show_graph(latest, reset_view=False)

    def _open(self, item: NarrativeItem) -> None:
        self._signals.link_asked.emit(item.url)
