"""The handlers that read, rank and write documents, and look up claims. As in `handlers`, what is heavy is imported inside them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from app.domain.document import Document
from app.domain.pages import PageBoxes
from app.domain.progress import ProgressUpdate, no_progress
from app.domain.ranked import RankedDocument
from app.errors import read_or_default
from app.translation import tr
from app.worker import protocol
from app.worker.context import JobContext
from app.worker.protocol import ClaimTable, MatchResult, ModelChosen, PagePicture, Passages, Ready, Written
from app.worker.routing import handles
from app.worker.shared_session import SharedSession

# A program started for the first time has no library, and that is no fault.
_NOTHING_YET = ("library-not-found", "library-empty")


@dataclass(frozen=True, slots=True)
class DocumentHandlers:
    """Documents, claims, reports and models."""

    shared: SharedSession

    @handles(protocol.WarmUp)
    def warm_up(self, request: protocol.WarmUp, context: JobContext) -> Ready:
        context.progress(ProgressUpdate(tr("Loading the models")))
        from app.ingest.language import prepared_meanwhile
        from app.reading.pool import PROCESSES

        PROCESSES.warm_up()
        # The first run of a model prepares it; better now than with the user's first document.
        with prepared_meanwhile():
            self.shared.encoder().encode(("ready",), progress=no_progress, cancel=context.cancel)
        nothing_yet = "", 0, False
        generation, count, needs_rebuild = read_or_default(lambda: self._library_state(request.library), *_NOTHING_YET, default=nothing_yet)
        devices = self.shared.session().models.describe_devices()
        return Ready(devices=devices, factchecks=count, generation=generation, awaits_rebuild=needs_rebuild)

    def _library_state(self, path: str) -> tuple[str, int, bool]:
        """Open the index; return its generation, the number of fact-checks, and True if the index must be rebuilt for the models."""
        engine = self.shared.engine(path)
        with engine.snapshot() as snapshot:
            generation = snapshot.generation
        return generation, len(self.shared.library(path)), engine.awaits_rebuild

    @handles(protocol.ReadDocument)
    def read_document(self, request: protocol.ReadDocument, context: JobContext) -> Document:
        from app.reading import read_document, read_text

        if request.path:
            return read_document(Path(request.path), cancel=context.cancel, progress=context.progress)
        return read_text(request.text, title=request.title, cancel=context.cancel)

    @handles(protocol.RankDocument)
    def rank(self, request: protocol.RankDocument, context: JobContext) -> RankedDocument:
        from app.services.ranking import rank_document

        return rank_document(
            request.document,
            engine=self.shared.engine(request.library),
            options=request.options,
            progress=context.progress,
            cancel=context.cancel,
            on_partial=context.partial,
        )

    @handles(protocol.MatchQueries)
    def match(self, request: protocol.MatchQueries, context: JobContext) -> MatchResult:
        from app.services.claim_lookup import LookedUp, look_up

        engine = self.shared.engine(request.library)

        def matched(looked_up: LookedUp) -> MatchResult:
            return MatchResult(queries=request.queries, results=looked_up.results, run=looked_up.run)

        looked_up = look_up(
            request.queries,
            engine=engine,
            options=request.options,
            progress=context.progress,
            cancel=context.cancel,
            on_first=lambda looked_up: context.partial(matched(looked_up)),
        )
        return matched(looked_up)

    @handles(protocol.FindPassages)
    def find_passages(self, request: protocol.FindPassages, context: JobContext) -> Passages:
        from app.services.passages import find_passages

        engine = self.shared.engine(request.library)
        # A cache of its own: the engine's is emptied whenever a ranking ends, even while this runs.
        engine = replace(engine, encoder=engine.encoder.aside())
        factcheck, passages = find_passages(request.sentence, request.factcheck, engine=engine, limit=request.limit, cancel=context.cancel)
        return Passages(factcheck=factcheck, passages=passages)

    @handles(protocol.WriteReport)
    def write_report(self, request: protocol.WriteReport, context: JobContext) -> Written:
        from app.services.reports import write_report

        path, record = Path(request.path), request.record
        remarks = write_report(request.reviewed, path, request.choice, record=record, progress=context.progress, cancel=context.cancel)
        return Written(path=request.path, remarks=remarks)

    @handles(protocol.RenderPage)
    def render_page(self, request: protocol.RenderPage, context: JobContext) -> PagePicture:
        from app.reading import render_page

        image = render_page(Path(request.path), page=request.page, scale=request.scale, cancel=context.cancel)
        return PagePicture(page=request.page, width=image.width, height=image.height, pixels=image.pixels)

    @handles(protocol.FindBoxes)
    def find_boxes(self, request: protocol.FindBoxes, context: JobContext) -> PageBoxes:
        from app.reading import find_boxes

        return find_boxes(Path(request.path), text=request.text, spans=request.spans, cancel=context.cancel)

    @handles(protocol.UseModel)
    def use_model(self, request: protocol.UseModel, context: JobContext) -> ModelChosen:
        context.progress(ProgressUpdate(tr("Testing the model")))
        model = self.shared.session().models.use_model(request.role, Path(request.folder), cancel=context.cancel)
        return ModelChosen(line=model.line() if model is not None else "")

    @handles(protocol.WriteClaims)
    def write_claims(self, request: protocol.WriteClaims, context: JobContext) -> Written:
        from app.services.reports import write_claims

        write_claims(request.ranked, Path(request.path), record=request.record)
        return Written(path=request.path)

    @handles(protocol.CopyClaims)
    def copy_claims(self, request: protocol.CopyClaims, context: JobContext) -> ClaimTable:
        from app.services.reports import claims_for_clipboard

        text, html = claims_for_clipboard(request.ranked)
        return ClaimTable(text=text, html=html)
