"""The evidence page with its actions: documents taken in, looked at, dated and deleted; the list of sources."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from app.domain.evidence import EvidenceImportReport, EvidenceIndexReport
from app.domain.options import EvidenceImportOptions
from app.gui.file_dialogs import Purpose, choose_file
from app.gui.jobs import Failure
from app.gui.library_requests import LibraryRequests
from app.gui.model.verify_demo import demo_evidence, demo_sources
from app.gui.model.verify_words import import_words
from app.gui.ui_context import UiContext
from app.gui.verify.evidence_line import EvidenceLine
from app.gui.verify.evidence_page import EvidencePage as Page
from app.gui.verify.evidence_requests import EvidenceRequests
from app.gui.verify.signals import VerificationSignals
from app.gui.verify.sources_dialog import SourcesDialog
from app.gui.widgets.empty_state import EmptyState
from app.gui.widgets.question import agreed
from app.translation import mark, tr, trn
from app.worker.protocol import SourceList

if TYPE_CHECKING:
    from app.gui.verify.import_dialog import EvidenceImportDialog

_EMPTY = mark(
    "Evidence is what you bring: reports, statistics, articles, saved pages, whole folders of them. Drop files or folders here, or import "
    "them. Only what was published before a claim counts for it. Everything stays on this computer."
)


class EvidenceController(QObject):
    """Controller of the Evidence tab. `said` carries messages for the status line, `failed` a Failure; `changed` is sent when the
    evidence changed."""

    message_sent = Signal(str)
    failed = Signal(object)
    changed = Signal()

    def __init__(self, ctx: UiContext, library: LibraryRequests, signals: VerificationSignals, parent: QObject) -> None:
        super().__init__(parent)
        self._ctx, self._library = ctx, library
        self.dialog: EvidenceImportDialog | None = None
        self.sources: SourcesDialog | None = None
        self.requests = EvidenceRequests(ctx.jobs, library, self)
        import_action, encode_action = ctx.actions["import_evidence"], ctx.actions["encode_evidence"]
        self.demo = QAction(tr("Load the demo evidence"), self)
        self.demo.triggered.connect(self.load_demo)
        self.demo.setVisible(bool(demo_evidence()))
        offered = (import_action, *([self.demo] if demo_evidence() else []))
        empty = EmptyState(ctx.theme, heading=tr("There is no evidence yet"), text=tr(_EMPTY), actions=offered)
        self.page = Page(signals, empty=empty, line=EvidenceLine(encode_action, import_action), import_action=import_action)
        self._connect()

    def open(self, paths: tuple[Path, ...] = ()) -> None:
        """Show the dialog of importing, with these files and folders in it."""
        dialog = self._opened()
        if paths:
            dialog.add_files(paths)

    def _connect(self) -> None:
        requests, page = self.requests, self.page
        page.documents.page_wanted.connect(requests.search)
        page.line.stopped.connect(requests.encoding.cancel)
        page.documents.details.dated.connect(requests.set_day)
        page.documents.details.deleted.connect(self._delete)
        page.documents.sources_asked.connect(self._show_sources)
        page.documents.sources_file_asked.connect(self._import_sources)
        page.documents.sources_cleared.connect(partial(requests.import_sources, ""))
        requests.described.connect(page.show_statistics)
        requests.encoded.connect(self._encoded)
        requests.imported.connect(self._imported)
        requests.located.connect(page.documents.show_page)
        requests.listed.connect(self._listed)
        requests.changed.connect(self._evidence_changed)
        requests.failed.connect(self._failed)
        self._ctx.jobs.changed.connect(self._show_job)

    def load_demo(self) -> None:
        """Import the demo's evidence, and its list of sources where there is none, into the demo's own library."""
        self._library.enter_demo()
        self.requests.import_files(demo_evidence(), EvidenceImportOptions())
        sources = demo_sources()
        if sources is not None and not self.page.documents.view.warnings:
            self.requests.import_sources(str(sources))

    def _opened(self) -> EvidenceImportDialog:
        if self.dialog is None:
            from app.gui.verify.import_dialog import EvidenceImportDialog  # not needed to show the window

            self.dialog = EvidenceImportDialog(self._ctx.theme, self._ctx.window)
            self.dialog.import_asked.connect(self.requests.import_files)
            self.dialog.cancel_asked.connect(self.requests.importing.cancel)
            self.dialog.finished.connect(self._closed)
            if self.requests.importing.busy:
                self.dialog.show_running()
        self.dialog.open()
        return self.dialog

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _encoded(self, report: EvidenceIndexReport) -> None:
        self.page.line.show_passages(report.passages, report.encoded)
        if report.made:
            self.message_sent.emit(tr("The evidence can be found by meaning now."))

    def _imported(self, report: EvidenceImportReport) -> None:
        if self.dialog is None and not report.refused:
            self.message_sent.emit(import_words(report))
        else:
            self._opened().show_report(report)
        self._evidence_changed("")

    def _listed(self, listed: SourceList) -> None:
        self.page.documents.show_sources(listed.items)
        if listed.refused:
            refused = trn("{count} row of the list was refused:", "{count} rows of the list were refused:", len(listed.refused))
            self.message_sent.emit(f"{refused} {listed.refused[0].reason}")

    def _evidence_changed(self, words: str) -> None:
        self.page.documents.forget()
        self.requests.describe()
        if words:
            self.message_sent.emit(words)
        self.changed.emit()

    def _delete(self, document: str) -> None:
        document_details = self.page.documents.details.shown
        name = document_details.title if document_details is not None else ""
        question = tr("Forget “{title}”?", title=name) if name else tr("Forget this document?")
        about = tr("Its passages are found no more. Answers that were taken from it stay, with their source.")
        if agreed(self._ctx.window, tr("Delete the document"), question, about=about, yes=tr("Delete"), destroys=True):
            self.requests.delete(document)

    def _show_sources(self) -> None:
        self.sources = SourcesDialog(self.page.documents.view.warnings, self._ctx.theme, self._ctx.window)
        self.sources.open()

    def _import_sources(self) -> None:
        kinds = ";;".join((tr("Tables ({patterns})", patterns="*.csv *.tsv"), tr("All files ({patterns})", patterns="*")))
        path = choose_file(self._ctx.window, Purpose.SOURCES, tr("Import a list of sources"), kinds)
        if path is not None:
            self.requests.import_sources(str(path))

    def _failed(self, request: str, failure: Failure) -> None:
        if request == "import":
            self._opened().show_failure(failure)
        elif request == "encode" and failure.code == "cancelled":
            self.message_sent.emit(tr("Stopped. What is done stays done; go on whenever you like."))
            self.requests.describe()
        elif failure.code != "cancelled":
            if request == "search":
                self.page.documents.say_nothing()
            self.failed.emit(failure)

    def _show_job(self) -> None:
        requests, page = self.requests, self.page
        job = requests.encoding.job
        page.line.show_job(job)
        if job is None and page.statistics is not None:
            page.line.show_passages(page.statistics.passages, page.statistics.encoded)
        if self.dialog is not None and requests.importing.busy:
            self.dialog.show_job(requests.importing.job)
