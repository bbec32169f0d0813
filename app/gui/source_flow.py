"""What the window asks of a pile of texts in the library, posts or evidence: the part that is the same for both. Knows no widgets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from PySide6.QtCore import QObject, Signal

from app.gui.jobs import Failure, Jobs
from app.gui.library_flow import LibraryFlow
from app.translation import tr
from app.worker.protocol import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The types of what comes back; anything else is not passed on."""

    described: type
    encoded: type
    imported: type
    page: type


class SourceFlow(QObject):
    """`described`, `encoded`, `imported` and `found` carry what `answers` names, `failed` (what, Failure), where `what` is describe,
    encode, import or search."""

    described = Signal(object)
    encoded = Signal(object)
    imported = Signal(object)
    found = Signal(object)
    failed = Signal(str, object)
    answers: ClassVar[Answers]

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

    def _describe(self, request: Request, title: str) -> None:
        done = partial(self._pass_on, self.answers.described, self.described)
        self._jobs.start(request, title=title, done=done, failed=partial(self.failed.emit, "describe"), quiet=True)

    def _import(self, request: Request, title: str) -> None:
        """The library stays as it was if this is cancelled or fails."""
        self.import_job = self._jobs.start(request, title=title, done=self._imported, failed=self._not_imported)

    def _encode(self, request: Request, title: str) -> None:
        """What is done stays done when this is cancelled; one runs at a time."""
        if self.encode_job is None:
            self.encode_job = self._jobs.start(request, title=title, done=self._encoded, failed=self._not_encoded)

    def _search(self, request: Request) -> None:
        """An earlier search that is still running is dropped."""
        self._jobs.drop(self._search_job)
        done, failed = partial(self._pass_on, self.answers.page, self.found), partial(self.failed.emit, "search")
        self._search_job = self._jobs.start(request, title=tr("Searching"), done=done, failed=failed, quiet=True)

    def _pass_on(self, kind: type, signal: Any, value: object) -> None:
        if isinstance(value, kind):
            signal.emit(value)

    def _imported(self, value: object) -> None:
        self.import_job = None
        self._pass_on(self.answers.imported, self.imported, value)

    def _not_imported(self, failure: Failure) -> None:
        self.import_job = None
        self.failed.emit("import", failure)

    def _encoded(self, value: object) -> None:
        self.encode_job = None
        self._pass_on(self.answers.encoded, self.encoded, value)

    def _not_encoded(self, failure: Failure) -> None:
        self.encode_job = None
        self.failed.emit("encode", failure)
