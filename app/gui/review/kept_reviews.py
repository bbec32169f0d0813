"""The list of reviews that the program keeps by itself: open one, or delete those that are not needed any more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QDialog, QDialogButtonBox, QTreeWidget, QTreeWidgetItem, QWidget

from app.bootstrap.projects import delete_project, project_summary
from app.domain.project import SUFFIX, ProjectSummary
from app.errors import ProjectError
from app.gui.keys import focus_shortcut
from app.gui.model.kept_reviews import COLUMNS, cells, latest_first, question, told
from app.gui.model.labels import tip
from app.gui.widgets.button import Button
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import GRID, column, label
from app.gui.widgets.plain_table import plain_table
from app.gui.widgets.question import agreed
from app.translation import tr

_SIZE = QSize(720, 400)
_SUMMARY = Qt.ItemDataRole.UserRole


class KeptReviews(QDialog):
    """Reads one file a turn of the event loop. `asked` carries the path of the review to open; `in_use` tells the one that is open."""

    requested = Signal(object)

    def __init__(self, folder: Path, in_use: Callable[[], Path | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Kept reviews"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._folder, self._in_use = folder, in_use
        self._found: list[ProjectSummary] = []
        self._waiting: list[Path] = []
        layout = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        self.said = label("", muted=True, wrap=True)
        layout.addWidget(self.said)
        self.list = self._table()
        layout.addWidget(self.list, 1)
        self.trouble = label("", wrap=True)
        self.trouble.hide()
        layout.addWidget(self.trouble)
        layout.addWidget(self._buttons())
        self._turn = QTimer(self)
        self._turn.timeout.connect(self._read_one)
        resize_dialog(self, _SIZE)
        self.refresh()

    def refresh(self) -> None:
        """Read the folder anew."""
        self._found = []
        self._waiting = sorted(self._folder.glob(f"*{SUFFIX}"))
        self._turn.start(0)
        self._show()

    def chosen(self) -> list[ProjectSummary]:
        """Return the selected reviews."""
        return [item.data(0, _SUMMARY) for item in self.list.selectedItems()]

    def delete(self) -> None:
        """Ask, then delete what is selected; what cannot be deleted is told and stays."""
        selected = self.chosen()
        if not selected:
            return
        prompt, about = question(selected)
        if not agreed(self, tr("Delete"), prompt, about=about, yes=tr("Delete"), destroys=True):
            return
        errors = [error for error in map(self._deleted, selected) if error]
        self.trouble.setText("\n".join(errors))
        self.trouble.setVisible(bool(errors))
        self.refresh()

    def _deleted(self, summary: ProjectSummary) -> str:
        if self._in_use() == summary.path:
            return tr("This review is open in this window. Open another document first, then delete it.")
        try:
            delete_project(summary.path)
        except ProjectError as error:
            return f"{error.message} {error.hint}".strip()
        return ""

    def _read_one(self) -> None:
        if not self._waiting:
            self._turn.stop()
            self._show()
            return
        path = self._waiting.pop(0)
        try:
            self._found.append(project_summary(path))
        except ProjectError:  # deleted meanwhile
            return

    def _show(self) -> None:
        self.list.clear()
        for summary in latest_first(self._found):
            item = QTreeWidgetItem(list(cells(summary, is_open=summary.path == self._in_use())))
            item.setData(0, _SUMMARY, summary)
            item.setToolTip(0, tip(str(summary.path)))
            item.setTextAlignment(len(COLUMNS) - 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.list.addTopLevelItem(item)
        self.said.setText(told(self._found) if not self._waiting else tr("Looking for reviews…"))
        first = self.list.topLevelItem(0)
        if first is not None:
            self.list.setCurrentItem(first, 0, QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows)
        self._choice_changed()

    def _choice_changed(self) -> None:
        selected = self.chosen()
        self.open_button.setEnabled(len(selected) == 1 and not selected[0].trouble)
        self.delete_button.setEnabled(bool(selected))

    def _open(self) -> None:
        if self.open_button.isEnabled():
            self.requested.emit(self.chosen()[0].path)
            self.accept()

    def _table(self) -> QTreeWidget:
        table = plain_table([tr(heading) for heading in COLUMNS], name=tr("Kept reviews, the latest first"), wide_column=0)
        table.setAllColumnsShowFocus(True)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.itemSelectionChanged.connect(self._choice_changed)
        table.itemActivated.connect(self._open)
        focus_shortcut(table, self.delete, "Del")
        return table

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.open_button, self.delete_button = Button(tr("Open"), self), Button(tr("Delete…"), self)
        self.open_button.clicked.connect(self._open)
        self.delete_button.clicked.connect(self.delete)
        buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.delete_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        return buttons
