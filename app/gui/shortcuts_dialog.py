"""The list of keyboard shortcuts, made from the table of commands and the keys they have now."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.gui.model.commands import shortcut_help
from app.gui.theme import Theme
from app.gui.widgets.labels import GRID, column, label
from app.gui.widgets.scroll_column import ScrollColumn
from app.translation import tr

_COLUMNS = 2


class ShortcutsDialog(QDialog):
    """Columns of headings with their commands and keys; what does not fit into the window is scrolled to."""

    def __init__(
        self, theme: Theme, page_names: tuple[str, ...], keys: Callable[[str], tuple[str, ...]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        layout = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=2 * GRID)
        groups, available_width = shortcut_help(page_names, keys), parent.width() - 8 * GRID if parent is not None else 0
        body = _body(theme, groups, _COLUMNS)
        if 0 < available_width < body.sizeHint().width():  # large text: one below the other, rather than keys that nobody sees
            body = _body(theme, groups, 1)
        area = ScrollColumn(self)
        area.setAccessibleName(tr("Keyboard shortcuts"))
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(body)
        layout.addWidget(area, 1)
        letters = tr("Single letters work in the document place and in the list of claims.")
        layout.addWidget(label(letters, muted=True, font=theme.font(step=-1)))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        buttons.button(QDialogButtonBox.StandardButton.Close).setFocus()
        preferred_size = body.sizeHint() + QSize(6 * GRID, self.sizeHint().height() - area.sizeHint().height() + GRID)
        self.resize(preferred_size.boundedTo(parent.size()) if parent is not None else preferred_size)


def _body(theme: Theme, groups: tuple[tuple[str, tuple[tuple[str, str], ...]], ...], number: int) -> QWidget:
    """The groups in their order, each in the one of so many columns that is shorter so far."""
    body = QWidget()
    row = QHBoxLayout(body)
    row.setContentsMargins(GRID, GRID, GRID, GRID)
    row.setSpacing(5 * GRID)
    columns = [QVBoxLayout() for _ in range(number)]
    filled = [0] * number
    for heading, entries in groups:
        shortest = filled.index(min(filled))
        filled[shortest] += len(entries) + 2
        columns[shortest].addWidget(_group(theme, heading, entries))
    for group_column in columns:
        group_column.setSpacing(2 * GRID)
        group_column.addStretch()
        row.addLayout(group_column, 1)
    return body


def _group(theme: Theme, heading: str, entries: tuple[tuple[str, str], ...]) -> QWidget:
    group = QWidget()
    grid = QGridLayout(group)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(3 * GRID)
    grid.setVerticalSpacing(4)
    grid.addWidget(label(heading, font=theme.font(bold=True)), 0, 0, 1, 2)
    for row, (description, keys) in enumerate(entries, start=1):
        grid.addWidget(label(description), row, 0)
        grid.addWidget(label(keys, muted=True), row, 1, Qt.AlignmentFlag.AlignRight)
    grid.setColumnStretch(0, 1)
    return group
