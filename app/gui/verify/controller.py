"""The Verify page with its actions: claims begun, questions asked and answered, verdicts given, and everything kept as it is made."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from app.domain.stored_verification import StoredVerification, VerificationSummary
from app.domain.verification import ClaimForm, SecondOpinion, Verification
from app.gui.file_dialogs import Purpose, choose_file
from app.gui.library_requests import LibraryRequests
from app.gui.links import ask_to_open
from app.gui.model.verify import VerifyView
from app.gui.model.verify_demo import demo_claims
from app.gui.ui_context import UiContext
from app.gui.verify.asking import VerifyAsking
from app.gui.verify.editing import VerifyEditing
from app.gui.verify.evidence_controller import EvidenceController
from app.gui.verify.export import VerifyExport
from app.gui.verify.keeping import VerificationKeeping
from app.gui.verify.notices import VerifyNotices
from app.gui.verify.page import EVIDENCE, VerifyPage
from app.gui.verify.requests import VerifyRequests
from app.gui.verify.signals import VerificationSignals
from app.gui.verify.suggesting import VerifySuggesting
from app.gui.widgets.empty_state import EmptyState
from app.translation import mark, tr

_EMPTY = mark(
    "For claims that nobody has checked yet. Word the claim so that it stands alone, ask what would have to be known, and let your own "
    "evidence answer. You see which answers decide, and the last word is yours. Nothing leaves this computer."
)


class VerifyController(QObject):
    """Controller of the Verify page. `said` carries messages for the status line."""

    message_sent = Signal(str)

    def __init__(self, ctx: UiContext, library: LibraryRequests) -> None:
        super().__init__(ctx.window)
        self._ctx, self._library = ctx, library
        self._reading = ""
        self.signals = VerificationSignals(ctx, self)
        self.new = QAction(tr("Verify a claim"), self)
        self.new.triggered.connect(self.begin)
        self.demo = QAction(tr("Load the demo claims and evidence"), self)
        self.demo.triggered.connect(self._load_demo)
        offered = (self.new, ctx.actions["import_evidence"], *([self.demo] if demo_claims() else []))
        empty = EmptyState(ctx.theme, heading=tr("Verify a claim"), text=tr(_EMPTY), actions=offered)
        self.evidence = EvidenceController(ctx, library, self.signals, self)
        self.view = VerifyView()
        self.page = VerifyPage(self.view, self.signals, empty=empty, evidence=self.evidence.page, parent=ctx.window)
        self.requests = VerifyRequests(ctx.jobs, library, self)
        self.keeping = VerificationKeeping(self)
        self.editing = VerifyEditing(self.page, self.requests, self.keeping, self)
        self.exporting = VerifyExport(ctx, library, self)
        self.asking = VerifyAsking(ctx, self.page, self.requests, self.editing, self)
        self.suggesting = VerifySuggesting(ctx, self.page, self.requests, self.editing, self)
        self.notices = VerifyNotices(self.page, self.requests, self.keeping, self)
        self._connect()
        self._connect_signals()
        self._connect_panes()
        self._keys()

    def focus(self) -> None:
        """Read stored verifications and evidence statistics when the page is opened, and focus the list."""
        self._look()
        self.page.focus_first()

    def begin(self) -> None:
        """Begin a verification with an empty claim."""
        self._look()
        self.page.settle()
        self.page.tabs.setCurrentIndex(0)
        self.editing.begin((ClaimForm(text=""),))
        self.page.questions.form.text.setFocus()

    def take(self, claim: ClaimForm) -> None:
        """Begin a verification of a claim from another page."""
        self._look()
        self.page.settle()
        self.page.whole.setCurrentIndex(0)
        self.page.tabs.setCurrentIndex(0)
        self.editing.begin((claim,))
        self.page.questions.form.text.setFocus()

    def library_changed(self) -> None:
        """Drop what is shown of the old library, now or when the page is opened. The models may have changed as well."""
        self.suggesting.offer()
        if self.keeping.library is not None and str(self.keeping.library) != self.requests.library and self.page.isVisible():
            self.focus()

    def close(self) -> None:
        """Save pending input when the window closes."""
        self.page.settle()
        self.keeping.close()

    def import_evidence(self, paths: tuple[Path, ...] = ()) -> None:
        """Show the page of evidence and the dialog of importing."""
        self._look()
        self.page.tabs.setCurrentIndex(EVIDENCE)
        self.evidence.open(paths)

    def encode_evidence(self) -> None:
        """Make the evidence searchable by meaning."""
        self._look()
        self.page.tabs.setCurrentIndex(EVIDENCE)
        self.evidence.requests.encode()

    def _load_demo(self) -> None:
        """Load five claims of the demo debate with their evidence into the demo's own library."""
        is_switched = self._library.enter_demo()
        if is_switched:
            self._look()
        path, statistics = demo_claims(), self.evidence.page.statistics
        if path is not None:
            self.requests.open_file(str(path))
        if is_switched or (statistics is not None and not statistics.documents):
            self.evidence.load_demo()

    def _look(self) -> None:
        self.suggesting.offer()
        if str(self.keeping.library) != self.requests.library:
            self.requests.forget()
            self.view.clear()
            self.suggesting.forget()
            self.page.whole.setCurrentIndex(0)
            self.notices.clear()
            self.evidence.page.show_statistics(None)
            self.evidence.page.documents.forget()
            self.keeping.use(Path(self.requests.library))
            self.evidence.requests.describe()
            self.page.show_view()

    def _connect(self) -> None:
        requests, keeping, editing = self.requests, self.keeping, self.editing
        keeping.listed.connect(self._listed)
        keeping.read.connect(self._read)
        requests.suggested.connect(editing.add_questions)
        requests.answered.connect(editing.answered)
        requests.judged.connect(editing.judged)
        requests.justified.connect(editing.justified)
        requests.opened.connect(self._file_read)
        requests.changed.connect(self._show_job)
        self._ctx.jobs.changed.connect(self._show_job)
        for message_signal in (
            editing.message_sent,
            self.notices.message_sent,
            self.suggesting.message_sent,
            self.exporting.message_sent,
            self.evidence.message_sent,
        ):
            message_signal.connect(self.message_sent)
        self.exporting.published.connect(lambda _name, factcheck: editing.published(factcheck))
        for failed in (self.exporting.failed, self.evidence.failed):
            failed.connect(self.notices.tell)
        self.notices.evidence_asked.connect(self.import_evidence)
        self.page.files_dropped.connect(self.import_evidence)

    def _connect_signals(self) -> None:
        signals, editing = self.signals, self.editing
        signals.answers_asked.connect(self.asking.find)
        signals.question_edit_asked.connect(self.asking.reword)
        signals.question_removed.connect(editing.remove_question)
        signals.question_moved.connect(editing.move)
        signals.answer_typed.connect(self.asking.write_answer)
        signals.nothing_found.connect(editing.say_nothing_found)
        signals.answer_edit_asked.connect(self.asking.edit_answer)
        signals.answer_removed.connect(lambda question, answer: editing.put_answer(question, answer, None))
        signals.context_said.connect(editing.say_context)
        signals.link_asked.connect(partial(ask_to_open, self._ctx.window))

    def _connect_panes(self) -> None:
        page, editing = self.page, self.editing
        page.list.item_selected.connect(self._choose)
        page.list.searched.connect(lambda _text: page.show_view())
        page.list.new_asked.connect(self.begin)
        page.list.delete_asked.connect(editing.delete)
        page.list.file_asked.connect(self._open_file)
        page.undo.clicked.connect(self.undo)
        page.redo.clicked.connect(editing.redo)
        page.questions.form.edited.connect(editing.claim)
        bar, verdict = page.questions.bar, page.verdict
        bar.suggest_asked.connect(self.asking.suggest)
        bar.add_asked.connect(self.asking.add)
        bar.answers_asked.connect(self.asking.find_all)
        bar.stopped.connect(self.requests.stop)
        bar.undated_said.connect(self._allow_undated)
        verdict.label_said.connect(editing.say_label)
        verdict.note_said.connect(editing.note)
        verdict.justified.connect(editing.justify)
        verdict.anew_asked.connect(self._justify)
        verdict.check_asked.connect(self._check)
        verdict.publish_asked.connect(self._publish)
        verdict.export_asked.connect(self.export)
        page.check.submitted.connect(self._second)
        page.check.closed.connect(page.end_check)

    def _keys(self) -> None:
        questions, actions = self.page.questions, self._ctx.actions
        of_page: dict[str, Callable[[], object]] = {
            "verify_new": self.begin,
            "verify_suggest": self.asking.suggest,
            "verify_find": self.asking.find_all,
            "verify_undo": self.undo,
            "verify_redo": self.editing.redo,
            "verify_export": self.export,
        }
        of_questions: dict[str, Callable[[], object]] = {
            "verify_next": partial(questions.step, 1),
            "verify_previous": partial(questions.step, -1),
            "verify_context": self.asking.toggle_context,
            "verify_edit": self.asking.edit_current,
        }
        actions.serve(self.page, of_page)
        actions.serve(questions, of_questions)
        actions.serve(self.page.list.list, {"verify_delete": self.page.list.delete_asked.emit})
        for name, button in (("new", self.page.list.new), ("delete", self.page.list.delete), ("export", self.page.verdict.export)):
            actions.hint(f"verify_{name}", button)

    def undo(self) -> None:
        """Undo the last change; pending input counts as a change."""
        self.page.settle()
        self.editing.undo()

    def export(self) -> None:
        """Save the open verification as a file."""
        self.page.settle()
        if self.view.current is not None:
            self.exporting.export(self.view.current)

    def _choose(self, name: str) -> None:
        self.page.settle()
        if name in self.view.known:
            self._open(name)
        else:
            self._reading = name
            self.keeping.open(name)

    def _open(self, name: str) -> None:
        self.view.shown = name
        self.page.show_view(reset=True)
        self.editing.judge()

    def _listed(self, summaries: tuple[VerificationSummary, ...]) -> None:
        self.view.learn(summaries)
        self.page.show_view()
        if self.view.current is None and summaries:
            self._choose(summaries[0].id)
        if self.page.isVisible():
            self.page.focus_first()

    def _read(self, filed: StoredVerification) -> None:
        self.view.take(filed)
        if filed.id == self._reading:
            self._reading = ""
            self._open(filed.id)

    def _allow_undated(self, allowed: bool) -> None:
        self.requests.undated = allowed

    def _justify(self) -> None:
        filed = self.view.current
        if filed is not None:
            self.requests.justify(filed.id, filed.verification)

    def _check(self) -> None:
        self.page.settle()
        self.page.begin_check("")

    def _second(self, opinion: SecondOpinion) -> None:
        self.editing.opinion(opinion)
        if self.view.verification is not None:
            self.page.check.tell(self.view.verification)

    def _publish(self) -> None:
        self.page.settle()
        if self.view.current is not None:
            self.exporting.publish(self.view.current)

    def _open_file(self) -> None:
        kinds = ";;".join((tr("AVeriTeC files ({patterns})", patterns="*.json *.jsonl *.gz"), tr("All files ({patterns})", patterns="*")))
        path = choose_file(self._ctx.window, Purpose.AVERITEC, tr("Open an AVeriTeC file"), kinds)
        if path is not None:
            self.requests.open_file(str(path))

    def _file_read(self, verifications: tuple[Verification, ...]) -> None:
        self.editing.begin((), verifications)

    def _show_job(self) -> None:
        self.page.questions.bar.show_job(self.requests.job(), queue_length=self.requests.left)
