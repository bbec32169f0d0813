"""Flow diagram of stories between languages: at the left the language of the first debunk, at the right that of later ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from app.charts.flows import FlowLayout, Node, Ribbon, flow_layout
from app.domain.timeline import Flow
from app.gui.charts.canvas import Canvas
from app.gui.icons import Icons
from app.gui.theme import Theme
from app.gui.widgets.labels import GRID
from app.translation import decimal, number, tr, trn

_BAR = 12
_LOWEST = 26


class FlowChart(Canvas):
    """`names` says a value by its name (a language, a country)."""

    def __init__(self, theme: Theme, icons: Icons) -> None:
        super().__init__(theme, icons)
        self.layout_: FlowLayout = flow_layout(())
        self._name: Callable[[str], str] = str
        self.setToolTipDuration(60_000)

    def show_flows(self, flows: Sequence[Flow], name: Callable[[str], str], heading: str) -> None:
        """Show these flows between values that are called so."""
        self.layout_, self._name = flow_layout(flows), name
        text = "; ".join(self._words(ribbon.flow) for ribbon in self.layout_.ribbons)
        self.setAccessibleName(f"{heading}: {text or tr('nothing yet')}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """A line of text for every node of the fuller side."""
        node_count = max(len(self.layout_.left), len(self.layout_.right), 1)
        return QSize(480, 2 * self._line + max(180, node_count * max(self._theme.grown(_LOWEST), self._line + GRID)))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """As high as it wants to be; narrower than that."""
        return QSize(320, self.sizeHint().height())

    def words_at(self, position: QPoint) -> str:
        """The ribbon, or the language, at a place."""
        area = self._inner(self.rect().adjusted(2, 2, -2, -2))
        left, right = self._sides(area)
        for node, x, side in (
            *((node, left, "left") for node in self.layout_.left),
            *((node, right, "right") for node in self.layout_.right),
        ):
            if self._bar(area, x, node).adjusted(-6, -2, 6, 2).contains(position):
                return self._node_words(node, side)
        ribbons_at = [ribbon for ribbon in self.layout_.ribbons if self._path(area, ribbon).contains(position)]
        return self._words(ribbons_at[-1].flow) if ribbons_at else ""

    def draw(self, painter: QPainter, area: QRect) -> None:
        """Headings, ribbons, then nodes with their names."""
        self._headings(painter, area)
        inner = self._inner(area)
        left, right = self._sides(inner)
        for ribbon in self.layout_.ribbons:
            colour = QColor(self._tone(ribbon.flow.source))
            painter.setPen(QPen(colour, 1))
            colour.setAlphaF(0.28)
            painter.setBrush(colour)
            painter.drawPath(self._path(inner, ribbon))
        painter.setFont(self._font)
        for node in self.layout_.left:
            self._node(painter, inner, left, node, Qt.AlignmentFlag.AlignRight)
        for node in self.layout_.right:
            self._node(painter, inner, right, node, Qt.AlignmentFlag.AlignLeft)

    def _headings(self, painter: QPainter, area: QRect) -> None:
        painter.setFont(self._font)
        painter.setPen(self._theme.colour("muted"))
        top = QRect(area.left() + GRID, area.top(), area.width() - 2 * GRID, self._line + GRID)
        painter.drawText(top, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, tr("Debunked first in"))
        painter.drawText(top, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, tr("Debunked again in"))

    def _inner(self, area: QRect) -> QRect:
        return area.adjusted(GRID, self._line + GRID, -GRID, -GRID)

    def _sides(self, area: QRect) -> tuple[int, int]:
        room = partial(self._room, area)
        return area.left() + room(self.layout_.left), area.right() - room(self.layout_.right) - _BAR

    def _room(self, area: QRect, nodes: Sequence[Node]) -> int:
        label_width = max((self._metrics.horizontalAdvance(self._label(node)) for node in nodes), default=0)
        return min(label_width + 2, area.width() // 3) + GRID

    def _bar(self, area: QRect, x: int, node: Node) -> QRect:
        top, bottom = area.top() + node.top * area.height(), area.top() + node.bottom * area.height()
        return QRect(x, round(top), _BAR, max(2, round(bottom - top)))

    def _path(self, area: QRect, ribbon: Ribbon) -> QPainterPath:
        left, right = self._sides(area)
        start, end = left + _BAR, right
        thick = max(1.5, ribbon.thick * area.height())
        start_y, end_y = area.top() + ribbon.left * area.height(), area.top() + ribbon.right * area.height()
        bend = (end - start) / 2
        path = QPainterPath()
        path.moveTo(start, start_y)
        path.cubicTo(start + bend, start_y, end - bend, end_y, end, end_y)
        path.lineTo(end, end_y + thick)
        path.cubicTo(end - bend, end_y + thick, start + bend, start_y + thick, start, start_y + thick)
        path.closeSubpath()
        return path

    def _node(self, painter: QPainter, area: QRect, x: int, node: Node, side: Qt.AlignmentFlag) -> None:
        bar = self._bar(area, x, node)
        painter.fillRect(bar, self._tone(node.value) if side == Qt.AlignmentFlag.AlignRight else self._theme.colour("muted"))
        is_left = side == Qt.AlignmentFlag.AlignRight
        label_width = x - GRID - area.left() if is_left else area.right() - x - _BAR - GRID
        area_of_name = QRectF(area.left() if is_left else x + _BAR + GRID, bar.center().y() - self._line / 2, label_width, self._line)
        painter.setPen(self._theme.colour("text"))
        text = self._metrics.elidedText(self._label(node), Qt.TextElideMode.ElideRight, round(label_width) + 1)
        painter.drawText(area_of_name, side | Qt.AlignmentFlag.AlignVCenter, text)

    def _label(self, node: Node) -> str:
        return f"{self._name(node.value)} {number(node.count)}"

    def _tone(self, value: str) -> QColor:
        indexes = {node.value: index for index, node in enumerate(self.layout_.left)}
        hues = self._theme.scheme.hues
        return QColor(hues[indexes.get(value, 0) % len(hues)])

    def _words(self, flow: Flow) -> str:
        times = trn("{count} time", "{count} times", flow.count)
        days = tr(
            "half of them within {days} days", days=decimal(flow.median_days, 0 if flow.median_days == round(flow.median_days) else 1)
        )
        return tr(
            "{source} → {target}: {times}, {days}", source=self._name(flow.source), target=self._name(flow.target), times=times, days=days
        )

    def _node_words(self, node: Node, side: str) -> str:
        if side == "left":
            times = trn("{count} time debunked first", "{count} times debunked first", node.count)
        else:
            times = trn("{count} time debunked again", "{count} times debunked again", node.count)
        return f"{self._name(node.value)}: {times}"
