"""The Ask page with its actions: questions, changes made by hand, posts taken in, claims handed over."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication

from app.domain.answer_edits import Side
from app.domain.ask import Opinion
from app.domain.options import PostImportOptions
from app.domain.posts import PostStatistics
from app.gui.ask.editing import AnswerEditing
from app.gui.ask.export import AskExport
from app.gui.ask.intake import PostIntake
from app.gui.ask.page import AskPage
from app.gui.ask.posts_line import PostsLine
from app.gui.ask.requests import AskRequests
from app.gui.ask.signals import AnswerSignals
from app.gui.jobs import Failure
from app.gui.library_requests import LibraryRequests
from app.gui.links import ask_to_open
from app.gui.model.ask import demo_posts, remembered
from app.gui.model.ask_words import post_with_link
from app.gui.ui_context import UiContext
from app.gui.widgets.empty_state import EmptyState
from app.translation import mark, tr
from app.worker.protocol import AskResult, PostsEncoded

_EMPTY = mark(
    "Ask finds what people answer to a question in posts that you bring: archives and exports of X, Bluesky, Mastodon, Telegram, Reddit or "
    "WhatsApp, or a table. Import some, or drop the files here. They stay on this computer."
)


class AskController(QObject):
    """Controller of the Ask page. `said` carries messages for the status line; `look_up_asked` carries a claim for Claims,
    `claim_added` one to add there, `verify_asked` one to verify."""

    message_sent = Signal(str)
    look_up_asked = Signal(str)
    claim_added = Signal(str)
    verify_asked = Signal(str)

    def __init__(self, ctx: UiContext, library: LibraryRequests) -> None:
        super().__init__(ctx.window)
        self._ctx, self._library = ctx, library
        self._looked_at = ""
        self.signals = AnswerSignals(ctx, self)
        self.requests = AskRequests(ctx.jobs, library, self)
        actions = ctx.actions
        self.demo = QAction(tr("Load the demo posts"), self)
        self.demo.setVisible(bool(demo_posts()))
        self.demo.triggered.connect(self._load_demo)
        offered = (actions["import_posts"], *([self.demo] if demo_posts() else []))
        empty = EmptyState(ctx.theme, heading=tr("There are no posts yet"), text=tr(_EMPTY), actions=offered)
        line = PostsLine(actions["encode_posts"], actions["import_posts"])
        self.page = AskPage(self.signals, empty=empty, line=line, parent=ctx.window)
        self.editing = AnswerEditing(ctx, self.page, self.requests, self)
        self.intake = PostIntake(ctx, self.requests, self)
        self._export = AskExport(ctx, self)
        self._connect()
        self._connect_signals()
        self._keys()
        self.page.bar.show_recent(ctx.preferences.state.questions)

    def focus(self) -> None:
        """Request the statistics of the posts when the page is opened, and focus the question."""
        if self._looked_at != self.requests.library:
            self._looked_at = self.requests.library
            self.requests.drop_question()
            self.editing.forget()
            self.page.forget()
            self.requests.describe()
        self._offer_llm()
        self.page.focus_first()

    def ask(self, question: str) -> None:
        """Put this question to the posts; an earlier one that is still running is dropped."""
        question = " ".join(question.split())
        statistics = self.page.statistics
        if not question:
            self.page.error.say(tr("There is no question."), hint=tr("Write one, such as “What causes autism?”"))
            return
        if statistics is not None and not statistics.posts:
            self.page.error.say(tr("There are no posts to ask."), hint=tr("Import some first."))
            return
        self._offer_llm()
        self.page.error.clear()
        self.requests.ask(question, self.page.options())
        state = self._ctx.preferences.state
        state.questions = remembered(state.questions, question)
        self.page.bar.show_recent(state.questions)

    def export(self) -> None:
        """Save the answers as a file."""
        if self.page.view.shown is not None:
            self._export.export(self.page.view.shown)

    def library_changed(self) -> None:
        """Drop what is shown of the old library, now or when the page is opened. The models may have changed as well."""
        self._offer_llm()
        if self._looked_at and self._looked_at != self.requests.library and self.page.isVisible():
            self.focus()

    def _connect(self) -> None:
        page, requests = self.page, self.requests
        page.bar.requested.connect(self.ask)
        page.bar.kind_chosen.connect(self._ask_again)
        page.bar.filters.changed.connect(self._ask_again)
        page.bar.llm_said.connect(self._llm_said)
        page.results.undo_asked.connect(self.editing.undo)
        page.results.redo_asked.connect(self.editing.redo)
        page.results.export_asked.connect(self.export)
        page.results.pairs_asked.connect(self._export_pairs)
        page.error.accepted.connect(self.editing.keep)
        self.editing.message_sent.connect(self.message_sent)
        page.posts.page_wanted.connect(requests.search)
        page.files_dropped.connect(self.intake.open)
        page.line.stopped.connect(requests.encoding.cancel)
        self.intake.imported.connect(self._imported)
        self._ctx.jobs.changed.connect(self._show_job)
        requests.described.connect(self._described)
        requests.encoded.connect(self._encoded)
        requests.located.connect(page.posts.show_page)
        requests.requested.connect(self._asked)
        requests.failed.connect(self._failed)
        self._export.message_sent.connect(self.message_sent)
        self._export.failed.connect(partial(self._failed, "export"))

    def _connect_signals(self) -> None:
        signals = self.signals
        signals.side_said.connect(self.editing.say_side)
        signals.post_copied.connect(self._copy_post)
        signals.claim_copied.connect(self._copy_claim)
        signals.link_asked.connect(partial(ask_to_open, self._ctx.window))
        signals.look_up_asked.connect(self.look_up_asked)
        signals.claim_added.connect(self.claim_added)
        signals.verify_asked.connect(self.verify_asked)
        signals.rename_asked.connect(self.editing.rename)
        signals.merge_asked.connect(self.editing.merge)
        signals.apart_asked.connect(self.editing.take_apart)

    def _keys(self) -> None:
        pane, page = self.page.answers, self.page
        handlers: dict[str, Callable[[], object]] = {
            "ask_supports": partial(page.say_side, Side.SUPPORTS),
            "ask_refutes": partial(page.say_side, Side.REFUTES),
            "ask_neither": partial(page.say_side, Side.NEITHER),
            "ask_copy": self._copy_current,
            "ask_link": self._open_current,
            "ask_next": partial(pane.step, 1),
            "ask_previous": partial(pane.step, -1),
            "ask_undo": self.editing.undo,
            "ask_redo": self.editing.redo,
        }
        self._ctx.actions.serve(pane, handlers)
        self._ctx.actions.serve(page.answers_page, {"ask_export": self.export})

    def _load_demo(self) -> None:
        """Import the demo's posts into the demo's own library."""
        if self._library.enter_demo():
            self.focus()
        self.requests.import_files(demo_posts(), PostImportOptions())

    def _described(self, statistics: PostStatistics) -> None:
        self.page.show_statistics(statistics, self.page.waiting)
        if self.page.isVisible() and not statistics.posts:
            self.page.focus_first()  # what had the focus is gone
        if statistics.posts:
            self.requests.index()

    def _encoded(self, result: PostsEncoded) -> None:
        if self.page.statistics is not None:
            self.page.show_statistics(self.page.statistics, result.waiting)
        if result.made:
            self.message_sent.emit(tr("The posts can be found by meaning now."))

    def _imported(self) -> None:
        self._looked_at = self.requests.library
        self.page.waiting = None
        self.page.posts.forget()
        self.requests.describe()

    def _asked(self, result: AskResult) -> None:
        self.page.view.show(result.answered, result.edits)
        self.page.show_answers()
        answered, statistics = result.answered, self.page.statistics
        if statistics is not None and answered.searched:
            self.page.show_statistics(statistics, answered.waiting)

    def _ask_again(self) -> None:
        """Ask the shown question again after its filters or its type changed."""
        if self.page.view.found is not None:
            self.ask(self.page.view.found.question)

    def _offer_llm(self) -> None:
        preferences = self._ctx.preferences
        self.page.bar.offer_llm(bool(preferences.settings.llm_model), checked=preferences.state.llm_answers)

    def _llm_said(self, enabled: bool) -> None:
        self._ctx.preferences.state.llm_answers = enabled

    def _failed(self, request: str, failure: Failure) -> None:
        page, cancelled = self.page, failure.code == "cancelled"
        if request == "keep" and not cancelled:
            hint = tr("Your changes are still shown. {hint}", hint=failure.hint)
            page.error.say(tr("Your changes could not be kept: {reason}", reason=failure.message), hint=hint, button=tr("Try again"))
        elif request == "encode" and cancelled:
            self.message_sent.emit(tr("Stopped. What is done stays done; go on whenever you like."))
            self.requests.index()
        elif request == "ask" and cancelled:
            page.error.say(tr("Stopped."), hint=tr("What was shown before is still there."))
        elif not cancelled and request != "import":
            if request == "search":
                page.posts.say_nothing()
            page.error.say(failure.message, hint=failure.hint)

    def _copy_post(self, opinion: Opinion) -> None:
        QGuiApplication.clipboard().setText(post_with_link(opinion))
        self.message_sent.emit(tr("The post was copied."))

    def _copy_claim(self, claim: str) -> None:
        QGuiApplication.clipboard().setText(claim)
        self.message_sent.emit(tr("The claim was copied."))

    def _copy_current(self) -> None:
        current = self.page.answers.current()
        if current is not None:
            current.copy()

    def _open_current(self) -> None:
        current = self.page.answers.current()
        if current is not None:
            current.open_link()

    def _export_pairs(self) -> None:
        self._export.export_pairs(self.requests.library)

    def _show_job(self) -> None:
        job = self.requests.encoding.job
        self.page.line.show_job(job)
        if job is None and self.page.statistics is not None:
            self.page.line.show_posts(self.page.statistics.groups, self.page.waiting)
