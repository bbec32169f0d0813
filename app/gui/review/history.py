"""The history: every act with its time and who did it; what was undone stays listed and can be done again."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QAbstractListModel, QModelIndex, QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListView, QWidget

from app.domain.history import History
from app.domain.review import ReviewOperation
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import GRID, column, label
from app.gui.widgets.row_list import ROOT, Index
from app.translation import tr, trn

_SIZE = QSize(640, 420)


class HistoryModel(QAbstractListModel):
    """The acts, the newest first; those that were undone say so."""

    def __init__(self, history: History[ReviewOperation], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._history, self._theme = history, theme

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self._history.operations)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or not 0 <= index.row() < len(self._history.operations):
            return None
        number = self.number(index.row())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return act_line(self._history.operations[number - 1], undone=number > self._history.position)
        if role == Qt.ItemDataRole.ForegroundRole and number > self._history.position:
            return self._theme.colour("muted")
        return None

    def number(self, row: int) -> int:
        """Return how many operations are in force when the one in this row is the last of them."""
        return len(self._history.operations) - row

    def row_of(self, number: int) -> int:
        """The row of the act of this number."""
        return len(self._history.operations) - number

    def refresh(self, history: History[ReviewOperation]) -> None:
        """The history is another, or has changed."""
        self.beginResetModel()
        self._history = history
        self.endResetModel()


class HistoryDialog(QDialog):
    """Stays open beside the work. `asked` carries how many acts shall hold."""

    requested = Signal(int)

    def __init__(self, history: History[ReviewOperation], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("History"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        layout = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        self.said = label("", muted=True, wrap=True)
        layout.addWidget(self.said)
        self.model = HistoryModel(history, theme, self)
        self.list = QListView(self)
        self.list.setAccessibleName(tr("What was done, the latest first"))
        self.list.setModel(self.model)
        self.list.setSpacing(GRID // 4)
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.activated.connect(self._activated)
        layout.addWidget(self.list, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.button = Button(tr("Go back to here"), self)
        self.button.setToolTip(tr("Undo everything after the chosen line, or do it again up to it"))
        self.button.clicked.connect(self._asked)
        buttons.addButton(self.button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        resize_dialog(self, _SIZE)
        self.refresh(history)

    def refresh(self, history: History[ReviewOperation]) -> None:
        """Show the history as it is now, the last act that holds chosen."""
        self.model.refresh(history)
        undone = len(history.operations) - history.position
        words = trn("{count} act", "{count} acts", history.position)
        if undone:
            words = trn("{acts}, {count} undone", "{acts}, {count} undone", undone, acts=words)
        self.said.setText(words if history.operations else tr("Nothing was decided yet. Choose a sentence and press A, X or Space."))
        self.button.setEnabled(bool(history.operations))
        if history.operations:
            self.list.setCurrentIndex(self.model.index(self.model.row_of(max(history.position, 1))))

    def _asked(self) -> None:
        self._activated(self.list.currentIndex())

    def _activated(self, index: QModelIndex) -> None:
        if index.isValid():
            self.requested.emit(self.model.number(index.row()))


def act_line(act: ReviewOperation, *, undone: bool) -> str:
    """One line: when (in this computer's time), who, what."""
    local_time = _local(act.at)
    label_ = act.label[:1].upper() + act.label[1:]
    return " · ".join(part for part in (local_time, act.who, label_, tr("undone") if undone else "") if part)


def _local(at: str) -> str:
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return at
