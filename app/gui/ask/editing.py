"""Manual changes to the answers: applied, shown and saved; each can be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.domain.answer_edits import AnswerEdit, EditKind, Side
from app.domain.ask import Opinion
from app.errors import InputError
from app.gui.ask.page import AskPage
from app.gui.ask.requests import AskRequests
from app.gui.model.ask import sided
from app.gui.model.ask_words import edit_words
from app.gui.ui_context import UiContext
from app.translation import tr

if TYPE_CHECKING:
    from app.gui.review.text_dialog import TextDialog


class AnswerEditing(QObject):
    """Changes to the answers. `said` carries messages for the status line."""

    message_sent = Signal(str)

    def __init__(self, ctx: UiContext, page: AskPage, requests: AskRequests, parent: QObject) -> None:
        super().__init__(parent)
        self._ctx, self._page, self._requests = ctx, page, requests
        self.dialog: TextDialog | None = None
        self._waiting: dict[str, tuple[AnswerEdit, ...]] = {}  # by question, what is not known to be kept
        requests.saved.connect(self._kept)

    def make(self, edit: AnswerEdit) -> None:
        """Apply a change to the answers, show and save it."""
        try:
            self._page.view.make(edit)
        except InputError as error:
            self._page.error.say(error.message, hint=error.hint)
            return
        self._changed(edit_words(edit))

    def undo(self) -> None:
        """Undo the last change."""
        undone = self._page.view.history.undo()
        if undone is not None:
            self._changed(tr("Taken back: {change}", change=undone.label))

    def redo(self) -> None:
        """Redo the change that was undone last."""
        redone = self._page.view.history.redo()
        if redone is not None:
            self._changed(redone.label)

    def keep(self) -> None:
        """Save the changes of the shown question, and earlier ones that could not be saved."""
        view = self._page.view
        self._page.error.clear()
        if view.found is not None:
            self._waiting[view.found.question] = view.edits
        for question, edits in self._waiting.items():
            self._requests.keep(question, edits)

    def forget(self) -> None:
        """Drop unsaved changes, since another library was opened."""
        self._waiting.clear()

    def say_side(self, answer: str, opinion: Opinion, side: Side) -> None:
        """Move a post to this side of an answer."""
        current = self._page.view.answer(answer)
        if current is not None:
            self.make(sided(current, opinion, side))

    def rename(self, answer: str) -> None:
        """Ask for another name."""
        from app.gui.review.text_dialog import TextDialog  # not needed to show the window

        about = tr("The claim is reworded where it names the answer.")
        self.dialog = TextDialog(tr("Rename the answer"), about, answer, parent=self._ctx.window)

        def given(name: str) -> None:
            self.make(AnswerEdit(kind=EditKind.RENAME, answer=answer, other=" ".join(name.split())))

        self.dialog.submitted.connect(given)
        self.dialog.open()

    def merge(self, answer: str, other: str) -> None:
        """Merge an answer into another one."""
        self.make(AnswerEdit(kind=EditKind.MERGE, answer=answer, other=other))

    def take_apart(self, answer: str, form: str) -> None:
        """Split a wording off as an answer of its own."""
        self.make(AnswerEdit(kind=EditKind.APART, answer=answer, other=form))

    def _changed(self, message: str) -> None:
        self._page.show_answers(stay=True)
        self.message_sent.emit(message)
        self.keep()

    def _kept(self, question: str, edits: tuple[AnswerEdit, ...]) -> None:
        if self._waiting.get(question) == edits:
            del self._waiting[question]
