"""The narrow rail at the left: one button a place."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QToolButton, QVBoxLayout, QWidget

from app.gui.icons import Icons
from app.gui.theme import Theme
from app.gui.widgets.labels import styled

_WIDTH = 72
_ICON = 22


class Rail(QWidget):
    """Buttons of which one is checked; `chosen` carries the place's number."""

    item_selected = Signal(int)

    def __init__(self, theme: Theme, icons: Icons, pages: tuple[tuple[str, str], ...], parent: QWidget | None = None) -> None:
        """`pages` are (name, icon) pairs."""
        super().__init__(parent)
        styled(self, "rail")
        self.setFixedWidth(_WIDTH)
        self._theme, self._icons = theme, icons
        self._names = [icon for _, icon in pages]
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 1, 8)
        layout.setSpacing(0)
        self._group = QButtonGroup(self)
        for number, (name, _) in enumerate(pages):
            button = self._button(name, number)
            self._group.addButton(button, number)
            layout.addWidget(button)
        layout.addStretch()
        self._group.idClicked.connect(self.item_selected)
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_current(self, number: int) -> None:
        """Check the button of this place."""
        self._group.button(number).setChecked(True)

    def _button(self, name: str, number: int) -> QToolButton:
        button = QToolButton(self)
        button.setText(name)
        button.setAccessibleName(name)
        button.setToolTip(f"{name} (Ctrl+{number + 1})")
        button.setCheckable(True)
        button.setProperty("role", "place")
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setIconSize(QSize(_ICON, _ICON))
        return button

    def _restyle(self) -> None:
        font = self._theme.font(step=-1.5)
        text_width = max(QFontMetrics(font).horizontalAdvance(button.text()) for button in self._group.buttons())
        self.setFixedWidth(max(_WIDTH, text_width + 24))
        for number, name in enumerate(self._names):
            button = self._group.button(number)
            size = self._theme.grown(_ICON)
            button.setIcon(self._icons.icon(name, size=size))
            button.setIconSize(QSize(size, size))
            button.setFont(font)
            button.setFixedWidth(self.width() - 1)
