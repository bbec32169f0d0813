"""What an empty place shows: what it is for, what to do next, and the buttons that do it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from app.gui.theme import Theme
from app.gui.widgets.plain import GRID, column, label, styled


class EmptyState(QWidget):
    """A heading, a sentence or two, and a button for each action; the first button is the one to press."""

    def __init__(self, theme: Theme, *, heading: str, text: str, actions: tuple[QAction, ...] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        self._theme = theme
        layout = column(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID), spacing=GRID)
        layout.addStretch(2)
        self.heading: QLabel = label(heading, wrap=True)
        self.text: QLabel = label(text, muted=True, wrap=True)
        for part in (self.heading, self.text):
            part.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(part)
        self.buttons = [_button(action, primary=not place) for place, action in enumerate(actions)]
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addStretch()
        for button in self.buttons:
            row.addWidget(button)
        row.addStretch()
        layout.addSpacing(GRID)
        layout.addLayout(row)
        layout.addStretch(3)
        theme.changed.connect(self._restyle)
        self._restyle()

    def say(self, heading: str, text: str) -> None:
        """Other words for the same place."""
        self.heading.setText(heading)
        self.text.setText(text)

    def _restyle(self) -> None:
        self.heading.setFont(self._theme.font(step=3, bold=True))


def _button(action: QAction, *, primary: bool) -> QPushButton:
    button = QPushButton(action.text())
    if primary:
        button.setProperty("role", "primary")
    button.setToolTip(action.toolTip())
    button.clicked.connect(action.trigger)
    return button
