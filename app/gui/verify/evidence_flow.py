"""What the window asks of a library's evidence: what there is, finding it, taking it in, dates, the list of sources. Knows no widgets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal

from app.domain.evidence import EvidenceImportReport, EvidenceIndexReport, EvidencePage, EvidenceStatistics
from app.domain.options import EvidenceImportOptions
from app.gui.model.evidence_view import PAGE
from app.gui.source_flow import Answers, SourceFlow
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


class EvidenceFlow(SourceFlow):
    """`described` carries EvidenceStatistics, `encoded` an EvidenceIndexReport, `imported` an EvidenceImportReport, `found` a page,
    `listed` a SourceList, `changed` what was done to documents in words; `failed` names sources and change, too."""

    listed = Signal(object)
    changed = Signal(str)
    answers = Answers(described=EvidenceStatistics, encoded=EvidenceIndexReport, imported=EvidenceImportReport, page=EvidencePage)

    def describe(self) -> None:
        """What the library has in evidence, and which sources are on the list."""
        self._describe(DescribeEvidence(library=self.library), tr("Reading the evidence"))
        self._list(ListSources(library=self.library))

    def import_files(self, paths: Sequence[Path], options: EvidenceImportOptions) -> None:
        """Import files and folders."""
        self._import(ImportEvidence(library=self.library, paths=tuple(map(str, paths)), options=options), tr("Importing evidence"))

    def encode(self) -> None:
        """Make the passages searchable by meaning."""
        self._encode(EncodeEvidence(library=self.library), tr("Making evidence searchable by meaning"))

    def search(self, text: str, offset: int) -> None:
        """A page of documents."""
        self._search(SearchEvidence(library=self.library, text=text, offset=offset, limit=PAGE))

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

    def _listed(self, value: object) -> None:
        if isinstance(value, SourceList):
            self.listed.emit(value)

    def _changed(self, words: str, value: object) -> None:
        if isinstance(value, EvidenceChanged):
            self.changed.emit(words)
