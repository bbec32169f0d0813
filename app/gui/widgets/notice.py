"""A line above a place: an announcement that waits for the reader, or an error with what to do."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label, styled
from app.translation import tr


class Notice(QWidget):
    """Hidden until it has something to say. `accepted` is its button, `other_accepted` a second one, `dismissed` its cross."""

    accepted = Signal()
    other_accepted = Signal()
    dismissed = Signal()

    def __init__(self, role: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, role)
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GRID, GRID // 2, GRID, GRID // 2)
        row.setSpacing(GRID)
        words = QWidget(self)
        layout = column(words)
        self.message = label(wrap=True, selectable=True)
        self.hint = label(wrap=True, muted=True, selectable=True)
        layout.addWidget(self.message)
        layout.addWidget(self.hint)
        row.addWidget(words, 1)
        self.button = Button(self)
        self.button.setProperty("role", "primary")
        self.button.clicked.connect(self.accepted)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.other_button = Button(self)
        self.other_button.clicked.connect(self.other_accepted)
        row.addWidget(self.other_button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.close_button = Button(tr("Dismiss"), self)
        self.close_button.setProperty("role", "quiet")
        self.close_button.clicked.connect(self._dismiss)
        row.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()

    def say(self, message: str, *, hint: str = "", button: str = "", other: str = "") -> None:
        """Show a sentence, what to do, and up to two buttons where there is something to press."""
        self.message.setText(message)
        self.hint.setText(hint)
        self.hint.setVisible(bool(hint))
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self.other_button.setText(other)
        self.other_button.setVisible(bool(other))
        self.setAccessibleName(" ".join(part for part in (message, hint) if part))
        self.show()

    def clear(self) -> None:
        """Say nothing."""
        self.hide()

    def _dismiss(self) -> None:
        self.hide()
        self.dismissed.emit()
