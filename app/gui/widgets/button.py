"""The button of this window: the Return key presses it too, not the space bar alone, wherever the desktop leaves that to us."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton

_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Button(QPushButton):
    """Pressed by a click, the space bar or Return."""

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Take Return for a press."""
        if event.key() in _RETURN and event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier):
            self.click()
        else:
            super().keyPressEvent(event)
