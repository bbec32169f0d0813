"""Manual changes to a verification: applied, shown, saved at once and judged anew; each can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.domain.second_check import with_opinion
from app.domain.verification import (
    NO_ANSWER,
    AnswerType,
    ClaimForm,
    EvidenceAnswer,
    EvidenceQuestion,
    SecondOpinion,
    Veracity,
    Verification,
)
from app.gui.model.labels import shortened
from app.gui.model.verify import (
    VerificationOperation,
    moved,
    to_be_judged,
    with_answer,
    with_claim,
    with_question,
    with_questions,
    without_question,
)
from app.gui.model.verify_suggestions import with_wording
from app.gui.verify.keeping import VerificationKeeping
from app.gui.verify.page import VerifyPage
from app.gui.verify.requests import VerifyRequests
from app.translation import tr, trn

_NOTHING = EvidenceAnswer(text=NO_ANSWER, kind=AnswerType.UNANSWERABLE)


class VerifyEditing(QObject):
    """Changes to the open verification. `said` carries messages for the status line."""

    message_sent = Signal(str)

    def __init__(self, page: VerifyPage, requests: VerifyRequests, keeping: VerificationKeeping, parent: QObject) -> None:
        super().__init__(parent)
        self._page, self._view, self._requests, self._keeping = page, page.view, requests, keeping

    def begin(self, claims: Sequence[ClaimForm], verifications: Sequence[Verification] = ()) -> None:
        """Begin verifications of these claims, and add those read from a file; the first one is opened."""
        new_verifications = (*(Verification(claim=claim) for claim in claims), *verifications)
        if new_verifications:
            words = trn("{count} verification was begun", "{count} verifications were begun", len(new_verifications))
            self._changed(self._view.add(new_verifications, words), reset=True)

    def delete(self) -> None:
        """Remove the open verification from the list."""
        filed = self._view.current
        if filed is not None:
            words = tr("The verification of “{claim}” was deleted", claim=shortened(filed.verification.claim.text, 60))
            self._changed(self._view.delete(filed, words), reset=True)

    def claim(self, claim: ClaimForm, field: str, words: str) -> None:
        """Replace the claim."""
        verification = self._view.verification
        if verification is not None:
            self._make(with_claim(verification, claim), words, field=f"claim {field}")

    def take_wording(self, text: str) -> None:
        """Take the language model's wording of the claim, keeping the old one as its original sentence."""
        verification = self._view.verification
        if verification is not None and text:
            claim = with_wording(verification.claim, text)
            self._make(with_claim(verification, claim), tr("The language model’s wording of the claim was taken"))

    def take_justification(self, text: str) -> None:
        """Take the language model's justification, which then counts as the reader's text."""
        if self._view.verification is not None and text:
            after = replace(self._view.verification, justification=text, edited=True)
            self._make(after, tr("The language model’s justification was taken"))

    def add_questions(self, name: str, questions: Sequence[EvidenceQuestion]) -> None:
        """Add questions to a verification, without duplicates."""
        filed = self._view.known.get(name)
        if filed is None:
            return
        existing_keys = {_key(question.text) for question in filed.verification.questions}
        new_questions = [question for question in questions if _key(question.text) not in existing_keys]
        if not new_questions:
            self.message_sent.emit(tr("No other question was found."))
            return
        words = trn("{count} question was added", "{count} questions were added", len(new_questions))
        after = with_questions(filed.verification, (*filed.verification.questions, *new_questions))
        self._changed(self._view.make(after, words, filed=filed))

    def reword(self, index: int, text: str) -> None:
        """Change the wording of a question; its answers are removed, since they answer the old one."""
        verification, text = self._view.verification, " ".join(text.split())
        if verification is not None and text and index < len(verification.questions):
            question = replace(verification.questions[index], text=text, answers=(), origin=EvidenceQuestion(text="").origin, like="")
            if _key(text) != _key(verification.questions[index].text):
                self._make(with_question(verification, index, question), tr("A question was reworded"))

    def remove_question(self, index: int) -> None:
        """Remove a question."""
        if self._view.verification is not None:
            self._make(without_question(self._view.verification, index), tr("A question was removed"))

    def move(self, index: int, step: int) -> None:
        """Move a question up or down by `step`."""
        if self._view.verification is not None:
            self._make(moved(self._view.verification, index, step), tr("A question was moved"))

    def answered(self, name: str, questions: Sequence[EvidenceQuestion]) -> None:
        """Add found answers. Questions are matched by text, since they may have been removed or moved during the search."""
        filed = self._view.known.get(name)
        if filed is None:
            return
        answers_by_key = {_key(question.text): question.answers or (_NOTHING,) for question in questions}
        current = filed.verification.questions
        after = [replace(question, answers=answers_by_key.get(_key(question.text), question.answers)) for question in current]
        words = trn("{count} question was answered", "{count} questions were answered", len(questions))
        if len(questions) == 1:
            words = tr("Answers were found to “{question}”", question=shortened(questions[0].text, 60))
        self._changed(self._view.make(with_questions(filed.verification, after), words, filed=filed))

    def say_nothing_found(self, index: int) -> None:
        """Record that a question has no answer."""
        verification = self._view.verification
        if verification is not None:
            question = replace(verification.questions[index], answers=(_NOTHING,))
            self._make(with_question(verification, index, question), tr("A question has no answer"))

    def put_answer(self, question: int, answer: int, changed: EvidenceAnswer | None) -> None:
        """Write, change or remove (None) an answer; a new one replaces “no answer”."""
        verification = self._view.verification
        if verification is None:
            return
        answers = verification.questions[question].answers
        words = tr("An answer was changed") if changed is not None else tr("An answer was removed")
        if changed is not None and answer >= len(answers):
            words = tr("An answer was written")
            if [existing.text for existing in answers] == [NO_ANSWER]:
                answer = 0
        self._make(with_answer(verification, question, answer, changed), words)

    def say_context(self, question: int, answer: int, only: bool) -> None:
        """Set whether an answer is context only."""
        verification = self._view.verification
        if verification is not None:
            changed = replace(verification.questions[question].answers[answer], context_only=only)
            words = tr("An answer is context only") if only else tr("An answer decides again")
            self._make(with_answer(verification, question, answer, changed), words)

    def say_label(self, label: Veracity | None) -> None:
        """Set the reader's own verdict; the machine's stays."""
        filed = self._view.current
        if filed is None or filed.verification.own_label is label:
            return
        self._make(replace(filed.verification, own_label=label), tr("Your verdict was changed"))
        current = self._view.current
        if current is not None and not current.verification.edited and current.verification.judgement is not None:
            self._requests.justify(current.id, current.verification)

    def note(self, text: str) -> None:
        """Set the note on the reader's own verdict."""
        if self._view.verification is not None:
            self._make(replace(self._view.verification, own_note=text.strip()), tr("Your note was changed"), field="note")

    def justify(self, text: str) -> None:
        """Set the justification to the reader's text."""
        if self._view.verification is not None:
            after = replace(self._view.verification, justification=text, edited=True)
            self._make(after, tr("The justification was changed"), field="justification")

    def justified(self, name: str, text: str) -> None:
        """Store the justification that was written anew, on request or after the label changed."""
        filed = self._view.known.get(name)
        if filed is None:
            return
        after = replace(filed.verification, justification=text, edited=False)
        if filed.verification.edited:
            self._changed(self._view.make(after, tr("The justification was written anew"), filed=filed))
        else:
            self._settled(name, after)

    def opinion(self, opinion: SecondOpinion) -> None:
        """Add a second verdict."""
        if self._view.verification is not None:
            self._make(with_opinion(self._view.verification, opinion), tr("A second verdict was given"))

    def published(self, factcheck: str) -> None:
        """Record that the open verification is in the library as this fact-check."""
        self._changed(self._view.publish(factcheck, tr("The verification was published")))

    def judged(self, name: str, before: Verification, after: Verification) -> None:
        """Store the machine's judgement, unless the answers changed meanwhile; then another one is already running."""
        filed = self._view.known.get(name)
        if filed is not None and filed.verification == before:
            self._settled(name, after)

    def undo(self) -> None:
        """Undo the last change."""
        operation = self._view.history.undo()
        if operation is not None:
            self._changed(operation, reset=len(operation.pairs) > 1)
            self.message_sent.emit(tr("Taken back: {change}", change=operation.label))

    def redo(self) -> None:
        """Redo the change that was undone last."""
        self._changed(self._view.history.redo())

    def judge(self) -> None:
        """Request a judgement of the open verification if there are answers to judge."""
        filed = self._view.current
        if filed is not None and to_be_judged(filed.verification):
            self._requests.judge(filed.id, filed.verification)

    def _make(self, after: Verification, words: str, *, field: str = "") -> None:
        self._changed(self._view.make(after, words, field=field))

    def _settled(self, name: str, after: Verification) -> None:
        before = self._view.known.get(name)
        now = self._view.settle(name, after)
        if now is not None:
            self._keeping.write(VerificationOperation(label="", pairs=((before, now),)))
            self._page.show_view()

    def _changed(self, operation: VerificationOperation | None, *, reset: bool = False) -> None:
        if operation is None:
            return
        self._keeping.write(operation)
        self._page.show_view(reset=reset)
        self.message_sent.emit(f"{operation.label}.")
        self.judge()


def _key(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip("?!. ")
