"""A button of one line in the accent's colour that is as wide as there is room: its words as they fit, all of them in its tool tip."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QWidget

from app.gui.model.labels import tip
from app.gui.widgets.button import Button


class ElidedButton(Button):
    """Leads somewhere, or opens something; written from the left."""

    def __init__(self, words: str, parent: QWidget | None = None, *, role: str = "link") -> None:
        super().__init__("", parent)
        self.setProperty("role", role)
        policy = self.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
        self.setSizePolicy(policy)
        self.setStyleSheet("text-align: left")
        self.say(words)

    def say(self, words: str) -> None:
        """Other words."""
        self.setAccessibleName(words)
        self.setToolTip(tip(words))
        self.setText(words.replace("&", "&&"))
