"""Dialogs and searches for questions and answers of a verification: suggested, written, reworded and found."""

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
    """Dialogs of questions and answers; `dialog` is the one opened last."""

    def __init__(self, ctx: UiContext, page: VerifyPage, requests: VerifyRequests, editing: VerifyEditing, parent: QObject) -> None:
        super().__init__(parent)
        self._ctx, self._page, self._requests, self._editing = ctx, page, requests, editing
        self._view = page.view
        self.dialog: TextDialog | AnswerDialog | None = None

    def suggest(self) -> None:
        """Request questions about the open claim."""
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
        self.dialog.submitted.connect(lambda text: self._asked(filed.id, text))
        self.dialog.open()

    def _asked(self, name: str, text: str) -> None:
        text = " ".join(text.split())
        if text:
            self._editing.add_questions(name, (EvidenceQuestion(text=text),))

    def reword(self, index: int) -> None:
        """Ask for a new wording of a question."""
        verification = self._view.verification
        if verification is not None:
            about = tr("The answers that were found to the old wording go; undo brings them back.")
            text = verification.questions[index].text
            self.dialog = TextDialog(tr("Reword the question"), about, text, parent=self._ctx.window)
            self.dialog.submitted.connect(partial(self._editing.reword, index))
            self.dialog.open()

    def find(self, index: int) -> None:
        """Look for answers to one question."""
        filed = self._view.current
        if filed is not None:
            self._find_these((filed.verification.questions[index],))

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

    def write_answer(self, index: int) -> None:
        """Ask for an answer in the reader's own words."""
        verification = self._view.verification
        if verification is not None:
            question = verification.questions[index]
            self._ask_answer(question.text, None, index, len(question.answers))

    def edit_answer(self, question_index: int, answer_index: int) -> None:
        """Ask for changes to an answer."""
        verification = self._view.verification
        if verification is not None:
            question = verification.questions[question_index]
            self._ask_answer(question.text, question.answers[answer_index], question_index, answer_index)

    def _ask_answer(self, question: str, answer: EvidenceAnswer | None, question_index: int, answer_index: int) -> None:
        self.dialog = AnswerDialog(question, answer, self._ctx.window)
        self.dialog.submitted.connect(partial(self._editing.put_answer, question_index, answer_index))
        self.dialog.open()

    def edit_current(self) -> None:
        """Edit the focused answer."""
        current = self._page.questions.current()
        if current is not None:
            self.edit_answer(*current.position)

    def toggle_context(self) -> None:
        """Toggle whether the focused answer is context only."""
        current = self._page.questions.current()
        if current is not None:
            current.context.toggle()
