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
    """Row of buttons whose last ones move into a menu. Its owner calls `fit` with the available width."""

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
        free_width = room - 2 * GRID
        visible_count = len(widths)
        if sum(widths) - GRID > free_width:
            free_width -= self.more.sizeHint().width()
            while visible_count and sum(widths[:visible_count]) > free_width:
                visible_count -= 1
        for index, button in enumerate(self.buttons):
            button.setVisible(index < visible_count)
        self.more.entries.clear()
        self.more.entries.addActions(self._actions[visible_count:])
        self.more.setVisible(visible_count < len(widths))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """No wider than the menu's button alone."""
        return QSize(self.more.sizeHint().width() + 2 * GRID, self.more.sizeHint().height())
