"""A chart of bars, in rows with names at the left or in columns over years. All of it is said in words as well."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.charts.bars import BarChart, ColumnLayout, RowLayout, column_drawing, row_drawing
from app.charts.drawing import Align, Drawing, Ink, Label
from app.gui.charts.canvas import Canvas
from app.gui.icons import Icons
from app.gui.model.colours import Tone
from app.gui.theme import Theme
from app.gui.widgets.labels import GRID

_ICON = 16
_THIN = 8
_HIGH = 176
_COLOURS = {Ink.TEXT: "text", Ink.SOFT: "muted", Ink.LINE: "hairline"}


class BarsChart(Canvas):
    """Bar chart widget, reached by Tab for screen readers; as high as its bars need."""

    opaque = False

    def __init__(self, theme: Theme, icons: Icons, chart: BarChart, parent: QWidget | None = None) -> None:
        super().__init__(theme, icons, parent)
        self._chart = chart
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(chart.summary)
        self.setMinimumWidth(320)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802
        """One line for the heading and one for each bar, or room for columns and their names."""
        row = self._row()
        return QSize(420, 2 * row + _HIGH if self._chart.columns else (len(self._chart.bars) + 1) * row + GRID)

    def draw(self, painter: QPainter, area: QRect) -> None:
        """Paint the heading and the bars below it."""
        row, inner = self._row(), area.adjusted(GRID, 0, -GRID, 0)
        self.draw_heading(painter, QRect(inner.left(), inner.top(), inner.width(), row), self._chart.title)
        if not self._chart.bars or (self._chart.columns and not self._chart.scale):
            return
        painter.translate(inner.left(), inner.top() + row)
        drawing = self._columns(inner) if self._chart.columns else self._rows(inner)
        self._paint(painter, drawing)
        painter.resetTransform()

    def _row(self) -> int:
        return self._line + GRID

    def _rows(self, inner: QRect) -> Drawing:
        row = self._row()
        layout = RowLayout(
            width=inner.width(),
            row=row,
            thick=_THIN,
            base=(row - self._metrics.height()) / 2 + self._metrics.ascent(),
            names=inner.width() * 2 // 5,
            numbers=max(self._metrics.horizontalAdvance(bar.number) for bar in self._chart.bars) + GRID,
            gap=GRID,
            icon=self._theme.grown(_ICON) + 6,
            edges=True,
        )
        return row_drawing(self._chart, layout)

    def _columns(self, inner: QRect) -> Drawing:
        row = self._row()
        layout = ColumnLayout(
            width=inner.width(),
            axis=0.0,
            top=row,
            height=inner.height() - 3 * row,
            below=(row + self._metrics.ascent()) / 2,
            name=self._metrics.horizontalAdvance("0000") + GRID,
            widest=inner.width(),
            edges=True,
        )
        return column_drawing(self._chart, layout)

    def _paint(self, painter: QPainter, drawing: Drawing) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for box in drawing.boxes:
            left_edge, right = round(box.x), round(box.x + box.width)
            top, bottom = round(box.y), round(box.y + box.height)
            if box.height:
                painter.fillRect(QRect(left_edge, top, max(1, right - left_edge), max(1, bottom - top)), self._colour(box.ink))
        for icon in drawing.icons:
            self._icons.draw(painter, icon.name, self._colour(icon.ink), QRectF(icon.x, icon.y, icon.size, icon.size))
        painter.setFont(self._font)
        for label in drawing.labels:
            self._label(painter, label)

    def _label(self, painter: QPainter, label: Label) -> None:
        text = self._metrics.elidedText(label.text, Qt.TextElideMode.ElideRight, round(label.room))
        share = {Align.START: 0.0, Align.MIDDLE: 0.5, Align.END: 1.0}[label.align]
        painter.setPen(self._colour(label.ink))
        painter.drawText(QPointF(label.x - share * self._metrics.horizontalAdvance(text), label.y), text)

    def _colour(self, ink: str) -> QColor:
        if ink in _COLOURS:
            return self._theme.colour(_COLOURS[Ink(ink)])
        return QColor(self._theme.scheme.bars[3]) if ink == Ink.BAR else self._theme.tone(Tone(ink))
