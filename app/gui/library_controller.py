"""Controller of the library page: describing the library, importing into it, choosing another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.demo_paths import demo_library
from app.domain.importing import ImportReport, LibraryStatistics
from app.gui.jobs import Failure
from app.gui.library.adapt_controller import AdaptController
from app.gui.library.filling import LibraryFilling
from app.gui.library.page import LibraryPage
from app.gui.library_requests import LibraryRequests
from app.gui.model.library_name import is_demo
from app.gui.model.library_view import report_summary
from app.gui.ui_context import UiContext
from app.gui.widgets.empty_state import EmptyState
from app.translation import mark, tr
from app.worker.protocol import Ready

if TYPE_CHECKING:
    from app.gui.library.import_dialog import ImportDialog

NO_LIBRARY = frozenset({"library-not-found", "library-empty"})
_EMPTY = mark(
    "A library holds published fact-checks; documents are ranked against them. Load the demo library to try it, or import your own."
)


class LibraryController(QObject):
    """`changed` carries the number of fact-checks and the generation; `described` that and the newest date; `devices` (role, device) pairs;
    `trouble` what happened and what to do; `said` is for the status line;
    `matching_changed` tells that other publishers are to be matched, `switched` that another library is being opened."""

    changed = Signal(int, str)
    described = Signal(int, str)
    devices = Signal(object)
    trouble = Signal(str, str)
    message_sent = Signal(str)
    matching_changed = Signal()
    switched = Signal()

    def __init__(self, ctx: UiContext, library: Path) -> None:
        super().__init__(ctx.window)
        jobs, theme, actions, window = ctx.jobs, ctx.theme, ctx.actions, ctx.window
        self._jobs, self._window, self._theme, self._preferences = jobs, window, theme, ctx.preferences
        self._dialog: ImportDialog | None = None
        self.requests = LibraryRequests(jobs, library, self)
        empty = EmptyState(
            theme,
            heading=tr("The library is empty"),
            text=tr(_EMPTY),
            actions=(self.requests.load_demo_action, actions["import"], actions["library"]),
        )
        self.filling = LibraryFilling(jobs, self.requests, self)
        self.filling.add(empty)
        self.filling.stopped.connect(self.requests.describe)
        self.page = LibraryPage(
            ctx, self.requests, empty=empty, header=(actions["import"], actions["library"], actions["adapt"]), parent=window
        )
        self.adapting = AdaptController(ctx, self.requests)
        self.adapting.message_sent.connect(self.message_sent)
        self.page.library_changed.connect(self._changed)
        self.page.matching_changed.connect(self.matching_changed)
        actions["import"].triggered.connect(self._import)
        self._fills_demo = False
        self.requests.demo_asked.connect(self.open_demo)
        jobs.changed.connect(self._job_changed)
        self.requests.ready.connect(self._ready)
        self.requests.described.connect(self._described)
        self.requests.imported.connect(self._imported)
        self.requests.failed.connect(self._failed)
        self.requests.rebuilt.connect(self._rebuilt)

    def focus(self) -> None:
        """Give the search the focus."""
        self.page.focus_first()

    def use(self, library: Path) -> None:
        """Work on another library from now on."""
        self._preferences.add_recent_library(self.requests.library)
        self._preferences.add_recent_library(library)
        self.requests.library = library
        self._preferences.set("library", str(library))
        self._preferences.save()
        self._fills_demo = False
        self.switched.emit()
        self.requests.warm_up()

    def open_demo(self) -> None:
        """Open the demo's own library and fill it where it is empty; the user's stays as it is."""
        if not is_demo(self.requests.library):
            self.use(demo_library())
        else:
            self.requests.warm_up()
        self._fills_demo = True

    def _changed(self) -> None:
        self.requests.warm_up(quiet=True)

    def _ready(self, ready: Ready) -> None:
        if is_demo(self.requests.library) and self._fills_demo:
            self._fills_demo = False
            # Its folder is there before its library where a review of the demo's debate was stored first.
            if not ready.factchecks:
                self.requests.fill_demo()
            self.message_sent.emit(tr("The demo library is open. Your own libraries are in the menu of its name, below."))
        self.devices.emit(ready.devices)
        self.page.show_size(ready.factchecks)
        self.page.offer_rebuild(needs_rebuild=ready.awaits_rebuild)
        self.changed.emit(ready.factchecks, ready.generation)

    def _described(self, statistics: LibraryStatistics) -> None:
        self.page.show_statistics(statistics)
        if not self.page.view.known:
            self.page.show_size(statistics.factchecks)
        self.described.emit(statistics.factchecks, statistics.newest)

    def _failed(self, operation: str, failure: Failure) -> None:
        if failure.code in NO_LIBRARY and operation == "ready" and self._fills_demo:
            self.requests.fill_demo()
        elif failure.code in NO_LIBRARY:
            self.requests.factchecks = 0
            self.page.show_size(0)
            self.changed.emit(0, "")
            self.described.emit(0, "")
        elif operation == "rebuild":
            if failure.code == "cancelled":
                self.message_sent.emit(tr("Stopped. What was encoded is kept; the index before is still in use."))
            else:
                self.page.show_trouble(failure.message, failure.hint)
            self.requests.warm_up(quiet=True)  # which offers it again
        elif operation == "import" and self._dialog is not None:
            self._dialog.show_failure(failure)
        elif operation == "import" and failure.code == "cancelled":
            from app.gui.library.import_dialog import STOPPED  # not needed to show the window

            self.page.show_trouble(tr("The import was stopped."), tr(STOPPED))
        else:
            if operation == "ready":
                self.requests.describe()  # the library can be read even when nothing can be ranked
            self.page.show_trouble(failure.message, failure.hint)
            if failure.code == "library-encoder":
                self.page.offer_rebuild(needs_rebuild=True, searchable=False)
            if failure.code != "cancelled":
                self.trouble.emit(failure.message, failure.hint)

    def _rebuilt(self) -> None:
        self.page.offer_rebuild(needs_rebuild=False)
        self.message_sent.emit(tr("The index was built anew."))

    def _imported(self, report: ImportReport) -> None:
        if self._dialog is None and not report.refused:
            self.message_sent.emit(report_summary(report))
            return
        self._open_dialog().show_report(report)

    def _import(self) -> None:
        self._open_dialog()

    def _open_dialog(self) -> ImportDialog:
        if self._dialog is None:
            from app.gui.library.import_dialog import ImportDialog  # not needed to show the window

            self._dialog = ImportDialog(self._theme, self._window)
            self._dialog.show_library(self.requests.library, self.requests.factchecks)
            self._dialog.import_asked.connect(self.requests.import_files)
            self._dialog.cancel_asked.connect(self.requests.importing.cancel)
            self._dialog.finished.connect(self._dialog_closed)
            if self.requests.importing.busy:
                self._dialog.show_running()
        self._dialog.open()
        return self._dialog

    def _job_changed(self) -> None:
        if self._dialog is not None and self.requests.importing.busy:
            self._dialog.show_job(self.requests.importing.job)

    def _dialog_closed(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
            self._dialog = None
