"""Text area that grows with its text and reports changes when the reader pauses or leaves."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

_PAUSE_MS = 700
_FRAME = 20
"""Pixels above and below the lines: border, padding, and the margin of Qt's document."""


class TextArea(QPlainTextEdit):
    """Text area of several lines. `settled` carries the text when it differs from what was last shown or reported."""

    settled = Signal(str)

    def __init__(self, name: str, *, least_lines: int = 2, most_lines: int = 8, parent: QWidget | None = None) -> None:
        """Create an area of `least_lines` lines that grows to `most_lines`; `name` is its accessible name."""
        super().__init__(parent)
        self.setProperty("role", "input")
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self._least, self._most, self._told = least_lines, most_lines, ""
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self.settle)
        self.textChanged.connect(self._pause.start)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def show_text(self, text: str) -> None:
        """Show a text. If it is the last one shown or reported, the text being typed and its white space stay."""
        if text.split() != self._told.split():
            self._told = text
            self.setPlainText(text)
            self._pause.stop()

    def settle(self) -> None:
        """Report the typed text now, unless it is reported already."""
        self._pause.stop()
        text = self.toPlainText()
        if text != self._told:
            self._told = text
            self.settled.emit(text)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Treat leaving the field as the end of typing."""
        super().focusOutEvent(event)
        self.settle()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Another width breaks the text into other lines."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Larger text takes more room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        lines = round(self.document().size().height())
        self.setFixedHeight(min(max(lines, self._least), self._most) * self.fontMetrics().lineSpacing() + _FRAME)
