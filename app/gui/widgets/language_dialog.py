"""Dialog for the language of a text: a list of names and, where it makes sense, whether the choice holds for all of the text."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QHBoxLayout, QWidget

from app.gui.model.language_names import language_choices, language_name
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label
from app.translation import tr

_LEAST_WIDTH = 340


class LanguageDialog(QDialog):
    """Opens without stopping the window; Esc closes it.

    `unknown` offers "not known" as well; `everywhere` is the wording of a box to tick, "" for none.
    """

    def __init__(
        self, title: str, *, code: str, note: str = "", unknown: bool = True, everywhere: str = "", theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(_LEAST_WIDTH)
        layout = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, GRID + 4), spacing=GRID)
        layout.addWidget(label(title, font=theme.font(step=1, bold=True)))
        self.languages = QComboBox(self)
        self.languages.setAccessibleName(tr("Language"))
        for name, choice_code in ([(language_name(""), "")] if unknown else []) + list(language_choices(code)):
            self.languages.addItem(name, choice_code)
        self.languages.setCurrentIndex(max(0, self.languages.findData(code)))
        layout.addWidget(self.languages)
        if note:
            layout.addWidget(label(note, font=theme.font(step=-1), muted=True, wrap=True))
        self.everywhere = QCheckBox(everywhere, self)
        self.everywhere.setVisible(bool(everywhere))
        layout.addWidget(self.everywhere)
        layout.addLayout(self._buttons())
        self.languages.setFocus()

    @property
    def code(self) -> str:
        """The language that is chosen now."""
        return self.languages.currentData() or ""

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addStretch()
        self.cancel_button, self.accept_button = Button(tr("Cancel"), self), Button(tr("Change"), self)
        self.accept_button.setProperty("role", "primary")
        self.accept_button.setDefault(True)
        self.cancel_button.setAutoDefault(False)
        self.cancel_button.clicked.connect(self.reject)
        self.accept_button.clicked.connect(self.accept)
        for button in (self.cancel_button, self.accept_button):
            row.addWidget(button)
        return row
