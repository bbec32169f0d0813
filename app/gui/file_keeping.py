"""Base of the pages that store changes in a file beside the library, on a background thread."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.tasks.background_writer import BackgroundWriter


class FileKeeping(QObject):
    """`troubled` carries why something could not be read or written (it waits, and is tried again with the next change), `saved` that
    everything is on the disk."""

    troubled = Signal(object)
    saved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._keeper: BackgroundWriter[Any] | None = None
        self.library: Path | None = None

    def retry(self) -> None:
        """Try again what could not be written."""
        if self._keeper is not None:
            self._keeper.retry()

    def flush(self, timeout: float = 5.0) -> bool:
        """Wait until everything is on the disk; False when it is not after so many seconds."""
        return self._keeper.flush(timeout) if self._keeper is not None else True

    def close(self) -> bool:
        """Write what waits and let the file go; False when something could not be written."""
        keeper, self._keeper = self._keeper, None
        return keeper.close() if keeper is not None else True
