"""The menu bar, made from the table of commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMainWindow

from app.gui.actions import Actions
from app.gui.model.commands import MENUS
from app.gui.theme import APPEARANCES, Appearance
from app.gui.widgets.menu import Menu
from app.translation import tr


class Menus(QObject):
    """`recent_chosen` carries a path, `place_chosen` a place's number, `appearance_chosen` an Appearance."""

    recent_chosen = Signal(str)
    place_chosen = Signal(int)
    appearance_chosen = Signal(object)

    def __init__(self, window: QMainWindow, actions: Actions, page_names: tuple[str, ...]) -> None:
        super().__init__(window)
        self.recent = Menu(tr("Open recent"), window)
        self.recent.triggered.connect(self._recent_chosen)
        submenus: dict[str, Callable[[Menu], object]] = {
            "<recent>": lambda menu: menu.addMenu(self.recent),
            "<appearance>": self._appearance,
            "<go>": partial(self._go, page_names),
        }
        for title, names in MENUS:
            menu = Menu(tr(title), window)
            window.menuBar().addMenu(menu)
            for name in names.split():
                if name == "|":
                    menu.addSeparator()
                elif name in submenus:
                    submenus[name](menu)
                else:
                    menu.addAction(actions[name])

    def show_recent(self, paths: Sequence[str]) -> None:
        """List these paths under "Open recent"; files that are gone are left out."""
        self.recent.clear()
        for path in paths:
            if Path(path).is_file():
                action = self.recent.addAction(Path(path).name.replace("&", "&&"))
                action.setData(path)
                action.setToolTip(path)
        self.recent.setEnabled(not self.recent.isEmpty())

    def show_appearance(self, appearance: Appearance) -> None:
        """Check the chosen appearance."""
        for action in self._appearances.actions():
            action.setChecked(action.data() == appearance)

    def _appearance(self, menu: Menu) -> None:
        submenu = menu.submenu(tr("Appearance"))
        self._appearances = QActionGroup(self)
        for appearance, words in APPEARANCES.items():
            action = submenu.addAction(tr(words))
            action.setCheckable(True)
            action.setData(appearance)
            self._appearances.addAction(action)
        self._appearances.triggered.connect(self._appearance_chosen)

    def _go(self, page_names: tuple[str, ...], menu: Menu) -> None:
        for number, page_name in enumerate(page_names):
            action = menu.addAction(page_name)
            action.setShortcut(f"Ctrl+{number + 1}")
            action.setData(number)
        menu.triggered.connect(self._place_chosen)

    def _recent_chosen(self, action: QAction) -> None:
        self.recent_chosen.emit(action.data())

    def _place_chosen(self, action: QAction) -> None:
        self.place_chosen.emit(action.data())

    def _appearance_chosen(self, action: QAction) -> None:
        self.appearance_chosen.emit(Appearance(action.data()))
