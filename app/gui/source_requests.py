"""Worker requests that posts and evidence share. Uses no widgets."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.gui.jobs import Jobs, JobSlot
from app.gui.library_requests import LibraryRequests
from app.translation import tr
from app.worker.protocol import Request


class SourceRequests(QObject):
    """`described`, `encoded`, `imported` and `found` carry the results of the requests, `failed` (what, Failure), where `what` is
    describe, encode, import or search."""

    described = Signal(object)
    encoded = Signal(object)
    imported = Signal(object)
    located = Signal(object)
    failed = Signal(str, object)

    def __init__(self, jobs: Jobs, library: LibraryRequests, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._library = jobs, library
        self.importing, self.encoding, self._searching = JobSlot(jobs, replaces=False), JobSlot(jobs), JobSlot(jobs)

    @property
    def library(self) -> str:
        """The folder that is worked on."""
        return str(self._library.library)

    def _describe(self, request: Request[Any], title: str) -> None:
        self._jobs.ask(request, title=title, done=self.described.emit, failed=partial(self.failed.emit, "describe"), quiet=True)

    def _import(self, request: Request[Any], title: str) -> None:
        """The library stays as it was if this is cancelled or fails."""
        self.importing.ask(request, self.imported.emit, title=title, failed=partial(self.failed.emit, "import"))

    def _encode(self, request: Request[Any], title: str) -> None:
        """Start encoding, one job at a time. Texts encoded before a cancellation stay encoded."""
        if not self.encoding.busy:
            self.encoding.ask(request, self.encoded.emit, title=title, failed=partial(self.failed.emit, "encode"))

    def _search(self, request: Request[Any]) -> None:
        """An earlier search that is still running is dropped."""
        self._searching.ask(request, self.located.emit, title=tr("Searching"), failed=partial(self.failed.emit, "search"), quiet=True)
