"""Requests about narratives to the worker. Knows no widgets."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from app.domain.narrative import NarrativeFilter, NarrativeMap
from app.domain.narrative_operations import NarrativeOperation
from app.domain.timeline import Step
from app.gui.jobs import Failure, Job, Jobs, JobSlot
from app.gui.library_requests import LibraryRequests
from app.translation import tr
from app.worker.protocol import (
    ActOnNarratives,
    ComputeSeries,
    FindNarratives,
    NarrativesChanged,
    ReadNarratives,
    RedoNarratives,
    Request,
    SuggestTitle,
    UndoNarratives,
)


class NarrativesRequests(QObject):
    """`read` carries a NarrativeMap, `acted` a NarrativesChanged, `computed` SeriesStatistics, `titled` (narrative,
    TitleSuggested), `failed` (what, Failure), where `what` is read, find, act, series or title; `changed` that finding began or
    ended."""

    read = Signal(object)
    acted = Signal(object)
    computed = Signal(object)
    titled = Signal(str, object)
    failed = Signal(str, object)
    changed = Signal()

    def __init__(self, jobs: Jobs, library: LibraryRequests, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._library = jobs, library
        self._reading, self._finding, self._computing, self._titling = (JobSlot(jobs) for _ in range(4))

    @property
    def library(self) -> str:
        """Return the folder of the open library."""
        return str(self._library.library)

    @property
    def factchecks(self) -> int | None:
        """Return the library's number of fact-checks; None until it is known."""
        return self._library.factchecks

    def job(self) -> Job | None:
        """Return the running search for narratives, if any."""
        return self._finding.job

    def read_map(self) -> None:
        """Request the stored narratives; an earlier request that is still running is dropped."""
        request, title = ReadNarratives(library=self.library), tr("Reading the narratives")
        self._reading.ask(request, self.read.emit, title=title, failed=partial(self.failed.emit, "read"), quiet=True)

    def find(self, *, posts: bool = True) -> None:
        """Request the search for narratives, which continues with new items of the library."""
        if not self._finding.busy:
            request = FindNarratives(library=self.library, posts=posts)
            self._finding.ask(request, self._found, title=tr("Finding narratives"), failed=self._not_found)
            self.changed.emit()

    def stop(self) -> None:
        """Stop the search; earlier narratives stay."""
        self._finding.cancel()

    def forget(self) -> None:
        """Drop all requests, since another library was opened."""
        for slot in (self._reading, self._finding, self._computing, self._titling):
            slot.drop()
        self.changed.emit()

    def act(self, act: NarrativeOperation) -> None:
        """Apply an operation."""
        self._do(ActOnNarratives(library=self.library, act=act))

    def undo(self) -> None:
        """Undo the last operation."""
        self._do(UndoNarratives(library=self.library))

    def redo(self) -> None:
        """Redo the operation that was undone last."""
        self._do(RedoNarratives(library=self.library))

    def compute(self, narratives: tuple[str, ...], among: NarrativeFilter, step: Step) -> None:
        """Request the series of these narratives; earlier requests that are still running are dropped."""
        request = ComputeSeries(library=self.library, narratives=narratives, among=among, step=step)
        failed = partial(self.failed.emit, "series")
        self._computing.ask(request, self.computed.emit, title=tr("Computing the series"), failed=failed, quiet=True)

    def drop_series(self) -> None:
        """Drop the request for series."""
        self._computing.drop()

    def suggest_title(self, narrative: str) -> None:
        """Request a name for a narrative from the language model; an earlier request that is still running is dropped."""
        request, on_result = SuggestTitle(library=self.library, narrative=narrative), partial(self.titled.emit, narrative)
        self._titling.ask(request, on_result, title=tr("Asking the language model for a title"), failed=partial(self.failed.emit, "title"))

    def _do(self, request: Request[NarrativesChanged]) -> None:
        self._jobs.ask(request, title=tr("Keeping your changes"), done=self.acted.emit, failed=partial(self.failed.emit, "act"), quiet=True)

    def _found(self, narrative_map: NarrativeMap) -> None:
        self.changed.emit()
        self.read.emit(narrative_map)

    def _not_found(self, failure: Failure) -> None:
        self.changed.emit()
        self.failed.emit("find", failure)
