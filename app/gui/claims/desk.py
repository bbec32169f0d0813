"""The claims place with its actions: looking claims up, opening links, copying citations."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from app.gui.claims.place import ClaimsPlace
from app.gui.document.passages import PassageReader
from app.gui.jobs import Failure
from app.gui.library_flow import LibraryFlow
from app.gui.links import ask_to_open
from app.gui.model.card import citation
from app.gui.model.claims import as_document, queries_of
from app.gui.workbench import Workbench
from app.worker.protocol import Matched, MatchQueries


class ClaimsDesk(QObject):
    """`said` is for the status line."""

    said = Signal(str)

    def __init__(self, bench: Workbench, library: LibraryFlow) -> None:
        super().__init__(bench.window)
        self._bench, self._library = bench, library
        self._job: int | None = None
        self.place = ClaimsPlace(bench.theme, bench.icons, bench.window)
        self._passages = PassageReader(bench.jobs, self.place, library, self)
        self.place.asked.connect(self.look_up)
        self.place.error.accepted.connect(library.load_demo)
        self.place.matches.link_asked.connect(self._open_link)
        self.place.matches.citation_asked.connect(self._copy_citation)

    def focus(self) -> None:
        """Give the input the focus."""
        self.place.input.setFocus()

    def look_up(self, text: str) -> None:
        """Look up the claims in this text, one a line; an earlier question that is still running is dropped."""
        queries = queries_of(text)
        if not queries:
            self.place.error.say("There is no claim to look up.", hint="Write or paste one claim a line.")
            return
        if self._library.factchecks == 0:
            self.place.error.say("The library is empty.", hint="Load the demo library, or import your own.", button="Load the demo library")
            return
        self.place.error.clear()
        self._bench.jobs.drop(self._job)
        options = self._bench.preferences.match_options()
        request = MatchQueries(job=0, library=str(self._library.library), queries=queries, options=options)
        self._job = self._bench.jobs.start(request, title="Looking up claims", done=self._found, failed=self._failed)

    def _found(self, result: object) -> None:
        self._job = None
        if isinstance(result, Matched):
            self.place.show_answers(as_document(result.queries, result.results))

    def _failed(self, failure: Failure) -> None:
        self._job = None
        if failure.code == "cancelled":
            self.place.error.say("Stopped.", hint="What was shown before is still there.")
        else:
            self.place.error.say(failure.message, hint=failure.hint)

    def _open_link(self, number: int) -> None:
        self.place.matches.choose(number)
        match = self.place.current_match()
        if match is not None:
            ask_to_open(self._bench.window, match.factcheck.url, note=match.factcheck.note)

    def _copy_citation(self, number: int) -> None:
        self.place.matches.choose(number)
        match = self.place.current_match()
        if match is not None:
            QGuiApplication.clipboard().setText(citation(match.factcheck))
            self.said.emit("The citation was copied.")
