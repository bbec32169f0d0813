"""Scroll area that scrolls only vertically and is never narrower than its content."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QScrollArea, QWidget

_WIDEST = 1.5  # of `least`: one long name does not push everything else aside


class ScrollColumn(QScrollArea):
    """`least` is its narrowest width in pixels; larger text, or words that cannot be broken, ask for up to half as much again."""

    def __init__(self, parent: QWidget | None = None, *, least: int = 0) -> None:
        super().__init__(parent)
        self._least = least
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the width of the widest unbreakable content plus the scroll bar."""
        hint = super().minimumSizeHint()
        inside = self.widget()
        if inside is None or not self._least:
            return QSize(max(hint.width(), self._least), hint.height())
        needed_width = inside.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width() + 2 * self.frameWidth()
        return QSize(max(self._least, min(needed_width, int(_WIDEST * self._least))), hint.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Follow the width that the content needs."""
        if event.type() == QEvent.Type.LayoutRequest and watched is self.widget():
            self.updateGeometry()
        return super().eventFilter(watched, event)
