"""The graph of a narrative: a circle for each fact-check and post, larger the more others it is like, its language in hue and letters."""

from __future__ import annotations

import math

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen, QWheelEvent

from app.domain.narrative import ItemKind
from app.gui.charts.canvas import DragCanvas
from app.gui.icons import Icons
from app.gui.model.language_names import language_name
from app.gui.model.narrative_graph import Graph, GraphNode
from app.gui.theme import Theme
from app.gui.widgets.labels import GRID
from app.translation import tr

_LARGEST_ZOOM = 12.0
_STEP = 1.25


class GraphChart(DragCanvas):
    """`chosen` carries a NarrativeItem that was clicked or reached by the arrow keys, `opened` one that is to be opened."""

    item_selected = Signal(object)
    opened = Signal(object)

    def __init__(self, theme: Theme, icons: Icons) -> None:
        super().__init__(theme, icons)
        self.graph = Graph()
        self.current: int | None = None
        self._zoom, self._middle = 1.0, QPointF(0.0, 0.0)
        self.clicked.connect(self._click)

    def show_graph(self, graph: Graph, *, reset_view: bool) -> None:
        """Show a graph. With `reset_view` all of it is visible and nothing is selected."""
        self.graph = graph
        if reset_view:
            self.current, self._zoom, self._middle = None, 1.0, QPointF(0.0, 0.0)
            self.setAccessibleName(tr("Graph of likeness: {words}", words=graph.words))
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """About as high as wide."""
        return QSize(560, 420)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Small, but to be recognised."""
        return QSize(320, 240)

    def words_at(self, position: QPoint) -> str:
        """The item at a place."""
        index = self.node_at(position)
        return self.graph.nodes[index].words if index is not None else ""

    def node_at(self, position: QPoint) -> int | None:
        """The node at a place of the widget, the topmost."""
        area = self.rect().adjusted(2, 2, -2, -2)
        for index in range(len(self.graph.nodes) - 1, -1, -1):
            middle = self._at(area, index)
            if (
                middle is not None
                and math.hypot(position.x() - middle.x(), position.y() - middle.y()) <= self._radius(self.graph.nodes[index]) + 2
            ):
                return index
        return None

    def zoom(self, factor: float) -> None:
        """Closer or farther, the middle stays."""
        self._zoom = min(_LARGEST_ZOOM, max(1.0, self._zoom * factor))
        if self._zoom == 1.0:
            self._middle = QPointF(0.0, 0.0)
        self.update()

    def draw(self, painter: QPainter, area: QRect) -> None:
        """Edges, nodes, and which hue is which language."""
        if self.graph.places is None:
            painter.setFont(self._font)
            painter.setPen(self._theme.colour("muted"))
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, tr("Laying the graph out…") if self.graph.nodes else "")
            return
        painter.save()
        painter.setClipRect(area)
        self._edges(painter, area)
        neighbours = self.graph.neighbours(self.current) if self.current is not None else frozenset()
        for index, node in enumerate(self.graph.nodes):
            self._node(painter, area, index, node, faded=self.current not in (None, index) and index not in neighbours)
        painter.restore()
        self._legend(painter, area)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Closer or farther around the pointer."""
        area, turned = self.rect(), event.angleDelta().y()
        before = self._scale(area)
        offset = event.position() - QPointF(area.center())
        self.zoom(_STEP ** (turned / 120))
        if self._zoom > 1.0:
            self._middle += offset / before - offset / self._scale(area)
        event.accept()

    def drag(self, by: QPoint) -> None:
        """Move the visible part when the graph is zoomed in."""
        if self._zoom > 1.0:
            self._middle -= QPointF(by) / self._scale(self.rect())
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Open the node under the mouse."""
        index = self.node_at(event.position().toPoint())
        if index is not None:
            self.opened.emit(self.graph.nodes[index].item)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """To the next node in a direction, closer and farther, Return opens."""
        key, graph = event.key(), self.graph
        if key in _DIRECTIONS and graph.places is not None and graph.nodes:
            self.choose(self._next(_DIRECTIONS[Qt.Key(key)]))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current is not None:
            self.opened.emit(graph.nodes[self.current].item)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            self.zoom(1 / _STEP if key == Qt.Key.Key_Minus else _STEP)
        elif key == Qt.Key.Key_Home:
            self.zoom(0.0)
        else:
            super().keyPressEvent(event)

    def choose(self, index: int | None) -> None:
        """Choose a node, or none."""
        self.current = index
        self.update()
        if index is not None:
            self.item_selected.emit(self.graph.nodes[index].item)

    def _click(self, position: QPoint) -> None:
        self.choose(self.node_at(position))

    def _next(self, direction: tuple[int, int]) -> int:
        """Return the nearest node mainly in this direction, else the current one."""
        positions = self.graph.places or ()
        if self.current is None:
            return 0
        x, y = positions[self.current]
        best, least = self.current, math.inf
        for index, (other_x, other_y) in enumerate(positions):
            forward_distance = (other_x - x) * direction[0] + (other_y - y) * direction[1]
            side_distance = abs((other_x - x) * direction[1]) + abs((other_y - y) * direction[0])
            if (
                index != self.current
                and forward_distance > 0
                and forward_distance >= side_distance * 0.5
                and forward_distance + 2 * side_distance < least
            ):
                best, least = index, forward_distance + 2 * side_distance
        return best

    def _scale(self, area: QRect) -> float:
        return self._zoom * max(1, min(area.width(), area.height()) - 8 * GRID) / 2

    def _at(self, area: QRect, index: int) -> QPointF | None:
        if self.graph.places is None:
            return None
        x, y = self.graph.places[index]
        aspect = min(1.6, area.width() / max(1, area.height()))  # a wide window is used in its width
        scale = self._scale(area)
        return QPointF(area.center()) + QPointF((x - self._middle.x()) * scale * max(1.0, aspect), (y - self._middle.y()) * scale)

    def _radius(self, node: GraphNode) -> float:
        return self._theme.grown(1) * (9 + 2.2 * math.sqrt(node.degree))

    def _edges(self, painter: QPainter, area: QRect) -> None:
        for first, second, likeness in self.graph.edges:
            is_highlighted = self.current in (first, second)
            colour = QColor(self._theme.colour("accent" if is_highlighted else "muted"))
            colour.setAlphaF(0.9 if is_highlighted else 0.15 + 0.35 * max(0.0, likeness - 0.5) * 2)
            painter.setPen(QPen(colour, 1.0 + (1.0 if is_highlighted else 0.0)))
            start, end = self._at(area, first), self._at(area, second)
            if start is not None and end is not None:
                painter.drawLine(start, end)

    def _node(self, painter: QPainter, area: QRect, index: int, node: GraphNode, *, faded: bool) -> None:
        middle = self._at(area, index)
        if middle is None:
            return
        radius, hue = self._radius(node), self._hue(node.hue)
        painter.setPen(QPen(self._theme.colour("text" if index == self.current else "surface"), 2.5 if index == self.current else 1.5))
        painter.setBrush(_over(hue, self._theme.colour("surface"), 0.35) if faded else hue)
        square = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
        if node.item.kind is ItemKind.POST:
            painter.drawRoundedRect(square, 4, 4)
        else:
            painter.drawEllipse(square)
        painter.setFont(self._font)
        painter.setPen(self._theme.colour("text" if faded else "surface"))
        painter.drawText(square, Qt.AlignmentFlag.AlignCenter, node.item.language[:3])

    def _legend(self, painter: QPainter, area: QRect) -> None:
        """One line a language, in the corner at the left below."""
        painter.setFont(self._font)
        high = self._line + 4
        top = area.bottom() - high * len(self.graph.languages[:_TOLD]) - GRID
        for index, code in enumerate(self.graph.languages[:_TOLD]):
            line = QRect(area.left() + GRID, top + index * high, area.width() // 3, high)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._hue(index))
            painter.drawEllipse(QRectF(line.left(), line.center().y() - 5, 11, 11))
            painter.setPen(self._theme.colour("muted"))
            name = f"{language_name(code)} ({code})" if code else language_name(code)
            painter.drawText(line.adjusted(18, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, name)

    def _hue(self, index: int) -> QColor:
        hues = self._theme.scheme.hues
        return QColor(hues[min(index, len(hues) - 1)])


_TOLD = 6
_DIRECTIONS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}


def _over(colour: QColor, ground: QColor, share: float) -> QColor:
    parts = zip(colour.getRgb()[:3], ground.getRgb()[:3], strict=True)  # type: ignore[index]
    red, green, blue = (round(a * share + b * (1 - share)) for a, b in parts)
    return QColor(red, green, blue)
