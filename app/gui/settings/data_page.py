"""The preferences page that lists the user's data on this computer, and the button that erases it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QTreeWidgetItem, QWidget

from app.domain.user_data import UserData
from app.gui.links import show_folder
from app.gui.model.data_view import DataLine, data_lines, data_summary
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label
from app.gui.widgets.plain_table import plain_table
from app.translation import mark, tr

_COLUMNS = (mark("What"), mark("Where"), mark("Size"), mark("Others can read"), mark("On erasing"))
_WHERE, _SIZE = 1, 2
_MIN_ROWS = 8


class DataPage(QWidget):
    """`asked` requests a new list; `erase_asked` carries the UserData that the user wants to erase."""

    requested = Signal()
    erase_asked = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._data: UserData | None = None
        layout = column(self, margins=(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID), spacing=GRID)
        self._heading = label(tr("What Priorcheck keeps on this computer"))
        self.summary = label("", wrap=True, selectable=True)
        self.list = plain_table(
            [tr(heading) for heading in _COLUMNS], name=tr("What Priorcheck keeps on this computer"), wide_column=_WHERE
        )
        self.list.setTextElideMode(Qt.TextElideMode.ElideLeft)
        self.list.currentItemChanged.connect(self._enable)
        self.list.itemActivated.connect(self._show_folder)
        self.about = label("", muted=True, wrap=True, selectable=True)
        for part in (self._heading, self.summary):
            layout.addWidget(part)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.about)
        layout.addLayout(self._buttons())
        layout.addWidget(
            label(tr("Your documents and the reports you exported are not listed, and are never erased."), muted=True, wrap=True)
        )
        theme.changed.connect(self._restyle)
        self._restyle()
        self._enable()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Request the list."""
        super().showEvent(event)
        self.summary.setText(tr("Looking…"))
        self.requested.emit()

    def show_data(self, data: UserData) -> None:
        """Show the list."""
        self._data = data
        self.summary.setText(data_summary(data))
        self.list.clear()
        for line in data_lines(data):
            self.list.addTopLevelItem(_item(line))
        if (first := self.list.topLevelItem(0)) is not None:
            self.list.setCurrentItem(first)
        self._enable()

    def show_error(self, message: str) -> None:
        """Show why there is no list, or why nothing was erased."""
        self.summary.setText(message)

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(GRID)
        self.folder_button, self.erase_button = Button(tr("Show folder"), self), Button(tr("Erase all…"), self)
        self.folder_button.clicked.connect(self._show_folder)
        self.erase_button.clicked.connect(self._erase)
        row.addWidget(self.folder_button)
        row.addStretch()
        row.addWidget(self.erase_button)
        return row

    def _enable(self) -> None:
        item = self.list.currentItem()
        self.about.setText(item.data(_WHERE, Qt.ItemDataRole.UserRole) if item is not None else tr("Choose a line to see where it lies."))
        self.folder_button.setEnabled(item is not None)
        self.erase_button.setEnabled(self._data is not None and bool(self._data.erasable))

    def _show_folder(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            path = Path(item.data(0, Qt.ItemDataRole.UserRole))
            show_folder(path if path.is_dir() else path.parent)

    def _erase(self) -> None:
        self.erase_asked.emit(self._data)

    def _restyle(self) -> None:
        self._heading.setFont(self._theme.font(bold=True))
        self.list.setMinimumHeight(_MIN_ROWS * self.list.fontMetrics().lineSpacing() * 3 // 2)


def _item(line: DataLine) -> QTreeWidgetItem:
    item = QTreeWidgetItem([line.what, line.where, line.size, line.readers, line.fate])
    item.setTextAlignment(_SIZE, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    item.setData(0, Qt.ItemDataRole.UserRole, line.where)
    item.setData(_WHERE, Qt.ItemDataRole.UserRole, line.about)
    for number in range(len(_COLUMNS)):
        item.setToolTip(number, line.about.replace("<", "‹"))
    return item
