"""Work for the window's thread that is done in turns: one step whenever the event loop comes round, with a pause for keys and painting."""

from __future__ import annotations

from collections.abc import Generator

from PySide6.QtCore import QObject, QTimer

_PAUSE_MS = 4
_DONE = object()
Work = Generator[None, None, None]


class IdleWork(QObject):
    """Does one work at a time; another one takes its place, and what the first has to put away is put away then."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work: Work | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._step)

    @property
    def active(self) -> bool:
        """Return whether work is left."""
        return self._timer.isActive()

    def start(self, work: Work) -> None:
        """Do this, in place of whatever was still to be done."""
        self.stop()
        self._work = work
        self._timer.start(0)

    def stop(self) -> None:
        """Forget what is still to be done."""
        self._timer.stop()
        work, self._work = self._work, None
        if work is not None:
            work.close()

    def finish(self) -> None:
        """Do all that is left now."""
        self._timer.stop()
        work, self._work = self._work, None
        for _ in work or ():
            pass

    def _step(self) -> None:
        if self._work is not None and next(self._work, _DONE) is not _DONE:
            self._timer.start(_PAUSE_MS)
