"""What stands below the box before anything was looked up: what can be pasted, and two claims to try."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app.gui.model.claims import EXAMPLES
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.plain import GRID, column, label, styled
from app.translation import mark, tr

_TEXT = mark(
    "Paste one claim or up to five hundred: posts, quotations, a numbered list, a column of a spreadsheet, a table with a heading. "
    "Each is looked up in the library, also in other wordings, and nothing leaves this computer."
)


class Examples(QWidget):
    """`chosen` carries the claim whose button was pressed."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        self._theme = theme
        lines = column(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID), spacing=GRID)
        lines.addStretch(2)
        self.heading = label(tr("Has this been checked?"), font=theme.font(step=2, bold=True), wrap=True)
        text = label(tr(_TEXT), muted=True, wrap=True)
        for part in (self.heading, text):
            part.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            lines.addWidget(part)
        lines.addSpacing(GRID)
        lines.addWidget(label(tr("Try one of these")), 0, Qt.AlignmentFlag.AlignHCenter)
        self.buttons = [self._button(claim) for claim in EXAMPLES]
        for button in self.buttons:
            lines.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        lines.addStretch(3)
        theme.changed.connect(self._restyle)

    def _button(self, claim: str) -> Button:
        button = Button(claim, self)
        button.setAccessibleName(tr("Look up: {claim}", claim=claim))
        button.clicked.connect(lambda: self.chosen.emit(claim))
        return button

    def _restyle(self) -> None:
        self.heading.setFont(self._theme.font(step=2, bold=True))
