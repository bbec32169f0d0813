"""The handlers that work with the evidence of a library. As in `handlers`, what is heavy is imported inside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from app.domain.evidence import EvidenceImportReport, EvidenceIndexReport, EvidencePage, EvidenceStatistics
from app.worker import protocol
from app.worker.context import JobContext, unless
from app.worker.protocol import EvidenceChanged, Request, SourceList
from app.worker.server import Handler

if TYPE_CHECKING:
    from app.ports import EvidenceLibrary, TextEncoder

_NONE_YET = "evidence-not-found"


class _OpenEvidence(Protocol):
    def __call__(self, path: str, *, create: bool = False, aside: bool = False) -> EvidenceLibrary: ...


class EvidenceHandlers:
    """Works with the evidence and the encoder that the other handlers share. What reads while another job may write opens the evidence
    `aside`."""

    def __init__(self, *, evidence: _OpenEvidence, encoder: Callable[[], TextEncoder]) -> None:
        self._evidence, self._encoder = evidence, encoder

    def by_request(self) -> Mapping[type[Request], Handler]:
        """The handlers by the request they answer."""
        return {
            protocol.ImportEvidence: self.take_in,
            protocol.EncodeEvidence: self.encode,
            protocol.DescribeEvidence: self.describe,
            protocol.SearchEvidence: self.search,
            protocol.DateEvidence: self.set_date,
            protocol.DeleteEvidence: self.delete,
            protocol.ListSources: self.list_sources,
            protocol.ImportSources: self.import_sources,
        }

    def take_in(self, request: protocol.ImportEvidence, context: JobContext) -> EvidenceImportReport:
        from app.services.evidence import import_evidence

        return import_evidence(
            tuple(Path(path) for path in request.paths),
            evidence=self._evidence(request.library, create=True),
            options=request.options,
            progress=context.progress,
            cancel=context.cancel,
        )

    def encode(self, request: protocol.EncodeEvidence, context: JobContext) -> EvidenceIndexReport:
        from app.services.evidence import prepare_evidence

        evidence, most = self._evidence(request.library), None if request.make else 0
        return prepare_evidence(evidence=evidence, encoder=self._encoder(), most=most, progress=context.progress, cancel=context.cancel)

    def describe(self, request: protocol.DescribeEvidence, context: JobContext) -> EvidenceStatistics:
        nothing = EvidenceStatistics(documents=0, passages=0, size_bytes=0)
        return unless(_NONE_YET, lambda: self._evidence(request.library, aside=True).statistics(), nothing=nothing)

    def search(self, request: protocol.SearchEvidence, context: JobContext) -> EvidencePage:
        evidence = self._evidence(request.library, aside=True)
        return evidence.search(request.text, among=request.among, offset=request.offset, limit=request.limit)

    def set_date(self, request: protocol.DateEvidence, context: JobContext) -> EvidenceChanged:
        published = date.fromisoformat(request.published) if request.published else None
        return EvidenceChanged(count=int(self._evidence(request.library).set_date(request.document, published)))

    def delete(self, request: protocol.DeleteEvidence, context: JobContext) -> EvidenceChanged:
        return EvidenceChanged(count=self._evidence(request.library).delete(request.ids, cancel=context.cancel))

    def list_sources(self, request: protocol.ListSources, context: JobContext) -> SourceList:
        return SourceList(items=unless(_NONE_YET, lambda: self._evidence(request.library, aside=True).warnings(), nothing=()))

    def import_sources(self, request: protocol.ImportSources, context: JobContext) -> SourceList:
        from app.services.evidence import import_source_list

        evidence = self._evidence(request.library, create=True)
        if not request.path:
            evidence.keep_warnings(())
            return SourceList(items=())
        _, refused = import_source_list(Path(request.path), evidence=evidence, cancel=context.cancel)
        return SourceList(items=evidence.warnings(), refused=refused)
