"""A small bar of five cells for a share; the number stands beside it, so it needs no words of its own."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.gui.model.labels import STEPS, steps
from app.gui.theme import Theme
from app.translation import percent

_CELL, _HEIGHT, _GAP = 6, 6, 2


class Meter(QWidget):
    """Cells filled up to the share, in the one hue of verifiability."""

    def __init__(self, theme: Theme, share: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._steps = theme, steps(share)
        self._cell, self._height, self._gap = (theme.grown(size) for size in (_CELL, _HEIGHT, _GAP))
        self.setFixedSize(STEPS * self._cell + (STEPS - 1) * self._gap, self._height)
        self.setAccessibleName(percent(share))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the cells."""
        painter = QPainter(self)
        for step in range(STEPS):
            filled = step < self._steps
            colour = self._theme.colour("muted" if filled else "hairline")
            painter.fillRect(QRect(step * (self._cell + self._gap), 0, self._cell, self._height), colour)
