"""What the window asks of a pile of texts in the library, posts or evidence: the part that is the same for both. Knows no widgets."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from app.gui.jobs import Failure, Jobs
from app.gui.library_flow import LibraryFlow
from app.translation import tr
from app.worker.protocol import AnyRequest


class SourceFlow(QObject):
    """`described`, `encoded`, `imported` and `found` carry the results of the requests, `failed` (what, Failure), where `what` is
    describe, encode, import or search."""

    described = Signal(object)
    encoded = Signal(object)
    imported = Signal(object)
    found = Signal(object)
    failed = Signal(str, object)

    def __init__(self, jobs: Jobs, library: LibraryFlow, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._library = jobs, library
        self.import_job: int | None = None
        self.encode_job: int | None = None
        self._search_job: int | None = None

    @property
    def library(self) -> str:
        """The folder that is worked on."""
        return str(self._library.library)

    def cancel_import(self) -> None:
        """Stop the import that is running."""
        if self.import_job is not None:
            self._jobs.cancel(self.import_job)

    def cancel_encode(self) -> None:
        """Stop making them searchable."""
        if self.encode_job is not None:
            self._jobs.cancel(self.encode_job)

    def _describe(self, request: AnyRequest, title: str) -> None:
        self._jobs.ask(request, title=title, done=self.described.emit, failed=partial(self.failed.emit, "describe"), quiet=True)

    def _import(self, request: AnyRequest, title: str) -> None:
        """The library stays as it was if this is cancelled or fails."""
        self.import_job = self._jobs.ask(request, title=title, done=self._imported, failed=self._not_imported)

    def _encode(self, request: AnyRequest, title: str) -> None:
        """What is done stays done when this is cancelled; one runs at a time."""
        if self.encode_job is None:
            self.encode_job = self._jobs.ask(request, title=title, done=self._encoded, failed=self._not_encoded)

    def _search(self, request: AnyRequest) -> None:
        """An earlier search that is still running is dropped."""
        self._jobs.drop(self._search_job)
        failed = partial(self.failed.emit, "search")
        self._search_job = self._jobs.ask(request, title=tr("Searching"), done=self.found.emit, failed=failed, quiet=True)

    def _imported(self, value: object) -> None:
        self.import_job = None
        self.imported.emit(value)

    def _not_imported(self, failure: Failure) -> None:
        self.import_job = None
        self.failed.emit("import", failure)

    def _encoded(self, value: object) -> None:
        self.encode_job = None
        self.encoded.emit(value)

    def _not_encoded(self, failure: Failure) -> None:
        self.encode_job = None
        self.failed.emit("encode", failure)
