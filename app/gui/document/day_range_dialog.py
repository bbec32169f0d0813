"""Asks for the days between which the first fact-check of a sentence was published; either end may stay open."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QWidget

from app.gui.model.day_range import ANY_DAY, DayRange, between
from app.gui.model.labels import day
from app.gui.widgets.day_edit import DayEdit
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import GRID, column, label
from app.translation import tr


class DayRangeDialog(QDialog):
    """`item_selected` carries the DayRange once the reader says so; a field that is empty leaves that end open."""

    item_selected = Signal(object)

    def __init__(self, current: DayRange, days: tuple[date, ...], parent: QWidget | None = None, *, about: str = "") -> None:
        """Open the calendars at the earliest and the latest of `days`. `about` names the days when they are not those of
        the document's first fact-checks."""
        super().__init__(parent)
        self.setWindowTitle(tr("Published between"))
        layout = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        layout.addWidget(label(about or tr("Show sentences whose first fact-check was published in this time."), wrap=True, muted=True))
        grid = QGridLayout()
        grid.setSpacing(GRID)
        layout.addLayout(grid)
        self.first = _day_edit(tr("From"), current.first, min(days, default=None), self)
        self.last = _day_edit(tr("Until"), current.last, max(days, default=None), self, last_of_month=True)
        for row, edit in enumerate((self.first, self.last)):
            name = label(edit.accessibleName())
            name.setBuddy(edit)
            grid.addWidget(name, row, 0)
            grid.addWidget(edit, row, 1)
            edit.read.connect(self._show_problem)
        grid.setColumnStretch(1, 1)
        self.problem = label("", wrap=True)
        self.problem.setProperty("role", "problem")
        self.problem.hide()
        layout.addWidget(self.problem)
        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Ok | standard.Reset | standard.Cancel, self)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        buttons.button(standard.Reset).clicked.connect(self._reset)
        layout.addWidget(buttons)
        resize_dialog(self, QSize(380, 0))
        self.first.setFocus()

    @property
    def days(self) -> DayRange:
        """Return the selected range."""
        return between(self.first.day, self.last.day)

    def _accept(self) -> None:
        for edit in (self.first, self.last):
            edit.settle()
        if not self.problem.text():
            self.item_selected.emit(self.days)
            self.accept()

    def _show_problem(self) -> None:
        self.problem.setText(self.first.problem or self.last.problem)
        self.problem.setVisible(bool(self.problem.text()))

    def _reset(self) -> None:
        self.item_selected.emit(ANY_DAY)
        self.accept()


def _day_edit(name: str, current: date | None, suggestion: date | None, parent: QWidget, *, last_of_month: bool = False) -> DayEdit:
    edit = DayEdit(parent, last_of_month=last_of_month)
    edit.set_day(current)
    edit.suggestion = suggestion
    if suggestion is not None:
        shown_day = day(suggestion)
        edit.setPlaceholderText(tr("The last: {day}", day=shown_day) if last_of_month else tr("The first: {day}", day=shown_day))
    edit.setAccessibleName(name)
    return edit
