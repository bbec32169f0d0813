"""What the reader asks and answers by hand, and what is looked for: questions suggested, added and reworded, answers found and written."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from app.domain.verification import EvidenceAnswer, EvidenceQuestion
from app.gui.model.verify import unanswered
from app.gui.review.text_dialog import TextDialog
from app.gui.ui_context import UiContext
from app.gui.verify.answer_dialog import AnswerDialog
from app.gui.verify.editing import VerifyEditing
from app.gui.verify.page import VerifyPage
from app.gui.verify.requests import VerifyRequests
from app.translation import tr


class VerifyAsking(QObject):
    """Opens the dialogs of questions and answers; `dialog` is the one that was opened last."""

    def __init__(self, ctx: UiContext, place: VerifyPage, requests: VerifyRequests, editing: VerifyEditing, parent: QObject) -> None:
        super().__init__(parent)
        self._ctx, self._page, self._requests, self._editing = ctx, place, requests, editing
        self._view = place.view
        self.dialog: TextDialog | AnswerDialog | None = None

    def suggest(self) -> None:
        """Questions that the open claim raises."""
        self._page.settle()
        filed = self._view.current
        if filed is not None and filed.verification.claim.text.strip():
            self._page.error.clear()
            self._requests.suggest(filed.id, filed.verification.claim)

    def add(self) -> None:
        """Ask for a question of the reader's own."""
        filed = self._view.current
        if filed is None:
            return
        self._page.settle()
        about = tr("What would have to be known? Not “is it true that …”, but what somebody else has written down: who, when, how many.")
        self.dialog = TextDialog(tr("Add a question"), about, parent=self._ctx.window)
        self.dialog.given.connect(lambda text: self._asked(filed.id, text))
        self.dialog.open()

    def _asked(self, name: str, text: str) -> None:
        text = " ".join(text.split())
        if text:
            self._editing.add_questions(name, (EvidenceQuestion(text=text),))

    def reword(self, place: int) -> None:
        """Ask for another wording of a question."""
        verification = self._view.verification
        if verification is not None:
            about = tr("The answers that were found to the old wording go; undo brings them back.")
            text = verification.questions[place].text
            self.dialog = TextDialog(tr("Reword the question"), about, text, parent=self._ctx.window)
            self.dialog.given.connect(partial(self._editing.reword, place))
            self.dialog.open()

    def find(self, place: int) -> None:
        """Look for answers to one question."""
        filed = self._view.current
        if filed is not None:
            self._find_these((filed.verification.questions[place],))

    def find_all(self) -> None:
        """Look for answers to all questions that have none."""
        verification = self._view.verification
        if verification is not None:
            self._find_these(unanswered(verification))

    def _find_these(self, questions: tuple[EvidenceQuestion, ...]) -> None:
        self._page.settle()
        filed, statistics = self._view.current, self._page.evidence.statistics
        if filed is None:
            return
        if statistics is not None and not statistics.documents:
            hint = tr("Bring documents first: reports, articles, statistics, saved pages.")
            self._page.error.say(tr("There is no evidence to look in."), hint=hint, button=tr("Import evidence…"))
            return
        self._page.error.clear()
        self._requests.find(filed.id, filed.verification.claim, questions)

    def write_answer(self, place: int) -> None:
        """Ask for an answer of the reader's own."""
        verification = self._view.verification
        if verification is not None:
            question = verification.questions[place]
            self._ask_answer(question.text, None, place, len(question.answers))

    def edit_answer(self, place: int, at: int) -> None:
        """Ask for what an answer is to be."""
        verification = self._view.verification
        if verification is not None:
            question = verification.questions[place]
            self._ask_answer(question.text, question.answers[at], place, at)

    def _ask_answer(self, question: str, answer: EvidenceAnswer | None, place: int, at: int) -> None:
        self.dialog = AnswerDialog(question, answer, self._ctx.window)
        self.dialog.given.connect(partial(self._editing.put_answer, place, at))
        self.dialog.open()

    def edit_current(self) -> None:
        """The same for the answer in focus."""
        current = self._page.questions.current()
        if current is not None:
            self.edit_answer(*current.place)

    def toggle_context(self) -> None:
        """The answer in focus is context only, or decides."""
        current = self._page.questions.current()
        if current is not None:
            current.context.toggle()
