"""The project of the open document: found again with it, reviewed by keys and buttons, stored as it changes, shown as it was left."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.decoding import JSON_ERRORS
from app.domain.document import Document
from app.domain.keyed_document import KeyedDocument
from app.domain.llm_order import OrderComparison
from app.domain.project import SUFFIX, ProjectContent
from app.domain.ranked import RankedDocument
from app.domain.review import Decision, ReviewOperation
from app.domain.sentence_edits import Edited
from app.errors import PriorcheckError
from app.gui.document.page import DocumentPage
from app.gui.document.requests import DocumentRequests
from app.gui.file_dialogs import Purpose, choose_target
from app.gui.model.document_view import Order
from app.gui.model.earlier import as_text, earlier_from, earlier_of, is_new, with_confirmed
from app.gui.model.review_view import ReviewView
from app.gui.model.sentence_filter import filter_of
from app.gui.review.deciding import DECISIONS, Deciding
from app.gui.review.other_library import OtherLibrary
from app.gui.review.session import ProjectSession
from app.gui.review.side_panels import SidePanels
from app.gui.ui_context import UiContext
from app.gui.widgets.notice import Notice
from app.translation import mark, tr, trn


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewState:
    """`selected` is a sentence's key, `as_of` an ISO date; both "" where there is none. `filter` is `SentenceFilter.as_text`."""

    selected: str = ""
    order: str = "ranked"
    filter: str = ""
    as_of: str = ""
    blind: bool = False
    scroll: int = 0


def view_text(state: ViewState) -> str:
    """For the project file."""
    return json.dumps(asdict(state))


def view_from(text: str) -> ViewState:
    """Parse the output of `view_text`; broken or missing fields get their defaults."""
    try:
        stored = json.loads(text)
    except JSON_ERRORS:
        return ViewState()
    if not isinstance(stored, dict):
        return ViewState()
    default = asdict(ViewState())
    state = ViewState(**{name: stored[name] if type(stored.get(name)) is type(value) else value for name, value in default.items()})
    return state if not state.as_of or _is_day(state.as_of) else replace(state, as_of="")


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


_PAUSE_MS = 700


class ProjectController(QObject):
    """`review` holds the marks and their history, `session` the file. `opened_project` carries the document and the path of a project
    that was opened by itself, `edited` an Edited when an operation changed the document; `progressed` tells that the reviewer or the
    numbers of decisions may be others; `said` is for the status line."""

    opened_project = Signal(object, str)
    edited = Signal(object)
    progressed = Signal()
    message_sent = Signal(str)

    def __init__(self, ctx: UiContext, page: DocumentPage, requests: DocumentRequests, parent: QObject) -> None:
        super().__init__(parent)
        self._ctx, self._page, self._requests = ctx, page, requests
        self.review = ReviewView(ctx.preferences.settings.reviewer)
        self.session = ProjectSession(self)
        self.generation = ""
        self._earlier: dict[str, frozenset[str]] = {}
        self._last: RankedDocument | None = None
        self._by_itself = False  # the user opened the project, not its document
        self._restoring = False
        self._rank_when_known = False  # once it is known which library there is
        self.trouble = Notice("error", page)
        page.add_notice(self.trouble)
        self.other_library = OtherLibrary(ctx.preferences, page, requests, self)
        self.other_library.rank_asked.connect(self._rank_with_open_library)
        self._store_view_later = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._store_view_later.timeout.connect(self.store_view)
        self._deciding = Deciding(ctx, page, self)
        self.side_panels = SidePanels(ctx, page, self)
        self._connect()
        self.refresh()

    def open(self, path: Path) -> None:
        """Open a project file."""
        self._by_itself = True
        self.session.resume(path)

    def opened(self, document: Document) -> None:
        """A document was opened: where it was reviewed before, ranking waits for its project."""
        self.store_view()
        self._by_itself = self._rank_when_known = False
        self.trouble.clear()
        self.other_library.clear()
        self.review.open(document)
        self._earlier, self._last = {}, None
        manuscript = self.review.manuscript
        self._requests.waiting = manuscript is not None and self.session.begin(document, manuscript)

    def completed(self, ranked: RankedDocument) -> RankedDocument:
        """A ranking with the confirmed matches that it does not list itself."""
        return with_confirmed(ranked, self._page.view.ranked, self._confirmed())

    def compared_orders(self) -> OrderComparison:
        """Compare our order and the language model's with the reviewer's decisions."""
        return self.review.compared_orders(self._page.view.ranked)

    def library_known(self, generation: str) -> None:
        """The library is ready, or another than before: a ranking that a project brought before is looked at now."""
        self.generation = generation
        if self._rank_when_known:
            self._rank_when_known = False
            self._rank_if_old()
        elif self.session.active and generation:
            self._keeps_ranking()

    def show_all(self) -> None:
        """Mark every sentence with what was decided about it, and with whether it is new."""
        manuscript = self.review.manuscript
        self._page.view.show_review(self.review.states(self._page.ids_to_decide))
        if self._earlier and manuscript is not None:
            self._page.view.show_new(is_new(self._earlier, manuscript))
        self._page.refresh_rows()
        self.refresh()

    def act(self, operation: ReviewOperation | None, *, edited: Edited | None = None) -> bool:
        """Do this, show it, store it. False when there was nothing to do. `edited` tells best what an edit made of the sentences."""
        if operation is None:
            return False
        before = self.review.manuscript
        self.review.history.do(operation)
        self.session.act(self.review.history.position, operation)
        self._show_operation(operation, before, edited)
        return True

    def edit(self, label: str, edited: Edited) -> bool:
        """An edit of the document as an operation; False while no document is under review."""
        return self.act(self.review.edit(label, edited), edited=edited)

    def undo(self) -> None:
        """Undo the last operation and show where it was."""
        self._turn(self.review.history.undo, mark("Undone: {what}"))

    def redo(self) -> None:
        """Do again what was undone last."""
        self._turn(self.review.history.redo, mark("Done again: {what}"))

    def go_to(self, position: int) -> None:
        """Undo or do again until so many operations hold."""
        while self.review.history.position > position:
            self.undo()
        while self.review.history.position < position:
            self.redo()

    def save_as(self, path: Path) -> None:
        """Go on in a project file at this place."""
        target = path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX)
        self.session.save_as(target, self.review.history)

    def store_view(self) -> None:
        """Store how the project looks now."""
        self._store_view_later.stop()
        view, manuscript = self._page.view, self.review.manuscript
        if manuscript is None or view.document is None:
            return
        selected_index = view.selected if view.chosen else None
        state = ViewState(
            selected=manuscript.keys[selected_index] if selected_index is not None else "",
            order=str(view.order),
            filter=view.filter.as_text(),
            as_of=self._requests.as_of.isoformat() if self._requests.as_of else "",
            blind=view.blind,
            scroll=self._page.list.verticalScrollBar().value(),
        )
        self.session.note("view", view_text(state))

    def close(self) -> bool:
        """Write what waits; False when something could not be written."""
        self.store_view()
        return self.session.leave()

    def leave(self) -> None:
        """Leave the project: no document is open any more."""
        self.close()
        self.review.close()
        self._earlier, self._last = {}, None
        self.other_library.clear()
        self.refresh()

    def refresh(self) -> None:
        """Let actions, history and the line of decisions tell what holds now."""
        actions, history = self._ctx.actions, self.review.history
        for name, operation, verb, about in (
            ("undo", history.next_undo, tr("Undo"), mark("Undo: {what}")),
            ("redo", history.next_redo, tr("Redo"), mark("Redo: {what}")),
        ):
            actions[name].setEnabled(operation is not None)
            actions[name].setText(tr(about, what=operation.label).replace("&", "&&") if operation else verb)
        row = self._page.view.current
        reviewing = self.review.manuscript is not None
        for name in DECISIONS:
            actions[name].setEnabled(reviewing and row is not None)
        for name in ("save_project", "history", "compare"):
            actions[name].setEnabled(reviewing)
        self._page.show_review(row.review if row and reviewing else None, self._card_marks())
        self.side_panels.refresh()
        self.progressed.emit()

    def _connect(self) -> None:
        actions, session, page = self._ctx.actions, self.session, self._page
        actions["undo"].triggered.connect(self.undo)
        actions["redo"].triggered.connect(self.redo)
        actions["save_project"].triggered.connect(self._save)
        actions["blind"].toggled.connect(self._set_blind)
        session.loaded.connect(self._loaded)
        session.refused.connect(self._refused)
        session.troubled.connect(self._troubled)
        session.saved.connect(self.trouble.clear)
        session.moved.connect(lambda path: self.message_sent.emit(tr("The project is kept in {path}", path=path)))
        self.trouble.accepted.connect(session.retry)
        page.sentence_shown.connect(self.refresh)
        page.sentence_shown.connect(self._view_changed)
        page.ranked_shown.connect(self._ranked_shown)

    def _ranked_shown(self) -> None:
        """A ranking is on screen: mark what was decided and what is new, and store it."""
        ranked, before, manuscript = self._page.view.ranked, self._last, self.review.manuscript
        if ranked is None or manuscript is None or self._restoring:
            return
        if ranked.final:
            if before is not None and before.run.generation != ranked.run.generation:
                self._earlier = dict(earlier_of(before, manuscript))
                self.session.note("earlier", as_text(self._earlier))
            if ranked is not before:
                self.session.ranking(ranked)
            self._last = ranked
        self.show_all()

    def _view_changed(self) -> None:
        if self.session.active and not self._restoring:
            self._store_view_later.start()

    def _set_blind(self, blind: bool) -> None:
        self._page.set_blind(blind)
        self.refresh()
        blind_notice = tr("Ratings, stance and order are hidden until you have decided.")
        self.message_sent.emit(blind_notice if blind else tr("Ratings are shown again."))

    def _save(self) -> None:
        path = self.session.path
        patterns = tr("Priorcheck projects ({patterns})", patterns=f"*{SUFFIX}")
        proposed = str(path) if path is not None else ""
        name, _ = choose_target(self._ctx.window, Purpose.PROJECT, tr("Save project as"), proposed, patterns)
        if name:
            self.save_as(Path(name))

    def _loaded(self, content: ProjectContent) -> None:
        try:
            self.review.resume(content)
        except PriorcheckError as error:
            self._refused(error)
            return
        self._last, self._earlier = content.ranked, dict(earlier_from(content.notes.get("earlier", "")))
        manuscript = self.review.manuscript
        if manuscript is not None:
            self._restore(content, manuscript)
        if content.position:
            position = content.position
            self.message_sent.emit(
                trn("{count} decision from before is here again.", "{count} decisions from before are here again.", position)
            )

    def _restore(self, content: ProjectContent, manuscript: KeyedDocument) -> None:
        self._requests.waiting = False
        self._restoring = True
        try:
            self._show_content(content, manuscript)
        finally:
            self._restoring = False
        if self._by_itself and self.session.path is not None:
            self.opened_project.emit(manuscript.document, str(self.session.path))
        self._rank_when_known = content.ranked is not None and not self.generation
        if not self._rank_when_known:
            self._rank_if_old()

    def _show_content(self, content: ProjectContent, manuscript: KeyedDocument) -> None:
        page, view = self._page, self._page.view
        state = view_from(content.notes.get("view", ""))
        if self._by_itself or view.document != manuscript.document:
            self._requests.document = manuscript.document
            page.show_document(manuscript.document)
        if content.ranked is not None and view.ranked is None:
            page.header.expect(False)
            page.show_ranked(content.ranked)
        self.show_all()
        self._requests.as_of = date.fromisoformat(state.as_of) if state.as_of else None
        page.header.set_as_of(self._requests.as_of)
        page.filters.set_as_of(self._requests.as_of)
        self._ctx.actions["blind"].setChecked(state.blind)
        if state.order in set(Order):
            view.set_order(Order(state.order))
        page.set_filter(filter_of(state.filter))
        indexes = manuscript.index_of()
        if state.selected in indexes:
            page.choose_sentence(indexes[state.selected])
        if view.ranked is not None:  # else the list is not in the order in which it was left
            page.list.verticalScrollBar().setValue(state.scroll)

    def _rank_if_old(self) -> None:
        """Rank anew what is not of all sentences, of the library as it is, and of the date that is chosen. A ranking of another library
        is replaced only if the reader says so."""
        view = self._page.view
        if not self._keeps_ranking() and view.document is not None and not self._is_current(view.ranked, view.document):
            view.expect()
            self._requests.rank(first_results=view.ranked is None)

    def ranking_is_current(self) -> bool:
        """Return whether the shown ranking is complete, and of the open library as it is now."""
        ranked, document = self._page.view.ranked, self._page.view.document
        return ranked is not None and ranked.final and document is not None and self._is_current(ranked, document)

    def _keeps_ranking(self) -> bool:
        """Return whether the shown ranking is of another library, and let the reader know and choose."""
        ranked = self._page.view.ranked
        return self.other_library.check(ranked.run if ranked is not None else None, self.generation)

    def _rank_with_open_library(self) -> None:
        self._page.view.expect()
        self._requests.rank(first_results=False)
        self._page.header.expect(self._requests.busy)

    def _is_current(self, ranked: RankedDocument | None, document: Document) -> bool:
        if ranked is None or len(ranked.sentences) < len(document.sentences):
            return False
        return ranked.run.generation == self.generation and ranked.run.as_of == self._requests.as_of

    def _refused(self, error: PriorcheckError) -> None:
        """A document can still be read and ranked; nothing can be decided that could not be stored."""
        self.session.leave(0)
        self.review.close()
        self.show_all()
        self._requests.waiting = False
        reason = tr("Decisions cannot be kept now, so the keys for them are off.") if not self._by_itself else ""
        self.trouble.say(error.message, hint=f"{error.hint} {reason}".strip())
        if not self._by_itself:
            self._requests.rank()

    def _troubled(self, error: PriorcheckError) -> None:
        self.trouble.say(error.message, hint=error.hint, button=tr("Try again"))

    def _turn(self, step: Callable[[], ReviewOperation | None], message: str) -> None:
        before, operation = self.review.manuscript, step()
        if operation is None:
            return
        self.session.position(self.review.history.position)
        changed_indexes = self._show_operation(operation, before)
        if changed_indexes and changed_indexes[0] != self._page.view.selected:
            self._page.choose_sentence(changed_indexes[0])
        self.message_sent.emit(tr(message, what=operation.label))

    def _show_operation(self, operation: ReviewOperation, before: KeyedDocument | None, edited: Edited | None = None) -> list[int]:
        """Show what an operation changed; returns the sentences that it is about."""
        changed = edited or (self.review.moved_from(before) if before is not None else None)
        changed_indexes = self.review.touched(operation)
        if changed is not None:
            self.edited.emit(changed)
            self._last = self._page.view.ranked
            self.show_all()
            return changed_indexes
        self._page.view.show_review(self.review.states(self._page.ids_to_decide, changed_indexes))
        self._page.refresh_rows()
        self.refresh()
        return changed_indexes

    def _confirmed(self) -> dict[int, frozenset[str]]:
        """The fact-checks that were confirmed, by sentence."""
        manuscript = self.review.manuscript
        if manuscript is None:
            return {}
        indexes = manuscript.index_of()
        confirmed: dict[int, set[str]] = {}
        for target, review_mark in self.review.marks.all_of(self.review.who).items():
            if target.factcheck and review_mark.decision is not None and review_mark.decision.holds and target.sentence in indexes:
                confirmed.setdefault(indexes[target.sentence], set()).add(target.factcheck)
        return {index: frozenset(ids) for index, ids in confirmed.items()}

    def _card_marks(self) -> dict[str, Decision]:
        index = self._page.view.selected
        if index is None or self.review.manuscript is None:
            return {}
        decisions = ((factcheck, self.review.mark(index, factcheck).decision) for factcheck in self._page.match_ids(index))
        return {factcheck: decision for factcheck, decision in decisions if decision is not None}
