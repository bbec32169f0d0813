"""Reads the passages of a fact-check that are nearest to the chosen sentence, when the reader asks for them."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject

from app.gui.document.match_card import MatchCard
from app.gui.document.matches_pane import MatchesPane
from app.gui.jobs import Failure, Jobs, JobSlot
from app.gui.library_requests import LibraryRequests
from app.gui.model.document_view import DocumentView
from app.translation import tr
from app.worker.protocol import FindPassages, Passages

_BODY = 1200


class Reading(Protocol):
    """A place that shows matches of a chosen sentence."""

    @property
    def view(self) -> DocumentView: ...

    @property
    def matches(self) -> MatchesPane: ...


class PassageReader(QObject):
    """One question at a time; the answer goes to the card that asked, unless the reader has gone on meanwhile."""

    def __init__(self, jobs: Jobs, page: Reading, library: LibraryRequests, parent: QObject) -> None:
        super().__init__(parent)
        self._slot, self._page, self._library = JobSlot(jobs), page, library
        self._card: MatchCard | None = None
        page.matches.passages_asked.connect(self._ask)

    def _ask(self, number: int) -> None:
        row, card = self._page.view.current, self._page.matches.card_of(number)
        if row is None or card is None:
            return
        self._card = card
        self._card.say_passages(tr("Reading…"))
        request = FindPassages(library=str(self._library.library), sentence=row.sentence.text, factcheck=self._card.content.factcheck)
        self._slot.ask(request, self._found, title=tr("Reading the fact-check"), failed=self._failed, quiet=True)

    def _found(self, result: Passages) -> None:
        card = self._current()
        if card is not None:
            card.show_passages(tuple(passage.text for passage in result.passages), result.factcheck.body[:_BODY])

    def _failed(self, failure: Failure) -> None:
        card = self._current()
        if card is not None:
            card.say_passages(tr("Read more") if failure.code == "cancelled" else failure.message)

    def _current(self) -> MatchCard | None:
        return self._card if self._card in self._page.matches.cards else None
