"""Large values leave memory a little at a time: freeing a ranking of thousands of sentences in one go stops the window."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer

_AT_ONCE = 40
_PAUSE_MS = 10


class LettingGo(QObject):
    """Holds the parts of values that nobody needs any more, and drops some of them in each turn of the event loop."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._parts: deque[object] = deque()
        self._timer = QTimer(self, interval=_PAUSE_MS)
        self._timer.timeout.connect(self._drop_some)

    def __len__(self) -> int:
        return len(self._parts)

    def take(self, parts: Sequence[object]) -> None:
        """These parts leave one after the other; what is still used elsewhere stays there."""
        self._parts.extend(parts)
        if self._parts:
            self._timer.start()

    def _drop_some(self) -> None:
        for _ in range(min(_AT_ONCE, len(self._parts))):
            self._parts.popleft()
        if not self._parts:
            self._timer.stop()
