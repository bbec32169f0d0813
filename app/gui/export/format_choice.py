"""Choice of an export's format: one radio button a format, with what it is for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QRadioButton, QWidget

from app.gui.model.report_choice import Format
from app.gui.widgets.labels import GRID, label
from app.translation import tr

NAMES = 208
"""Width of the column of names, in pixels."""


class FormatChoice(QWidget):
    """`changed` is emitted when another format is chosen."""

    changed = Signal()

    def __init__(self, formats: Sequence[Format], suffix: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID // 2)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(0, NAMES)
        self.buttons: dict[str, QRadioButton] = {}
        group = QButtonGroup(self)
        for row, report_format in enumerate(formats):
            button = QRadioButton(tr(report_format.name), self)
            button.setChecked(report_format.suffix == suffix)
            button.setAccessibleDescription(tr(report_format.purpose))
            button.toggled.connect(self.changed)
            group.addButton(button)
            self.buttons[report_format.suffix] = button
            grid.addWidget(button, row, 0)
            grid.addWidget(label(tr(report_format.purpose), muted=True, wrap=True), row, 1)

    @property
    def suffix(self) -> str:
        """The suffix of the chosen format."""
        return next(suffix for suffix, button in self.buttons.items() if button.isChecked())
