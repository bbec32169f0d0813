"""Work for the window's thread that is done in turns: one step whenever the event loop comes round, with a pause for keys and painting."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal

_PAUSE_MS = 4
_DONE = object()


class Turns(QObject):
    """`done` tells that the last step was taken."""

    done = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work: Iterator[None] = iter(())
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._step)

    @property
    def active(self) -> bool:
        """Whether anything is still to be done."""
        return self._timer.isActive()

    def start(self, work: Iterator[None]) -> None:
        """Do this, in place of whatever was still to be done."""
        self._work = work
        self._timer.start(0)

    def stop(self) -> None:
        """Forget what is still to be done."""
        self._timer.stop()
        self._work = iter(())

    def finish(self) -> None:
        """Do all that is left now."""
        if self.active:
            self._timer.stop()
            for _ in self._work:
                pass
            self.done.emit()

    def _step(self) -> None:
        if next(self._work, _DONE) is _DONE:
            self.done.emit()
        else:
            self._timer.start(_PAUSE_MS)
