"""The handlers that work with narratives. As in `handlers`, what is heavy is imported inside them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.narrative import NarrativeFilter, NarrativeMap
from app.domain.series import SeriesStatistics
from app.errors import read_or_default
from app.worker import protocol
from app.worker.context import JobContext
from app.worker.protocol import EarlierFound, NarrativesChanged, Written
from app.worker.routing import handles
from app.worker.shared_session import SharedSession

if TYPE_CHECKING:
    from app.services.narratives import ActOutcome

# A library without fact-checks has no narratives, and that is no fault.
_NOTHING_YET = ("library-not-found", "library-empty")


@dataclass(frozen=True, slots=True)
class NarrativeHandlers:
    """Narratives; handlers that look them up open posts beside a job that may write them."""

    shared: SharedSession

    @handles(protocol.FindNarratives)
    def find(self, request: protocol.FindNarratives, context: JobContext) -> NarrativeMap:
        from app.services.narratives import find_narratives

        with self.shared.narratives(request.library) as engine:
            return find_narratives(
                engine=engine, posts=request.posts, regroup_all=request.anew, progress=context.progress, cancel=context.cancel
            )

    @handles(protocol.ReadNarratives)
    def read(self, request: protocol.ReadNarratives, context: JobContext) -> NarrativeMap:
        return self._read(request.library, request.among)

    @handles(protocol.ActOnNarratives)
    def act(self, request: protocol.ActOnNarratives, context: JobContext) -> NarrativesChanged:
        from app.services.narratives import do_act

        with self.shared.narratives(request.library, second_connection=True) as engine:
            return _changed(do_act(request.act, engine=engine))

    @handles(protocol.UndoNarratives)
    def undo(self, request: protocol.UndoNarratives, context: JobContext) -> NarrativesChanged:
        from app.services.narratives import undo_act

        with self.shared.narratives(request.library, second_connection=True) as engine:
            return _changed(undo_act(engine=engine))

    @handles(protocol.RedoNarratives)
    def redo(self, request: protocol.RedoNarratives, context: JobContext) -> NarrativesChanged:
        from app.services.narratives import redo_act

        with self.shared.narratives(request.library, second_connection=True) as engine:
            return _changed(redo_act(engine=engine))

    @handles(protocol.ComputeSeries)
    def series(self, request: protocol.ComputeSeries, context: JobContext) -> SeriesStatistics:
        from app.services.narrative_series import series_statistics

        with self.shared.narratives(request.library, second_connection=True) as engine:
            return series_statistics(
                engine=engine,
                narratives=request.narratives,
                among=request.among,
                step=request.step,
                window=request.window,
                progress=context.progress,
                cancel=context.cancel,
            )

    @handles(protocol.WriteNarratives)
    def write(self, request: protocol.WriteNarratives, context: JobContext) -> Written:
        from app.services.narratives import select_narratives
        from app.services.reports import write_narratives

        narratives = select_narratives(self._read(request.library, request.among), request.narratives)
        write_narratives(narratives, Path(request.path), record=request.record)
        return Written(path=request.path)

    @handles(protocol.FindEarlier)
    def find_earlier(self, request: protocol.FindEarlier, context: JobContext) -> EarlierFound:
        from app.services.narrative_repeats import earlier_debunks

        def read() -> EarlierFound:
            with self.shared.narratives(request.library, second_connection=True) as engine:
                return EarlierFound(earlier=earlier_debunks(request.ids, engine=engine))

        return read_or_default(read, *_NOTHING_YET, default=EarlierFound(earlier={}))

    def _read(self, library: str, among: NarrativeFilter) -> NarrativeMap:
        from app.services.narratives import read_narratives

        def read() -> NarrativeMap:
            with self.shared.narratives(library, second_connection=True) as engine:
                return read_narratives(engine=engine, among=among)

        return read_or_default(read, *_NOTHING_YET, default=NarrativeMap())


def _changed(outcome: ActOutcome) -> NarrativesChanged:
    return NarrativesChanged(changed=outcome.changed, gone=outcome.gone, act=outcome.act, undo=outcome.undo, redo=outcome.redo)
