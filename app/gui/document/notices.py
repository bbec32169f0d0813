"""Notices of the document page when something is missing or failed, and the actions of their buttons."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.gui.document.page import DocumentPage
from app.gui.document.requests import DocumentRequests
from app.gui.jobs import Failure
from app.gui.library.filling import filling_heading
from app.gui.library_requests import LibraryRequests
from app.gui.model.document_facts import shown_title
from app.gui.model.document_view import DocumentView
from app.translation import mark, tr

_NOTHING_TO_RANK = mark("The document can be read, but not ranked yet. Load the demo library, or import fact-checks.")


class DocumentNotices(QObject):
    """`demo_asked` wants the demo library, `rank_asked` another ranking: the reader pressed the button of what was said."""

    demo_asked = Signal()
    rank_asked = Signal()

    def __init__(
        self, view: DocumentView, page: DocumentPage, requests: DocumentRequests, library: LibraryRequests, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._view, self._page, self._requests, self._library = view, page, requests, library
        self._empty = False
        self._of_ranking = False
        page.error.accepted.connect(self._accepted)
        requests.failed.connect(self._failed)

    def say(self, message: str, hint: str) -> None:
        """Say it beside the document."""
        self._page.error.say(message, hint=hint)

    def failed(self, failure: Failure) -> None:
        """Say why something could not be done."""
        self.say(failure.message, failure.hint)

    def say_until_ranked(self, message: str, hint: str) -> None:
        """Say what keeps documents from being ranked, until one is ranked."""
        self._of_ranking = True
        self.say(message, hint)

    def say_empty(self) -> None:
        """The document is open, and there is nothing to rank it against."""
        if self._library.factchecks is None and self._library.filling is None:
            return  # it is being read, and what is open is ranked as soon as that is done
        self._empty = True
        if (job := self._library.filling) is not None:
            self._page.error.say(
                f"{filling_heading()}.", hint=tr("{progress}. The document is ranked as soon as this is done.", progress=job.words())
            )
            return
        self._page.error.say(tr("The library is empty."), hint=tr(_NOTHING_TO_RANK), button=tr("Load the demo library"))

    def filled(self) -> None:
        """The library holds fact-checks now."""
        if self._empty:
            self._empty = False
            self._page.error.clear()

    def ranked(self) -> None:
        """A ranking came to its end: what went wrong before is right again."""
        if self._of_ranking:
            self._page.error.clear()

    def _accepted(self) -> None:
        if self._empty:
            self.demo_asked.emit()
        else:
            self._page.error.clear()
            self.rank_asked.emit()

    def _failed(self, operation: str, failure: Failure) -> None:
        self._of_ranking = operation == "rank"
        if operation == "rank":
            self._page.header.expect(False)
        if failure.code == "cancelled":
            self._stopped(operation)
        elif operation == "rank":
            self._page.error.say(failure.message, hint=failure.hint, button=tr("Try again"))
        elif operation == "read":
            self._not_read(failure)
        else:
            self.failed(failure)

    def _stopped(self, operation: str) -> None:
        hint = tr("What was shown before is still there.") if self._open_title() else ""
        button_text = tr("Rank again") if operation == "rank" else ""
        self._page.error.say(tr("Stopped.") if operation == "rank" else tr("Nothing was opened."), hint=hint, button=button_text)

    def _not_read(self, failure: Failure) -> None:
        title, name = self._open_title(), self._requests.reading
        still_open = tr("{title} is still open.", title=title) if title else ""
        not_opened_text = "" if name in failure.message else tr("{name} was not opened.", name=name)
        self._page.error.say(f"{not_opened_text} {failure.message}".strip(), hint=f"{failure.hint} {still_open}".strip())

    def _open_title(self) -> str:
        return shown_title(self._view.document) if self._view.document is not None else ""
