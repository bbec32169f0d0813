"""State of the Verify page: the open verification and its undoable changes."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from app.domain.history import History
from app.domain.stored_verification import StoredVerification, VerificationSummary
from app.domain.timestamps import utc_timestamp
from app.domain.verification import ClaimForm, EvidenceAnswer, EvidenceQuestion, Verification


@dataclass(frozen=True, slots=True, kw_only=True)
class VerificationOperation:
    """A change of verifications: each before and after it (None: it does not exist). Changes of one `field` that follow one another are
    one operation."""

    label: str
    pairs: tuple[tuple[StoredVerification | None, StoredVerification | None], ...]
    field: str = ""

    def inverse(self) -> VerificationOperation:
        """Return the operation that undoes this one."""
        return replace(self, pairs=tuple((after, before) for before, after in self.pairs))


class VerifyView:
    """`known` are the verifications that were read or made since the program was started, by id; `shown` is the id of the open one."""

    def __init__(self) -> None:
        self.summaries: list[VerificationSummary] = []
        self.known: dict[str, StoredVerification] = {}
        self.shown = ""
        self.history: History[VerificationOperation] = History(apply=self._apply)

    @property
    def current(self) -> StoredVerification | None:
        """The verification that is open."""
        return self.known.get(self.shown)

    @property
    def verification(self) -> Verification | None:
        """The same without its id."""
        return self.current.verification if self.current else None

    def clear(self) -> None:
        """Another library: nothing of the old one is known."""
        self.summaries, self.known, self.shown = [], {}, ""
        self.history.clear()

    def learn(self, summaries: Sequence[VerificationSummary]) -> None:
        """All verifications of the library, as they are on the disk; those that are known here may be newer."""
        known_summaries = {name: filed.summary() for name, filed in self.known.items()}
        self.summaries = _in_order(({summary.id: summary for summary in summaries} | known_summaries).values())

    def found(self, text: str) -> list[VerificationSummary]:
        """Those whose claim, or whose speaker, has all the words that are searched for."""
        words = text.casefold().split()
        return [summary for summary in self.summaries if all(word in f"{summary.claim} {summary.speaker}".casefold() for word in words)]

    def take(self, filed: StoredVerification) -> None:
        """One that was read."""
        self.known.setdefault(filed.id, filed)

    def add(self, verifications: Sequence[Verification], label: str) -> VerificationOperation:
        """New ones; the first is open."""
        created, first = _now(), time.time_ns()
        new_filed = [
            StoredVerification(
                id=f"{first + offset:016x}{uuid.uuid4().hex[:8]}", verification=verification, created=created, changed=created
            )
            for offset, verification in enumerate(verifications)
        ]
        self.shown = new_filed[0].id if new_filed else self.shown
        return self._do(VerificationOperation(label=label, pairs=tuple((None, verification) for verification in new_filed)))

    def make(
        self, after: Verification, label: str, *, field: str = "", filed: StoredVerification | None = None
    ) -> VerificationOperation | None:
        """Change a verification, the open one unless told otherwise. None when it is as it was."""
        before = filed or self.current
        if before is None or after == before.verification:
            return None
        now = replace(before, verification=after, changed=_now())
        return self._do(VerificationOperation(label=label, pairs=((before, now),), field=field and f"{before.id} {field}"))

    def publish(self, factcheck: str, label: str) -> VerificationOperation | None:
        """The open one is in the library now, as this fact-check."""
        before = self.current
        return self._do(VerificationOperation(label=label, pairs=((before, replace(before, published=factcheck)),))) if before else None

    def delete(self, filed: StoredVerification, label: str) -> VerificationOperation:
        """Take one out of the list."""
        return self._do(VerificationOperation(label=label, pairs=((filed, None),)))

    def settle(self, name: str, verification: Verification) -> StoredVerification | None:
        """Take over a verification that the machine changed. Undo does not stop at it, because the reader did not make the change."""
        before = self.known.get(name)
        if before is None or before.verification == verification:
            return None
        now = replace(before, verification=verification)
        self.known[name] = now
        last = self.history.next_undo
        if last is not None and last.pairs and last.pairs[-1][1] == before:
            self.history.amend(replace(last, pairs=(*last.pairs[:-1], (last.pairs[-1][0], now))))
        self._refresh()
        return now

    def _do(self, operation: VerificationOperation) -> VerificationOperation:
        last = self.history.next_undo
        if last is None or not operation.field or operation.field != last.field or self.history.next_redo is not None:
            return self.history.do(operation)
        self.history.amend(replace(operation, pairs=((last.pairs[0][0], operation.pairs[0][1]),)))
        self._apply(operation)
        return operation

    def _apply(self, operation: VerificationOperation) -> None:
        for before, after in operation.pairs:
            if after is not None:
                self.known[after.id] = after
                self.shown = after.id
            elif before is not None:
                self.known.pop(before.id, None)
                self.summaries = [summary for summary in self.summaries if summary.id != before.id]
                self.shown = "" if self.shown == before.id else self.shown
        if len(operation.pairs) > 1 and operation.pairs[0][1] is not None:
            self.shown = operation.pairs[0][1].id
        self._refresh()

    def _refresh(self) -> None:
        self.learn([summary for summary in self.summaries if summary.id not in self.known])


def _in_order(summaries: Iterable[VerificationSummary]) -> list[VerificationSummary]:
    by_id = sorted(summaries, key=lambda summary: summary.id)
    return sorted(by_id, key=lambda summary: summary.created, reverse=True)


def _now() -> str:
    return utc_timestamp(milliseconds=True)


def with_claim(verification: Verification, claim: ClaimForm) -> Verification:
    """Another claim: what the machine made of the old one holds no longer, unless only what nobody judges by is another."""
    same = (claim.text, claim.made, claim.speaker) == (verification.claim.text, verification.claim.made, verification.claim.speaker)
    changed = replace(verification, claim=claim)
    if same:
        return changed
    questions = verification.questions
    if claim.text != verification.claim.text:
        questions = tuple(
            replace(question, answers=tuple(replace(answer, stance=None) for answer in question.answers)) for question in questions
        )
    return replace(changed, questions=questions, judgement=None)


def with_questions(verification: Verification, questions: Sequence[EvidenceQuestion]) -> Verification:
    """Other questions or answers: they are to be judged anew."""
    return replace(verification, questions=tuple(questions), judgement=None)


def with_question(verification: Verification, index: int, question: EvidenceQuestion) -> Verification:
    """Another question at this place."""
    before = verification.questions
    return with_questions(verification, (*before[:index], question, *before[index + 1 :]))


def without_question(verification: Verification, index: int) -> Verification:
    """One question less."""
    return with_questions(verification, (*verification.questions[:index], *verification.questions[index + 1 :]))


def moved(verification: Verification, index: int, step: int) -> Verification:
    """The question changes places with the one before (-1) or after (1) it; the same at the ends."""
    order = list(verification.questions)
    other = index + step
    if not 0 <= other < len(order):
        return verification
    order[index], order[other] = order[other], order[index]
    return with_questions(verification, order)


def with_answer(verification: Verification, question: int, answer: int, changed: EvidenceAnswer | None) -> Verification:
    """Another answer at this place (behind the last one: one more), or one less (None)."""
    previous_question = verification.questions[question]
    other_answers = previous_question.answers[:answer], previous_question.answers[answer + 1 :]
    answers = (*other_answers[0], *([changed] if changed is not None else []), *other_answers[1])
    return with_question(verification, question, replace(previous_question, answers=answers))


def to_be_judged(verification: Verification) -> bool:
    """Return whether there is anything that was not judged yet."""
    return verification.judgement is None and any(question.answers for question in verification.questions)


def unanswered(verification: Verification) -> tuple[EvidenceQuestion, ...]:
    """The questions without an answer."""
    return tuple(question for question in verification.questions if not question.answers)


def places(verification: Verification) -> tuple[tuple[int, int], ...]:
    """The (question, answer) places of all answers, in order."""
    return tuple(
        (question_index, answer_index)
        for question_index, question in enumerate(verification.questions)
        for answer_index in range(len(question.answers))
    )
