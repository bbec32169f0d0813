"""The timeline: a lane for each language, publisher or narrative, in it a mark for each debunk and post, with its verdict's icon."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen

from app.charts.axis import day_ticks
from app.domain.narrative import ItemKind
from app.gui.charts.canvas import ZoomCanvas
from app.gui.icons import Icons
from app.gui.model.narrative_lanes import Cluster, Lane, Lanes, Mark, clusters
from app.gui.theme import Theme
from app.gui.widgets.labels import GRID
from app.translation import number, tr

_MARK = 18
_LEAST_DAYS = 14.0
_LANE = 44


class TimelineChart(ZoomCanvas):
    """`chosen` carries a NarrativeItem that was clicked or reached by the arrow keys, `opened` one that is to be opened."""

    item_selected = Signal(object)
    opened = Signal(object)

    def __init__(self, theme: Theme, icons: Icons) -> None:
        super().__init__(theme, icons)
        self.lanes = Lanes((), 0)
        self.current: Mark | None = None
        self.clicked.connect(self._click)

    def show_lanes(self, lanes: Lanes) -> None:
        """Show lanes; the selected mark stays selected if it still exists."""
        current = self.current.item.key if self.current else ""
        full_span = lanes.span
        unchanged = full_span == self.whole
        self.lanes = lanes
        self.current = next((mark for mark in lanes.marks if mark.item.key == current), None)
        if full_span is not None and not unchanged:
            self.show_whole(full_span, least=_LEAST_DAYS)
        self.setAccessibleName(tr("Timeline: {lanes}", lanes=lanes.words))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """So many lanes of a height, and the days below them."""
        return QSize(560, max(1, len(self.lanes.lanes)) * self._lane() + 2 * self._line + 2 * GRID)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """No lane is lower than its mark."""
        return QSize(320, max(1, len(self.lanes.lanes)) * (self._size() + GRID) + 2 * self._line + GRID)

    def plot(self, area: QRect) -> QRect:
        """Right of the names, above the days."""
        names = [self._metrics.horizontalAdvance(lane.name) for lane in self.lanes.lanes]
        left = min(max(names, default=0), area.width() // 3) + 3 * GRID
        return area.adjusted(left, GRID, -2 * GRID, -(self._line + GRID))

    def words_at(self, position: QPoint) -> str:
        """The debunks at a place."""
        cluster = self.cluster_at(position)
        return cluster.words if cluster is not None else ""

    def cluster_at(self, position: QPoint) -> Cluster | None:
        """The marks at a place of the widget."""
        plot = self.plot(self._area())
        for index, lane in enumerate(self.lanes.lanes):
            top, high = self._row(plot, index)
            if top <= position.y() < top + high:
                size = self._size() / 2 + 3
                hit_clusters = (
                    cluster
                    for cluster in self._clusters(lane, plot)
                    if abs(position.x() - cluster.middle) <= max(size, (cluster.right - cluster.left) / 2 + size)
                )
                return next(hit_clusters, None)
        return None

    def draw(self, painter: QPainter, area: QRect) -> None:
        """Lanes, days below them, and the marks."""
        plot = self.plot(area)
        if not self.lanes.lanes:
            return
        self._days(painter, plot)
        for index, lane in enumerate(self.lanes.lanes):
            top, high = self._row(plot, index)
            middle = top + high // 2
            painter.setPen(QPen(self._theme.colour("hairline"), 1))
            painter.drawLine(plot.left(), middle, plot.right(), middle)
            painter.setFont(self._font)
            painter.setPen(self._theme.colour("text"))
            names = QRect(area.left() + GRID, top, plot.left() - area.left() - 2 * GRID, high)
            text = self._metrics.elidedText(lane.name, Qt.TextElideMode.ElideRight, names.width())
            painter.drawText(names, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
            painter.save()
            painter.setClipRect(plot.adjusted(-GRID, 0, GRID, 0))
            for cluster in self._clusters(lane, plot):
                self._cluster(painter, cluster, middle)
            painter.restore()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """From debunk to debunk with the arrow keys, Return opens it."""
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._walk(1 if event.key() == Qt.Key.Key_Right else -1)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current is not None:
            self.opened.emit(self.current.item)
        else:
            super().keyPressEvent(event)

    def _walk(self, step: int) -> None:
        marks = self.lanes.marks
        if not marks:
            return
        index = marks.index(self.current) + step if self.current in marks else (0 if step > 0 else len(marks) - 1)
        self.choose(marks[min(max(index, 0), len(marks) - 1)])

    def choose(self, mark: Mark) -> None:
        """Choose a mark and bring it into sight."""
        self.current = mark
        if not self.span.low <= mark.at <= self.span.high:
            self.pan(self.span.share(mark.at) - 0.5)
        self.update()
        self.item_selected.emit(mark.item)

    def _click(self, position: QPoint) -> None:
        cluster = self.cluster_at(position)
        if cluster is None:
            return
        can_zoom = cluster.marks[-1].at > cluster.marks[0].at and self.span.wide > self.least
        if len(cluster.marks) > 1 and can_zoom:
            days = cluster.marks[-1].at - cluster.marks[0].at
            self.zoom(max(0.05, 2.0 * days / self.span.wide), (cluster.marks[0].at + cluster.marks[-1].at) / 2)
        after = cluster.marks.index(self.current) + 1 if self.current in cluster.marks else 0
        self.choose(cluster.marks[after % len(cluster.marks)])

    def _area(self) -> QRect:
        return self.rect().adjusted(2, 2, -2, -2)

    def _lane(self) -> int:
        return max(self._theme.grown(_LANE), self._line + GRID)

    def _size(self) -> int:
        return self._theme.grown(_MARK)

    def _row(self, plot: QRect, index: int) -> tuple[int, int]:
        """Top and height of a lane; lanes are no higher than they need be."""
        high = min(self._lane() * 2, plot.height() // max(1, len(self.lanes.lanes)))
        return plot.top() + index * high, high

    def _clusters(self, lane: Lane, plot: QRect) -> list[Cluster]:
        margin = self.span.wide * 0.05
        visible_marks = [mark for mark in lane.marks if self.span.low - margin <= mark.at <= self.span.high + margin]
        return clusters(visible_marks, lambda at: plot.left() + self.span.share(at) * plot.width(), mark_width=self._size() + 2)

    def _days(self, painter: QPainter, plot: QRect) -> None:
        label_width = self._metrics.horizontalAdvance("0000-00-00") + 2 * GRID
        bottom = self._row(plot, len(self.lanes.lanes))[0]
        painter.setFont(self._font)
        for tick in day_ticks(self.span, max(1, plot.width() // label_width)):
            x = round(plot.left() + self.span.share(tick.at) * plot.width())
            painter.setPen(QPen(self._theme.colour("hairline"), 1))
            painter.drawLine(x, plot.top(), x, bottom)
            painter.setPen(self._theme.colour("muted"))
            painter.drawText(QRect(x - label_width // 2, bottom + 2, label_width, self._line), Qt.AlignmentFlag.AlignHCenter, tick.words)

    def _cluster(self, painter: QPainter, cluster: Cluster, middle: int) -> None:
        size = self._size()
        is_current = self.current in cluster.marks
        if len(cluster.marks) == 1:
            square = QRectF(cluster.middle - size / 2, middle - size / 2, size, size)
            self._one(painter, cluster.marks[0], square, is_current=is_current)
            return
        text = number(len(cluster.marks))
        cluster_width = max(size, self._metrics.horizontalAdvance(text) + 10, cluster.right - cluster.left + size)
        square = QRectF(cluster.middle - cluster_width / 2, middle - size / 2, cluster_width, size)
        painter.setPen(QPen(self._theme.colour("accent" if is_current else "muted"), 2 if is_current else 1))
        painter.setBrush(self._theme.colour("selection"))
        painter.drawRoundedRect(square, size / 2, size / 2)
        painter.setPen(self._theme.colour("text"))
        painter.setFont(self._font)
        painter.drawText(square, Qt.AlignmentFlag.AlignCenter, text)

    def _one(self, painter: QPainter, mark: Mark, square: QRectF, *, is_current: bool) -> None:
        colour = QColor(self._theme.tone(mark.badge.tone))
        ring = square.adjusted(-2, -2, 2, 2)
        painter.setBrush(self._theme.colour("selection" if is_current else "surface"))
        painter.setPen(QPen(self._theme.colour("accent") if is_current else colour, 2 if is_current else 1.2))
        if mark.item.kind is ItemKind.POST:
            painter.drawRoundedRect(ring, 3, 3)
        else:
            painter.drawEllipse(ring)
        self._icons.draw(painter, mark.badge.icon, colour, square.adjusted(2, 2, -2, -2))
