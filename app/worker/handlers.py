"""The real handlers: each turns a request into a call of the same service that the command line calls.

Everything heavy is imported inside them, so that the worker greets its client at once.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.document import Document
from app.domain.importing import ImportReport, LibraryStatistics
from app.domain.pages import PageBoxes
from app.domain.progress import ProgressUpdate, no_progress
from app.domain.ranked import RankedDocument
from app.errors import LibraryError
from app.translation import tr
from app.worker import protocol
from app.worker.adapt_handlers import AdaptHandlers
from app.worker.ask_handlers import AskHandlers
from app.worker.assist_handlers import AssistHandlers
from app.worker.context import JobContext
from app.worker.evidence_handlers import EvidenceHandlers
from app.worker.library_handlers import LibraryHandlers
from app.worker.narrative_handlers import NarrativeHandlers
from app.worker.protocol import ClaimTable, Found, Matched, ModelChosen, PagePicture, Passages, Ready, Request, Written
from app.worker.server import Handler
from app.worker.verify_handlers import VerifyHandlers

if TYPE_CHECKING:
    from app.assist import Asker
    from app.bootstrap import Session
    from app.ingest.documents.pdf_pages import PdfPages
    from app.ports import EvidenceLibrary, LanguageModel, Library, PostLibrary, TextEncoder
    from app.services.ask_engine import AskEngine
    from app.services.engine import Engine
    from app.services.narrative_engine import NarrativeEngine
    from app.services.verify_engine import VerifyEngine

# A program started for the first time has no library, and that is no fault.
_NOTHING_YET = ("library-not-found", "library-empty")


def real_handlers(*, models: str = "", device: str = "auto", threads: int = 0) -> Mapping[type[Request], Handler]:
    """Handlers that share one session: models folder ("" for the bundled one), device, processor threads (0: all cores)."""
    work = _Handlers(models=Path(models) if models else None, device=device, threads=threads)
    return {
        protocol.WarmUp: work.warm_up,
        protocol.ReadDocument: work.read_document,
        protocol.RankDocument: work.rank,
        protocol.MatchQueries: work.match,
        protocol.FindPassages: work.find_passages,
        protocol.ImportFactChecks: work.import_factchecks,
        protocol.SearchLibrary: work.search,
        protocol.DescribeLibrary: work.describe,
        protocol.WriteReport: work.write_report,
        protocol.RenderPage: work.render_page,
        protocol.FindBoxes: work.find_boxes,
        protocol.UseModel: work.use_model,
        **work.library_handlers,
        **work.adapt_handlers,
        **work.ask_handlers,
        **work.verify_handlers,
        **work.evidence_handlers,
        **work.narrative_handlers,
        **work.assist_handlers,
        protocol.WriteClaims: work.write_claims,
        protocol.CopyClaims: work.copy_claims,
    }


class _Handlers:
    """The session's models and libraries, opened once whichever lane asks first; what is open may be used by all lanes."""

    def __init__(self, *, models: Path | None, device: str, threads: int) -> None:
        self._models = models
        self._device = device
        self._threads = threads
        # Libraries have a lock of their own, so that a search need not wait for models to load.
        self._library_lock = threading.Lock()
        self._model_lock = threading.Lock()
        self._pdf: tuple[object, PdfPages] | None = None  # the one that was asked for last; its lane's thread alone uses it
        self.library_handlers = LibraryHandlers(library=self._library, encoder=self._encoder, session=self._shared_session).by_request()
        self.adapt_handlers = AdaptHandlers(session=self._shared_session).by_request()
        self.ask_handlers = AskHandlers(posts=self._posts, encoder=self._encoder, engine=self._ask_engine, asker=self._asker).by_request()
        self.verify_handlers = VerifyHandlers(library=self._library, encoder=self._encoder, engine=self._verify_engine).by_request()
        self.narrative_handlers = NarrativeHandlers(engine=self._narratives).by_request()
        self.assist_handlers = AssistHandlers(
            model=self._language_model, verify_engine=self._verify_engine, narratives=self._read_narratives
        ).by_request()
        self.evidence_handlers = EvidenceHandlers(evidence=self._evidence, encoder=self._encoder).by_request()

    def _shared_session(self) -> Session:
        with self._library_lock:
            return self._session

    @cached_property
    def _session(self) -> Session:
        from app.bootstrap import Session

        return Session(models=self._models, device=self._device, threads=self._threads or None)

    def _library(self, path: str, *, create: bool = False) -> Library:
        with self._library_lock:
            return self._session.library(Path(path), create=create)

    def _posts(self, path: str, *, create: bool = False, aside: bool = False) -> PostLibrary:
        with self._library_lock:
            return self._session.posts(Path(path), create=create, aside=aside)

    def _evidence(self, path: str, *, create: bool = False, aside: bool = False) -> EvidenceLibrary:
        with self._library_lock:
            return self._session.evidence(Path(path), create=create, aside=aside)

    def _verify_engine(self, path: str) -> VerifyEngine:
        with self._model_lock:
            return self._session.verify_engine(Path(path))

    def _ask_engine(self, path: str) -> AskEngine:
        with self._model_lock:
            return self._session.ask_engine(Path(path))

    @contextmanager
    def _narratives(self, path: str, *, aside: bool = False) -> Iterator[NarrativeEngine]:
        self._library(path)
        with ExitStack() as opened:
            with self._library_lock:
                engine = opened.enter_context(self._session.narratives(Path(path), aside=aside))
            yield replace(engine, encoder=self._encoder)

    def _encoder(self) -> TextEncoder:
        session = self._shared_session()
        with self._model_lock:
            return session.encoder()

    def _read_narratives(self, path: str) -> AbstractContextManager[NarrativeEngine]:
        return self._narratives(path, aside=True)

    def _language_model(self, context: JobContext) -> LanguageModel:
        context.progress(ProgressUpdate(tr("Loading the language model")))
        session = self._shared_session()
        with self._model_lock:
            return session.needed_language_model(cancel=context.cancel)

    def _asker(self, context: JobContext) -> Asker:
        from app.assist import Asker

        return Asker(self._language_model(context), context.cancel)

    def _engine(self, path: str) -> Engine:
        self._library(path)
        with self._model_lock:
            return self._session.engine(Path(path))

    def warm_up(self, request: protocol.WarmUp, context: JobContext) -> Ready:
        context.progress(ProgressUpdate(tr("Loading the models")))
        from app.ingest import language

        # The first run of a model prepares it; better now than with the user's first document.
        reading = threading.Thread(target=language.prepare, name="language")
        reading.start()
        self._encoder().encode(("ready",), progress=no_progress, cancel=context.cancel)
        reading.join()
        waits = False
        try:
            generation, waits = self._generation(request.library)
            count = len(self._library(request.library))
        except LibraryError as error:
            if error.code not in _NOTHING_YET:
                raise
            generation, count = "", 0
        with self._model_lock:
            devices = self._session.describe_devices()
        return Ready(devices=devices, factchecks=count, generation=generation, awaits_rebuild=waits)

    def _generation(self, path: str) -> tuple[str, bool]:
        """The library's generation, once its index has been opened and fits the models; and whether it waits to be built anew."""
        engine = self._engine(path)
        with engine.snapshot() as snapshot:
            return snapshot.generation, engine.awaits_rebuild

    def read_document(self, request: protocol.ReadDocument, context: JobContext) -> Document:
        from app.ingest.documents import read_document, read_text

        if request.path:
            return read_document(Path(request.path), cancel=context.cancel, progress=context.progress)
        return read_text(request.text, title=request.title)

    def rank(self, request: protocol.RankDocument, context: JobContext) -> RankedDocument:
        from app.services.ranking import rank_document

        return rank_document(
            request.document,
            engine=self._engine(request.library),
            options=request.options,
            progress=context.progress,
            cancel=context.cancel,
            on_partial=context.partial,
        )

    def match(self, request: protocol.MatchQueries, context: JobContext) -> Matched:
        from app.services.matching import look_up

        engine = self._engine(request.library)
        found = look_up(
            request.queries,
            engine=engine,
            options=request.options,
            progress=context.progress,
            cancel=context.cancel,
            on_first=context.partial,
        )
        return Matched(queries=request.queries, results=found.results, run=found.run)

    def find_passages(self, request: protocol.FindPassages, context: JobContext) -> Passages:
        from app.services.passages import find_passages

        engine = self._engine(request.library)
        # A memory of its own: that of the engine is emptied whenever a ranking ends, also in the midst of this.
        engine = replace(engine, encoder=engine.encoder.aside())
        factcheck, passages = find_passages(request.sentence, request.factcheck, engine=engine, limit=request.limit, cancel=context.cancel)
        return Passages(factcheck=factcheck, passages=passages)

    def import_factchecks(self, request: protocol.ImportFactChecks, context: JobContext) -> ImportReport:
        from app.services.library import import_factchecks

        return import_factchecks(
            tuple(Path(path) for path in request.paths),
            library=self._library(request.library, create=True),
            encoder=self._encoder(),
            normaliser=self._session.normaliser(),
            options=request.options,
            progress=context.progress,
            cancel=context.cancel,
        )

    def search(self, request: protocol.SearchLibrary, context: JobContext) -> Found:
        page = self._library(request.library).search(
            request.text,
            publisher=request.publisher,
            verdict=request.verdict,
            language=request.language,
            rating=request.rating,
            group=request.group,
            offset=request.offset,
            limit=request.limit,
        )
        return Found(items=page.items, total=page.total, passages=dict(page.passages), same_as=dict(page.same_as))

    def describe(self, request: protocol.DescribeLibrary, context: JobContext) -> LibraryStatistics:
        return self._library(request.library).statistics()

    def write_report(self, request: protocol.WriteReport, context: JobContext) -> Written:
        from app.services.reports import write_report

        remarks = write_report(request.reviewed, Path(request.path), request.choice, progress=context.progress, cancel=context.cancel)
        return Written(path=request.path, remarks=remarks)

    def render_page(self, request: protocol.RenderPage, context: JobContext) -> PagePicture:
        width, height, pixels = self._pages(request.path, context).render(request.page, request.scale)
        return PagePicture(page=request.page, width=width, height=height, pixels=pixels)

    def find_boxes(self, request: protocol.FindBoxes, context: JobContext) -> PageBoxes:
        return self._pages(request.path, context).boxes(request.text, request.spans, cancel=context.cancel)

    def _pages(self, path: str, context: JobContext) -> PdfPages:
        from app.ingest.documents.pdf_pages import PdfPages, same_file

        state = same_file(Path(path))
        if self._pdf is None or self._pdf[0] != state:
            opened = PdfPages(Path(path), cancel=context.cancel)
            if self._pdf is not None:
                self._pdf[1].close()
            self._pdf = (state, opened)
        return self._pdf[1]

    def use_model(self, request: protocol.UseModel, context: JobContext) -> ModelChosen:
        context.progress(ProgressUpdate(tr("Testing the model")))
        with self._library_lock:
            session = self._session
        with self._model_lock:
            own = session.use_model(request.role, Path(request.folder), cancel=context.cancel)
        return ModelChosen(line=own.line() if own is not None else "")

    def write_claims(self, request: protocol.WriteClaims, context: JobContext) -> Written:
        from app.services.reports import write_claims

        write_claims(request.ranked, Path(request.path))
        return Written(path=request.path)

    def copy_claims(self, request: protocol.CopyClaims, context: JobContext) -> ClaimTable:
        from app.services.reports import claims_for_clipboard

        text, html = claims_for_clipboard(request.ranked)
        return ClaimTable(text=text, html=html)
