"""What the library holds, as a line of facts and four charts: verdicts, years, publishers, languages."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QGridLayout, QScrollArea, QWidget

from app.domain.importing import LibraryStatistics
from app.gui.charts.bars import BarsChart
from app.gui.icons import Icons
from app.gui.model.labels import inert
from app.gui.model.statistics import facts, languages, publishers, verdicts, years
from app.gui.theme import Theme
from app.gui.widgets.labels import GRID, column, label, styled
from app.translation import tr, trn


class StatisticsPage(QScrollArea):
    """A page of four charts under one line of facts."""

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._icons = theme, icons
        self._statistics: LibraryStatistics | None = None
        self._stale = False
        self.setWidgetResizable(True)
        self.setAccessibleName(tr("Statistics of the library"))
        theme.changed.connect(self._rebuild)

    def show_statistics(self, statistics: LibraryStatistics) -> None:
        """Show these numbers, made into charts only where somebody can see them."""
        self._statistics = statistics
        self._stale = True
        if self.isVisible():
            self._build(statistics)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """What came while nobody looked is made now."""
        super().showEvent(event)
        if self._stale and self._statistics is not None:
            self._build(self._statistics)

    def _build(self, statistics: LibraryStatistics) -> None:
        self._stale = False
        body = styled(QWidget(), "surface")
        lines = column(body, margins=(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID), spacing=GRID)
        counted = trn("{count} fact-check", "{count} fact-checks", statistics.factchecks)
        lines.addWidget(label(counted, font=self._theme.font(step=3, bold=True)))
        for fact in facts(statistics):
            if fact:
                lines.addWidget(label(inert(fact), muted=True, wrap=True, selectable=True))
        lines.addSpacing(2 * GRID)
        grid = QGridLayout()
        grid.setHorizontalSpacing(5 * GRID)
        grid.setVerticalSpacing(4 * GRID)
        for index, chart in enumerate((verdicts(statistics), years(statistics), publishers(statistics), languages(statistics))):
            grid.addWidget(BarsChart(self._theme, self._icons, chart), index // 2, index % 2, Qt.AlignmentFlag.AlignTop)
        lines.addLayout(grid)
        lines.addStretch()
        self.setWidget(body)

    def _rebuild(self) -> None:
        if self._statistics is not None:
            self.show_statistics(self._statistics)
