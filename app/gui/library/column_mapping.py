"""The columns of a table that is to be imported: for each field the column that holds it, with an example."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QSizePolicy, QWidget

from app.gui.model.column_choice import FIELDS, Table, doubled, missing, overrides
from app.gui.theme import Theme
from app.gui.widgets.labels import GRID, ElidedLabel, column, label
from app.gui.widgets.scroll_column import ScrollColumn
from app.translation import mark, tr

_NONE = mark("Not in this table")


class ColumnMapping(QWidget):
    """Hidden until there is a table; `fields` are names with their words. `changed` tells that the choice is another."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, fields: Sequence[tuple[str, str]] = FIELDS) -> None:
        super().__init__(parent)
        self._table: Table | None = None
        self.boxes: dict[str, QComboBox] = {}
        self._examples: dict[str, ElidedLabel] = {}
        layout = column(self, spacing=GRID // 2)
        layout.addWidget(label(tr("Which column holds what?"), font=theme.font(bold=True)))
        self.problem = label(wrap=True, muted=True)
        layout.addWidget(self.problem)
        area = ScrollColumn(self)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area, inside = area, QWidget(area)
        grid = QGridLayout(inside)
        grid.setContentsMargins(GRID, GRID, GRID, GRID)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID // 2)
        grid.setColumnStretch(1, 2)
        grid.setColumnStretch(2, 3)
        for row, (name, words) in enumerate(fields):
            self._line(grid, row, name, tr(words))
        area.setWidget(inside)
        layout.addWidget(area, 1)
        self.hide()

    def show_table(self, table: Table | None) -> None:
        """Offer the columns of this table with the guess selected; None hides the widget."""
        self._table = table
        for name, box in self.boxes.items():
            box.blockSignals(True)
            box.clear()
            box.addItem(tr(_NONE), "")
            for column_name in table.header if table else ():
                box.addItem(column_name or tr("(a column without a name)"), column_name)
            box.setCurrentIndex(max(0, box.findData(table.guess.get(name, "")) if table else 0))
            box.blockSignals(False)
        self.setVisible(table is not None)
        self._say()

    @property
    def columns(self) -> tuple[tuple[str, str], ...]:
        """Return the reader's choices that differ from the guess."""
        return overrides(self._table, self._chosen()) if self._table else ()

    @property
    def sound(self) -> bool:
        """Return True if the import can begin: each required field has a column, and no column is used twice."""
        mapping = self._chosen()
        return self._table is None or not (missing(mapping) or doubled(mapping))

    def _chosen(self) -> dict[str, str]:
        return {name: box.currentData() or "" for name, box in self.boxes.items()}

    def _line(self, grid: QGridLayout, row: int, name: str, words: str) -> None:
        title, box, example = label(words), QComboBox(self), ElidedLabel(self)
        title.setBuddy(box)
        box.setAccessibleName(tr("Column that holds: {field}", field=words))
        box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        box.currentIndexChanged.connect(self._say)
        box.currentIndexChanged.connect(self.changed)
        example.setProperty("role", "muted")
        self.boxes[name], self._examples[name] = box, example
        for column_index, part in enumerate((title, box, example)):
            grid.addWidget(part, row, column_index)

    def _say(self) -> None:
        mapping = self._chosen()
        for name, example in self._examples.items():
            example.setText(self._table.example(mapping[name]) if self._table else "")
        doubled_fields = doubled(mapping)
        if missing(mapping):
            self.problem.setText(tr(missing(mapping)))
        elif doubled_fields:
            self.problem.setText(tr("“{column}” is chosen twice; each column can hold one thing.", column=doubled_fields))
        else:
            self.problem.setText(tr("Guessed from names and values. Look at the examples, and change what is wrong."))
