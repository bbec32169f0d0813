"""The claims place with its actions: looking claims up, opening links, copying citations."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from app.gui.claims.place import ClaimsPlace
from app.gui.document.passages import PassageReader
from app.gui.jobs import Failure
from app.gui.library_flow import LibraryFlow
from app.gui.links import ask_to_open
from app.gui.model.card import citation
from app.gui.model.claims import as_document, queries_of
from app.gui.model.commands import CHOOSE_KEYS
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
        self.place.matches.link_asked.connect(self._open_link_of)
        self.place.matches.citation_asked.connect(self._copy_citation_of)
        self._keys()

    def _keys(self) -> None:
        """The letters of the document place, for its list and its cards."""
        steps = {"next": (1, False), "previous": (-1, False), "next_match": (1, True), "previous_match": (-1, True)}
        for pane in (self.place.list, self.place.matches):
            for name, (step, with_match) in steps.items():
                self._follow(name, pane, partial(self.place.step, step, with_match=with_match))
            self._follow("link", pane, self._open_link)
            self._follow("copy_citation", pane, self._copy_citation)
            for key in CHOOSE_KEYS:
                self._key(pane, partial(self.place.matches.choose, int(key))).setKey(QKeySequence(key))

    def _follow(self, name: str, pane: QWidget, handler: Callable[[], object]) -> None:
        self._bench.actions.follow(name, self._key(pane, handler))

    @staticmethod
    def _key(pane: QWidget, handler: Callable[[], object]) -> QShortcut:
        shortcut = QShortcut(pane)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(handler)
        return shortcut

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

    def _open_link(self) -> None:
        match = self.place.current_match()
        if match is not None:
            ask_to_open(self._bench.window, match.factcheck.url, note=match.factcheck.note)

    def _open_link_of(self, number: int) -> None:
        self.place.matches.choose(number)
        self._open_link()

    def _copy_citation(self) -> None:
        match = self.place.current_match()
        if match is not None:
            QGuiApplication.clipboard().setText(citation(match.factcheck))
            self.said.emit("The citation was copied.")

    def _copy_citation_of(self, number: int) -> None:
        self.place.matches.choose(number)
        self._copy_citation()
