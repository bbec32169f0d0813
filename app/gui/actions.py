"""The commands as Qt actions: one action a command, which menus, buttons and shortcuts share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from app.gui.keys import KeyAction, page_shortcut
from app.gui.model.commands import CHANGEABLE, Command
from app.gui.model.keymap import Keymap, with_key
from app.gui.model.places import DOCUMENT


class Actions:
    """Actions by the command's name. Those that work on one page are added to its widgets by `put` and `serve`."""

    def __init__(self, window: QWidget, keymap: Keymap | None = None) -> None:
        self._window = window
        self.keymap = keymap or Keymap()
        self._made = {command.name: self._make(command) for command in CHANGEABLE}
        self._followers: list[tuple[str, QShortcut]] = []
        self._hinted: list[tuple[str, str, QWidget]] = []

    def __getitem__(self, name: str) -> QAction:
        return self._made[name]

    def keys(self, name: str) -> tuple[str, ...]:
        """The command's keys as they are now, the main one first."""
        return self.keymap.keys(name)

    def put(self, page: QWidget) -> None:
        """Let the commands of the document page work while this widget or something in it has the focus."""
        for command in CHANGEABLE:
            if command.page == DOCUMENT:
                page.addAction(self._made[command.name])

    def serve(self, widget: QWidget, handlers: Mapping[str, Callable[[], object]]) -> None:
        """Let these commands of a page call their handlers, by key while the widget or something in it has the focus."""
        for name, handler in handlers.items():
            self._made[name].triggered.connect(partial(_call, handler))
            widget.addAction(self._made[name])

    def follow(self, name: str, widget: QWidget, handler: Callable[[], object]) -> None:
        """Let the main key of another page's command call this handler while the widget or something in it has the focus."""
        shortcut = page_shortcut(widget, handler)
        self._followers.append((name, shortcut))
        shortcut.setKeys(_sequences(self.keymap.keys(name)[:1]))

    def hint(self, name: str, widget: QWidget) -> None:
        """Let the widget's tool tip tell the command's main key too, whichever it is."""
        self._hinted.append((widget.toolTip(), name, widget))
        widget.setToolTip(with_key(widget.toolTip(), self.keymap.keys(name)))

    def use(self, keymap: Keymap) -> None:
        """Give the commands these keys from now on."""
        self.keymap = keymap
        for command in CHANGEABLE:
            self._give_keys(self._made[command.name], command)
        for name, shortcut in self._followers:
            shortcut.setKeys(_sequences(keymap.keys(name)[:1]))
        for words, name, widget in self._hinted:
            widget.setToolTip(with_key(words, keymap.keys(name)))

    def _make(self, command: Command) -> QAction:
        action = KeyAction(command.text, self._window)
        action.setObjectName(command.name)
        self._give_keys(action, command)
        action.setCheckable(command.checkable)
        if command.pages:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        else:
            self._window.addAction(action)
        return action

    def _give_keys(self, action: QAction, command: Command) -> None:
        keys = self.keymap.keys(command.name)
        action.setShortcuts(_sequences(keys))
        action.setToolTip(with_key(command.text.rstrip("…"), keys))


def _call(handler: Callable[[], object], _checked: bool = False) -> None:
    handler()


def _sequences(keys: tuple[str, ...]) -> list[QKeySequence]:
    return [QKeySequence(key) for key in keys]
