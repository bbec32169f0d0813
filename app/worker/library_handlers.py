"""The handlers that look over a library and change single fact-checks and ratings in it. As in `handlers`, what is heavy is
imported inside them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.domain.importing import ImportReport, LibraryStatistics
from app.domain.overview import DuplicatePage, RatingOverview
from app.domain.verdict import Verdict
from app.worker import protocol
from app.worker.context import JobContext
from app.worker.protocol import ChangeResult, FactCheckHits, FactChecks, Publishers, RatingsApplied, RebuildResult
from app.worker.routing import handles
from app.worker.shared_session import SharedSession


@dataclass(frozen=True, slots=True)
class LibraryHandlers:
    """The fact-checks of a library, and its ratings."""

    shared: SharedSession

    @handles(protocol.ImportFactChecks)
    def import_factchecks(self, request: protocol.ImportFactChecks, context: JobContext) -> ImportReport:
        from app.services.library import import_factchecks

        return import_factchecks(
            tuple(Path(path) for path in request.paths),
            library=self.shared.library(request.library, create=True),
            encoder=self.shared.encoder(),
            normaliser=self.shared.session().normaliser(),
            options=request.options,
            progress=context.progress,
            cancel=context.cancel,
        )

    @handles(protocol.SearchLibrary)
    def search(self, request: protocol.SearchLibrary, context: JobContext) -> FactCheckHits:
        library = self.shared.library(request.library)
        page = library.search(request.text, among=request.among, order=request.order, offset=request.offset, limit=request.limit)
        return FactCheckHits(items=page.items, total=page.total, passages=dict(page.passages), same_as=dict(page.same_as))

    @handles(protocol.DescribeLibrary)
    def describe(self, request: protocol.DescribeLibrary, context: JobContext) -> LibraryStatistics:
        return self.shared.library(request.library).statistics()

    @handles(protocol.ReadFactChecks)
    def read(self, request: protocol.ReadFactChecks, context: JobContext) -> FactChecks:
        return FactChecks(items=tuple(self.shared.library(request.library).get(request.ids).values()))

    @handles(protocol.AddFactCheck)
    def add(self, request: protocol.AddFactCheck, context: JobContext) -> ChangeResult:
        from app.services.editing import add_factcheck

        library = self.shared.library(request.library, create=True)
        added = add_factcheck(
            request.values,
            library=library,
            encoder=self.shared.encoder(),
            normaliser=self.shared.session().normaliser(),
            progress=context.progress,
            cancel=context.cancel,
        )
        return ChangeResult(before=(), after=(added,), factchecks=len(library))

    @handles(protocol.EditFactCheck)
    def edit(self, request: protocol.EditFactCheck, context: JobContext) -> ChangeResult:
        from app.services.editing import edit_factcheck

        library = self.shared.library(request.library)
        before = tuple(library.get([request.factcheck]).values())
        edited = edit_factcheck(
            request.factcheck,
            request.values,
            library=library,
            encoder=self.shared.encoder(),
            normaliser=self.shared.session().normaliser(),
            progress=context.progress,
            cancel=context.cancel,
        )
        return ChangeResult(before=before, after=(edited,), factchecks=len(library))

    @handles(protocol.DeleteFactChecks)
    def delete(self, request: protocol.DeleteFactChecks, context: JobContext) -> ChangeResult:
        from app.services.editing import delete_factchecks

        library = self.shared.library(request.library)
        before = tuple(library.get(request.ids).values())
        delete_factchecks(request.ids, library=library, encoder=self.shared.encoder(), progress=context.progress, cancel=context.cancel)
        return ChangeResult(before=before, after=(), factchecks=len(library))

    @handles(protocol.SetLanguage)
    def set_language(self, request: protocol.SetLanguage, context: JobContext) -> ChangeResult:
        from app.services.languages import FactCheckSelection, set_languages

        library = self.shared.library(request.library)
        before = library.get(request.ids)
        selection = FactCheckSelection(ids=request.ids)
        set_languages(
            selection, request.language, library=library, encoder=self.shared.encoder(), progress=context.progress, cancel=context.cancel
        )
        after = library.get(request.ids)
        other = [name for name in before if name in after and after[name] != before[name]]
        return ChangeResult(
            before=tuple(before[name] for name in other), after=tuple(after[name] for name in other), factchecks=len(library)
        )

    @handles(protocol.RestoreFactChecks)
    def restore(self, request: protocol.RestoreFactChecks, context: JobContext) -> ChangeResult:
        from app.services.editing import restore_factchecks

        library = self.shared.library(request.library)
        before = tuple(library.get([*(item.id for item in request.factchecks), *request.delete]).values())
        restore_factchecks(
            request.factchecks,
            delete=request.delete,
            library=library,
            encoder=self.shared.encoder(),
            progress=context.progress,
            cancel=context.cancel,
        )
        return ChangeResult(before=before, after=request.factchecks, factchecks=len(library))

    @handles(protocol.ListPublishers)
    def publishers(self, request: protocol.ListPublishers, context: JobContext) -> Publishers:
        return Publishers(items=self.shared.library(request.library).publishers())

    @handles(protocol.FindDuplicates)
    def duplicates(self, request: protocol.FindDuplicates, context: JobContext) -> DuplicatePage:
        return self.shared.library(request.library).duplicates(offset=request.offset, limit=request.limit)

    @handles(protocol.ListRatings)
    def ratings(self, request: protocol.ListRatings, context: JobContext) -> RatingOverview:
        return self._overview(request.library)

    @handles(protocol.SetRatingRule)
    def set_rule(self, request: protocol.SetRatingRule, context: JobContext) -> RatingOverview:
        from app.ingest.ratings import set_rule

        verdict = Verdict(request.verdict) if request.verdict else None
        set_rule(self.shared.session().rating_table(), rating=request.rating, publisher=request.publisher, verdict=verdict)
        return self._overview(request.library)

    @handles(protocol.ApplyRatings)
    def apply_ratings(self, request: protocol.ApplyRatings, context: JobContext) -> RatingsApplied:
        from app.services.ratings import apply_tables

        counts = apply_tables(
            library=self.shared.library(request.library),
            encoder=self.shared.encoder(),
            normaliser=self.shared.session().normaliser(),
            progress=context.progress,
            cancel=context.cancel,
        )
        return RatingsApplied(counts=counts)

    @handles(protocol.RebuildLibrary)
    def rebuild(self, request: protocol.RebuildLibrary, context: JobContext) -> RebuildResult:
        library = self.shared.library(request.library)
        results = library.repair(progress=context.progress, cancel=context.cancel)
        generation = library.rebuild(encoder=self.shared.encoder(), progress=context.progress, cancel=context.cancel)
        return RebuildResult(generation=generation, problems=tuple(result for result in results if not result.ok))

    def _overview(self, path: str) -> RatingOverview:
        from app.services.ratings import overview

        table: Path = self.shared.session().rating_table()
        return overview(library=self.shared.library(path), normaliser=self.shared.session().normaliser(), user_table=table)
