"""The menu bar, made from the actions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMainWindow, QMenu

from app.gui.actions import Actions
from app.gui.document.editing import EDITING
from app.gui.theme import APPEARANCES, Appearance
from app.translation import tr


class Menus(QObject):
    """`recent_chosen` carries a path, `place_chosen` a place's number, `appearance_chosen` an Appearance."""

    recent_chosen = Signal(str)
    place_chosen = Signal(int)
    appearance_chosen = Signal(object)

    def __init__(self, window: QMainWindow, actions: Actions, places: tuple[str, ...]) -> None:
        super().__init__(window)
        bar = window.menuBar()
        file_menu = bar.addMenu(tr("&File"))
        file_menu.addAction(actions["open"])
        file_menu.addAction(actions["paste"])
        self.recent = QMenu(tr("Open recent"), file_menu)
        self.recent.triggered.connect(self._recent_chosen)
        file_menu.addMenu(self.recent)
        file_menu.addAction(actions["reviews"])
        file_menu.addSeparator()
        file_menu.addAction(actions["save_project"])
        file_menu.addAction(actions["export"])
        file_menu.addSeparator()
        for name in ("import", "library", "import_posts", "encode_posts", "import_evidence", "encode_evidence", "find_narratives", "adapt"):
            file_menu.addAction(actions[name])
        file_menu.addSeparator()
        file_menu.addAction(actions["preferences"])
        file_menu.addSeparator()
        file_menu.addAction(actions["quit"])
        self._read(bar.addMenu(tr("&Read")), actions)
        self._decide(bar.addMenu(tr("&Decide")), actions)
        self._view(bar.addMenu(tr("&View")), actions)
        self._go(bar.addMenu(tr("&Go")), places)
        help_menu = bar.addMenu(tr("&Help"))
        for name in ("guide", "tour", "shortcuts", "network", "licences", "about"):
            help_menu.addAction(actions[name])

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

    def _read(self, menu: QMenu, actions: Actions) -> None:
        for name in ("next", "previous", "next_match", "previous_match"):
            menu.addAction(actions[name])
        menu.addSeparator()
        for name in ("link", "copy_citation", "verify", "rerank", "rerank_all", "show_ranking", "filter", "clear_filters"):
            menu.addAction(actions[name])
        menu.addSeparator()
        for name in EDITING:
            menu.addAction(actions[name])

    def _decide(self, menu: QMenu, actions: Actions) -> None:
        for name in ("undo", "redo", "history"):
            menu.addAction(actions[name])
        menu.addSeparator()
        for name in ("confirm", "confirm_part", "reject", "reject_all", "defer"):
            menu.addAction(actions[name])
        menu.addSeparator()
        for name in ("flag", "note", "tag", "verdict"):
            menu.addAction(actions[name])
        menu.addSeparator()
        for name in ("blind", "reviewer", "compare"):
            menu.addAction(actions[name])

    def _view(self, menu: QMenu, actions: Actions) -> None:
        menu.addAction(actions["palette"])
        menu.addAction(actions["order"])
        menu.addSeparator()
        looks = menu.addMenu(tr("Appearance"))
        self._appearances = QActionGroup(self)
        for appearance, words in APPEARANCES.items():
            action = looks.addAction(tr(words))
            action.setCheckable(True)
            action.setData(appearance)
            self._appearances.addAction(action)
        self._appearances.triggered.connect(self._appearance_chosen)
        for name in ("larger", "smaller", "normal"):
            menu.addAction(actions[name])
        menu.addSeparator()
        menu.addAction(actions["reset_layout"])
        menu.addAction(actions["cancel"])

    def _go(self, menu: QMenu, places: tuple[str, ...]) -> None:
        for number, place in enumerate(places):
            action = menu.addAction(place)
            action.setShortcut(f"Ctrl+{number + 1}")
            action.setData(number)
        menu.triggered.connect(self._place_chosen)

    def _recent_chosen(self, action: QAction) -> None:
        self.recent_chosen.emit(action.data())

    def _place_chosen(self, action: QAction) -> None:
        self.place_chosen.emit(action.data())

    def _appearance_chosen(self, action: QAction) -> None:
        self.appearance_chosen.emit(Appearance(action.data()))
