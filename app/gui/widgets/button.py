"""The button of this window: the Return key presses it too, wherever the desktop leaves that to us, and words that do not fit end in
an ellipsis, where Qt would cut them at both sides."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QStylePainter, QWidget

_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Button(QPushButton):
    """Pressed by a click, the space bar or Return. `elide` says where words are left out."""

    elide = Qt.TextElideMode.ElideRight

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Take Return for a press."""
        if event.key() in _RETURN and event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """As many of its words as there is room for."""
        if self.width() >= self.sizeHint().width():
            super().paintEvent(event)
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        text_width = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self).width()
        mnemonic = Qt.TextFlag.TextShowMnemonic.value
        option.text = self.fontMetrics().elidedText(option.text, self.elide, text_width, mnemonic)
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)


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
