"""The menu of libraries in the status line: those opened last, another one, a new one, and the demo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction, QActionGroup, QIcon
from PySide6.QtWidgets import QMenu, QWidget

from app.gui.actions import Actions
from app.gui.model.labels import tip
from app.gui.model.library_name import same_library
from app.translation import tr

_COMMANDS = ("library", "new_library", "name_library", "import")


class LibraryMenu(QMenu):
    """`library_chosen` carries the folder of a recent library."""

    library_chosen = Signal(object)

    def __init__(self, actions: Actions, load_demo: QAction, parent: QWidget) -> None:
        super().__init__(tr("Library"), parent)
        self.setToolTipsVisible(True)
        self._actions, self._load_demo = actions, load_demo
        self._recent = QActionGroup(self)
        self._recent.triggered.connect(self._chosen)

    def show_libraries(self, recent: list[Path], current: Path, look: Callable[[Path], tuple[str, QIcon]]) -> None:
        """List these libraries, the open one checked, and the commands; `look` returns a library's name and icon."""
        self.clear()
        for action in self._recent.actions():
            self._recent.removeAction(action)
        for folder in recent:
            self._add(folder, *look(folder), is_open=same_library(folder, current))
        self.addSeparator()
        for name in _COMMANDS:
            self.addAction(self._actions[name])
        self.addSeparator()
        self.addAction(self._load_demo)
        self.addAction(self._actions["remove_demo"])

    def open_above(self, item: QWidget) -> None:
        """Show the menu above this item of the status line."""
        self.popup(item.mapToGlobal(QPoint(0, -self.sizeHint().height())))

    def _add(self, folder: Path, name: str, icon: QIcon, *, is_open: bool) -> None:
        action = QAction(icon, name.replace("&", "&&"), self)
        action.setCheckable(True)
        action.setChecked(is_open)
        action.setData(folder)
        action.setToolTip(tip(str(folder)))
        self._recent.addAction(action)
        self.addAction(action)

    def _chosen(self, action: QAction) -> None:
        self.library_chosen.emit(action.data())
