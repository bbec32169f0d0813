"""Base of the signals that the widgets of a page share."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.gui.ui_context import UiContext


class ItemSignals(QObject):
    """What a user wants of an item, sent from wherever its button is to the page's controller; with the theme and icons that the items'
    widgets are painted with, and the keys that their tool tips name."""

    link_asked = Signal(str)

    def __init__(self, ctx: UiContext, parent: QObject) -> None:
        super().__init__(parent)
        self.theme, self.icons, self.keys = ctx.theme, ctx.icons, ctx.actions.keys
