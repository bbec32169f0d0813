"""Notes that the language model writes about a match: why it settles the sentence, or a translation of its claim."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from app.domain.assisted import Use
from app.domain.factcheck import FactCheck
from app.gui.document.matches_pane import MatchesPane
from app.gui.jobs import Failure, JobSlot
from app.gui.model.document_view import DocumentView
from app.gui.ui_context import UiContext
from app.translation import tr
from app.worker.protocol import MatchNoted, NoteMatch


class LlmNotes(QObject):
    """One question at a time, the last one asked. The answer goes to the card that shows the match, now or whenever it is shown again;
    `said` and `failed` (message, hint) are for the reader."""

    message_sent = Signal(str)
    failed = Signal(str, str)

    def __init__(self, ctx: UiContext, view: DocumentView, matches: MatchesPane, parent: QObject) -> None:
        super().__init__(parent)
        self._view, self._matches = view, matches
        self._slot = JobSlot(ctx.jobs)
        matches.note_asked.connect(self.ask)

    def ask(self, number: int, use: Use) -> None:
        """Have the language model write about the match of this number."""
        row, target = self._view.current, self._matches.context.llm_target
        if row is None or row.hidden or row.ranked is None or not 0 < number <= len(row.ranked.matches) or not target:
            return
        match, sentence = row.ranked.matches[number - 1], row.sentence.text
        translating = use is Use.TRANSLATION
        title = tr("Translating with the language model") if translating else tr("Asking the language model why this settles it")
        request = NoteMatch(sentence=sentence, match=match, target=target if translating else "")
        self._matches.show_asking(match.factcheck.id, use)
        self._slot.ask(request, partial(self._done, use, sentence, match.factcheck), title=title, failed=self._failed)

    def stop(self) -> None:
        """Nobody waits for an answer any more."""
        self._slot.drop()
        self._matches.show_asking("", None)

    def _done(self, use: Use, sentence: str, check: FactCheck, result: MatchNoted) -> None:
        self._matches.show_asking("", None)
        text = self._matches.context.notes.keep(use, sentence, check, result)
        row = self._view.current
        if row is not None and (use is Use.TRANSLATION or row.sentence.text == sentence):
            self._matches.show_note(check.id, use, text)

    def _failed(self, failure: Failure) -> None:
        self._matches.show_asking("", None)
        if failure.code == "cancelled":
            self.message_sent.emit(tr("Stopped."))
        else:
            self.failed.emit(failure.message, failure.hint)
