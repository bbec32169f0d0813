"""Curves over days or steps: solid or dashed lines, bars, an uncertainty band; the point under the pointer is marked and described."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF

from app.charts.axis import Span, day_ticks
from app.charts.curves import Curve, Plot, Stroke
from app.gui.charts.canvas import ZoomCanvas
from app.gui.icons import Icons
from app.gui.theme import Theme
from app.gui.widgets.labels import GRID

_HIGH = 200


class CurvesChart(ZoomCanvas):
    """Shows a Plot; the arrow keys go from point to point and tell its values."""

    def __init__(self, theme: Theme, icons: Icons, plot: Plot, *, high: int = _HIGH) -> None:
        super().__init__(theme, icons)
        self._high = high
        self.at: float | None = None
        self.show_plot(plot)

    def show_plot(self, plot: Plot) -> None:
        """Show other curves."""
        self.drawn, self.at = plot, None
        self.setAccessibleName(f"{plot.heading}: {plot.words}")
        if plot.whole is not None:
            self.show_whole(plot.whole, least=plot.least)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return room for heading, curves and the text below them."""
        return QSize(420, self._theme.grown(self._high) + 3 * self._line)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """As high as it wants to be; narrower than that."""
        return QSize(280, self.sizeHint().height())

    def plot(self, area: QRect) -> QRect:
        """Below the heading and the names, right of the values."""
        axis_width = self._metrics.horizontalAdvance("0,000") + 2 * GRID
        names = self._line if len(self.drawn.curves) > 1 else 0
        return area.adjusted(axis_width, self._line + 2 * GRID + names, -GRID, -(self._line + GRID // 2))

    def words_at(self, position: QPoint) -> str:
        """The values of all curves at a place."""
        plot = self.plot(self.rect().adjusted(2, 2, -2, -2))
        inside = plot.adjusted(-4, -4, 4, 4).contains(position)
        return self.drawn.words_at(self.span.at((position.x() - plot.left()) / max(1, plot.width()))) if inside else ""

    def draw(self, painter: QPainter, area: QRect) -> None:
        """Heading and names, the axes, then the curves, the faint ones first."""
        plot, heights = self.plot(area), self.drawn.heights(self.span)
        self._heading(painter, area)
        self._axes(painter, plot, heights)
        painter.save()
        painter.setClipRect(plot.adjusted(-1, -2, 1, 2))
        for curve in sorted(self.drawn.curves, key=lambda curve: not curve.faint):
            self._curve(painter, plot, heights, curve)
        if self.at is not None:
            painter.setPen(QPen(self._theme.colour("accent"), 1, Qt.PenStyle.DotLine))
            x = round(plot.left() + self.span.share(self.at) * plot.width())
            painter.drawLine(x, plot.top(), x, plot.bottom())
        painter.restore()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """To the point before or after."""
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.drawn.curves:
            positions = self.drawn.curves[0].at
            index = self.drawn.curves[0].nearest(self.at) if self.at is not None else None
            step = 1 if event.key() == Qt.Key.Key_Right else -1
            if positions:
                self._tell(positions[min(max((index if index is not None else -step) + step, 0), len(positions) - 1)])
        else:
            super().keyPressEvent(event)

    def _tell(self, at: float) -> None:
        self.at = at
        if not self.span.low <= at <= self.span.high:
            self.pan(self.span.share(at) - 0.5)
        self.setAccessibleDescription(self.drawn.words_at(at).replace("\n", ", "))
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A line down where the pointer is."""
        super().mouseMoveEvent(event)
        plot = self.plot(self.rect().adjusted(2, 2, -2, -2))
        inside = plot.contains(event.position().toPoint())
        self.at = self.span.at((event.position().x() - plot.left()) / max(1, plot.width())) if inside else None
        self.update()

    def _heading(self, painter: QPainter, area: QRect) -> None:
        top = QRect(area.left() + GRID, area.top(), area.width() - 2 * GRID, self._line + GRID)
        self.draw_heading(painter, top, self.drawn.heading)
        x, below = area.left() + GRID, top.bottom() + 2 + self._line // 2
        for curve in self.drawn.curves if len(self.drawn.curves) > 1 else ():
            self._sample(painter, QPoint(x, below), curve)
            x += 24
            painter.setPen(self._theme.colour("muted"))
            painter.drawText(QPoint(x, below + self._metrics.ascent() // 2), curve.name)
            x += self._metrics.horizontalAdvance(curve.name) + 2 * GRID

    def _sample(self, painter: QPainter, at: QPoint, curve: Curve) -> None:
        if curve.stroke is Stroke.BARS:
            painter.fillRect(QRect(at.x() + 4, at.y() - 5, 10, 10), self._colour(curve))
        else:
            painter.setPen(self._pen(curve))
            painter.drawLine(at, at + QPoint(18, 0))

    def _axes(self, painter: QPainter, plot: QRect, heights: Span) -> None:
        painter.setFont(self._font)
        for tick in self.drawn.value_ticks(heights, max(2, plot.height() // (3 * self._line))):
            y = round(plot.bottom() - heights.share(tick.at) * plot.height())
            painter.setPen(QPen(self._theme.colour("muted" if tick.at == 0 else "hairline"), 1))
            painter.drawLine(plot.left(), y, plot.right(), y)
            painter.setPen(self._theme.colour("muted"))
            area = QRect(plot.left() - 200, y - self._line // 2, 200 - GRID, self._line)
            painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, tick.words)
        sample = "0000-00-00" if self.drawn.ticks is day_ticks else "000"
        label_width = self._metrics.horizontalAdvance(sample) + 2 * GRID
        for tick in self.drawn.ticks(self.span, max(1, plot.width() // label_width)):
            x = round(plot.left() + self.span.share(tick.at) * plot.width())
            painter.drawText(
                QRect(x - label_width // 2, plot.bottom() + 4, label_width, self._line), Qt.AlignmentFlag.AlignHCenter, tick.words
            )

    def _curve(self, painter: QPainter, plot: QRect, heights: Span, curve: Curve) -> None:
        xs = [plot.left() + self.span.share(at) * plot.width() for at in curve.at]

        def ys(values: tuple[float, ...]) -> list[float]:
            return [plot.bottom() - heights.share(value) * plot.height() for value in values]

        if curve.low:
            band = [*map(QPointF, xs, ys(curve.high)), *reversed([*map(QPointF, xs, ys(curve.low))])]
            ground = QColor(self._colour(curve))
            ground.setAlphaF(0.18)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawPolygon(QPolygonF(band))
        if curve.stroke is Stroke.BARS:
            self._bars(painter, plot, heights, curve, xs)
        else:
            painter.setPen(self._pen(curve))
            painter.drawPolyline(QPolygonF([*map(QPointF, xs, ys(curve.values))]))

    def _bars(self, painter: QPainter, plot: QRect, heights: Span, curve: Curve, xs: list[float]) -> None:
        step = min((after - before for before, after in pairwise(xs)), default=12.0)
        bar_width = max(1.0, min(28.0, step * 0.7))
        ground = plot.bottom() - heights.share(0.0) * plot.height()
        for x, value in zip(xs, curve.values, strict=True):
            y = plot.bottom() - heights.share(value) * plot.height()
            painter.fillRect(
                QRectF(x - bar_width / 2, min(y, ground), bar_width, max(abs(ground - y), 1.0 if value else 0.0)), self._colour(curve)
            )

    def _colour(self, curve: Curve) -> QColor:
        hues = self._theme.scheme.hues
        colour = QColor(hues[curve.hue % len(hues)])
        if curve.faint:
            colour.setAlphaF(0.35)
        return colour

    def _pen(self, curve: Curve) -> QPen:
        style = Qt.PenStyle.DashLine if curve.stroke is Stroke.DASHED else Qt.PenStyle.SolidLine
        return QPen(self._colour(curve), 1.0 if curve.faint else 2.0, style)
