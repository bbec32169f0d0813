"""Python's cyclic garbage collection at moments that nobody notices, and only in the window's thread.

Left to itself the collector runs whenever some thread has made enough objects. Two things are wrong with that here: widgets that are
part of a cycle could be destroyed from the thread that reads results, which Qt does not survive; and the ranking of 5,000 sentences, even
where each row arrives once, is hundreds of thousands of objects, which take 70 ms to look through.
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
    """Automatic collection is off until `end`; what exists already is set aside."""

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
    """While it runs, replaces automatic collection by small ones once a second and a thorough one when the user is elsewhere."""

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
        """One small step of some milliseconds: set a burst of new objects aside, else look through what is young, or all that is new."""
        young = len(gc.get_objects(generation=0))  # its own count is of no use: what was freed meanwhile is taken off
        self._new += young
        if young <= _BURST:
            gc.collect(1 if self._new < _ENOUGH else 2)
        if self._new >= _ENOUGH:
            gc.freeze()
            self._new = 0

    def thorough(self) -> None:
        """Look through everything; may take a tenth of a second with a large result in memory."""
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
