"""Requests about a library's evidence: statistics, search, import, dates, the list of sources. Knows no widgets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal

from app.domain.options import EvidenceImportOptions
from app.gui.model.evidence_view import PAGE
from app.gui.source_requests import SourceRequests
from app.translation import tr
from app.worker.protocol import (
    DateEvidence,
    DeleteEvidence,
    DescribeEvidence,
    EncodeEvidence,
    ImportEvidence,
    ImportSources,
    ListSources,
    SearchEvidence,
)


class EvidenceRequests(SourceRequests):
    """`described` carries EvidenceStatistics, `encoded` an EvidenceIndexReport, `imported` an EvidenceImportReport, `found` a page,
    `listed` a SourceList, `changed` what was done to documents in words; `failed` names sources and change, too."""

    listed = Signal(object)
    changed = Signal(str)

    def describe(self) -> None:
        """Request the evidence statistics and the list of sources."""
        self._describe(DescribeEvidence(library=self.library), tr("Reading the evidence"))
        self._list(ListSources(library=self.library))

    def import_files(self, paths: Sequence[Path], options: EvidenceImportOptions) -> None:
        """Import files and folders."""
        self._import(ImportEvidence(library=self.library, paths=tuple(map(str, paths)), options=options), tr("Importing evidence"))

    def encode(self) -> None:
        """Make the passages searchable by meaning."""
        self._encode(EncodeEvidence(library=self.library), tr("Making evidence searchable by meaning"))

    def search(self, text: str, offset: int) -> None:
        """Request a page of documents."""
        self._search(SearchEvidence(library=self.library, text=text, offset=offset, limit=PAGE))

    def set_day(self, document: str, published: str) -> None:
        """Set the publication day of a document."""
        request = DateEvidence(library=self.library, document=document, published=published)
        self._jobs.ask(
            request,
            title=tr("Setting the date"),
            done=lambda _: self.changed.emit(tr("The date was set.")),
            failed=partial(self.failed.emit, "change"),
            quiet=True,
        )

    def delete(self, document: str) -> None:
        """Delete a document."""
        request = DeleteEvidence(library=self.library, ids=(document,))
        self._jobs.ask(
            request,
            title=tr("Deleting the document"),
            done=lambda _: self.changed.emit(tr("The document was deleted.")),
            failed=partial(self.failed.emit, "change"),
            quiet=True,
        )

    def import_sources(self, path: str) -> None:
        """Read the list of sources from a file; no path empties it."""
        self._list(ImportSources(library=self.library, path=path))

    def _list(self, request: ListSources | ImportSources) -> None:
        failed = partial(self.failed.emit, "sources")
        self._jobs.ask(request, title=tr("Reading the list of sources"), done=self.listed.emit, failed=failed, quiet=True)
