"""Tells on the empty pages that the library is being filled, how far that is, and how long it still takes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.gui.jobs import Job, Jobs
from app.gui.library_requests import LibraryRequests
from app.gui.widgets.empty_state import EmptyState
from app.translation import tr


class LibraryFilling(QObject):
    """Empty states in whose place the running import is shown while it fills a library without fact-checks; `started` and `stopped`
    tell of such an import (`stopped` only where the library is as empty as before)."""

    started = Signal()
    stopped = Signal()

    def __init__(self, jobs: Jobs, requests: LibraryRequests, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._requests = requests
        self._pages: list[EmptyState] = []
        self._running = False
        jobs.changed.connect(self._show)
        requests.failed.connect(self._show)

    def add(self, page: EmptyState) -> None:
        """Show the import on this page, too."""
        self._pages.append(page)
        self._show()

    def _show(self, *_failure: object) -> None:
        job = self._requests.filling
        is_read = self._requests.factchecks is not None and not self._requests.importing.busy
        if job is None and self._running and not is_read:
            return  # the import is done, and the library is being read
        was_running, self._running = self._running, job is not None
        self._requests.load_demo_action.setEnabled(job is None and self._requests.has_demo)
        for page in self._pages:
            if job is None:
                page.show_usual()
            else:
                page.show_running(filling_heading(), filling_text(job))
        if self._running and not was_running:
            self.started.emit()
        elif was_running and not self._running and not self._requests.factchecks:
            self.stopped.emit()


def filling_heading() -> str:
    """Return what is said in place of "The library is empty"."""
    return tr("The library is being filled")


def filling_text(job: Job) -> str:
    """Return how far the import is, and what can be done meanwhile."""
    return tr("{progress}. You can open a document meanwhile; it is ranked as soon as this is done.", progress=job.words())
