"""Import of posts into the library: dialog, progress and report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.domain.posts import PostImportReport
from app.gui.ask.requests import AskRequests
from app.gui.jobs import Failure
from app.gui.ui_context import UiContext

if TYPE_CHECKING:
    from app.gui.ask.import_dialog import PostImportDialog


class PostIntake(QObject):
    """`imported` tells that there are other posts now."""

    imported = Signal()

    def __init__(self, ctx: UiContext, requests: AskRequests, parent: QObject) -> None:
        super().__init__(parent)
        self._ctx, self._requests = ctx, requests
        self.dialog: PostImportDialog | None = None
        ctx.jobs.changed.connect(self._job_changed)
        requests.imported.connect(self._done)
        requests.failed.connect(self._failed)

    def open(self, paths: tuple[Path, ...] = ()) -> None:
        """Show the dialog, with these files in it."""
        dialog = self._opened()
        if paths:
            dialog.add_files(paths)

    def _opened(self) -> PostImportDialog:
        if self.dialog is None:
            from app.gui.ask.import_dialog import PostImportDialog  # not needed to show the window

            self.dialog = PostImportDialog(self._ctx.theme, self._ctx.window)
            self.dialog.import_asked.connect(self._requests.import_files)
            self.dialog.cancel_asked.connect(self._requests.importing.cancel)
            self.dialog.finished.connect(self._closed)
            if self._requests.importing.busy:
                self.dialog.show_running()
        self.dialog.open()
        return self.dialog

    def _job_changed(self) -> None:
        if self.dialog is not None and self._requests.importing.busy:
            self.dialog.show_job(self._requests.importing.job)

    def _done(self, report: PostImportReport) -> None:
        self._opened().show_report(report)
        self.imported.emit()

    def _failed(self, request: str, failure: Failure) -> None:
        if request == "import":
            self._opened().show_failure(failure)

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
