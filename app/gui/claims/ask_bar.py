"""Input of pasted claims, with its button and a summary of the text that was read."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QWidget

from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label, styled
from app.translation import tr

_INPUT_HEIGHT = 144


class AskBar(QWidget):
    """Input of pasted claims. `asked` carries the text; `turned` is -1 or 1, for the previous or next look-up."""

    requested = Signal(str)
    turned = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "header")
        self._theme = theme
        layout = column(self, margins=(2 * GRID, GRID + 4, 2 * GRID, GRID + 4), spacing=GRID)
        head = QHBoxLayout()
        head.setSpacing(GRID // 2)
        self.heading = label(tr("Look up claims"), font=theme.font(step=3, bold=True))
        head.addWidget(self.heading)
        head.addStretch()
        self.back = self._turn("‹", -1, tr("The look-up before this one"))
        self.forward = self._turn("›", 1, tr("The look-up after this one"))
        head.addWidget(self.back)
        head.addWidget(self.forward)
        layout.addLayout(head)
        layout.addWidget(self._input())
        row = QHBoxLayout()
        row.setSpacing(GRID)
        self.button = Button(tr("Look up"), self)
        self.button.setProperty("role", "primary")
        self.button.setToolTip(tr("Look the claims up in the library"))
        self.button.clicked.connect(self.ask)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        words = QWidget(self)
        messages = column(words, spacing=2)
        self.said, self.told = label("", muted=True, wrap=True), label("", muted=True, wrap=True)
        messages.addWidget(self.said)
        messages.addWidget(self.told)
        row.addWidget(words, 1, Qt.AlignmentFlag.AlignVCenter)
        layout.addLayout(row)
        theme.changed.connect(self._restyle)
        self.show_turns(back=False, forward=False)
        self.say("")

    def ask(self) -> None:
        """Look up the claims in the input."""
        self.requested.emit(self.input.toPlainText())

    def write(self, text: str) -> None:
        """Put a text into the input; undo restores the old one."""
        cursor = QTextCursor(self.input.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)

    def say(self, summary: str, left_out: str = "") -> None:
        """Show a summary of the results, and what was taken from the text and left out."""
        for words, text in ((self.said, summary), (self.told, left_out)):
            words.setText(text)
            words.setVisible(bool(text))

    def show_turns(self, *, back: bool, forward: bool) -> None:
        """Enable the buttons to the previous and the next look-up."""
        self.back.setEnabled(back)
        self.forward.setEnabled(forward)
        for button in (self.back, self.forward):
            button.setVisible(back or forward)

    def _input(self) -> QWidget:
        self.input = QPlainTextEdit(self)
        self.input.setProperty("role", "input")
        self.input.setPlaceholderText(tr("One claim a line, a column of a spreadsheet, or a table with a heading…"))
        self.input.setAccessibleName(tr("Claims to look up, one a line"))
        self.input.setTabChangesFocus(True)
        self.input.setFixedHeight(_INPUT_HEIGHT)
        return self.input

    def _turn(self, sign: str, step: int, tooltip: str) -> QPushButton:
        button = Button(sign, self)
        button.setProperty("role", "quiet")
        button.setToolTip(tooltip)
        button.setAccessibleName(tooltip)
        button.clicked.connect(lambda: self.turned.emit(step))
        return button

    def _restyle(self) -> None:
        self.heading.setFont(self._theme.font(step=3, bold=True))
