"""A button of the status line that has a shorter text for a narrow window."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.gui.model.labels import inert, tip
from app.gui.widgets.button import Button


class StatusItem(Button):
    """Shows its long text unless it was shortened; a screen reader always says the long one. `about` tells what pressing does."""

    def __init__(self, about: str, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setProperty("role", "status")
        self._about = about
        self._long = self._short = ""
        self._is_shortened = False
        self._arrow = self._detail = ""

    def add_arrow(self) -> None:
        """Show that pressing opens a menu."""
        self._arrow = "  ▾"

    def tell_more(self, detail: str) -> None:
        """Show this in the tool tip, too."""
        self._detail = detail

    def write(self, text: str, *, short: str) -> None:
        """Show this text, or the short one while there is little room."""
        self._long, self._short = inert(text), inert(short)
        self.setAccessibleName(self._long)
        self.setToolTip("\n".join(tip(line) for line in (text, self._detail, self._about) if line))
        self._show()

    def shorten(self, is_shortened: bool) -> None:
        """Show the short text, or the long one again."""
        if is_shortened != self._is_shortened:
            self._is_shortened = is_shortened
            self._show()

    def width_with(self, *, is_shortened: bool) -> int:
        """Return the width that the button needs with its short or its long text, in pixels."""
        metrics = self.fontMetrics()
        padding = self.sizeHint().width() - metrics.horizontalAdvance(self.text())
        return padding + metrics.horizontalAdvance(self._text(is_shortened=is_shortened))

    def _text(self, *, is_shortened: bool) -> str:
        return f"{self._short if is_shortened else self._long}{self._arrow}".replace("&", "&&")

    def _show(self) -> None:
        text = self._text(is_shortened=self._is_shortened)
        if text != self.text():
            self.setText(text)
