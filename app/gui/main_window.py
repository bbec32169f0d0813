"""The window: rail, places, status line, and which action does what. Everything long goes through `Jobs`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QStackedWidget, QWidget

from app.domain.user_data import UserData
from app.gui.actions import Actions
from app.gui.appearance import AppearanceController
from app.gui.claims.controller import ClaimsController
from app.gui.data_erasing import DataErasing
from app.gui.document.controller import DocumentController
from app.gui.file_dialogs import remember_in
from app.gui.icons import Icons, program_icon
from app.gui.jobs import Jobs
from app.gui.lazy_pages import LazyPages
from app.gui.library.switching import LibrarySwitching
from app.gui.library_controller import LibraryController
from app.gui.menus import Menus
from app.gui.model.keymap import keymap_of, reserved_keys
from app.gui.model.places import ASK, CLAIMS, DOCUMENT, LIBRARY, NARRATIVES, PLACES, VERIFY
from app.gui.model.publishers import PublisherChoice
from app.gui.model.verify_start import claim_of_sentence
from app.gui.opening import brought, can_bring
from app.gui.palette.controller import PaletteController
from app.gui.preferences import Preferences
from app.gui.settings.controller import SettingsController
from app.gui.theme import Theme
from app.gui.tour_guide import TourGuide
from app.gui.ui_context import UiContext
from app.gui.widgets.labels import column
from app.gui.widgets.rail import Rail
from app.gui.widgets.search_field import SearchField
from app.gui.widgets.status_line import StatusLine
from app.gui.window_help import show_about, show_guide, show_licences, show_shortcuts
from app.gui.window_layout import reset_layout, restore_layout, save_layout
from app.translation import tr

if TYPE_CHECKING:
    from app.gui.ask.controller import AskController
    from app.gui.narratives.controller import NarrativesController
    from app.gui.verify.controller import VerifyController

__all__ = ["ASK", "CLAIMS", "DOCUMENT", "LIBRARY", "NARRATIVES", "VERIFY", "MainWindow"]


class MainWindow(QMainWindow):
    """One window on one library; owns the client of the worker and ends it when it is closed."""

    def __init__(self, jobs: Jobs, theme: Theme, preferences: Preferences, *, library: Path) -> None:
        super().__init__()
        self.setWindowTitle("Priorcheck")
        self.setWindowIcon(program_icon())
        self.setAcceptDrops(True)
        jobs.setParent(self)
        self.jobs, self.theme, self.preferences = jobs, theme, preferences
        self.icons = Icons(theme)
        self._places = page_names = tuple(tr(name) for name, _ in PLACES)
        keymap = keymap_of(preferences.settings.shortcuts, reserved=reserved_keys(page_names))
        self.actions_by_name = Actions(self, keymap)
        self.rail = Rail(theme, self.icons, tuple((tr(name), icon) for name, icon in PLACES), self)
        self.status = StatusLine(theme, self)
        ctx = UiContext(window=self, jobs=jobs, theme=theme, icons=self.icons, actions=self.actions_by_name, preferences=preferences)
        self.library = LibraryController(ctx, library)
        self.switching = LibrarySwitching(ctx, self.library.requests, self.status)
        self.document = DocumentController(ctx, self.library.requests)
        self.claims = ClaimsController(ctx, self.library.requests)
        self.late = LazyPages(ctx, self.library, self.go)
        self.choices = SettingsController(ctx, page_names=page_names)
        self.menus = Menus(self, self.actions_by_name, page_names)
        self.appearance = AppearanceController(theme, preferences, self.menus, self.actions_by_name)
        self.touring = TourGuide(self, theme, self.document, self.rail, self._go_to_document)
        self.finder = PaletteController(
            ctx,
            page_names=page_names,
            open_page=self.go,
            show_page=self._show_page,
            open_recent=self._open_recent,
            choose_appearance=self.appearance.choose,
        )
        self._let_go_of = False
        self.erasing = DataErasing(self, self._let_go)
        self._build()
        self._connect()
        self._show_recent()
        remember_in(preferences.state.folders)
        restore_layout(self, self.document.page.layout_splitters, preferences.state)
        self.go(DOCUMENT)

    @property
    def ask(self) -> AskController:
        """The Ask page with its actions, made when it is first wanted."""
        return self.late.ask

    @property
    def verify(self) -> VerifyController:
        """The Verify page, made when it is first wanted."""
        return self.late.verify

    @property
    def narratives(self) -> NarrativesController:
        """The Narratives page, made when it is first wanted."""
        return self.late.narratives

    def start(self) -> None:
        """Load models and library in the background; called once the window is on screen."""
        self.status.show_library(factchecks=None)
        self.library.requests.warm_up()

    def log(self, _level: str, message: str) -> None:
        """A remark of the worker that belongs to no job."""
        self.status.say(message)

    def go(self, page_index: int) -> None:
        """Show a place and give it the focus."""
        self.rail.set_current(page_index)
        self.stack.setCurrentIndex(page_index)
        at_once = {DOCUMENT: self.document.focus, CLAIMS: self.claims.focus, LIBRARY: self.library.focus}
        at_once.get(page_index, partial(self.late.focus, page_index))()

    def _show_page(self, page_index: int) -> None:
        """Show a page, but leave the focus where it is if it is shown already: commands act on what has the focus."""
        if self.stack.currentIndex() != page_index:
            self.go(page_index)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """A file or text may be dropped anywhere on the window."""
        if can_bring(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Open what was dropped."""
        event.acceptProposedAction()
        self.go(DOCUMENT)
        self.document.take(brought(event.mimeData()))

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Remember the window and end the worker."""
        if not self._let_go_of:
            save_layout(self, self.document.page.layout_splitters, self.preferences.state)
            self.hide()  # gone for the reader at once; the worker takes a moment to end
            self.preferences.save()
            self._let_go()
        self.erasing.release()
        super().closeEvent(event)

    def _let_go(self) -> None:
        """Write what waits, close all files and end the worker."""
        self._let_go_of = True
        self.document.project.close()
        self.claims.close()
        self.late.close()
        self.jobs.close()

    def _build(self) -> None:
        body = QWidget(self)
        layout = column(body)
        row = QHBoxLayout()
        row.setSpacing(0)
        self.stack = QStackedWidget(self)
        for page in (self.document.page, self.claims.page, *self.late.pages.values(), self.library.page):
            self.stack.addWidget(page)
        row.addWidget(self.rail)
        row.addWidget(self.stack, 1)
        layout.addLayout(row, 1)
        layout.addWidget(self.status)
        self.setCentralWidget(body)

    def _connect(self) -> None:
        act = self.actions_by_name
        self.rail.item_selected.connect(self.go)
        self.menus.place_chosen.connect(self.go)
        self.menus.recent_chosen.connect(self._open_recent)
        self.document.page.empty.recent_chosen.connect(self._open_recent)
        self.jobs.changed.connect(self._show_job)
        self.status.cancelled.connect(self._cancel)
        act.hint("cancel", self.status.cancel)
        act["cancel"].triggered.connect(self._cancel)
        act["quit"].triggered.connect(self.close)
        act["reset_layout"].triggered.connect(self._reset_layout)
        act["shortcuts"].triggered.connect(self._shortcuts)
        act["find"].triggered.connect(self._find)
        act["about"].triggered.connect(self._about)
        act["guide"].triggered.connect(self._guide)
        act["licences"].triggered.connect(self._licences)
        act["tour"].triggered.connect(self.touring.start)
        for name in ("open", "paste"):
            act[name].triggered.connect(self._go_to_document)
        self._connect_status()
        self.library.described.connect(self._show_library)
        self.library.filling.started.connect(self.status.show_filling)
        self.library.filling.add(self.document.page.no_library)
        self.library.devices.connect(self.status.show_devices)
        self.library.trouble.connect(self.document.notices.say_until_ranked)
        self.library.changed.connect(self.document.library_changed)
        self.library.matching_changed.connect(self._match_others)
        act["verify"].triggered.connect(self._verify_sentence)
        self.claims.verify_asked.connect(self.late.verify_claim)
        self.late.look_up_asked.connect(self._look_up)
        self.late.claim_added.connect(self._add_claim)
        for message_signal in (
            self.document.message_sent,
            self.claims.message_sent,
            self.library.message_sent,
            self.late.message_sent,
            self.switching.message_sent,
        ):
            message_signal.connect(self.status.say)
        self.document.opened.connect(self._document_opened)
        self.choices.looked.connect(self.appearance.take)
        self.choices.moved.connect(self._use_library)
        self.library.adapting.item_selected.connect(self.choices.take_encoder)
        self.choices.reranked.connect(self.document.requests.rank)
        self.choices.restarted.connect(self.library.requests.warm_up)
        self.choices.erase_asked.connect(self._erase)
        self.erasing.refused.connect(self.choices.show_data_error)
        self.erasing.data_erased.connect(self.close)

    def _connect_status(self) -> None:
        """Keep the reviewer, the library and the progress of the review in sight, and let each be pressed."""
        self.status.reviewer_asked.connect(self.actions_by_name["reviewer"].trigger)
        self.status.network_asked.connect(self.choices.open_record)
        self.status.progress_asked.connect(self._next_undecided)
        self.document.project.progressed.connect(self._show_review)
        self.switching.library_chosen.connect(self.library.use)
        self.switching.demo_removed.connect(self.document.leave_demo)
        self.library.switched.connect(self.switching.show)
        self.library.changed.connect(self.switching.settled)
        self._show_review()

    def _show_review(self) -> None:
        project = self.document.project
        self.status.show_reviewer(project.review.who)
        under_review = project.review.manuscript is not None and self.document.view.ranked is not None
        self.status.show_progress(self.document.view.progress() if under_review else None)

    def _next_undecided(self) -> None:
        """Go to the next sentence with a match that is not decided."""
        self.go(DOCUMENT)
        index = self.document.view.next_undecided()
        if index is None:
            self.status.say(tr("Every listed sentence with a match is decided."))
        else:
            self.document.page.choose_sentence(index)

    def _erase(self, data: UserData) -> None:
        self.erasing.ask(self.choices.dialog or self, data)

    def _show_job(self) -> None:
        job = self.jobs.shown()
        self.status.show_job(job)
        self.actions_by_name["cancel"].setEnabled(job is not None)
        if self.jobs.idle:
            self.status.show_network(self.choices.network_in_short())

    def _show_library(self, factchecks: int, newest: str) -> None:
        settings = self.preferences.settings
        choice = PublisherChoice(include=settings.include_publishers, exclude=settings.exclude_publishers)
        self.status.show_library(factchecks=factchecks, newest=newest, note=choice.note())

    def _match_others(self) -> None:
        """Announce the changed choice of publishers and rank the open document again."""
        self.library.requests.describe()
        self.document.requests.rank()

    def _document_opened(self, title: str) -> None:
        self.setWindowTitle(f"{title} — Priorcheck" if title else "Priorcheck")
        self._show_recent()

    def _show_recent(self) -> None:
        recent = self.preferences.settings.recent_files
        self.menus.show_recent(recent)
        self.document.page.empty.show_recent(recent)

    def _open_recent(self, path: str) -> None:
        self.go(DOCUMENT)
        self.document.open_path(Path(path))

    def _go_to_document(self) -> None:
        self.go(DOCUMENT)

    def _find(self) -> None:
        """Find words in the document; elsewhere go to the search field of the page, or to its first field."""
        page_index = self.stack.currentIndex()
        if page_index == DOCUMENT:
            self.document.finder.open()
            return
        search_field = next((field for field in self.stack.findChildren(SearchField) if field.isVisible()), None)
        if search_field is not None:
            search_field.begin()
        else:
            self.go(page_index)

    def _verify_sentence(self) -> None:
        """Open the selected sentence of the document in Verify, with its speaker, date and context."""
        view = self.document.view
        if view.document is not None and view.selected is not None:
            self.late.verify_form(claim_of_sentence(view.document, view.selected))

    def _look_up(self, claim: str) -> None:
        """A claim of an answer, looked up at once."""
        self.go(CLAIMS)
        self.claims.take(claim)

    def _add_claim(self, claim: str) -> None:
        self.claims.add(claim)
        self.status.say(tr("The claim was added to the list in Claims; look it up there."))

    def _cancel(self) -> None:
        job = self.jobs.shown()
        if job is not None:
            self.jobs.cancel(job.number)

    def _use_library(self, library: str) -> None:
        self.library.use(Path(library))

    def _reset_layout(self) -> None:
        reset_layout(self)
        self.document.page.reset_panes()

    def _shortcuts(self) -> None:
        show_shortcuts(self, self.theme, self._places, self.actions_by_name.keymap.keys)

    def _guide(self) -> None:
        show_guide(self, self.theme)

    def _licences(self) -> None:
        show_licences(self, self.theme)

    def _about(self) -> None:
        show_about(self, self.theme)
