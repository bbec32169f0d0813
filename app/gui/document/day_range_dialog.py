"""Asks for the days between which the first fact-check of a sentence was published; either end may stay open."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QSize, Signal
from PySide6.QtWidgets import QCheckBox, QDateEdit, QDialog, QDialogButtonBox, QGridLayout, QWidget

from app.gui.model.day_range import ANY_DAY, DayRange, between
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import GRID, column, label
from app.translation import tr

_FORMAT = "yyyy-MM-dd"


class DayRangeDialog(QDialog):
    """`chosen` carries the DayRange once the reader says so."""

    item_selected = Signal(object)

    def __init__(self, current: DayRange, days: tuple[date, ...], parent: QWidget | None = None, *, about: str = "") -> None:
        """Set the limits of both dates to the earliest and the latest of `days`. `about` names the days when they are not those of
        the document's first fact-checks."""
        super().__init__(parent)
        self.setWindowTitle(tr("Published between"))
        layout = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        layout.addWidget(label(about or tr("Show sentences whose first fact-check was published in this time."), wrap=True, muted=True))
        grid = QGridLayout()
        grid.setSpacing(GRID)
        layout.addLayout(grid)
        today = date.today()
        self.from_on, self.first = _end(tr("From"), current.first, min(days, default=today), self)
        self.until_on, self.last = _end(tr("Until"), current.last, max(days, default=today), self)
        for row, (switch, edit) in enumerate(((self.from_on, self.first), (self.until_on, self.last))):
            grid.addWidget(switch, row, 0)
            grid.addWidget(edit, row, 1)
        grid.setColumnStretch(1, 1)
        if not current.bounded:
            self.from_on.setChecked(True)
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
        ends = [_day(edit) if switch.isChecked() else None for switch, edit in ((self.from_on, self.first), (self.until_on, self.last))]
        return between(ends[0], ends[1])

    def _accept(self) -> None:
        self.item_selected.emit(self.days)
        self.accept()

    def _reset(self) -> None:
        self.item_selected.emit(ANY_DAY)
        self.accept()


def _end(words: str, now: date | None, proposed: date, parent: QWidget) -> tuple[QCheckBox, QDateEdit]:
    switch, edit = QCheckBox(words, parent), QDateEdit(parent)
    day = now or proposed
    edit.setDisplayFormat(_FORMAT)
    edit.setCalendarPopup(True)
    edit.setDate(QDate(day.year, day.month, day.day))
    edit.setAccessibleName(words)
    switch.setChecked(now is not None)
    edit.setEnabled(now is not None)
    switch.toggled.connect(edit.setEnabled)
    return switch, edit


def _day(edit: QDateEdit) -> date:
    qdate = edit.date()
    return date(qdate.year(), qdate.month(), qdate.day())
