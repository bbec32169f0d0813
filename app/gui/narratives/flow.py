"""What the window asks of the worker about narratives. Knows no widgets."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from app.domain.narrative import NarrativeFilter, NarrativeMap
from app.domain.narrative_operations import NarrativeOperation
from app.domain.series import SeriesStatistics
from app.domain.timeline import Step
from app.gui.jobs import Failure, Job, Jobs
from app.gui.library_flow import LibraryFlow
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
    TitleSuggested,
    UndoNarratives,
)


class NarrativesFlow(QObject):
    """`read` carries a NarrativeMap, `acted` a NarrativesChanged, `computed` SeriesStatistics, `titled` (narrative,
    TitleSuggested), `failed` (what, Failure), where `what` is read, find, act, series or title; `changed` that finding began or
    ended."""

    read = Signal(object)
    acted = Signal(object)
    computed = Signal(object)
    titled = Signal(str, object)
    failed = Signal(str, object)
    changed = Signal()

    def __init__(self, jobs: Jobs, library: LibraryFlow, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._library = jobs, library
        self._reading: int | None = None
        self._finding: int | None = None
        self._computing: int | None = None
        self._titling: int | None = None

    @property
    def library(self) -> str:
        """The folder that is worked on."""
        return str(self._library.library)

    @property
    def factchecks(self) -> int | None:
        """How many fact-checks it has; None while that is not known."""
        return self._library.factchecks

    def job(self) -> Job | None:
        """Finding, while it is being done."""
        return self._jobs.find(self._finding) if self._finding is not None else None

    def read_map(self) -> None:
        """What was found last; an earlier request that is still running is dropped."""
        self._jobs.drop(self._reading)
        title, failed = tr("Reading the narratives"), partial(self._not, "read")
        self._reading = self._jobs.ask(ReadNarratives(library=self.library), title=title, done=self._read, failed=failed, quiet=True)

    def find(self, *, posts: bool = True) -> None:
        """Find narratives, or go on with what is new in the library."""
        if self._finding is None:
            request = FindNarratives(library=self.library, posts=posts)
            self._finding = self._jobs.ask(request, title=tr("Finding narratives"), done=self._found, failed=partial(self._not, "find"))
            self.changed.emit()

    def stop(self) -> None:
        """Stop finding; what was found before stays."""
        if self._finding is not None:
            self._jobs.cancel(self._finding)

    def forget(self) -> None:
        """Nobody waits for anything any more: the library is another one."""
        for number in (self._reading, self._finding, self._computing, self._titling):
            self._jobs.drop(number)
        self._reading = self._finding = self._computing = self._titling = None
        self.changed.emit()

    def act(self, act: NarrativeOperation) -> None:
        """Let an act hold."""
        self._do(ActOnNarratives(library=self.library, act=act))

    def undo(self) -> None:
        """Take the last act back."""
        self._do(UndoNarratives(library=self.library))

    def redo(self) -> None:
        """Make the act again that was taken back last."""
        self._do(RedoNarratives(library=self.library))

    def compute(self, narratives: tuple[str, ...], among: NarrativeFilter, step: Step) -> None:
        """The series of these narratives; earlier ones that are still being computed are dropped."""
        self.drop_series()
        request = ComputeSeries(library=self.library, narratives=narratives, among=among, step=step)
        failed = partial(self._not, "series")
        self._computing = self._jobs.ask(request, title=tr("Computing the series"), done=self._series, failed=failed, quiet=True)

    def drop_series(self) -> None:
        """Nobody waits for series any more."""
        self._jobs.drop(self._computing)
        self._computing = None

    def suggest_title(self, narrative: str) -> None:
        """A name for a narrative by the language model; an earlier question that is still running is dropped."""
        self._jobs.drop(self._titling)
        request = SuggestTitle(library=self.library, narrative=narrative)
        title = tr("Asking the language model for a title")
        self._titling = self._jobs.ask(
            request, title=title, done=lambda suggested: self._titled(narrative, suggested), failed=partial(self._not, "title")
        )

    def _do(self, request: Request[NarrativesChanged]) -> None:
        self._jobs.ask(request, title=tr("Keeping your changes"), done=self.acted.emit, failed=partial(self._not, "act"), quiet=True)

    def _read(self, value: NarrativeMap) -> None:
        self._reading = None
        self.read.emit(value)

    def _found(self, value: NarrativeMap) -> None:
        self._finding = None
        self.changed.emit()
        self.read.emit(value)

    def _series(self, value: SeriesStatistics) -> None:
        self._computing = None
        self.computed.emit(value)

    def _titled(self, narrative: str, value: TitleSuggested) -> None:
        self._titling = None
        self.titled.emit(narrative, value)

    def _not(self, what: str, failure: Failure) -> None:
        if what == "read":
            self._reading = None
        elif what == "find":
            self._finding = None
            self.changed.emit()
        elif what == "series":
            self._computing = None
        elif what == "title":
            self._titling = None
        self.failed.emit(what, failure)
