"""The list of keyboard shortcuts, made from the table of commands."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QWidget

from app.gui.model.commands import shortcut_help
from app.gui.theme import Theme
from app.gui.widgets.plain import GRID, column, label


class ShortcutsDialog(QDialog):
    """Two columns of headings with their commands and keys."""

    def __init__(
        self, theme: Theme, places: tuple[str, ...], keys: Callable[[str], tuple[str, ...]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keyboard shortcuts")
        lines = column(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID), spacing=2 * GRID)
        grid = QGridLayout()
        grid.setHorizontalSpacing(5 * GRID)
        grid.setVerticalSpacing(2 * GRID)
        for number, (heading, entries) in enumerate(shortcut_help(places, keys)):
            grid.addWidget(_group(theme, heading, entries), number // 2, number % 2, Qt.AlignmentFlag.AlignTop)
        lines.addLayout(grid)
        lines.addWidget(label("Single letters work in the document place and in the list of claims.", muted=True, font=theme.font(step=-1)))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        lines.addWidget(buttons)


def _group(theme: Theme, heading: str, entries: tuple[tuple[str, str], ...]) -> QWidget:
    group = QWidget()
    grid = QGridLayout(group)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(3 * GRID)
    grid.setVerticalSpacing(4)
    grid.addWidget(label(heading, font=theme.font(bold=True)), 0, 0, 1, 2)
    for row, (what, keys) in enumerate(entries, start=1):
        grid.addWidget(label(what), row, 0)
        grid.addWidget(label(keys, muted=True), row, 1, Qt.AlignmentFlag.AlignRight)
    grid.setColumnStretch(0, 1)
    return group
