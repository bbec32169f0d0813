"""Content of an empty page: its purpose, the next step, and the buttons for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.gui.theme import Theme
from app.gui.widgets.button import ActionButton, Button
from app.gui.widgets.centred_words import CentredWords
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, styled
from app.translation import tr

_RECENT = 5


class EmptyState(QWidget):
    """A heading, a sentence or two, and a button for each action; the first button is the one to press.

    `recent_chosen` carries the path of a recent file.
    """

    recent_chosen = Signal(str)

    def __init__(self, theme: Theme, *, heading: str, text: str, actions: tuple[QAction, ...] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        words = CentredWords(theme, heading=heading, text=text, step=3)
        self.heading, self.text = words.heading, words.text
        layout = column(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID), spacing=GRID)
        layout.addStretch(2)
        layout.addWidget(words)
        self.buttons = [_button(action, primary=not index) for index, action in enumerate(actions)]
        self._usual: tuple[str, str] | None = None
        strip = self._strip = QWidget(self)
        flow = FlowLayout(strip, spacing=GRID, centred=True)
        for button in self.buttons:
            flow.addWidget(button)
        layout.addSpacing(GRID)
        layout.addWidget(strip)
        layout.addSpacing(2 * GRID)
        self._recent = QVBoxLayout()
        self._recent_buttons: list[QPushButton] = []
        self._recent.setSpacing(0)
        layout.addLayout(self._recent)
        layout.addStretch(3)

    def show_recent(self, paths: Sequence[str]) -> None:
        """Offer these files below the buttons; those that are gone are left out."""
        for button in self._recent_buttons:
            button.hide()
            button.deleteLater()
        self._recent_buttons = []
        for path in [recent_path for recent_path in paths if Path(recent_path).is_file()][:_RECENT]:
            button = Button(Path(path).name.replace("&", "&&"), self)
            button.setProperty("role", "quiet")
            button.setProperty("path", path)
            button.setToolTip(path.replace("<", "‹"))
            button.setAccessibleName(tr("Open {name} again", name=Path(path).name))
            button.clicked.connect(self._recent_clicked)
            self._recent_buttons.append(button)
            self._recent.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)

    def say(self, heading: str, text: str) -> None:
        """Other words for the same place."""
        self.heading.setText(heading)
        self.text.setText(text)

    def show_running(self, heading: str, text: str) -> None:
        """Show what is under way, without the buttons that would begin it again."""
        if self._usual is None:
            self._usual = (self.heading.text(), self.text.text())
        self.say(heading, text)
        self._strip.hide()

    def show_usual(self) -> None:
        """Show the first words and the buttons again."""
        if self._usual is not None:
            self.say(*self._usual)
            self._usual = None
            self._strip.show()

    def _recent_clicked(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton):
            self.recent_chosen.emit(button.property("path"))


def _button(action: QAction, *, primary: bool) -> QPushButton:
    button = ActionButton(action)
    if primary:
        button.setProperty("role", "primary")
    return button
