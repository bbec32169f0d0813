"""The handlers that work with the evidence of a library. As in `handlers`, what is heavy is imported inside them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.evidence import EvidenceImportReport, EvidenceIndexReport, EvidencePage, EvidenceStatistics
from app.errors import read_or_default
from app.worker import protocol
from app.worker.context import JobContext
from app.worker.protocol import EvidenceChanged, SourceList
from app.worker.routing import handles
from app.worker.shared_session import SharedSession

if TYPE_CHECKING:
    from app.ports import EvidenceLibrary

_NONE_YET = "evidence-not-found"


@dataclass(frozen=True, slots=True)
class EvidenceHandlers:
    """Evidence; handlers that read while another job may write open it a second time."""

    shared: SharedSession

    @handles(protocol.ImportEvidence)
    def import_documents(self, request: protocol.ImportEvidence, context: JobContext) -> EvidenceImportReport:
        from app.services.evidence import import_evidence

        return import_evidence(
            tuple(Path(path) for path in request.paths),
            evidence=self.shared.evidence(request.library, create=True),
            options=request.options,
            progress=context.progress,
            cancel=context.cancel,
        )

    @handles(protocol.EncodeEvidence)
    def encode(self, request: protocol.EncodeEvidence, context: JobContext) -> EvidenceIndexReport:
        from app.services.evidence import prepare_evidence

        evidence, limit = self.shared.evidence(request.library), None if request.make else 0
        return prepare_evidence(
            evidence=evidence, encoder=self.shared.encoder(), encode_limit=limit, progress=context.progress, cancel=context.cancel
        )

    @handles(protocol.DescribeEvidence)
    def describe(self, request: protocol.DescribeEvidence, context: JobContext) -> EvidenceStatistics:
        no_evidence = EvidenceStatistics(documents=0, passages=0, size_bytes=0)
        return read_or_default(lambda: self._evidence(request.library).statistics(), _NONE_YET, default=no_evidence)

    @handles(protocol.SearchEvidence)
    def search(self, request: protocol.SearchEvidence, context: JobContext) -> EvidencePage:
        return self._evidence(request.library).search(request.text, among=request.among, offset=request.offset, limit=request.limit)

    @handles(protocol.DateEvidence)
    def set_date(self, request: protocol.DateEvidence, context: JobContext) -> EvidenceChanged:
        published = date.fromisoformat(request.published) if request.published else None
        return EvidenceChanged(count=int(self.shared.evidence(request.library).set_date(request.document, published)))

    @handles(protocol.DeleteEvidence)
    def delete(self, request: protocol.DeleteEvidence, context: JobContext) -> EvidenceChanged:
        return EvidenceChanged(count=self.shared.evidence(request.library).delete(request.ids, cancel=context.cancel))

    @handles(protocol.ListSources)
    def list_sources(self, request: protocol.ListSources, context: JobContext) -> SourceList:
        return SourceList(items=read_or_default(lambda: self._evidence(request.library).warnings(), _NONE_YET, default=()))

    @handles(protocol.ImportSources)
    def import_sources(self, request: protocol.ImportSources, context: JobContext) -> SourceList:
        from app.services.evidence import import_source_list

        evidence = self.shared.evidence(request.library, create=True)
        if not request.path:
            evidence.keep_warnings(())
            return SourceList(items=())
        _, refused = import_source_list(Path(request.path), evidence=evidence, cancel=context.cancel)
        return SourceList(items=evidence.warnings(), refused=refused)

    def _evidence(self, library: str) -> EvidenceLibrary:
        return self.shared.evidence(library, second_connection=True)
