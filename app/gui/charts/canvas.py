"""Base classes of the painted charts: reached by Tab, named for screen readers, with tool tips, painted into files as on the
screen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QEvent, QIODevice, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QHelpEvent, QImage, QImageWriter, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.charts.axis import Span
from app.file_replacement import write_export
from app.gui.icons import Icons
from app.gui.model.labels import tip
from app.gui.theme import Theme

_SMALLEST = QSize(960, 480)
_SCALE = 2.0
_STEP = 0.8
_CLICK = 4
"""Pixels that the pointer may move during a click."""


class Canvas(QWidget):
    """A chart: those who inherit from it say how it is `draw`n and what its places say (`words_at`), and whether it is `opaque`."""

    opaque = True

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._icons = theme, icons
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self._restyle)
        self._measure()

    def draw(self, painter: QPainter, area: QRect) -> None:
        """Paint everything into an area."""
        raise NotImplementedError

    def draw_heading(self, painter: QPainter, line: QRect, text: str) -> None:
        """Paint a heading in bold, elided; the font of the chart is set afterwards."""
        painter.setFont(self._theme.font(bold=True))
        painter.setPen(self._theme.colour("text"))
        elided_text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, elided_text)
        painter.setFont(self._font)

    def words_at(self, position: QPoint) -> str:
        """Return the tool tip at a position; "" where there is nothing."""
        return ""

    def save(self, path: Path) -> bool:
        """Save the chart as PNG or SVG, by the file's suffix; return False where it cannot be written."""
        size = self.size().expandedTo(_SMALLEST)
        content = self._svg(size) if path.suffix.lower() == ".svg" else self._png(size)
        try:
            write_export(path, content)
        except OSError:
            return False
        return bool(content)

    def _png(self, size: QSize) -> bytes:
        image = QImage(size * _SCALE, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(_SCALE)
        painter = QPainter(image)
        self._picture(painter, size)
        painter.end()
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(buffer, QByteArray(b"png")).write(image)
        return bytes(buffer.data().data())

    def event(self, event: QEvent) -> bool:
        """Show the tool tip under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), tip(self.words_at(event.pos())), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the chart, and a frame when it has the focus."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.opaque:
            painter.fillRect(self.rect(), self._theme.colour("surface"))
        self.draw(painter, self.rect().adjusted(2, 2, -2, -2))
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(self._theme.colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _svg(self, size: QSize) -> bytes:
        buffer, generator = QBuffer(), QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(size)
        generator.setViewBox(QRect(QPoint(0, 0), size))
        generator.setTitle(self.accessibleName())
        painter = QPainter(generator)
        self._picture(painter, size)
        painter.end()
        return bytes(buffer.data().data())

    def _picture(self, painter: QPainter, size: QSize) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRect(QPoint(0, 0), size), self._theme.colour("surface"))
        self.draw(painter, QRect(QPoint(0, 0), size).adjusted(8, 8, -8, -8))

    def _measure(self) -> None:
        self._font = self._theme.font(step=-1)
        self._metrics = QFontMetrics(self._font)
        self._line = self._metrics.lineSpacing()

    def _restyle(self) -> None:
        self._measure()
        self.updateGeometry()
        self.update()


class DragCanvas(Canvas):
    """A chart that is dragged; `clicked` carries where a press did not become a drag."""

    clicked = Signal(QPoint)

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(theme, icons, parent)
        self._pressed: QPoint | None = None
        self._dragged = False

    def drag(self, by: QPoint) -> None:
        """Move the visible part by so many pixels."""
        raise NotImplementedError

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A click or a drag begins."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._dragged = event.position().toPoint(), False
            self.setFocus(Qt.FocusReason.MouseFocusReason)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Drag, or show that something can be clicked here."""
        position = event.position().toPoint()
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            self.setCursor(Qt.CursorShape.PointingHandCursor if self.words_at(position) else Qt.CursorShape.ArrowCursor)
        elif self._dragged or (position - self._pressed).manhattanLength() > _CLICK:
            self._dragged = True
            self.drag(position - self._pressed)
            self._pressed = position

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A press that moved nothing is a click."""
        if self._pressed is not None and not self._dragged:
            self.clicked.emit(event.position().toPoint())
        self._pressed = None


class ZoomCanvas(DragCanvas):
    """A chart along one axis that can be looked at more closely: by the wheel, by dragging, by + and -, Home shows all."""

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(theme, icons, parent)
        self.whole = self.span = Span(0.0, 1.0)
        self.least = 1.0

    def plot(self, area: QRect) -> QRect:
        """The part of the area in which the axis runs."""
        return area

    def show_whole(self, full_span: Span, *, least: float) -> None:
        """The axis runs from here to there, and all of it is seen; no less than `least` of it ever is."""
        self.whole = self.span = (
            full_span if full_span.wide >= least else Span(full_span.low - (least - full_span.wide) / 2, full_span.high + least / 2)
        )
        self.least = min(least, self.whole.wide)
        self.update()

    def zoom(self, factor: float, around: float | None = None) -> None:
        """See this many times as much."""
        middle = (self.span.low + self.span.high) / 2
        self.span = self.span.zoomed(factor, around=middle if around is None else around, bounds=self.whole, least=self.least)
        self.update()

    def pan(self, share: float) -> None:
        """Move the visible part by a share of its length."""
        self.span = self.span.moved(share, bounds=self.whole)
        self.update()

    def see_all(self) -> None:
        """From the beginning to the end."""
        self.span = self.whole
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Closer or farther around the pointer; sideways along the axis."""
        turned = event.angleDelta()
        plot = self.plot(self.rect())
        if turned.y():
            around = self.span.at((event.position().x() - plot.left()) / max(1, plot.width()))
            self.zoom(_STEP ** (turned.y() / 120), min(max(around, self.span.low), self.span.high))
        elif turned.x():
            self.pan(-turned.x() / 1200)
        event.accept()

    def drag(self, by: QPoint) -> None:
        """Move the axis along."""
        self.pan(-by.x() / max(1, self.plot(self.rect()).width()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """See all of it again where there is nothing to open."""
        if not self.words_at(event.position().toPoint()):
            self.see_all()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Closer, farther, all, and along."""
        key = event.key()
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(_STEP**2)
        elif key == Qt.Key.Key_Minus:
            self.zoom(_STEP**-2)
        elif key == Qt.Key.Key_Home:
            self.see_all()
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.pan(-0.5 if key == Qt.Key.Key_PageUp else 0.5)
        else:
            super().keyPressEvent(event)
