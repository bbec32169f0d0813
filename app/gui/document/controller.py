"""The document page with its actions: opening, ranking, reading, exporting. Connects the page with the requests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication

from app.demo_paths import demo_projects_dir
from app.domain.document import Document
from app.domain.llm_order import comparison_words
from app.domain.project import SUFFIX
from app.domain.ranked import RankedDocument
from app.domain.reviewed import Reviewed
from app.domain.sentence_edits import Edited
from app.gui.actions import Actions
from app.gui.document.earlier_rankings import EarlierRankings
from app.gui.document.llm_notes import LlmNotes
from app.gui.document.match_context import MatchContext
from app.gui.document.notices import DocumentNotices
from app.gui.document.page import DocumentPage
from app.gui.document.passages import PassageReader
from app.gui.document.pdf_controller import PdfController
from app.gui.document.prior_checks import PriorChecks
from app.gui.document.reading_keys import ReadingKeys
from app.gui.document.requests import DocumentRequests
from app.gui.document.reranking import Reranking
from app.gui.document.saved_filters import SavedFilters
from app.gui.document.text_finder import TextFinder
from app.gui.export.report_export import ReportExport, explain
from app.gui.jobs import Failure
from app.gui.library_requests import LibraryRequests, demo_document
from app.gui.model.commands import EDITING
from app.gui.model.document_facts import shown_title
from app.gui.model.document_view import DocumentView
from app.gui.opening import Brought, ask_document, brought
from app.gui.review.controller import ProjectController
from app.gui.review.kept_reviews import KeptReviews
from app.gui.review.session import automatic_folder
from app.gui.ui_context import UiContext
from app.gui.widgets.empty_state import EmptyState
from app.translation import mark, tr

_BUTTONS = (
    ("confirm", mark("Confirm")),
    ("confirm_part", mark("In part")),
    ("reject", mark("Reject")),
    ("reject_all", mark("None of these")),
    ("defer", mark("Later")),
    ("flag", mark("Flag")),
    ("note", mark("Note")),
    ("tag", mark("Tags")),
    ("verdict", mark("Verdict")),
)
_NO_LIBRARY = mark(
    "Documents are looked up in a library of published fact-checks, and it is empty. Load the demo library, or import your own."
)
_WELCOME = mark(
    "Drop a transcript, an article or a PDF here, or paste text. The sentences that published fact-checks can settle come to the top."
)
_SAVE_MS = 500  # what was opened is remembered once it is on the screen


class DocumentController(QObject):
    """`opened` carries the title of the document that is shown now, `said` what was done, for the status line."""

    opened = Signal(str)
    message_sent = Signal(str)

    def __init__(self, ctx: UiContext, library: LibraryRequests) -> None:
        super().__init__(ctx.window)
        jobs, actions, window = ctx.jobs, ctx.actions, ctx.window
        self._jobs, self._window, self._preferences, self._actions = jobs, window, ctx.preferences, actions
        self._library = library
        self._generation: tuple[Path, str] | None = None
        self._earlier_rankings = EarlierRankings()
        self._saving = QTimer(self, singleShot=True, interval=_SAVE_MS)
        self._saving.timeout.connect(self._preferences.save)
        self.view = DocumentView(my_languages=lambda: ctx.preferences.settings.my_languages)
        self.requests = DocumentRequests(jobs, library.library, options=ctx.preferences.match_options, parent=self)
        self._demo = QAction(tr("Open the demo debate"), window)
        self._demo.triggered.connect(self.open_demo)
        self._pages = PdfController(jobs, self.view, self)
        self.page = self._make_page(ctx)
        self._pages.serve(self.page)
        self.notices = DocumentNotices(self.view, self.page, self.requests, library, self)
        self.export = ReportExport(
            ctx,
            self.page.exported,
            reviewed=self.reviewed,
            shown_indexes=lambda: self.view.visible,
            running=lambda: self.requests.busy,
        )
        self.export.message_sent.connect(self.message_sent)
        self.export.failed.connect(self._not_written)
        self._passages = PassageReader(jobs, self.page, library, self)
        self._earlier = PriorChecks(jobs, self.page, library, self)
        self.project = ProjectController(ctx, self.page, self.requests, self)
        self.saved_filters = SavedFilters(self.page, ctx.preferences, self)
        actions.put(self.page)
        self.page.editor.offer(tuple(actions[name] for name in EDITING))
        self.reranking = Reranking(ctx, self.view, self.page.matches, self, ready=lambda: not self.requests.busy)
        self.llm_notes = LlmNotes(ctx, self.view, self.page.matches, self)
        self.keys = ReadingKeys(ctx, self.page, self)
        self.keys.message_sent.connect(self.message_sent)
        self.finder = TextFinder(ctx, self.page, self)
        self.finder.message_sent.connect(self.message_sent)
        self._connect(actions)
        self._enable_export(False)
        self._demo.setEnabled(demo_document() is not None)

    def _make_page(self, ctx: UiContext) -> DocumentPage:
        theme, actions = ctx.theme, ctx.actions
        opening = (actions["open"], actions["paste"], self._demo, actions["tour"])
        empty = EmptyState(theme, heading=tr("Open a document"), text=tr(_WELCOME), actions=opening)
        filling = (self._library.load_demo_action, actions["import"], actions["library"], actions["tour"])
        no_library = EmptyState(theme, heading=tr("Start with a library"), text=tr(_NO_LIBRARY), actions=filling)
        header = (actions["open"], actions["export"])
        review = tuple((actions[name], tr(short)) for name, short in _BUTTONS)
        return DocumentPage(
            self.view,
            theme,
            ctx.icons,
            empty=empty,
            no_library=no_library,
            header=header,
            review=review,
            pictures=self._pages.pictures,
            matches=MatchContext(settings=lambda: ctx.preferences.settings, keys=actions.keys, order_note=self._order_note),
            parent=ctx.window,
        )

    def focus(self) -> None:
        """Give the list the focus, or the empty state's first button."""
        self.page.first_widget().setFocus()

    def open_path(self, path: Path) -> None:
        """Open a document or a project."""
        self.page.error.clear()
        if path.suffix == SUFFIX:
            self.requests.close()
            self.project.open(path)
        else:
            self.requests.open_file(path)

    def take(self, source: Brought) -> None:
        """Open what was dropped or pasted, or say why it cannot be opened."""
        if source.path is not None:
            self.open_path(source.path)
        elif source.text:
            self.page.error.clear()
            self.requests.open_text(source.text)
        else:
            self.page.error.say(source.refusal, hint=source.hint)

    def library_changed(self, factchecks: int, generation: str) -> None:
        """The library is ready, or another than before: rank what is open against it, where that was not done yet."""
        before, self._generation = self._generation, (self._library.library, generation)
        self.requests.can_rank = factchecks > 0
        self.requests.library = self._library.library
        self.project.library_known(generation)
        self.page.show_library(empty=factchecks == 0)
        if factchecks == 0:
            if self.view.document is not None:
                self.notices.say_empty()
            return
        self.notices.filled()
        other = before is not None and before != self._generation and not self.project.ranking_is_current()
        missing = self.view.document is not None and self.view.ranked is None and not self.requests.busy
        if other or missing:
            self.requests.rank()

    def _connect(self, actions: Actions) -> None:
        page = self.page
        self.requests.opened.connect(self._opened)
        self.requests.ranked.connect(self._ranked)
        self.project.opened_project.connect(self._opened_project)
        self.project.message_sent.connect(self.message_sent)
        self.project.edited.connect(self._show_edited)
        page.header.as_of_chosen.connect(self._as_of)
        page.filters.as_of_cleared.connect(self._as_of_cleared)
        self.notices.demo_asked.connect(self._library.load_demo)
        self.notices.rank_asked.connect(self.requests.rank)
        page.edited.connect(self._edited)
        page.ranked_shown.connect(self._can_export)
        page.editor.refused.connect(self._not_edited)
        self.reranking.reranked.connect(self._reranked)
        self.reranking.message_sent.connect(self.message_sent)
        self.reranking.failed.connect(self.notices.say)
        self.llm_notes.message_sent.connect(self.message_sent)
        self.llm_notes.failed.connect(self.notices.say)
        self._pages.failed.connect(self.notices.failed)
        for name, handler in self._handlers().items():
            actions[name].triggered.connect(handler)

    def _handlers(self) -> dict[str, Callable[[], None]]:
        return {
            "open": self._open,
            "paste": self._paste,
            "reviews": self.show_kept_reviews,
            "export": self.export.ask,
            "story_sheet": self.export.ask_story,
            "rerank": self.reranking.ask,
            "rerank_all": self.reranking.ask_best,
            **{name: getattr(self.page.editor, name) for name in EDITING},
        }

    def _opened(self, document: Document, path: str) -> None:
        if path:
            self._preferences.add_recent(Path(path))
            self._saving.start()  # not only when the window is closed: it may never be
        self.project.opened(document)
        self.reranking.stop()
        self.llm_notes.stop()
        self._earlier_rankings.clear()
        self.page.show_document(document)
        self._pages.opened(document)
        self.page.exported.clear()
        self._enable_export(False)
        self.opened.emit(shown_title(document))
        self.page.list.setFocus()
        if not self.requests.can_rank:
            self.notices.say_empty()

    def _opened_project(self, document: Document, path: str) -> None:
        """A project brought its document along; what was ranked in it is on screen already."""
        self._preferences.add_recent(Path(path))
        self._saving.start()
        self._enable_export(self.view.ranked is not None)
        self.opened.emit(shown_title(document))
        self.page.list.setFocus()

    def _ranked(self, ranked: RankedDocument) -> None:
        self.page.header.expect(not ranked.final)
        self.page.show_ranked(self.project.completed(ranked))
        if ranked.final:
            self.notices.ranked()

    def _reranked(self, ranked: RankedDocument) -> None:
        """Another order of some matches, which the reader asked for: shown at once, and kept with the project."""
        self.view.expect()
        self.page.show_ranked(ranked)

    def _order_note(self) -> str:
        """Return which order the reader's decisions agree with; "" until there are enough of them."""
        return comparison_words(self.project.compared_orders())

    def _can_export(self) -> None:
        """A ranking is on screen, whether it was made now or came with a project."""
        self._enable_export(True)

    def _enable_export(self, enabled: bool) -> None:
        for name in ("export", "story_sheet"):
            self._actions[name].setEnabled(enabled)

    def _edited(self, description: str, edited: Edited) -> None:
        """Record an edit of the sentences in the project, or only show it where no project is open."""
        if not self.project.edit(description[:1].lower() + description[1:], edited):
            self._show_edited(edited)
        self.message_sent.emit(description)

    def _show_edited(self, edited: Edited) -> None:
        """Show the document as it is now. Its ranking comes back where it was ranked like this before, after an undo; else it is ranked
        anew, and the old results are shown until then."""
        self._earlier_rankings.keep(self.view.ranked)
        self.page.show_edited(edited)
        self._pages.edited(edited.document)
        earlier_ranking = self._earlier_rankings.of(edited.document, generation=self.project.generation, as_of=self.requests.as_of)
        if earlier_ranking is None:
            self.requests.replace(edited.document, first_results=self.view.ranked is None)
            self.page.header.expect(self.requests.busy)
        else:
            self.requests.restore(edited.document)
            self._ranked(earlier_ranking)

    def _not_edited(self, message: str, hint: str) -> None:
        self.message_sent.emit(f"{message} {hint}")

    def _as_of(self, limit: date | None) -> None:
        if self.requests.keeping and self.view.ranked is not None:
            limit = self.view.ranked.run.as_of
            self.page.header.set_as_of(limit)
            self.message_sent.emit(tr("First rank with the open library; then choose a day."))
        self.requests.as_of = limit
        self.page.filters.set_as_of(limit)
        self.view.expect()
        self.page.header.announce("")
        self.requests.rank()

    def _as_of_cleared(self) -> None:
        self.page.header.set_as_of(None)
        self._as_of(None)

    def _open(self) -> None:
        path = ask_document(self._window, self._preferences.recent_folder())
        if path is not None:
            self.open_path(path)

    def open_demo(self) -> bool:
        """Open the demo debate, with its library where there is none yet. False when it is not installed."""
        path = demo_document()
        if path is not None:
            if not self.requests.can_rank:
                self._library.load_demo()
            self.open_path(path)
        return path is not None

    def leave_demo(self) -> None:
        """Close the demo's document: its review is being removed."""
        path = self.project.session.path
        if path is not None and path.parent == demo_projects_dir():
            self.requests.forget()
            self.project.leave()
            self.page.show_document(None)
            self._actions["export"].setEnabled(False)
            self.opened.emit("")

    def show_kept_reviews(self) -> KeptReviews:
        """The reviews that the program keeps by itself, to be opened or deleted."""
        session = self.project.session
        dialog = KeptReviews(automatic_folder(), lambda: session.path if session.active else None, self._window)
        dialog.requested.connect(self.open_path)
        dialog.open()
        return dialog

    def _paste(self) -> None:
        self.take(brought(QGuiApplication.clipboard().mimeData()))

    def reviewed(self) -> Reviewed | None:
        """Return the shown ranking with its review, for reports; None before a ranking."""
        settings = self._preferences.settings
        if self.view.ranked is None:
            return None
        reviewed = self.project.review.reviewed(self.view.ranked)
        return replace(reviewed, newsroom=settings.newsroom_name, logo=settings.newsroom_logo, footer=settings.report_footer)

    def _not_written(self, failure: Failure) -> None:
        self.notices.say(*explain(failure))
