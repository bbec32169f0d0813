"""The button of this window: the Return key presses it too, not the space bar alone, wherever the desktop leaves that to us."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QPushButton, QWidget

_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Button(QPushButton):
    """Pressed by a click, the space bar or Return."""

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Take Return for a press."""
        if event.key() in _RETURN and event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier):
            self.click()
        else:
            super().keyPressEvent(event)


class ActionButton(Button):
    """The button of an action: its words, its tool tip with the key it has now, and pressed only while the action is enabled."""

    def __init__(self, action: QAction, parent: QWidget | None = None) -> None:
        super().__init__(action.text(), parent)
        self._action = action
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        self.setToolTip(self._action.toolTip())
        self.setEnabled(self._action.isEnabled())
