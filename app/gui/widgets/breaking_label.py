"""A label for what people write: words that are too long for any line are broken, and what is copied from it is as it was written."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QFont, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from app.gui.model.labels import breakable, inert, unbroken
from app.gui.widgets.labels import WrappedLabel


class BreakingLabel(WrappedLabel):
    """Plain text over several lines, selectable; the menu is that of what it stands in."""

    def __init__(self, text: str, *, font: QFont | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if font is not None:
            self.setFont(font)
        self.setText(text)

    def setText(self, text: str) -> None:  # noqa: N802
        """Show another text."""
        super().setText(breakable(inert(text)))

    def text(self) -> str:
        """The text without what lets it be broken."""
        return unbroken(super().text())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Copy what is selected as it was written."""
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(unbroken(self.selectedText()))
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Leave it to what the text stands in."""
        event.ignore()
