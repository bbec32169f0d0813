"""Content of a page before the first question: its purpose and a few examples to try."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app.gui.model.labels import tip
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.centred_words import CentredWords
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.scroll_column import ScrollColumn
from app.translation import tr

_NARROWEST = 120
"""A long example ends in an ellipsis where there is no room for it."""


class Examples(ScrollColumn):
    """`chosen` carries the example whose button was pressed; `named` says for a screen reader what a button does."""

    item_selected = Signal(str)

    def __init__(
        self,
        theme: Theme,
        words: tuple[str, str],
        examples: Sequence[str],
        *,
        accessible_name: Callable[[str], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        body = styled(QWidget(), "surface")
        layout = column(body, margins=(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID), spacing=GRID)
        layout.addStretch(2)
        heading, text = words
        layout.addWidget(CentredWords(theme, heading=heading, text=text, step=2))
        layout.addSpacing(GRID)
        layout.addWidget(label(tr("Try one of these")), 0, Qt.AlignmentFlag.AlignHCenter)
        self.buttons = [self._button(example, accessible_name(example)) for example in examples]
        for button in self.buttons:
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)
        self.setWidget(body)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab goes to the buttons, and shows the one it reaches

    def _button(self, example: str, name: str) -> Button:
        button = Button(example.replace("&", "&&"), self)
        button.setAccessibleName(name)
        button.setToolTip(tip(example))
        button.setMinimumWidth(_NARROWEST)
        button.clicked.connect(lambda: self.item_selected.emit(example))
        return button
