"""The pictures of a document's pages: asked for when a page comes into sight, one at a time, kept while there is room for them."""

from __future__ import annotations

import threading
import zlib
from collections import OrderedDict
from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QImage

from app.gui.jobs import Failure, Jobs
from app.translation import tr
from app.worker.protocol import PagePicture, RenderPage

_MOST_BYTES = 96 * 1024 * 1024


class _Key(NamedTuple):
    """`file` counts the files that were opened, so that a late picture of another one is not taken for one of this."""

    file: int
    page: int
    scale: float


class PagePictures(QObject):
    """`drawn` tells that a page has a picture now, `failed` why one has none.

    A picture that nobody waits for any more is let finish: stopping it could cost the worker, and with it a ranking.
    """

    drawn = Signal(int)
    failed = Signal(object)
    _unpacked = Signal(object, object, int, int)

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._path, self._file = "", 0
        self._kept: OrderedDict[_Key, tuple[QImage, bytes]] = OrderedDict()  # an image only looks at its pixels
        self._latest: dict[int, _Key] = {}
        self._wanted: list[_Key] = []
        self._running: _Key | None = None
        self._broken: set[_Key] = set()
        self._unpacked.connect(self._keep, Qt.ConnectionType.QueuedConnection)

    def open(self, path: str) -> None:
        """From now on the pages of this file are meant, even if it is the one of before."""
        self._path, self._file = path, self._file + 1
        for collection in (self._kept, self._latest, self._wanted, self._broken):
            collection.clear()

    def picture(self, page: int, scale: float) -> QImage | None:
        """A page's picture, of this scale where there is one, else of another; None where there is none."""
        key = _Key(self._file, page, scale)
        if key not in self._kept and page in self._latest:
            key = self._latest[page]
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def want(self, pages: Iterable[int], scale: float) -> None:
        """Ask for these pages in this order; what was wanted before and has not begun is wanted no more."""
        keys = [_Key(self._file, page, scale) for page in pages]
        self._wanted = [key for key in keys if key not in self._kept and key not in self._broken and key != self._running]
        self._next()

    def _next(self) -> None:
        if self._running is None and self._wanted:
            self._running = self._wanted.pop(0)
            request = RenderPage(path=self._path, page=self._running.page, scale=self._running.scale)
            self._jobs.ask(request, title=tr("Drawing pages"), done=self._arrived, failed=self._failed, quiet=True)

    def _arrived(self, result: PagePicture) -> None:
        threading.Thread(target=self._unpack, args=(self._running, result), daemon=True).start()

    def _unpack(self, key: _Key, result: PagePicture) -> None:
        pixels = zlib.decompress(result.pixels)
        try:
            self._unpacked.emit(key, pixels, result.width, result.height)
        except RuntimeError:  # the window was closed meanwhile
            return

    @Slot(object, object, int, int)
    def _keep(self, key: _Key, pixels: bytes, width: int, height: int) -> None:
        self._running = None
        if key.file == self._file:
            self._kept[key] = QImage(pixels, width, height, 4 * width, QImage.Format.Format_RGB32), pixels
            self._latest[key.page] = key
            self._make_room()
            self.drawn.emit(key.page)
        self._next()

    def _make_room(self) -> None:
        while len(self._kept) > 1 and sum(len(pixels) for _, pixels in self._kept.values()) > _MOST_BYTES:
            oldest, _ = self._kept.popitem(last=False)
            if self._latest.get(oldest.page) == oldest:
                del self._latest[oldest.page]

    def _failed(self, failure: Failure) -> None:
        key, self._running = self._running, None
        if key is not None and key.file == self._file:
            self._broken.add(key)
            self.failed.emit(failure)
        self._next()
