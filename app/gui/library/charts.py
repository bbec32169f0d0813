"""Two charts, painted: bars that lie (names at their left) and bars that stand (years below). All of it is said in words as well."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.gui.icons import Icons
from app.gui.model.statistics import Bar, Chart
from app.gui.theme import Theme
from app.gui.widgets.plain import GRID
from app.translation import number

_ICON = 16
_THIN = 8
_HIGH = 176


class _Painted(QWidget):
    """Reached by Tab, so that a screen reader says its words; shows that it has the focus."""

    def __init__(self, theme: Theme, icons: Icons, chart: Chart, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._icons, self._chart = theme, icons, chart
        self._font = theme.font(step=-0.5)
        self._metrics = QFontMetrics(self._font)
        self._line = self._metrics.lineSpacing() + GRID
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(chart.words)
        self.setMinimumWidth(320)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def _begin(self) -> QPainter:
        painter = QPainter(self)
        if self.hasFocus():
            painter.setPen(self._theme.colour("accent"))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.setFont(self._theme.font(bold=True))
        painter.setPen(self._theme.colour("text"))
        heading = painter.fontMetrics().elidedText(self._chart.heading, Qt.TextElideMode.ElideRight, self.width() - 2 * GRID)
        painter.drawText(QRect(GRID, 0, self.width() - 2 * GRID, self._line), Qt.AlignmentFlag.AlignVCenter, heading)
        painter.setFont(self._font)
        return painter


class LyingBars(_Painted):
    """A line for each name, with its number at the right; verdicts with icon, word and colour."""

    def sizeHint(self) -> QSize:  # noqa: N802
        """One line for the heading and one for each bar."""
        return QSize(420, (len(self._chart.bars) + 1) * self._line + GRID)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint heading, names, bars and numbers."""
        painter = self._begin()
        bars = self._chart.bars
        most = max((bar.number for bar in bars), default=1)
        numbers = max((self._metrics.horizontalAdvance(number(bar.number)) for bar in bars), default=0)
        for place, bar in enumerate(bars, start=1):
            rect = QRect(GRID, place * self._line, self.width() - 2 * GRID, self._line)
            self._bar(painter, rect, bar, bar.number / max(1, most), numbers)

    def _bar(self, painter: QPainter, rect: QRect, bar: Bar, share: float, numbers: int) -> None:
        names = rect.width() * 2 // 5
        left, icon = rect.left(), self._theme.grown(_ICON)
        if bar.look is not None:
            pixmap = self._icons.pixmap(bar.look.icon, self._theme.tone(bar.look.tone), size=icon, scale=self.devicePixelRatioF())
            painter.drawPixmap(left, rect.center().y() - icon // 2, pixmap)
            left += icon + 6
        painter.setPen(self._theme.colour("text"))
        room = rect.left() + names - left
        shown = self._metrics.elidedText(bar.name, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(left, rect.top(), room, rect.height()), Qt.AlignmentFlag.AlignVCenter, shown)
        start = rect.left() + names + GRID
        width = rect.right() - numbers - GRID - start
        colour = self._theme.tone(bar.look.tone) if bar.look is not None else self._theme.scheme.bars[3]
        painter.fillRect(QRect(start, rect.center().y() - _THIN // 2, max(2, round(width * share)), _THIN), colour)
        painter.setPen(self._theme.colour("muted"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number(bar.number))


class StandingBars(_Painted):
    """A column for each year; as many years are written below as fit, and the largest number at the top."""

    def sizeHint(self) -> QSize:  # noqa: N802
        """Room for heading, columns and years."""
        return QSize(420, 2 * self._line + _HIGH)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint heading, columns, a base line and years."""
        painter = self._begin()
        bars = self._chart.bars
        most = max((bar.number for bar in bars), default=0)
        if not most:
            return
        self._largest(painter, most)
        base, top = self.height() - self._line, 2 * self._line
        step = (self.width() - 2 * GRID) / len(bars)
        every = max(1, -(-(self._metrics.horizontalAdvance("0000") + GRID) // max(1, int(step))))
        for place, bar in enumerate(bars):
            left, right = GRID + round(place * step), GRID + round((place + 1) * step)
            high = max(round((base - top) * bar.number / most), int(bar.number > 0))
            painter.fillRect(QRect(left + 1, base - high, max(1, right - left - 2), high), self._theme.scheme.bars[3])
            if (len(bars) - 1 - place) % every == 0:
                painter.setPen(self._theme.colour("muted"))
                below = QRect((left + right) // 2 - 40, base, 80, self._line)
                painter.drawText(below, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter, bar.name)
        painter.fillRect(QRect(GRID, base, self.width() - 2 * GRID, 1), self._theme.colour("hairline"))

    def _largest(self, painter: QPainter, most: int) -> None:
        painter.fillRect(QRect(GRID, 2 * self._line, self.width() - 2 * GRID, 1), self._theme.colour("hairline"))
        painter.setPen(self._theme.colour("muted"))
        painter.drawText(QRect(GRID, self._line, self.width() - 2 * GRID, self._line), Qt.AlignmentFlag.AlignBottom, number(most))
