"""The claims page with its actions: looking claims up, opening links, copying citations."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from app.domain.options import Query
from app.domain.ranked import RankedDocument
from app.gui.claims.export import ClaimsExport
from app.gui.claims.judging import ClaimsJudging
from app.gui.claims.page import ClaimsPage
from app.gui.document.llm_notes import LlmNotes
from app.gui.document.passages import PassageReader
from app.gui.document.prior_checks import PriorChecks
from app.gui.document.reranking import Reranking
from app.gui.jobs import Failure, JobSlot
from app.gui.keys import page_shortcut
from app.gui.library.filling import filling_heading
from app.gui.library_requests import LibraryRequests
from app.gui.links import ask_to_open
from app.gui.model.card import citation
from app.gui.model.claims import LookUp, LookUps, as_document, queries_of
from app.gui.model.commands import CHOOSE_KEYS
from app.gui.model.pasted import read_pasted
from app.gui.ui_context import UiContext
from app.translation import number, tr
from app.worker.protocol import MatchQueries, MatchResult


class ClaimsController(QObject):
    """Controller of the Claims page. `said` carries messages for the status line, `verify_asked` a claim to be verified."""

    message_sent = Signal(str)
    verify_asked = Signal(str)

    def __init__(self, ctx: UiContext, library: LibraryRequests) -> None:
        super().__init__(ctx.window)
        self._ctx, self._library = ctx, library
        self._slot = JobSlot(ctx.jobs)
        self._unfinished: LookUp | None = None
        self.page = ClaimsPage(ctx, ctx.window)
        self._look_ups = LookUps()
        self._export = ClaimsExport(ctx, self)
        self._export.message_sent.connect(self.message_sent)
        self._export.failed.connect(self._failed)
        self._passages = PassageReader(ctx.jobs, self.page, library, self)
        self.reranking = Reranking(ctx, self.page.view, self.page.matches, self)
        self.reranking.reranked.connect(self._reranked)
        self.reranking.message_sent.connect(self.message_sent)
        self.reranking.failed.connect(self._not_reranked)
        self.llm_notes = LlmNotes(ctx, self.page.view, self.page.matches, self)
        self.llm_notes.message_sent.connect(self.message_sent)
        self.llm_notes.failed.connect(self._not_reranked)
        self.page.results.rerank_asked.connect(self.reranking.ask_all)
        self.page.results.offer_rerank(self.reranking.possible())
        ctx.actions.hint("rerank_all", self.page.results.rerank_button)
        self._earlier = PriorChecks(ctx.jobs, self.page, library, self)
        self.page.requested.connect(self.look_up)
        self.page.turned.connect(self.turn)
        self.page.results.export_asked.connect(self.export)
        self.page.results.copy_asked.connect(self.copy)
        self.page.results.verify_asked.connect(self.verify)
        self.judging = ClaimsJudging(ctx, self.page, self)
        self.judging.message_sent.connect(self.message_sent)
        self.page.error.accepted.connect(self._accepted)
        self.page.matches.link_asked.connect(self._open_link_of)
        self.page.matches.citation_asked.connect(self._copy_citation_of)
        self._keys()

    def _keys(self) -> None:
        """The letters of the document page, for its list and its cards."""
        actions = self._ctx.actions
        follow = actions.follow
        steps = {"next": (1, False), "previous": (-1, False), "next_match": (1, True), "previous_match": (-1, True)}
        for pane in (self.page.list, self.page.matches):
            for name, (step, with_match) in steps.items():
                follow(name, pane, partial(self.page.step, step, with_match=with_match))
            follow("link", pane, self._open_link)
            follow("copy_citation", pane, self._copy_citation)
            follow("verify", pane, self.verify)
            follow("rerank", pane, self.reranking.ask)
            follow("rerank_all", pane, self.reranking.ask_all)
            for name, handler in self.judging.handlers.items():
                follow(name, pane, handler)
            for key in CHOOSE_KEYS:
                page_shortcut(pane, partial(self.page.matches.choose, int(key)), key)
        actions.serve(self.page.ask_bar.input, {"claims_look_up": self.page.ask_bar.ask})
        handlers: dict[str, Callable[[], object]] = {
            "claims_back": partial(self.turn, -1),
            "claims_forward": partial(self.turn, 1),
            "claims_copy": self.copy,
            "claims_export": self.export,
        }
        actions.serve(self.page, handlers)
        actions.serve(self.page.list, {"claims_focus": self.focus})  # in the box it is a letter
        self.page.matches.addAction(actions["claims_focus"])
        bar, results = self.page.ask_bar, self.page.results
        for name, button in (("look_up", bar.button), ("back", bar.back), ("forward", bar.forward), ("copy", results.copy_button)):
            actions.hint(f"claims_{name}", button)
        actions.hint("claims_export", results.export_button)

    def focus(self) -> None:
        """Give the input the focus."""
        self.page.input.setFocus()

    def look_up(self, text: str) -> None:
        """Look up the claims in this text; an earlier request that is still running is dropped."""
        pasted = read_pasted(text)
        queries = queries_of(pasted.claims)
        if not queries:
            hint = " ".join(part for part in (pasted.told, tr("Write or paste one claim a line.")) if part)
            self.page.error.say(tr("There is no claim to look up."), hint=hint)
            return
        if (job := self._library.filling) is not None:
            hint = tr("{progress}. Look the claims up as soon as this is done.", progress=job.words())
            self.page.error.say(f"{filling_heading()}.", hint=hint)
            return
        if self._library.factchecks == 0:
            hint = tr("Load the demo library, or import your own.")
            self.page.error.say(tr("The library is empty."), hint=hint, button=tr("Load the demo library"))
            return
        self.page.error.clear()
        options = self._ctx.preferences.match_options()
        request = MatchQueries(library=str(self._library.library), queries=queries, options=options)
        self._begin(text, pasted.told, queries)
        self._slot.ask(
            request,
            title=tr("Looking up claims"),
            done=lambda matched: self._found(text, pasted.told, matched),
            failed=self._failed,
            partial=lambda matched: self._first(text, pasted.told, matched),
        )

    def take(self, claim: str) -> None:
        """Look up one claim from another page; undo restores the old input."""
        self.page.ask_bar.write(claim)
        self.look_up(claim)

    def add(self, claim: str) -> None:
        """Append a claim from another page to the input."""
        before = self.page.input.toPlainText().rstrip()
        if claim not in before.splitlines():
            self.page.ask_bar.write(f"{before}\n{claim}" if before else claim)

    def verify(self) -> None:
        """Send the selected claim to the Verify page."""
        row = self.page.view.current
        if row is not None:
            self.verify_asked.emit(row.sentence.text)

    def turn(self, step: int) -> None:
        """Show the previous (-1) or next (1) look-up from memory, without another search."""
        self._look_ups.remember(self.page.view.selected)
        look_up = self._look_ups.go(step)
        if look_up is not None:
            self._slot.drop()
            self._unfinished = None
            self.page.ask_bar.write(look_up.text)
            self._show(look_up)

    def export(self) -> None:
        """Save the looked-up claims as a table."""
        if self._look_ups.current is not None:
            self._export.export(self._look_ups.current.ranked)

    def copy(self) -> None:
        """Copy the looked-up claims as a table."""
        if self._look_ups.current is not None:
            self._export.copy(self._look_ups.current.ranked)

    def _begin(self, text: str, left_out: str, queries: tuple[Query, ...]) -> None:
        """Show the claims that are looked up now, in place of the earlier ones with their fact-checks."""
        if self._unfinished is None:
            self._look_ups.remember(self.page.view.selected)
        self._unfinished = LookUp(text=text, notice=left_out, ranked=as_document(queries, (), final=False))
        self.page.show_look_up(self._unfinished)

    def _first(self, text: str, left_out: str, first: MatchResult) -> None:
        """Show the claims that were looked up so far; of a single one, the fact-checks whose stances follow a moment later."""
        ranked = as_document(first.queries, first.results, first.run, final=False)
        self._unfinished = LookUp(text=text, notice=left_out, ranked=ranked)
        self.page.show_part(self._unfinished)

    def _found(self, text: str, left_out: str, result: MatchResult) -> None:
        self._unfinished = None
        look_up = LookUp(text=text, notice=left_out, ranked=as_document(result.queries, result.results, result.run))
        self._look_ups.add(look_up)
        self.page.show_part(look_up)
        self._show_beside()

    def _reranked(self, ranked: RankedDocument) -> None:
        """Show the language model's order next to ours; it is kept with this look-up."""
        look_up = self._look_ups.replace(ranked)
        if look_up is not None:
            self._look_ups.remember(self.page.view.selected)
            self.page.show_new_order(look_up)

    def _not_reranked(self, message: str, hint: str) -> None:
        self.page.error.say(message, hint=hint)

    def _show(self, look_up: LookUp) -> None:
        self.page.show_look_up(look_up)
        self._show_beside()

    def _show_beside(self) -> None:
        """Show what can be done with the look-up."""
        self.page.results.offer_rerank(self.reranking.possible())
        self.judging.use(Path(self._library.library))
        self.page.ask_bar.show_turns(back=self._look_ups.can(-1), forward=self._look_ups.can(1))

    def close(self) -> bool:
        """Write what waits; False when something could not be written."""
        return self.judging.close()

    def _accepted(self) -> None:
        if self.judging.troubled:
            self.judging.keeping.retry()
        else:
            self._library.load_demo()

    def _failed(self, failure: Failure) -> None:
        unfinished, self._unfinished = self._unfinished, None
        message, hint = (tr("Stopped."), "") if failure.code == "cancelled" else (failure.message, failure.hint)
        if unfinished is not None and len(unfinished.ranked.document.sentences) > 1 and unfinished.ranked.sentences:
            count, total = len(unfinished.ranked.sentences), len(unfinished.ranked.document.sentences)
            self._look_ups.add(unfinished)
            self._show(unfinished)
            message = tr("{message} {count} of {total} claims were looked up.", message=message, count=number(count), total=number(total))
        elif unfinished is not None and self._look_ups.current is not None:
            self._show(self._look_ups.current)
            hint = hint or tr("The look-up before is shown again.")
        elif unfinished is not None:
            self.page.show_examples()
        self.page.error.say(message, hint=hint)

    def _open_link(self) -> None:
        match = self.page.current_match()
        if match is not None:
            ask_to_open(self._ctx.window, match.factcheck.url, note=match.factcheck.note)

    def _open_link_of(self, number: int) -> None:
        self.page.matches.choose(number)
        self._open_link()

    def _copy_citation(self) -> None:
        match = self.page.current_match()
        if match is not None:
            QGuiApplication.clipboard().setText(citation(match.factcheck))
            self.message_sent.emit(tr("The citation was copied."))

    def _copy_citation_of(self, number: int) -> None:
        self.page.matches.choose(number)
        self._copy_citation()
