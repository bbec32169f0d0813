"""Base of the signals that the widgets of a page share."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.gui.ui_context import UiContext


class ItemSignals(QObject):
    """Signals for what a user wants of an item, sent by its widgets to the page's controller.

    It also carries the theme, the icons and the keys that the widgets need.
    """

    link_asked = Signal(str)

    def __init__(self, ctx: UiContext, parent: QObject) -> None:
        super().__init__(parent)
        self.theme, self.icons, self.keys = ctx.theme, ctx.icons, ctx.actions.keys
