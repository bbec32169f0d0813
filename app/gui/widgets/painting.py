"""Painting in a turn of its own: what is shown anew is painted once the event loop has turned, so that keys are heard in between."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget


def paint_later(widget: QWidget, *, after_ms: int = 0) -> None:
    """Paint this widget and what is in it in a later turn of the event loop, whatever changes until then."""
    if widget.updatesEnabled():
        widget.setUpdatesEnabled(False)
        QTimer.singleShot(after_ms, widget, partial(widget.setUpdatesEnabled, True))
