"""A reviewed document's ranking that was made with another library: shown as it is, with an offer to rank with the open one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.domain.ranked import RunRecord
from app.gui.document.page import DocumentPage
from app.gui.document.requests import DocumentRequests
from app.gui.model.library_name import library_name, same_library
from app.gui.preferences import Preferences
from app.gui.widgets.notice import Notice
from app.translation import tr, trn


class OtherLibrary(QObject):
    """Decides whether a ranking may be replaced unasked. `rank_asked` tells that the reader wants one with the open library."""

    rank_asked = Signal()

    def __init__(self, preferences: Preferences, page: DocumentPage, requests: DocumentRequests, parent: QObject) -> None:
        super().__init__(parent)
        self._preferences, self._page, self._requests = preferences, page, requests
        self.notice = Notice("notice", page)
        page.add_notice(self.notice)
        self.notice.accepted.connect(self._accepted)

    def check(self, run: RunRecord | None, generation: str) -> bool:
        """Return whether the ranking belongs to another library, and say so. `generation` is that of the open library."""
        library = self._requests.library
        is_other = run is not None and bool(run.library) and run.generation != generation and not same_library(Path(run.library), library)
        self._requests.keeping = is_other
        if run is None or not is_other:
            self.notice.clear()
            return False
        names = self._preferences.state.library_names
        self._say(run, library_name(Path(run.library), names), library_name(library, names))
        return True

    def clear(self) -> None:
        """Another document is open."""
        self._requests.keeping = False
        self.notice.clear()

    def _say(self, run: RunRecord, ranked_with: str, open_name: str) -> None:
        size = trn("{count} fact-check", "{count} fact-checks", run.factchecks)
        self.notice.say(
            tr("This ranking was made with the library “{library}” ({size}, {day}).", library=ranked_with, size=size, day=run.created[:10]),
            hint=tr(
                "Now “{library}” is open. What you see stays as it is until you rank with it; your decisions stay in any case.",
                library=open_name,
            ),
            button=tr("Rank with “{library}”", library=open_name),
        )

    def _accepted(self) -> None:
        self.clear()
        self.rank_asked.emit()
