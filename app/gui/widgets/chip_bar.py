"""The active restrictions as chips: what is hidden is always visible, and one click brings it back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from app.gui.widgets.button import Button
from app.gui.widgets.flow_layout import FlowLayout
from app.translation import tr

_LONGEST = 40


class Labelled(Protocol):
    """One active restriction with its words."""

    @property
    def label(self) -> str: ...


class ChipBar(QWidget):
    """Chips in a row that wraps; hides itself when there is none. `removed` carries the chip that was clicked."""

    removed = Signal(object)
    cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = FlowLayout(self)
        self._chips: dict[QPushButton, Labelled] = {}
        self._clear = Button(tr("Clear all"), self)
        self._clear.setProperty("role", "quiet")
        self._clear.clicked.connect(self.cleared)
        self.show_chips(())

    def show_chips(self, chips: Sequence[Labelled]) -> None:
        """Show exactly these chips."""
        while self._layout.takeAt(0) is not None:
            pass
        for button in self._chips:
            button.hide()
            button.deleteLater()
        self._chips = {self._button(chip): chip for chip in chips}
        for button in self._chips:
            self._layout.addWidget(button)
        self._layout.addWidget(self._clear)
        self._clear.setVisible(len(chips) > 1)
        self.setVisible(bool(chips))

    def buttons(self) -> list[QPushButton]:
        """The chips' buttons, in order."""
        return list(self._chips)

    def _button(self, chip: Labelled) -> QPushButton:
        text = chip.label if len(chip.label) <= _LONGEST else chip.label[: _LONGEST - 1] + "…"
        button = Button(f"{text.replace('&', '&&')}  ✕", self)
        button.setProperty("role", "chip")
        button.setAccessibleName(tr("Remove filter: {words}", words=chip.label))
        button.clicked.connect(self._clicked)
        button.show()
        return button

    def _clicked(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton) and button in self._chips:
            self.removed.emit(self._chips[button])
