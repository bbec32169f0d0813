"""Icons of `resources/icons`, painted in any colour. Pixmaps are cached because lists ask for them with every row."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgGenerator, QSvgRenderer

from app.gui.theme import Theme
from app.paths import resources_dir


class Icons:
    """Icons by name (the file's stem); pixmaps are cached by name, colour, size and screen scale."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._sources: dict[str, str] = {}
        self._pixmaps: dict[tuple[str, str, int, float], QPixmap] = {}

    def pixmap(self, name: str, colour: QColor, *, size: int = 16, scale: float = 1.0) -> QPixmap:
        """A square pixmap of `size` logical pixels."""
        key = (name, colour.name(), size, scale)
        if key not in self._pixmaps:
            self._pixmaps[key] = self._paint(name, colour, size, scale)
        return self._pixmaps[key]

    def draw(self, painter: QPainter, name: str, colour: QColor, target: QRectF) -> None:
        """Paint an icon into a drawing: as vectors into an SVG file, else from the cached pixmap."""
        device = painter.device()
        if isinstance(device, QSvgGenerator):
            self._renderer(name, colour).render(painter, target)
            return
        pixmap = self.pixmap(name, colour, size=round(target.width()), scale=device.devicePixelRatio())
        painter.drawPixmap(target.topLeft().toPoint(), pixmap)

    def icon(self, name: str, *, size: int = 16) -> QIcon:
        """An icon for a button: muted, and in the accent while it is checked."""
        icon = QIcon()
        for scale in (1.0, 2.0):
            icon.addPixmap(self.pixmap(name, self._theme.colour("muted"), size=size, scale=scale))
            accent = self.pixmap(name, self._theme.colour("accent"), size=size, scale=scale)
            icon.addPixmap(accent, QIcon.Mode.Normal, QIcon.State.On)
        return icon

    def _paint(self, name: str, colour: QColor, size: int, scale: float) -> QPixmap:
        return _painted(self._renderer(name, colour), size, scale)

    def _renderer(self, name: str, colour: QColor) -> QSvgRenderer:
        return QSvgRenderer(QByteArray(self._source(name).replace("currentColor", colour.name()).encode()))

    def _source(self, name: str) -> str:
        if name not in self._sources:
            self._sources[name] = (resources_dir() / "icons" / f"{name}.svg").read_text(encoding="utf-8")
        return self._sources[name]


def tinted_icon(name: str, colour: QColor, *, size: int = 16) -> QIcon:
    """An icon in one colour, for a widget that has a palette and no theme."""
    source = (resources_dir() / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(source.replace("currentColor", colour.name()).encode()))
    icon = QIcon()
    for scale in (1.0, 2.0):
        icon.addPixmap(_painted(renderer, size, scale))
    return icon


def _painted(renderer: QSvgRenderer, size: int, scale: float) -> QPixmap:
    pixmap = QPixmap(round(size * scale), round(size * scale))
    pixmap.setDevicePixelRatio(scale)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap


def program_icon() -> QIcon:
    """The program's own mark."""
    return QIcon(str(resources_dir() / "icons" / "priorcheck.svg"))
