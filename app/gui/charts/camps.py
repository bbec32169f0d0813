"""Chart of supporting and refuting posts over time: supporting ones above the line, refuting ones below. The same is said in words."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy

from app.domain.answer_edits import Side
from app.gui.charts.canvas import Canvas
from app.gui.icons import Icons
from app.gui.model.ask_times import Bin, Times
from app.gui.model.ask_words import SIDES
from app.gui.theme import Theme
from app.gui.widgets.labels import GRID
from app.translation import tr

_HIGH = 28
_WIDEST = 24


class CampsChart(Canvas):
    """Chart of both camps over time, reached by Tab for screen readers; each step has a tool tip."""

    opaque = False

    def __init__(self, theme: Theme, icons: Icons, times: Times) -> None:
        super().__init__(theme, icons)
        self._times = times
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("Posts over time: {numbers}", numbers=times.words))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Both halves and a line of dates."""
        return QSize(240, 2 * self._theme.grown(_HIGH) + 1 + self._line + GRID)

    def words_at(self, position: QPoint) -> str:
        """The step at a point."""
        step = self.bin_at(position)
        return step.words if step else ""

    def bin_at(self, position: QPoint) -> Bin | None:
        """Return the step at a point; None outside of all."""
        index = int((position.x() - GRID) // self._step) if self._times.bins else -1
        return self._times.bins[index] if 0 <= index < len(self._times.bins) else None

    @property
    def _step(self) -> float:
        return min(float(self._theme.grown(_WIDEST)), (self.width() - 2 * GRID) / max(1, len(self._times.bins)))

    def draw(self, painter: QPainter, area: QRect) -> None:
        """Paint the bars, the line between them, first and last step, and how many have no date."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        high, bins = self._theme.grown(_HIGH), self._times.bins
        middle, step = 4 + high, self._step
        for index, day_bin in enumerate(bins):
            left, right = GRID + round(index * step), GRID + round((index + 1) * step)
            bar_width = max(1, right - left - (1 if step >= 3 else 0))
            for side, count, below in ((Side.SUPPORTS, day_bin.supporting, False), (Side.REFUTES, day_bin.refuting, True)):
                tall = max(round((high - 2) * count / max(1, self._times.most)), 2 if count else 0)
                top = middle + 1 if below else middle - tall
                painter.fillRect(QRect(left, top, bar_width, tall), self._theme.tone(SIDES[side].tone))
        used_width = round(step * len(bins))
        painter.fillRect(QRect(GRID, middle, used_width, 1), self._theme.colour("hairline"))
        self._write(painter, QRect(GRID, middle + high, self.width() - 2 * GRID, self._line + 4), used_width)

    def _write(self, painter: QPainter, line: QRect, used_width: int) -> None:
        """First and last step below the bars, or both together where there is no room between them; then the undated ones."""
        painter.setFont(self._font)
        painter.setPen(self._theme.colour("muted"))
        metrics, bins = self._metrics, self._times.bins
        first, last = bins[0].name, bins[-1].name
        room = metrics.horizontalAdvance(first) + metrics.horizontalAdvance(last) + 2 * GRID
        if first == last or used_width >= room:
            span = [first] if first == last else []
            if first != last:
                painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, first)
                ends = QRect(line.left(), line.top(), used_width, line.height())
                painter.drawText(ends, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, last)
        else:
            span = [tr("{first} to {last}", first=first, last=last)]
        text = " · ".join(part for part in (*span, self._times.undated_words) if part)
        text_area = QRect(line.left() + (0 if span else used_width + 2 * GRID), line.top(), line.width(), line.height())
        if not span and used_width + 2 * GRID + metrics.horizontalAdvance(text) > line.width():
            text_area, text = line, ""  # said by the tool tip and to screen readers
        painter.drawText(text_area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
