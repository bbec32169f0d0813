"""The field at the top of a list or table that searches it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget


class SearchField(QLineEdit):
    """Search field of a page. "Find" goes to the visible one of the current page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setClearButtonEnabled(True)

    def begin(self) -> None:
        """Take the focus, with what was searched for selected."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()
