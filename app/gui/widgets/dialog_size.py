"""Opening size of dialogs: as designed at normal text size, larger with larger text, and as high as the text needs."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

_LINE = 16
"""Pixels of a line of normal text, for which sizes are written down."""
_FRAME = 48
"""Pixels of the screen that a title bar and a panel of the desktop take."""


def resize_dialog(dialog: QWidget, size: QSize) -> None:
    """Resize a dialog that is built; `size` is in pixels at normal text. It never becomes larger than its screen."""
    font_scale = max(1.0, dialog.fontMetrics().lineSpacing() / _LINE)
    screen = dialog.screen().availableSize() - QSize(0, _FRAME)
    width = min(round(size.width() * font_scale), screen.width())
    layout = dialog.layout()
    needed_height = layout.totalHeightForWidth(width) if layout is not None and layout.hasHeightForWidth() else dialog.sizeHint().height()
    dialog.resize(width, min(max(round(size.height() * font_scale), needed_height), screen.height()))
