"""Reviewing the open document: keys and buttons become acts, which are shown, kept on disk, undone and done again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from app.domain.document import Document
from app.domain.llm_order import OrderComparison
from app.domain.manuscript import Manuscript
from app.domain.project import SUFFIX, ProjectContent
from app.domain.ranked import RankedDocument
from app.domain.review import Decision, ReviewOperation
from app.domain.sentence_edits import Edited
from app.errors import PriorcheckError
from app.gui.document.place import DocumentPlace
from app.gui.model.earlier import as_text, earlier_from, earlier_of, is_new, with_confirmed
from app.gui.model.review_view import ReviewView
from app.gui.review.beside import Beside
from app.gui.review.deciding import DECISIONS, Deciding
from app.gui.review.session import ProjectSession
from app.gui.workbench import Workbench
from app.translation import mark, tr, trn


class ReviewDesk(QObject):
    """`said` is for the status line. `loaded` carries the content of a project that was opened, once it is under review here;
    `refused` and `troubled` why one could not be opened or kept (PriorcheckError); `saved` that all is on the disk;
    `edited` carries an Edited when an act changed the document."""

    said = Signal(str)
    loaded = Signal(object)
    refused = Signal(object)
    troubled = Signal(object)
    saved = Signal()
    edited = Signal(object)

    def __init__(self, bench: Workbench, place: DocumentPlace) -> None:
        super().__init__(bench.window)
        self._bench, self._place = bench, place
        self.review = ReviewView(bench.preferences.settings.reviewer)
        self.session = ProjectSession(self)
        self._earlier: dict[str, frozenset[str]] = {}
        self._last: RankedDocument | None = None
        self._deciding = Deciding(bench, place, self)
        self.beside = Beside(bench, place, self)
        self._connect()
        self.refresh()

    def opened(self, document: Document) -> bool:
        """Another document is open. True when it was reviewed before: its project is being read, and `loaded` or `refused` comes."""
        self.review.open(document)
        self._earlier, self._last = {}, None
        manuscript = self.review.manuscript
        return manuscript is not None and self.session.begin(document, manuscript)

    def open_project(self, path: Path) -> None:
        """Open a project; `loaded` or `refused` comes."""
        self.session.resume(path)

    def completed(self, ranked: RankedDocument) -> RankedDocument:
        """A ranking with the confirmed matches that it does not list itself."""
        return with_confirmed(ranked, self._place.view.ranked, self._confirmed())

    def compared_orders(self) -> OrderComparison:
        """How our order and a language model's agree with the reviewer's decisions."""
        return self.review.compared_orders(self._place.view.ranked)

    def ranked(self, ranked: RankedDocument) -> None:
        """A ranking is on screen: mark what was decided and what is new, and keep it."""
        manuscript, before = self.review.manuscript, self._last
        if manuscript is None:
            return
        if ranked.final:
            if before is not None and before.run.generation != ranked.run.generation:
                self._earlier = dict(earlier_of(before, manuscript))
                self.session.note("earlier", as_text(self._earlier))
            if ranked is not before:
                self.session.ranking(ranked)
            self._last = ranked
        self.show_all()

    def show_all(self) -> None:
        """Mark every sentence with what was decided about it, and with whether it is new."""
        manuscript = self.review.manuscript
        self._place.view.show_review(self.review.states(self._place.ids_to_decide))
        if self._earlier and manuscript is not None:
            self._place.view.show_new(is_new(self._earlier, manuscript))
        self._place.refresh_rows()
        self.refresh()

    def act(self, act: ReviewOperation | None, *, edited: Edited | None = None) -> bool:
        """Do this, show it, keep it. False when there was nothing to do. `edited` tells best what an edit made of the sentences."""
        if act is None:
            return False
        before = self.review.manuscript
        self.review.history.do(act)
        self.session.act(self.review.history.position, act)
        self._show(act, before, edited)
        return True

    def edit(self, label: str, edited: Edited) -> bool:
        """An edit of the document as an act; False while no document is under review."""
        return self.act(self.review.edit(label, edited), edited=edited)

    def undo(self) -> None:
        """Take the last act back and show where it was."""
        before, act = self.review.manuscript, self.review.history.undo()
        if act is not None:
            self._turned(act, before, tr("Undone: {what}", what=act.label))

    def redo(self) -> None:
        """Do again what was taken back last."""
        before, act = self.review.manuscript, self.review.history.redo()
        if act is not None:
            self._turned(act, before, tr("Done again: {what}", what=act.label))

    def go_to(self, position: int) -> None:
        """Undo or do again until so many acts hold."""
        while self.review.history.position > position:
            self.undo()
        while self.review.history.position < position:
            self.redo()

    def close(self) -> bool:
        """Write what waits; False when something could not be written."""
        return self.session.leave()

    def save_as(self, path: Path) -> None:
        """Go on in a project file at this place."""
        target = path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX)
        self.session.save_as(target, self.review.history)

    def refresh(self) -> None:
        """Let actions, history and the line of decisions tell what holds now."""
        actions, history = self._bench.actions, self.review.history
        for name, act, verb, about in (
            ("undo", history.next_undo, tr("Undo"), mark("Undo: {what}")),
            ("redo", history.next_redo, tr("Redo"), mark("Redo: {what}")),
        ):
            actions[name].setEnabled(act is not None)
            actions[name].setText(tr(about, what=act.label).replace("&", "&&") if act else verb)
        row = self._place.view.current
        reviewing = self.review.manuscript is not None
        for name in DECISIONS:
            actions[name].setEnabled(reviewing and row is not None)
        actions["save_project"].setEnabled(reviewing)
        for name in ("history", "compare"):
            actions[name].setEnabled(reviewing)
        self._place.show_review(row.review if row and reviewing else None, self._card_marks())
        self.beside.refresh()

    def _connect(self) -> None:
        actions, session = self._bench.actions, self.session
        for name, handler in self._handlers().items():
            actions[name].triggered.connect(handler)
        session.loaded.connect(self._loaded)
        session.refused.connect(self._refused)
        session.troubled.connect(self.troubled)
        session.saved.connect(self.saved)
        session.moved.connect(self._moved)
        self._place.sentence_shown.connect(self.refresh)

    def _handlers(self) -> dict[str, Callable[[], object]]:
        return {
            "undo": self.undo,
            "redo": self.redo,
            "save_project": self._save,
        }

    def _save(self) -> None:
        path = self.session.path
        start = str(path) if path is not None else ""
        patterns = tr("Priorcheck projects ({patterns})", patterns=f"*{SUFFIX}")
        name, _ = QFileDialog.getSaveFileName(self._bench.window, tr("Save project as"), start, patterns)
        if name:
            self.save_as(Path(name))

    def _loaded(self, content: ProjectContent) -> None:
        try:
            self.review.resume(content)
        except PriorcheckError as error:
            self._refused(error)
            return
        self._last, self._earlier = content.ranked, dict(earlier_from(content.notes.get("earlier", "")))
        self.loaded.emit(content)
        if content.position:
            position = content.position
            self.said.emit(trn("{count} decision from before is here again.", "{count} decisions from before are here again.", position))

    def _refused(self, error: PriorcheckError) -> None:
        """What is decided now could not be kept, so nothing can be decided."""
        self.session.leave(0)
        self.review.close()
        self.show_all()
        self.refused.emit(error)

    def _moved(self, path: str) -> None:
        self.said.emit(tr("The project is kept in {path}", path=path))

    def _turned(self, act: ReviewOperation, before: Manuscript | None, words: str) -> None:
        self.session.position(self.review.history.position)
        touched = self._show(act, before)
        if touched and touched[0] != self._place.view.selected:
            self._place.choose_sentence(touched[0])
        self.said.emit(words)

    def _show(self, act: ReviewOperation, before: Manuscript | None, edited: Edited | None = None) -> list[int]:
        changed = edited or (self.review.moved_from(before) if before is not None else None)
        touched = self.review.touched(act)
        if changed is not None:
            self.edited.emit(changed)
            self._last = self._place.view.ranked
            self.show_all()
            return touched
        self._place.view.show_review(self.review.states(self._place.ids_to_decide, touched))
        self._place.refresh_rows()
        self.refresh()
        return touched

    def _confirmed(self) -> dict[int, frozenset[str]]:
        manuscript = self.review.manuscript
        if manuscript is None:
            return {}
        places = manuscript.index_of()
        found: dict[int, set[str]] = {}
        for target, held in self.review.marks.all_of(self.review.who).items():
            if target.factcheck and held.decision is not None and held.decision.holds and target.sentence in places:
                found.setdefault(places[target.sentence], set()).add(target.factcheck)
        return {index: frozenset(ids) for index, ids in found.items()}

    def _card_marks(self) -> dict[str, Decision]:
        index = self._place.view.selected
        if index is None or self.review.manuscript is None:
            return {}
        decided = ((factcheck, self.review.mark(index, factcheck).decision) for factcheck in self._place.match_ids(index))
        return {factcheck: decision for factcheck, decision in decided if decision is not None}
