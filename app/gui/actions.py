"""The commands as Qt actions: one action a command, which menus, buttons and shortcuts share."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from app.gui.model.commands import COMMANDS, Command, Group


class Actions:
    """Actions by the command's name. Those that hold only in one place are added to that place's widget by `put`."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._made = {each.name: self._make(each) for each in COMMANDS}

    def __getitem__(self, name: str) -> QAction:
        return self._made[name]

    def put(self, place: QWidget) -> None:
        """Let the local commands of reading hold while this place or something in it has the focus."""
        for each in COMMANDS:
            if each.local and each.group is not Group.LIBRARY:
                place.addAction(self._made[each.name])

    def _make(self, command: Command) -> QAction:
        action = QAction(command.text, self._window)
        action.setObjectName(command.name)
        action.setShortcuts([QKeySequence(keys) for keys in command.keys])
        keys = f" ({command.keys[0]})" if command.keys else ""
        action.setToolTip(f"{command.text.rstrip('…')}{keys}")
        if command.local:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        else:
            self._window.addAction(action)
        return action
