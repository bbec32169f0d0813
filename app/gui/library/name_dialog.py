"""Asks what a library is called here, and in which colour it is marked."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QWidget

from app.gui.model.colours import Tone
from app.gui.widgets.labels import GRID, column, label
from app.translation import mark, tr

_COLOURS = {
    Tone.GREY: mark("Grey"),
    Tone.BLUE: mark("Blue"),
    Tone.GREEN: mark("Green"),
    Tone.ORANGE: mark("Orange"),
    Tone.VERMILLION: mark("Red"),
    Tone.PURPLE: mark("Purple"),
}


class NameDialog(QDialog):
    """`submitted` carries the name, "" for that of the folder, and the tone."""

    submitted = Signal(str, str)

    def __init__(self, name: str, tone: str, icons: Mapping[Tone, QIcon], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Name of the library"))
        layout = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        layout.addWidget(label(tr("As it is called on this computer; the folder keeps its name."), muted=True, wrap=True))
        form = QFormLayout()
        form.setSpacing(GRID)
        self.name = QLineEdit(name, self)
        self.name.selectAll()
        form.addRow(tr("Name"), self.name)
        self.colour = QComboBox(self)
        for entry_tone, words in _COLOURS.items():
            self.colour.addItem(icons[entry_tone], tr(words), str(entry_tone))
        self.colour.setCurrentIndex(max(0, self.colour.findData(str(tone))))
        form.addRow(tr("Colour"), self.colour)
        layout.addLayout(form)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)

    def accept(self) -> None:
        """Submit what was entered."""
        self.submitted.emit(self.name.text().strip(), self.colour.currentData())
        super().accept()
