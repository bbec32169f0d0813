"""Joins the dialog for adapting with the requests to the worker, and tells which encoder is in use from then on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from app.domain.adapting import Adapted, AdaptEstimate, AdaptOptions
from app.gui.jobs import Failure, JobSlot
from app.gui.library_requests import LibraryRequests
from app.gui.ui_context import UiContext
from app.translation import tr
from app.worker.protocol import AdaptLibrary, DiscardAdapted, EstimateAdapting, ModelChosen, Request, UseAdapted

if TYPE_CHECKING:
    from app.gui.library.adapt_dialog import AdaptDialog


R = TypeVar("R")


class AdaptController(QObject):
    """Controller of the dialog for adapting the encoder. `chosen` carries the settings value of the encoder in use from now on;
    `said` carries messages for the status line."""

    item_selected = Signal(str)
    message_sent = Signal(str)

    def __init__(self, ctx: UiContext, requests: LibraryRequests) -> None:
        super().__init__(ctx.window)
        self._ctx, self._requests = ctx, requests
        self._slot = JobSlot(ctx.jobs, replaces=False)
        self._result: Adapted | None = None
        self.dialog: AdaptDialog | None = None
        ctx.actions["adapt"].triggered.connect(self.open)
        ctx.jobs.changed.connect(self._job_changed)

    def open(self) -> None:
        """Show the dialog: what is running or came out, or what it would be."""
        if self.dialog is None:
            self._make()
        assert self.dialog is not None
        if self._slot.busy:
            self.dialog.show_running()
        elif self._result is not None:
            self.dialog.show_result(self._result)
        else:
            request = EstimateAdapting(library=str(self._requests.library), options=AdaptOptions())
            self._start(request, tr("Reading the library"), self._estimated, quiet=True)
        self.dialog.open()

    def _make(self) -> None:
        from app.gui.library.adapt_dialog import AdaptDialog  # not needed to show the window

        adapted = bool(self._ctx.preferences.settings.encoder_model)
        self.dialog = AdaptDialog(self._ctx.theme, self._ctx.window, adapted=adapted)
        self.dialog.start_asked.connect(self._adapt)
        self.dialog.cancel_asked.connect(self._slot.cancel)
        self.dialog.use_asked.connect(self._use)
        self.dialog.undo_asked.connect(lambda: self._use(""))
        self.dialog.discard_asked.connect(self._discard)
        self.dialog.finished.connect(self._closed)

    def _start(self, request: Request[R], title: str, on_result: Callable[[R], None], *, quiet: bool = False) -> None:
        self._slot.ask(request, on_result, title=title, failed=self._failed, quiet=quiet)

    def _adapt(self, resume: bool) -> None:
        request = AdaptLibrary(library=str(self._requests.library), options=AdaptOptions(resume=resume))
        self._start(request, tr("Adapting the encoder"), self._adapted)
        self._show_running()

    def _use(self, folder: str) -> None:
        request = UseAdapted(library=str(self._requests.library), folder=folder)
        self._start(request, tr("Building the index anew"), self._used)
        self._show_running()

    def _discard(self, folder: str) -> None:
        self._start(DiscardAdapted(folder=folder), tr("Deleting the adapted encoder"), self._discarded, quiet=True)

    def _estimated(self, value: AdaptEstimate) -> None:
        if self.dialog is not None:
            self.dialog.show_estimate(value)

    def _adapted(self, value: Adapted) -> None:
        self._result = value
        self.message_sent.emit(tr("Adapting is done."))
        self.open()

    def _used(self, value: ModelChosen) -> None:
        self._result = None
        self.item_selected.emit(value.line)
        self.message_sent.emit(tr("The adapted encoder is in use.") if value.line else tr("The bundled encoder is in use again."))
        self._close()

    def _discarded(self, _: object) -> None:
        self._result = None
        self.message_sent.emit(tr("The adapted encoder was deleted; nothing was changed."))
        self._close()

    def _failed(self, failure: Failure) -> None:
        if self.dialog is not None:
            self.dialog.show_failure(failure)
        elif failure.code != "cancelled":
            self.message_sent.emit(failure.message)

    def _job_changed(self) -> None:
        if self.dialog is not None and self._slot.busy:
            self.dialog.show_job(self._slot.job)

    def _show_running(self) -> None:
        if self.dialog is not None:
            self.dialog.show_running()

    def _close(self) -> None:
        if self.dialog is not None:
            self.dialog.accept()

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
