"""Suggestions of the language model for a verification: the claim's wording, questions, a justification."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.domain.assisted import Use
from app.domain.verification import Verification
from app.gui.model.llm_words import effort_of, lost_words
from app.gui.model.verify_suggestions import Suggestion, Suggestions
from app.gui.ui_context import UiContext
from app.gui.verify.editing import VerifyEditing
from app.gui.verify.page import VerifyPage
from app.gui.verify.requests import VerifyRequests
from app.translation import trn
from app.worker.protocol import ClaimSuggested


class VerifySuggesting(QObject):
    """Controller of the suggestions. Nothing is added to the verification until the reader takes it; taking is an ordinary change.
    `said` carries messages for the status line."""

    message_sent = Signal(str)

    def __init__(self, ctx: UiContext, page: VerifyPage, requests: VerifyRequests, editing: VerifyEditing, parent: QObject) -> None:
        super().__init__(parent)
        self._ctx, self._page, self._requests, self._editing = ctx, page, requests, editing
        self._waiting = Suggestions()
        form, bar, verdict = page.questions.form, page.questions.bar, page.verdict
        self._views = {Use.CLAIM: form.suggestions, Use.QUESTIONS: bar.suggestions, Use.JUSTIFICATION: verdict.suggestions}
        for ask_signal, use in ((form.llm_asked, Use.CLAIM), (bar.llm_asked, Use.QUESTIONS), (verdict.llm_asked, Use.JUSTIFICATION)):
            ask_signal.connect(lambda use=use: self.ask(use))
        for use, view in self._views.items():
            view.accepted.connect(lambda suggestions, use=use: self._take(use, suggestions))
            view.dropped.connect(lambda dropped, use=use: self._drop(use, dropped))
        requests.assisted.connect(self._came)
        page.displayed.connect(self.show)

    def offer(self) -> None:
        """Update the buttons after the availability of a language model may have changed."""
        possible = bool(self._ctx.preferences.settings.llm_model)
        for part in (self._page.questions.form, self._page.questions.bar, self._page.verdict):
            part.llm.setVisible(possible)

    def ask(self, use: Use) -> None:
        """Ask for this, for the open verification."""
        self._page.settle()
        filed = self._page.view.current
        if filed is not None:
            self._page.error.clear()
            self._requests.assist(filed.id, filed.verification, use)

    def forget(self) -> None:
        """Drop all suggestions, since another library was opened."""
        self._waiting.clear()
        self.show()

    def show(self) -> None:
        """Show what waits for the open verification."""
        filed = self._page.view.current
        for use, view in self._views.items():
            view.show_suggestions(self._waiting.of(filed.id, filed.verification, use) if filed is not None else ())

    def _came(self, name: str, asked_of: Verification, result: ClaimSuggested) -> None:
        suggestions = self._waiting.put(name, asked_of, result)
        if result.record.use is Use.QUESTIONS and suggestions[0].takeable:
            message = trn("The language model asks {count} question.", "The language model asks {count} questions.", len(suggestions))
            self.message_sent.emit(" ".join(part for part in (message, lost_words(result.record), effort_of(result.record)) if part))
        self.show()

    def _take(self, use: Use, suggestions: tuple[Suggestion, ...]) -> None:
        filed = self._page.view.current
        if filed is None:
            return
        self._page.settle()  # what is being typed is a change before this one
        self._waiting.drop(filed.id, use, *suggestions)
        if use is Use.QUESTIONS:
            self._editing.add_questions(filed.id, [suggestion.question for suggestion in suggestions if suggestion.question is not None])
        elif use is Use.CLAIM:
            self._editing.take_wording(suggestions[0].claim)
        else:
            self._editing.take_justification(suggestions[0].justification)
        self.show()

    def _drop(self, use: Use, dropped: tuple[Suggestion, ...]) -> None:
        filed = self._page.view.current
        if filed is not None:
            self._waiting.drop(filed.id, use, *dropped)
        self.show()
