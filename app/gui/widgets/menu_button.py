"""A button that opens a menu below itself: by a click, the space bar or Return."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.gui.widgets.button import Button
from app.gui.widgets.menu import Menu
from app.translation import tr


class MenuButton(Button):
    """`name` is what a screen reader says where it is not the text alone."""

    elide = Qt.TextElideMode.ElideMiddle  # the arrow stays

    def __init__(self, text: str, parent: QWidget | None = None, *, name: str = "", role: str = "") -> None:
        super().__init__(f"{text}  ▾", parent)
        self.entries = Menu(self)
        self.setAccessibleName(tr("{name}, menu", name=name or text))
        if role:
            self.setProperty("role", role)
        self.clicked.connect(self.open)

    def open(self) -> None:
        """Show the menu, unless the button is hidden because there is nothing to choose."""
        if self.isVisible():
            self.entries.popup(self.mapToGlobal(self.rect().bottomLeft()))
