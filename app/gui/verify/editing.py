"""What the reader changes in a verification: made, shown, kept at once, judged anew; and taken back."""

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
    """`said` is for the status line."""

    said = Signal(str)

    def __init__(self, place: VerifyPage, requests: VerifyRequests, keeping: VerificationKeeping, parent: QObject) -> None:
        super().__init__(parent)
        self._page, self._view, self._requests, self._keeping = place, place.view, requests, keeping

    def begin(self, claims: Sequence[ClaimForm], verifications: Sequence[Verification] = ()) -> None:
        """New verifications of these claims, or as they come from a file; the first is open."""
        made = (*(Verification(claim=claim) for claim in claims), *verifications)
        if made:
            words = trn("{count} verification was begun", "{count} verifications were begun", len(made))
            self._changed(self._view.add(made, words), fresh=True)

    def delete(self) -> None:
        """Take the open verification out of the list."""
        filed = self._view.current
        if filed is not None:
            words = tr("The verification of “{claim}” was deleted", claim=shortened(filed.verification.claim.text, 60))
            self._changed(self._view.delete(filed, words), fresh=True)

    def claim(self, claim: ClaimForm, field: str, words: str) -> None:
        """Another claim."""
        verification = self._view.verification
        if verification is not None:
            self._make(with_claim(verification, claim), words, field=f"claim {field}")

    def take_wording(self, text: str) -> None:
        """The claim in the words that the language model found, what it was before kept as its original sentence."""
        verification = self._view.verification
        if verification is not None and text:
            claim = with_wording(verification.claim, text)
            self._make(with_claim(verification, claim), tr("The language model’s wording of the claim was taken"))

    def take_justification(self, text: str) -> None:
        """The justification that the language model wrote; from now on it is the reader's to change."""
        if self._view.verification is not None and text:
            after = replace(self._view.verification, justification=text, edited=True)
            self._make(after, tr("The language model’s justification was taken"))

    def add_questions(self, name: str, questions: Sequence[EvidenceQuestion]) -> None:
        """More questions for a verification, none twice."""
        filed = self._view.known.get(name)
        if filed is None:
            return
        asked = {_key(question.text) for question in filed.verification.questions}
        fresh = [question for question in questions if _key(question.text) not in asked]
        if not fresh:
            self.said.emit(tr("No other question was found."))
            return
        words = trn("{count} question was added", "{count} questions were added", len(fresh))
        after = with_questions(filed.verification, (*filed.verification.questions, *fresh))
        self._changed(self._view.make(after, words, filed=filed))

    def reword(self, place: int, text: str) -> None:
        """Another wording of a question; its answers go, since they answer the old one."""
        verification, text = self._view.verification, " ".join(text.split())
        if verification is not None and text and place < len(verification.questions):
            question = replace(verification.questions[place], text=text, answers=(), origin=EvidenceQuestion(text="").origin, like="")
            if _key(text) != _key(verification.questions[place].text):
                self._make(with_question(verification, place, question), tr("A question was reworded"))

    def remove_question(self, place: int) -> None:
        """One question less."""
        if self._view.verification is not None:
            self._make(without_question(self._view.verification, place), tr("A question was removed"))

    def move(self, place: int, step: int) -> None:
        """A question up or down."""
        if self._view.verification is not None:
            self._make(moved(self._view.verification, place, step), tr("A question was moved"))

    def answered(self, name: str, questions: Sequence[EvidenceQuestion]) -> None:
        """Answers were found; a question may be gone or stand elsewhere by now."""
        filed = self._view.known.get(name)
        if filed is None:
            return
        found = {_key(each.text): each.answers or (_NOTHING,) for each in questions}
        asked = filed.verification.questions
        after = [replace(each, answers=found.get(_key(each.text), each.answers)) for each in asked]
        words = trn("{count} question was answered", "{count} questions were answered", len(questions))
        if len(questions) == 1:
            words = tr("Answers were found to “{question}”", question=shortened(questions[0].text, 60))
        self._changed(self._view.make(with_questions(filed.verification, after), words, filed=filed))

    def say_nothing_found(self, place: int) -> None:
        """No answer could be found to a question."""
        verification = self._view.verification
        if verification is not None:
            question = replace(verification.questions[place], answers=(_NOTHING,))
            self._make(with_question(verification, place, question), tr("A question has no answer"))

    def put_answer(self, question: int, answer: int, changed: EvidenceAnswer | None) -> None:
        """An answer written, changed or removed (None) by hand; a written one takes the place of “no answer”."""
        verification = self._view.verification
        if verification is None:
            return
        answers = verification.questions[question].answers
        words = tr("An answer was changed") if changed is not None else tr("An answer was removed")
        if changed is not None and answer >= len(answers):
            words = tr("An answer was written")
            if [each.text for each in answers] == [NO_ANSWER]:
                answer = 0
        self._make(with_answer(verification, question, answer, changed), words)

    def say_context(self, question: int, answer: int, only: bool) -> None:
        """An answer is context only, or decides."""
        verification = self._view.verification
        if verification is not None:
            changed = replace(verification.questions[question].answers[answer], context_only=only)
            words = tr("An answer is context only") if only else tr("An answer decides again")
            self._make(with_answer(verification, question, answer, changed), words)

    def say_label(self, label: Veracity | None) -> None:
        """The reader's own verdict; the machine's stays as it is."""
        filed = self._view.current
        if filed is None or filed.verification.own_label is label:
            return
        self._make(replace(filed.verification, own_label=label), tr("Your verdict was changed"))
        current = self._view.current
        if current is not None and not current.verification.edited and current.verification.judgement is not None:
            self._requests.justify(current.id, current.verification)

    def note(self, text: str) -> None:
        """The note on the reader's own verdict."""
        if self._view.verification is not None:
            self._make(replace(self._view.verification, own_note=text.strip()), tr("Your note was changed"), field="note")

    def justify(self, text: str) -> None:
        """The justification in the reader's words."""
        if self._view.verification is not None:
            after = replace(self._view.verification, justification=text, edited=True)
            self._make(after, tr("The justification was changed"), field="justification")

    def justified(self, name: str, text: str) -> None:
        """The justification as it was written anew, by wish or since the label is another."""
        filed = self._view.known.get(name)
        if filed is None:
            return
        after = replace(filed.verification, justification=text, edited=False)
        if filed.verification.edited:
            self._changed(self._view.make(after, tr("The justification was written anew"), filed=filed))
        else:
            self._settled(name, after)

    def opinion(self, opinion: SecondOpinion) -> None:
        """A second verdict."""
        if self._view.verification is not None:
            self._make(with_opinion(self._view.verification, opinion), tr("A second verdict was given"))

    def published(self, factcheck: str) -> None:
        """The open verification is in the library as this fact-check."""
        self._changed(self._view.publish(factcheck, tr("The verification was published")))

    def judged(self, name: str, before: Verification, after: Verification) -> None:
        """The machine has judged; what was changed meanwhile is judged anew already."""
        filed = self._view.known.get(name)
        if filed is not None and filed.verification == before:
            self._settled(name, after)

    def undo(self) -> None:
        """Take the last change back."""
        operation = self._view.history.undo()
        if operation is not None:
            self._changed(operation, fresh=len(operation.pairs) > 1)
            self.said.emit(tr("Taken back: {change}", change=operation.label))

    def redo(self) -> None:
        """Make the change again that was taken back last."""
        self._changed(self._view.history.redo())

    def judge(self) -> None:
        """Judge what is open, where there is something to judge."""
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

    def _changed(self, operation: VerificationOperation | None, *, fresh: bool = False) -> None:
        if operation is None:
            return
        self._keeping.write(operation)
        self._page.show_view(fresh=fresh)
        self.said.emit(f"{operation.label}.")
        self.judge()


def _key(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip("?!. ")
