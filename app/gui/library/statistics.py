"""What the library holds, as numbers and bars: by verdict, publisher, language and year."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QScrollArea, QWidget

from app.domain.importing import LibraryStatistics
from app.domain.verdict import Verdict
from app.gui.model.labels import count, size
from app.gui.model.verdicts import verdict_look
from app.gui.theme import Theme
from app.gui.widgets.plain import GRID, column, label, styled

_MOST = 12


class StatisticsPage(QScrollArea):
    """A page of four bar lists under one line of facts."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._statistics: LibraryStatistics | None = None
        self.setWidgetResizable(True)
        self.setAccessibleName("Statistics of the library")
        theme.changed.connect(self._rebuild)

    def show_statistics(self, statistics: LibraryStatistics) -> None:
        """Show these numbers."""
        self._statistics = statistics
        body = styled(QWidget(), "surface")
        lines = column(body, margins=(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID), spacing=GRID)
        lines.addWidget(label(count(statistics.factchecks, "fact-check"), font=self._theme.font(step=3, bold=True)))
        for fact in _facts(statistics):
            lines.addWidget(label(fact, muted=True, wrap=True, selectable=True))
        lines.addSpacing(2 * GRID)
        grid = QGridLayout()
        grid.setHorizontalSpacing(5 * GRID)
        grid.setVerticalSpacing(3 * GRID)
        years = tuple(sorted(statistics.years, reverse=True))
        lists = (
            ("Verdict", _worded(statistics.verdicts)),
            ("Publisher", statistics.publishers),
            ("Year", years),
            ("Language", statistics.languages),
        )
        for place, (heading, pairs) in enumerate(lists):
            grid.addWidget(BarList(self._theme, heading, pairs), place // 2, place % 2, Qt.AlignmentFlag.AlignTop)
        lines.addLayout(grid)
        lines.addStretch()
        self.setWidget(body)

    def _rebuild(self) -> None:
        if self._statistics is not None:
            self.show_statistics(self._statistics)


class BarList(QWidget):
    """Names, bars and counts; what does not fit is summed up in the last line."""

    def __init__(self, theme: Theme, heading: str, pairs: tuple[tuple[str, int], ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._heading = theme, heading
        rest = pairs[_MOST:]
        self._pairs = [*pairs[:_MOST]] + ([(f"{len(rest):,} others", sum(number for _, number in rest))] if rest else [])
        self._font, self._bold = theme.font(step=-0.5), theme.font(bold=True)
        self._line = QFontMetrics(self._font).lineSpacing() + 6
        self.setAccessibleName(f"{heading}: " + ", ".join(f"{name or 'not known'} {number:,}" for name, number in self._pairs))
        self.setMinimumWidth(240)

    def sizeHint(self) -> QSize:  # noqa: N802
        """One line for the heading and one for each bar."""
        return QSize(360, (len(self._pairs) + 1) * self._line + GRID)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint heading, names, bars and numbers."""
        painter = QPainter(self)
        painter.setFont(self._bold)
        painter.setPen(self._theme.colour("text"))
        painter.drawText(QRect(0, 0, self.width(), self._line), Qt.AlignmentFlag.AlignVCenter, self._heading)
        painter.setFont(self._font)
        most = max((number for _, number in self._pairs), default=1)
        for place, (name, number) in enumerate(self._pairs, start=1):
            self._bar(
                painter, QRect(0, place * self._line + GRID // 2, self.width(), self._line), name or "Not known", number / most, number
            )

    def _bar(self, painter: QPainter, rect: QRect, name: str, share: float, number: int) -> None:
        name_width, number_width = rect.width() * 2 // 5, 56
        room = rect.width() - name_width - number_width - 2 * GRID
        painter.setPen(self._theme.colour("text"))
        shown = QFontMetrics(self._font).elidedText(name, Qt.TextElideMode.ElideRight, name_width)
        painter.drawText(QRect(0, rect.top(), name_width, rect.height()), Qt.AlignmentFlag.AlignVCenter, shown)
        bar = QRect(name_width + GRID, rect.center().y() - 3, max(2, round(room * share)), 6)
        painter.fillRect(bar, self._theme.scheme.bars[3])
        painter.setPen(self._theme.colour("muted"))
        right = QRect(rect.width() - number_width, rect.top(), number_width, rect.height())
        painter.drawText(right, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{number:,}")


def _worded(pairs: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    known = set(Verdict)
    return tuple((verdict_look(Verdict(name)).word if name in known else name, number) for name, number in pairs)


def _facts(statistics: LibraryStatistics) -> tuple[str, ...]:
    groups = statistics.factchecks - statistics.groups
    dates = f"Published between {statistics.oldest} and {statistics.newest}" if statistics.newest else "No dates known"
    shared = f"{count(groups, 'of them repeats another', 'of them repeat others')}" if groups > 0 else "no duplicates"
    place = f"{statistics.path} · {size(statistics.size_bytes)} · index {statistics.generation} ({statistics.index_kind})"
    return (f"{dates} · {shared}", place, f"Encoder {statistics.encoder}" if statistics.encoder else "")
