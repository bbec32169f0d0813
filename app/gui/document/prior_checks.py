"""Asks which of the shown fact-checks repeat an earlier one, and says so on their cards."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from app.domain.narrative import NARRATIVES_FILE
from app.gui.document.match_card import MatchCard
from app.gui.document.passages import Reading
from app.gui.jobs import Failure, Jobs, JobSlot
from app.gui.library_requests import LibraryRequests
from app.gui.model.checked_before import earlier_words
from app.translation import tr
from app.worker.protocol import EarlierFound, FindEarlier

_PAUSE_MS = 120
"""Nothing is asked about the sentences that a reader only passes."""


class PriorChecks(QObject):
    """One question for all cards of a sentence, once they are all made; nothing is asked where the library has no narratives."""

    def __init__(self, jobs: Jobs, page: Reading, library: LibraryRequests, parent: QObject) -> None:
        super().__init__(parent)
        self._slot, self._page, self._library = JobSlot(jobs), page, library
        self._cards: list[MatchCard] = []
        self._asking = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._asking.timeout.connect(self._ask)
        page.matches.completed.connect(self._asking.start)

    def _ask(self) -> None:
        self._slot.drop()
        self._cards = [card for card in self._page.matches.cards if not card.content.hidden]
        if self._cards and (self._library.library / NARRATIVES_FILE).is_file():
            request = FindEarlier(library=str(self._library.library), ids=tuple(card.content.factcheck for card in self._cards))
            self._slot.ask(request, self._found, title=tr("Looking for earlier fact-checks"), failed=self._failed, quiet=True)

    def _found(self, result: EarlierFound) -> None:
        if self._cards != [card for card in self._page.matches.cards if not card.content.hidden]:
            return
        for card in self._cards:
            earlier_checks = result.earlier.get(card.content.factcheck)
            card.show_earlier(earlier_words(earlier_checks) if earlier_checks is not None else "")

    def _failed(self, failure: Failure) -> None:
        """The card says what it said before: a hint that is missing is no fault to tell of."""
