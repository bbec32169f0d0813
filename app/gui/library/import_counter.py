"""Counts beside the window's thread what files would give if they were imported."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.domain.importing import ReadRow, RefusedRow
from app.domain.options import ImportOptions
from app.domain.progress import CancelToken, no_progress
from app.errors import Cancelled, PriorcheckError
from app.gui.model.import_count import ImportCount, count_rows


class ImportCounter(QObject):
    """`counted` carries an ImportCount, or None while it is not known or the files cannot be read; the import says why they cannot."""

    counted = Signal(object)
    _done = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cancel, self._counting = CancelToken(), False
        self._done.connect(self._arrived, Qt.ConnectionType.QueuedConnection)

    def ask(self, paths: tuple[Path, ...], options: ImportOptions) -> None:
        """Count the rows of these files, dropping an earlier count."""
        self.stop()
        self._counting = bool(paths)
        self.counted.emit(None)
        if paths:
            self._cancel = CancelToken()
            threading.Thread(target=self._count, args=(paths, options, self._cancel), daemon=True).start()

    @property
    def busy(self) -> bool:
        """Return whether something is being counted."""
        return self._counting

    def stop(self) -> None:
        """Stop counting; nothing is told any more."""
        self._cancel.cancel()
        self._counting = False

    def _count(self, paths: tuple[Path, ...], options: ImportOptions, cancel: CancelToken) -> None:
        try:
            count = count_rows(_rows(paths, options, cancel))
        except (PriorcheckError, OSError, Cancelled):
            count = None
        try:
            self._done.emit(count, cancel)
        except RuntimeError:  # the dialog was closed meanwhile
            return

    @Slot(object, object)
    def _arrived(self, count: ImportCount | None, cancel: CancelToken) -> None:
        if cancel is self._cancel and not cancel.cancelled:
            self._counting = False
            self.counted.emit(count)


def _rows(paths: tuple[Path, ...], options: ImportOptions, cancel: CancelToken) -> Iterator[ReadRow | RefusedRow]:
    from app.reading import read_factchecks

    for path in paths:
        yield from read_factchecks(path, options=options, progress=no_progress, cancel=cancel)
