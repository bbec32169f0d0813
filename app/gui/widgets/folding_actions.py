"""Buttons of actions in a line; where there is no room for all of them, the last ones are in a menu."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.gui.widgets.button import ActionButton
from app.gui.widgets.labels import GRID
from app.gui.widgets.menu_button import MenuButton
from app.translation import tr


class FoldingActions(QWidget):
    """Whoever holds it says with `fit` how much room there is."""

    def __init__(self, actions: Sequence[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = tuple(actions)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 2 * GRID, 0)
        row.setSpacing(GRID)
        self.buttons = [ActionButton(action, self) for action in actions]
        self.more = MenuButton(tr("More"), self)
        for button in (*self.buttons, self.more):
            row.addWidget(button)
        self.more.hide()

    def fit(self, room: int) -> None:
        """Show as many buttons as there is room for (pixels), the others in the menu."""
        widths = [button.sizeHint().width() + GRID for button in self.buttons]
        free = room - 2 * GRID
        shown = len(widths)
        if sum(widths) - GRID > free:
            free -= self.more.sizeHint().width()
            while shown and sum(widths[:shown]) > free:
                shown -= 1
        for place, button in enumerate(self.buttons):
            button.setVisible(place < shown)
        self.more.entries.clear()
        self.more.entries.addActions(self._actions[shown:])
        self.more.setVisible(shown < len(widths))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """No wider than the menu's button alone."""
        return QSize(self.more.sizeHint().width() + 2 * GRID, self.more.sizeHint().height())
