"""Block with a language model's text, on its own background so that nobody takes it for the words of the program or of a person."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from app.gui.model.llm_words import LlmText
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, label, styled


class LlmBlock(QWidget):
    """Heading, texts with what each rests on, a note, and below them the buttons that `add` makes."""

    def __init__(self, text: LlmText, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "machine")
        self.text, self._theme = text, theme
        self._row: FlowLayout | None = None
        self.setAccessibleName(text.spoken)
        small = theme.font(step=-1)
        self._lines = column(self, margins=(GRID + 4, GRID, GRID + 4, GRID), spacing=4)
        self._lines.addWidget(label(text.heading, font=theme.font(step=-1, bold=True), wrap=True))
        self.parts: list[QLabel] = []
        for part_text, source in text.parts:
            self.parts.append(label(part_text, wrap=True, selectable=True))
            self._lines.addWidget(self.parts[-1])
            if source:
                self._lines.addWidget(label(source, font=small, muted=True, wrap=True, selectable=True))
        if text.note:
            self._lines.addWidget(label(text.note, font=small, muted=True, wrap=True, selectable=True))

    def add(self, text: str, tip: str = "", *, role: str = "") -> Button:
        """One more button below the texts."""
        if self._row is None:
            strip = QWidget(self)
            self._row = FlowLayout(strip, spacing=GRID)
            self._lines.addWidget(strip)
        button = Button(text, self)
        button.setToolTip(tip)
        if role:
            button.setProperty("role", role)
        button.setFont(self._theme.font(step=-0.5))
        self._row.addWidget(button)
        return button
