"""A button of one line in the accent's colour that is as wide as there is room: its words as they fit, all of them in its tool tip."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.gui.model.labels import tip
from app.gui.widgets.button import Button
from app.gui.widgets.plain import GRID


class ElidedButton(Button):
    """Leads somewhere, or opens something; written from the left."""

    def __init__(self, words: str, parent: QWidget | None = None, *, role: str = "link") -> None:
        super().__init__("", parent)
        self._words = ""
        self.setProperty("role", role)
        policy = self.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
        self.setSizePolicy(policy)
        self.setStyleSheet("text-align: left")
        self.say(words)

    def say(self, words: str) -> None:
        """Other words."""
        self._words = words
        self.setAccessibleName(words)
        self.setToolTip(tip(words))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """As many words as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, max(0, self.width() - 3 * GRID))
        self.setText(shown.replace("&", "&&"))
