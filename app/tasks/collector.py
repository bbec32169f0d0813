"""Runs Python's cyclic garbage collection at idle moments, and only in the window's thread.

Automatic collection starts in whichever thread has made enough objects. That has two faults here: widgets in a cycle could be
destroyed from the thread that reads results, which crashes Qt; and the ranking of 5,000 sentences is hundreds of thousands of
objects, which take 70 ms to traverse even where each row arrives once.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication

_TICK_MS = 1000
# So many objects within one tick are a result, and results hold no cycles: they are set aside without a look.
_BURST = 8_000
# So many new objects are looked through once more, together, and what is still in use is then set aside.
_ENOUGH = 10_000


class _Suspension:
    """Turns automatic collection off until `end`; existing objects are frozen."""

    def __init__(self) -> None:
        self._to_enable = gc.isenabled()
        self._ended = False
        gc.disable()
        gc.freeze()

    def end(self) -> None:
        """Give collection back to Python, once."""
        if not self._ended:
            self._ended = True
            gc.unfreeze()
            if self._to_enable:
                gc.enable()


class Collector(QObject):
    """Replaces automatic collection by small ones once a second, and a thorough one while the window is inactive."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._new = 0
        self._suspension = _Suspension()
        self.destroyed.connect(self._suspension.end)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.tick)
        self._timer.start(_TICK_MS)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._state_changed)

    @Slot()
    def tick(self) -> None:
        """Collect for some milliseconds: freeze a burst of new objects, else collect the young generation, or all new objects."""
        young_count = len(gc.get_objects(generation=0))  # its own count is of no use: what was freed meanwhile is taken off
        self._new += young_count
        if young_count <= _BURST:
            gc.collect(1 if self._new < _ENOUGH else 2)
        if self._new >= _ENOUGH:
            gc.freeze()
            self._new = 0

    def thorough(self) -> None:
        """Collect everything; may take a tenth of a second with a large result in memory."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._new = 0

    def stop(self) -> None:
        """Give collection back to Python."""
        self._timer.stop()
        self._suspension.end()

    @Slot(Qt.ApplicationState)
    def _state_changed(self, state: Qt.ApplicationState) -> None:
        if state != Qt.ApplicationState.ApplicationActive and self._timer.isActive():
            self.thorough()
