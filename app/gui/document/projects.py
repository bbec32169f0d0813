"""Where a document meets its project: found again with the document, shown as it was left, kept while it is worked on."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.document import Document
from app.domain.project import ProjectContent
from app.domain.ranked import RankedDocument
from app.errors import PriorcheckError
from app.gui.document.flow import DocumentFlow
from app.gui.document.place import DocumentPlace
from app.gui.model.document_view import Order
from app.gui.model.sentence_filter import filter_of
from app.gui.review.desk import ReviewDesk
from app.gui.review.view_state import ViewState, view_from, view_text
from app.gui.widgets.notice import Notice
from app.gui.workbench import Workbench
from app.translation import tr

_PAUSE_MS = 700


class Projects(QObject):
    """`opened_project` carries the document and the path of a project that was opened by itself, `said` is for the status line."""

    opened_project = Signal(object, str)
    said = Signal(str)

    def __init__(self, bench: Workbench, place: DocumentPlace, flow: DocumentFlow, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._place, self._flow = bench, place, flow
        self.review = ReviewDesk(bench, place)
        self.generation = ""
        self._own = False
        self._showing = False
        self._unsure = False
        self.trouble = Notice("error", place)
        place.add_notice(self.trouble)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_PAUSE_MS)
        self._later.timeout.connect(self.keep_view)
        self._connect(bench)

    def open(self, path: Path) -> None:
        """Open a project file."""
        self._own = True
        self.review.open_project(path)

    def opened(self, document: Document) -> None:
        """A document was opened: if it was reviewed before, wait for its project."""
        self.keep_view()
        self._own = self._unsure = False
        self.trouble.clear()
        self._flow.waiting = self.review.opened(document)

    def completed(self, ranked: RankedDocument) -> RankedDocument:
        """A ranking with the confirmed matches that it does not list itself."""
        return self.review.completed(ranked)

    def keep_view(self) -> None:
        """Keep how the project looks now."""
        self._later.stop()
        view, manuscript = self._place.view, self.review.review.manuscript
        if manuscript is None or view.document is None:
            return
        chosen = view.selected if view.chosen else None
        state = ViewState(
            selected=manuscript.keys[chosen] if chosen is not None else "",
            order=str(view.order),
            filter=view.filter.as_text(),
            as_of=self._flow.as_of.isoformat() if self._flow.as_of else "",
            blind=view.blind,
            scroll=self._place.list.verticalScrollBar().value(),
        )
        self.review.session.note("view", view_text(state))

    def close(self) -> bool:
        """Keep what is to be kept; False when something could not be written."""
        self.keep_view()
        return self.review.close()

    def _connect(self, bench: Workbench) -> None:
        review, place = self.review, self._place
        review.loaded.connect(self._loaded)
        review.refused.connect(self._refused)
        review.troubled.connect(self._troubled)
        review.saved.connect(self.trouble.clear)
        review.said.connect(self.said)
        self.trouble.accepted.connect(review.session.retry)
        place.sentence_shown.connect(self._view_changed)
        place.ranked_shown.connect(self._ranked_shown)
        bench.actions["blind"].toggled.connect(self._set_blind)

    def _ranked_shown(self) -> None:
        ranked = self._place.view.ranked
        if ranked is not None and not self._showing:
            self.review.ranked(ranked)

    def _view_changed(self) -> None:
        if self.review.session.active and not self._showing:
            self._later.start()

    def _set_blind(self, blind: bool) -> None:
        self._place.set_blind(blind)
        self.review.refresh()
        hidden = tr("Ratings, stance and order are hidden until you have decided.")
        self.said.emit(hidden if blind else tr("Ratings are shown again."))

    def _loaded(self, content: ProjectContent) -> None:
        manuscript = self.review.review.manuscript
        if manuscript is None:
            return
        self._flow.waiting = False
        path = self.review.session.path
        self._showing = True
        try:
            self._show(content, manuscript.document)
        finally:
            self._showing = False
        if self._own and path is not None:
            self.opened_project.emit(manuscript.document, str(path))
        self._unsure = content.ranked is not None and not self.generation
        if not self._unsure:
            self._rank_if_old()

    def library_known(self, generation: str) -> None:
        """The library is ready, or another than before: a ranking that a project brought before is looked at now."""
        self.generation = generation
        if self._unsure:
            self._unsure = False
            self._rank_if_old()

    def _rank_if_old(self) -> None:
        """Rank anew what is not of all sentences, of the library as it is, and of the date that is chosen."""
        view = self._place.view
        if view.document is not None and not self._is_current(view.ranked, view.document):
            view.expect()
            self._flow.rank(first_results=view.ranked is None)

    def _is_current(self, ranked: RankedDocument | None, document: Document) -> bool:
        """Whether a ranking is of all sentences, of the library as it is, and of the date that is chosen."""
        if ranked is None or len(ranked.sentences) < len(document.sentences):
            return False
        return ranked.run.generation == self.generation and ranked.run.as_of == self._flow.as_of

    def _show(self, content: ProjectContent, document: Document) -> None:
        place, view = self._place, self._place.view
        state = view_from(content.notes.get("view", ""))
        if self._own or view.document != document:
            self._flow.document = document
            place.show_document(document)
        if content.ranked is not None and view.ranked is None:
            place.header.expect(False)
            place.show_ranked(content.ranked)
        self.review.show_all()
        self._flow.as_of = date.fromisoformat(state.as_of) if state.as_of else None
        place.header.set_as_of(self._flow.as_of)
        place.filters.set_as_of(self._flow.as_of)
        self._bench.actions["blind"].setChecked(state.blind)
        if state.order in set(Order):
            view.set_order(Order(state.order))
        chosen = filter_of(state.filter)
        place.set_filter(chosen)
        places = self.review.review.manuscript.index_of() if self.review.review.manuscript else {}
        if state.selected in places:
            place.choose_sentence(places[state.selected])
        if view.ranked is not None:  # else the list is not in the order in which it was left
            place.list.verticalScrollBar().setValue(state.scroll)

    def _refused(self, error: PriorcheckError) -> None:
        """A document can still be read and ranked; nothing can be decided that could not be kept."""
        self._flow.waiting = False
        reason = tr("Decisions cannot be kept now, so the keys for them are off.") if not self._own else ""
        self.trouble.say(error.message, hint=f"{error.hint} {reason}".strip())
        if not self._own:
            self._flow.rank()

    def _troubled(self, error: PriorcheckError) -> None:
        self.trouble.say(error.message, hint=error.hint, button=tr("Try again"))
