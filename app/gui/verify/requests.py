"""Requests about a claim to the worker: questions, answers, a judgement. Knows no widgets."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.domain.assisted import Use
from app.domain.verification import ClaimForm, EvidenceQuestion, Verification, VerifyOptions
from app.gui.jobs import Failure, Job, Jobs, JobSlot
from app.gui.library_requests import LibraryRequests
from app.translation import mark, tr
from app.worker.protocol import (
    AnswerQuestions,
    ClaimSuggested,
    JudgementResult,
    JudgeVerification,
    JustificationResult,
    JustifyVerification,
    QuestionsAnswered,
    QuestionsSuggested,
    ReadVerifications,
    SuggestForClaim,
    SuggestQuestions,
    VerificationsRead,
)

_ASSISTING = {
    Use.CLAIM: mark("Rewording the claim with the language model"),
    Use.QUESTIONS: mark("Asking the language model for questions"),
    Use.JUSTIFICATION: mark("Writing the justification with the language model"),
}


@dataclass(frozen=True, slots=True)
class _Waiting:
    """Questions of a verification whose answers are wanted."""

    name: str
    claim: ClaimForm
    questions: tuple[EvidenceQuestion, ...]


class VerifyRequests(QObject):
    """`suggested` carries (id, questions), `answered` (id, questions), `judged` (id, as it was, as it is), `justified` (id, text),
    `assisted` (id, as it was, ClaimSuggested), `opened` verifications of a file, `failed` (what, Failure), where `what` is suggest, answer,
    judge, justify, assist or open; `changed` that what runs is other. Ids are those of verifications."""

    suggested = Signal(str, object)
    answered = Signal(str, object)
    judged = Signal(str, object, object)
    justified = Signal(str, str)
    assisted = Signal(str, object, object)
    opened = Signal(object)
    failed = Signal(str, object)
    changed = Signal()

    def __init__(self, jobs: Jobs, library: LibraryRequests, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._library = jobs, library
        self.undated = False
        self._waiting: deque[_Waiting] = deque()
        self._looking, self._suggesting, self._judging, self._assisting = (JobSlot(jobs) for _ in range(4))

    @property
    def library(self) -> str:
        """Return the folder of the open library."""
        return str(self._library.library)

    @property
    def left(self) -> int:
        """Return the number of waiting questions."""
        return sum(len(search.questions) for search in self._waiting)

    def job(self) -> Job | None:
        """Return the running job about questions and answers, if any."""
        return next((slot.job for slot in (self._looking, self._suggesting, self._assisting) if slot.busy), None)

    def suggest(self, name: str, claim: ClaimForm) -> None:
        """Request questions about a claim."""
        request = SuggestQuestions(library=self.library, claim=claim, options=self._options())
        on_result, on_failure = partial(self._suggested, name), partial(self._not, "suggest")
        self._suggesting.ask(request, on_result, title=tr("Looking for questions"), failed=on_failure)
        self.changed.emit()

    def find(self, name: str, claim: ClaimForm, questions: Sequence[EvidenceQuestion]) -> None:
        """Request answers to these questions together, since no passage may answer two of them; later searches wait."""
        if questions:
            self._waiting.append(_Waiting(name, claim, tuple(questions)))
            self._next()

    def stop(self) -> None:
        """Stop the search; found answers stay."""
        self._waiting.clear()
        for slot in (self._looking, self._suggesting, self._assisting):
            slot.cancel()

    def forget(self) -> None:
        """Drop all requests, since another library was opened."""
        self._waiting.clear()
        for slot in (self._looking, self._suggesting, self._judging, self._assisting):
            slot.drop()
        self.changed.emit()

    def judge(self, name: str, verification: Verification) -> None:
        """Request a judgement of the current answers; an earlier one that is still running is dropped."""
        request = JudgeVerification(library=self.library, verification=verification)
        on_result, on_failure = partial(self._judged, name, verification), partial(self._not, "judge")
        self._judging.ask(request, on_result, title=tr("Judging the answers"), failed=on_failure, quiet=True)

    def justify(self, name: str, verification: Verification) -> None:
        """Request a new justification."""
        request = JustifyVerification(verification=verification)
        on_result, on_failure = partial(self._justified, name), partial(self._not, "justify")
        self._jobs.ask(request, on_result, title=tr("Writing the justification"), failed=on_failure, quiet=True)

    def assist(self, name: str, verification: Verification, use: Use) -> None:
        """Request suggestions of the language model; an earlier request that is still running is dropped."""
        request = SuggestForClaim(library=self.library, verification=verification, use=use)
        on_result, on_failure = partial(self._assisted, name, verification), partial(self._not, "assist")
        self._assisting.ask(request, on_result, title=tr(_ASSISTING[use]), failed=on_failure)
        self.changed.emit()

    def open_file(self, path: str) -> None:
        """Read the claims of an AVeriTeC file."""
        self._jobs.ask(ReadVerifications(path=path), title=tr("Reading the claims"), done=self._opened, failed=partial(self._not, "open"))

    def _options(self) -> VerifyOptions:
        options = VerifyOptions()
        return replace(options, among=replace(options.among, undated=self.undated))

    def _next(self) -> None:
        if not self._looking.busy and self._waiting:
            search = self._waiting.popleft()
            request = AnswerQuestions(library=self.library, claim=search.claim, questions=search.questions, options=self._options())
            on_result, on_failure = partial(self._answered, search.name), partial(self._not, "answer")
            self._looking.ask(request, on_result, title=tr("Looking for answers"), failed=on_failure)
        self.changed.emit()

    def _suggested(self, name: str, value: QuestionsSuggested) -> None:
        self.changed.emit()
        self.suggested.emit(name, value.questions)

    def _answered(self, name: str, value: QuestionsAnswered) -> None:
        self.answered.emit(name, value.questions)
        self._next()

    def _judged(self, name: str, before: Verification, value: JudgementResult) -> None:
        self.judged.emit(name, before, value.verification)

    def _justified(self, name: str, value: JustificationResult) -> None:
        self.justified.emit(name, value.text)

    def _assisted(self, name: str, before: Verification, value: ClaimSuggested) -> None:
        self.changed.emit()
        self.assisted.emit(name, before, value)

    def _opened(self, value: VerificationsRead) -> None:
        self.opened.emit(value.items)

    def _not(self, request: str, failure: Failure) -> None:
        if request == "answer":
            self._waiting.clear()
        self.changed.emit()
        self.failed.emit(request, failure)
