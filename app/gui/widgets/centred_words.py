"""A heading and a sentence or two in the middle of a place, in lines that are not too long to read."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.gui.theme import Theme
from app.gui.widgets.labels import GRID, column, label

_LONGEST_LINE = 80
"""Letters of middling width."""


class CentredWords(QWidget):
    """Two labels, `heading` and `text`, below each other; the heading's font is `step` steps larger."""

    def __init__(self, theme: Theme, *, heading: str, text: str, step: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._step = step
        self.heading: QLabel = label(heading, wrap=True)
        self.text: QLabel = label(text, muted=True, wrap=True)
        layout = column(self, spacing=GRID)
        for part in (self.heading, self.text):
            part.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            row = QHBoxLayout()
            row.addStretch(1)
            row.addWidget(part, 1000)
            row.addStretch(1)
            layout.addLayout(row)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        self.heading.setFont(self._theme.font(step=self._step, bold=True))
        for part in (self.heading, self.text):
            part.setMaximumWidth(_LONGEST_LINE * part.fontMetrics().averageCharWidth())
