"""Another order of matches by the language model: asks for it and puts it beside what is shown, of a document or of looked-up claims."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.domain.llm_order import worth_reranking
from app.domain.ranked import RankedSentence, RunRecord
from app.gui.document.matches_pane import MatchesPane
from app.gui.jobs import Failure, JobSlot
from app.gui.model.document_view import DocumentView
from app.gui.model.llm_words import effort
from app.gui.ui_context import UiContext
from app.translation import tr, trn
from app.worker.protocol import MatchesReranked, RerankMatches

_BEST = 20
"""So many sentences are put in order at once: a small model takes seconds for each."""


class Reranking(QObject):
    """One job at a time. `reranked` carries what is shown with the new order in it, `said` and `failed` are for the reader."""

    reranked = Signal(object)
    message_sent = Signal(str)
    failed = Signal(str, str)

    def __init__(
        self, ctx: UiContext, view: DocumentView, matches: MatchesPane, parent: QObject, *, ready: Callable[[], bool] = lambda: True
    ) -> None:
        super().__init__(parent)
        self._view, self._matches = view, matches
        self._slot = JobSlot(ctx.jobs)
        self._ready = ready
        matches.rerank_asked.connect(self.ask)

    def possible(self) -> bool:
        """Return whether a language model was chosen."""
        return self._matches.context.can_rerank

    def ask(self) -> None:
        """For the chosen sentence."""
        row = self._view.current
        entry = row.ranked if row is not None and not row.hidden else None
        self._start([] if entry is None else [entry])

    def ask_best(self) -> None:
        """For the sentences that are most surely settled, of those that any fact-check may be about."""
        ranked = self._view.ranked
        entries = () if ranked is None or self._view.blind else ranked.sentences
        self._start([entries[index] for index in worth_reranking(entries, limit=_BEST)])

    def ask_all(self) -> None:
        """For everything that is shown."""
        ranked = self._view.ranked
        self._start([] if ranked is None else list(ranked.sentences))

    def stop(self) -> None:
        """Something else is shown now."""
        self._slot.drop()

    def _start(self, entries: Sequence[RankedSentence]) -> None:
        rerankable = tuple(entry for entry in entries if len(entry.matches) > 1)
        ranked = self._view.ranked
        if not self.possible():
            hint = tr("Choose a GGUF file in the preferences, under Models.")
            self.failed.emit(tr("There is no language model to ask."), hint)
        elif not self._ready():
            self.failed.emit(tr("The ranking is still being made."), tr("Ask again when it is done."))
        elif ranked is None or not rerankable:
            self.message_sent.emit(tr("There are no matches to put in another order."))
        else:
            request = RerankMatches(entries=rerankable, run=ranked.run)
            title = tr("Ordering matches with the language model")
            self._slot.ask(request, self._done, title=title, failed=self._failed)

    def _done(self, result: MatchesReranked) -> None:
        ranked = self._view.ranked
        if ranked is None:
            return
        new_entries = {entry.sentence.index: entry for entry in result.entries}
        sentences = tuple(_with_new_order(entry, new_entries.get(entry.sentence.index)) for entry in ranked.sentences)
        count = sum(sentence is not previous for sentence, previous in zip(sentences, ranked.sentences, strict=True))
        self._matches.llm_first = True
        self.reranked.emit(replace(ranked, sentences=sentences, run=result.run))
        message = trn("{count} sentence has another order beside ours.", "{count} sentences have another order beside ours.", count)
        self.message_sent.emit(" ".join(part for part in (message, _effort(result.run)) if part))

    def _failed(self, failure: Failure) -> None:
        if failure.code == "cancelled":
            self.message_sent.emit(tr("Stopped; the order is as it was."))
        else:
            self.failed.emit(failure.message, failure.hint)


def _effort(run: RunRecord) -> str:
    """Return the model's time and tokens in words, from the run's record; "" where they are not recorded."""
    parameters, seconds = dict(run.parameters), dict(run.seconds)
    if "llm_tokens_said" not in parameters or "language_model" not in seconds:
        return ""
    tokens_written, tokens_read = int(parameters["llm_tokens_said"]), int(parameters["llm_tokens_read"])
    return effort(seconds["language_model"], tokens_read, tokens_written)


def _with_new_order(entry: RankedSentence, new: RankedSentence | None) -> RankedSentence:
    """The entry with the order that came for it, unless it is not what was asked about any more."""
    if new is None or new.sentence.text != entry.sentence.text:
        return entry
    ranks = {match.factcheck.id: match.llm_rank for match in new.matches}
    if set(ranks) != {match.factcheck.id for match in entry.matches}:
        return entry
    return replace(entry, matches=tuple(replace(match, llm_rank=ranks[match.factcheck.id]) for match in entry.matches))
