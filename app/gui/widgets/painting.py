"""Painting in a turn of its own: what is shown anew is painted once the event loop has turned, so that keys are heard in between."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget


def paint_later(widget: QWidget) -> None:
    """Paint this widget and what is in it in the next turn of the event loop, whatever changes until then."""
    if widget.updatesEnabled():
        widget.setUpdatesEnabled(False)
        QTimer.singleShot(0, widget, partial(widget.setUpdatesEnabled, True))
