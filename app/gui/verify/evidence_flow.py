"""What the window asks of a library's evidence: what there is, finding it, taking it in, dates, the list of sources. Knows no widgets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.domain.evidence import EvidenceImportReport, EvidenceIndexReport, EvidencePage, EvidenceStatistics
from app.domain.options import EvidenceImportOptions
from app.gui.jobs import Failure, Jobs
from app.gui.library_flow import LibraryFlow
from app.gui.model.evidence_view import PAGE
from app.translation import tr
from app.worker.protocol import (
    DateEvidence,
    DeleteEvidence,
    DescribeEvidence,
    EncodeEvidence,
    EvidenceChanged,
    ImportEvidence,
    ImportSources,
    ListSources,
    SearchEvidence,
    SourceList,
)


class EvidenceFlow(QObject):
    """`described` carries EvidenceStatistics, `encoded` an EvidenceIndexReport, `imported` an EvidenceImportReport, `found` a page,
    `listed` a SourceList, `changed` what was done to documents in words, `failed` (what, Failure), where `what` is describe, encode,
    import, search, sources or change."""

    described = Signal(object)
    encoded = Signal(object)
    imported = Signal(object)
    found = Signal(object)
    listed = Signal(object)
    changed = Signal(str)
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

    def describe(self) -> None:
        """What the library has in evidence, and which sources are on the list."""
        failed = partial(self.failed.emit, "describe")
        request = DescribeEvidence(library=self.library)
        self._jobs.start(request, title=tr("Reading the evidence"), done=self._described, failed=failed, quiet=True)
        self._list(ListSources(library=self.library))

    def import_files(self, paths: Sequence[Path], options: EvidenceImportOptions) -> None:
        """Import files and folders; the library stays as it was if this is cancelled or fails."""
        request = ImportEvidence(library=self.library, paths=tuple(map(str, paths)), options=options)
        self.import_job = self._jobs.start(request, title=tr("Importing evidence"), done=self._imported, failed=self._not_imported)

    def cancel_import(self) -> None:
        """Stop the import that is running."""
        if self.import_job is not None:
            self._jobs.cancel(self.import_job)

    def encode(self) -> None:
        """Make the passages searchable by meaning; what is done stays done when this is cancelled."""
        if self.encode_job is None:
            title, request = tr("Making evidence searchable by meaning"), EncodeEvidence(library=self.library)
            self.encode_job = self._jobs.start(request, title=title, done=self._encoded, failed=self._not_encoded)

    def cancel_encode(self) -> None:
        """Stop making them searchable."""
        if self.encode_job is not None:
            self._jobs.cancel(self.encode_job)

    def search(self, text: str, offset: int) -> None:
        """A page of documents; an earlier search that is still running is dropped."""
        self._jobs.drop(self._search_job)
        request = SearchEvidence(library=self.library, text=text, offset=offset, limit=PAGE)
        failed = partial(self.failed.emit, "search")
        self._search_job = self._jobs.start(request, title=tr("Searching"), done=self._page, failed=failed, quiet=True)

    def set_day(self, document: str, published: str) -> None:
        """This document was published on this day."""
        done = partial(self._changed, tr("The date was set."))
        request = DateEvidence(library=self.library, document=document, published=published)
        self._jobs.start(request, title=tr("Setting the date"), done=done, failed=partial(self.failed.emit, "change"), quiet=True)

    def delete(self, document: str) -> None:
        """Forget a document."""
        done, request = partial(self._changed, tr("The document was deleted.")), DeleteEvidence(library=self.library, ids=(document,))
        self._jobs.start(request, title=tr("Deleting the document"), done=done, failed=partial(self.failed.emit, "change"), quiet=True)

    def import_sources(self, path: str) -> None:
        """Read the list of sources from a file; no path empties it."""
        self._list(ImportSources(library=self.library, path=path))

    def _list(self, request: ListSources | ImportSources) -> None:
        failed = partial(self.failed.emit, "sources")
        self._jobs.start(request, title=tr("Reading the list of sources"), done=self._listed, failed=failed, quiet=True)

    def _described(self, value: object) -> None:
        if isinstance(value, EvidenceStatistics):
            self.described.emit(value)

    def _listed(self, value: object) -> None:
        if isinstance(value, SourceList):
            self.listed.emit(value)

    def _imported(self, value: object) -> None:
        self.import_job = None
        if isinstance(value, EvidenceImportReport):
            self.imported.emit(value)

    def _not_imported(self, failure: Failure) -> None:
        self.import_job = None
        self.failed.emit("import", failure)

    def _encoded(self, value: object) -> None:
        self.encode_job = None
        if isinstance(value, EvidenceIndexReport):
            self.encoded.emit(value)

    def _not_encoded(self, failure: Failure) -> None:
        self.encode_job = None
        self.failed.emit("encode", failure)

    def _page(self, value: object) -> None:
        if isinstance(value, EvidencePage):
            self.found.emit(value)

    def _changed(self, words: str, value: object) -> None:
        if isinstance(value, EvidenceChanged):
            self.changed.emit(words)
