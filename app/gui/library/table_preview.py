"""Reads the beginning of a table beside the window's thread, so that a slow disk or a large workbook never stops it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.errors import PriorcheckError
from app.gui.model.column_choice import Table

if TYPE_CHECKING:
    from app.reading.requests import TableStart


class TablePreviewer(QObject):
    """Background reader of a file's first rows. `shown` carries a Table, or None if columns are not to be chosen (a known format,
    an unreadable file)."""

    displayed = Signal(object)
    _read = Signal(int, object)

    def __init__(self, parent: QObject | None = None, *, read: Callable[[Path], Table | None]) -> None:
        super().__init__(parent)
        self._read_table = read
        self._asked = 0
        self._read.connect(self._arrived, Qt.ConnectionType.QueuedConnection)

    def ask(self, path: Path | None) -> None:
        """Read the start of this file, dropping an earlier request; None reads nothing."""
        self._asked += 1
        if path is None:
            self.displayed.emit(None)
        else:
            threading.Thread(target=self._look, args=(self._asked, path), daemon=True).start()

    def _look(self, request_number: int, path: Path) -> None:
        table = self._read_table(path)
        try:
            self._read.emit(request_number, table)
        except RuntimeError:  # the dialog was closed meanwhile
            return

    @Slot(int, object)
    def _arrived(self, request_number: int, table: object) -> None:
        if request_number == self._asked:
            self.displayed.emit(table)


def read_table(path: Path) -> Table | None:
    """Return the start of a table whose columns can be chosen; None for every other file. The import reports errors in the file."""
    from app.reading import preview_factchecks

    return _table(preview_factchecks, path)


def read_post_table(path: Path) -> Table | None:
    """Return the start of a table of posts, as `read_table` does."""
    from app.reading import preview_posts

    return _table(preview_posts, path)


def _table(preview: Callable[[Path], TableStart | None], path: Path) -> Table | None:
    try:
        start = preview(path)
    except (PriorcheckError, OSError):
        return None
    return None if start is None else Table(header=start.header, rows=start.rows, guess=start.columns)
