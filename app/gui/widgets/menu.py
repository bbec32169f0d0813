"""Menus whose entries have a letter each, underlined and pressed to choose the entry, in whatever language the window speaks."""

from __future__ import annotations

import re

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from app.gui.model.mnemonics import with_mnemonics

_AMPERSAND = re.compile("&(.)")


class Menu(QMenu):
    """Menu that assigns its letters when it is shown, since many menus are filled only then.

    Actions are shared with buttons and other menus, so their plain texts return when the menu is hidden.
    """

    _plain_texts: tuple[tuple[QAction, str], ...] = ()

    def setVisible(self, visible: bool) -> None:  # noqa: N802
        """Show or hide the menu, and with it the letters."""
        if visible and not self._plain_texts:
            self._assign_letters()
        super().setVisible(visible)
        if not visible:
            self._restore_texts()

    def submenu(self, title: str) -> Menu:
        """Add a menu of this kind."""
        menu = Menu(title, self)
        self.addMenu(menu)
        return menu

    def _assign_letters(self) -> None:
        entries = [action for action in self.actions() if not action.isSeparator() and action.isVisible()]
        self._plain_texts = tuple((action, action.text()) for action in entries)
        labels = [_AMPERSAND.sub(r"\1", text).partition("\t") for _, text in self._plain_texts]
        marked_labels = with_mnemonics(label for label, _, _ in labels)
        for action, marked_label, (_, tab, keys) in zip(entries, marked_labels, labels, strict=True):
            action.setText(f"{marked_label}{tab}{keys}")

    def _restore_texts(self) -> None:
        entries = self.actions()
        for action, text in self._plain_texts:
            if action in entries:  # a menu may have been filled anew in the meantime
                action.setText(text)
        self._plain_texts = ()
