"""The palette's window: a field, and below it what the field's words find. Return runs the chosen row, Esc leaves all as it was."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDialog, QLineEdit, QListView, QWidget

from app.gui.model.palette import Hit
from app.gui.palette.rows import PaletteDelegate, PaletteRows
from app.gui.theme import Theme
from app.gui.widgets.labels import GRID, column, hairline, label, styled
from app.translation import tr

_WIDTH, _ROWS = 600, 10
_TO_LIST = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class PaletteDialog(QDialog):
    """`chosen` carries the offer's name once the window is gone and the focus is back where it was."""

    item_selected = Signal(str)

    def __init__(self, theme: Theme, find: Callable[[str], list[Hit]], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Find a command"))
        styled(self, "palette")
        self._find, self._owner, self._picked = find, parent.window(), ""
        layout = column(self, margins=(1, 1, 1, 1))
        self.input = QLineEdit(self)
        self.input.setProperty("role", "palette")
        self.input.setPlaceholderText(tr("Type a few letters of what you want to do"))
        self.input.setAccessibleName(tr("Find a command"))
        self.input.setFont(theme.font(step=2))
        self.input.textChanged.connect(self._search)
        self.input.returnPressed.connect(self._run)
        self.input.installEventFilter(self)
        self.rows = PaletteRows(self)
        self.list = QListView(self)
        self.list.setModel(self.rows)
        self.list.setItemDelegate(PaletteDelegate(theme, self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setAccessibleName(tr("What was found"))
        self.list.clicked.connect(self._clicked)
        self.list.selectionModel().currentChanged.connect(self._say)
        self.nothing = label(tr("Nothing has these letters in this order. Try fewer of them."), muted=True)
        self.nothing.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        for part in (self.input, hairline(), self.list, self.nothing):
            layout.addWidget(part)
        self._search("")
        self._place(theme, parent)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Arrow keys move in the list while the words are typed."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _TO_LIST:
            QApplication.sendEvent(self.list, event)
            return True
        return super().eventFilter(watched, event)

    def done(self, result: int) -> None:
        """Give the focus back to where it was, then say what was chosen."""
        super().done(result)
        self._owner.activateWindow()  # not every platform does so for a window without a frame
        if self._picked:
            self.item_selected.emit(self._picked)

    def _search(self, words: str) -> None:
        self.rows.show_hits(self._find(words))
        self.nothing.setVisible(not self.rows.hits)
        self.list.setVisible(bool(self.rows.hits))
        first = self.rows.index(0) if self.rows.hits else QModelIndex()
        self.list.setCurrentIndex(first)
        self._say(first)

    def _say(self, current: QModelIndex) -> None:
        """Tell a screen reader which row is chosen, though the focus stays in the field."""
        announcement = current.data(Qt.ItemDataRole.AccessibleTextRole) if current.isValid() else tr("Nothing was found")
        self.input.setAccessibleDescription(str(announcement))

    def _clicked(self, index: QModelIndex) -> None:
        self.list.setCurrentIndex(index)
        self._run()

    def _run(self) -> None:
        row = self.list.currentIndex().row()
        if 0 <= row < len(self.rows.hits) and self.rows.hits[row].offer.enabled:
            self._picked = self.rows.hits[row].offer.name
            self.accept()

    def _place(self, theme: Theme, parent: QWidget) -> None:
        """At the top of the window, in its middle; never wider or higher than it."""
        width = min(theme.grown(_WIDTH), parent.width() - 4 * GRID)
        line = self.list.sizeHintForRow(0)
        height = self.input.sizeHint().height() + _ROWS * line + 2 * GRID
        self.resize(width, min(height, parent.height() - 8 * GRID))
        corner = parent.mapToGlobal(parent.rect().topLeft())
        self.move(corner.x() + (parent.width() - width) // 2, corner.y() + 6 * GRID)
