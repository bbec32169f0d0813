"""Rankings of earlier versions of a document: undoing an edit brings its ranking back, and nothing is compared again."""

from __future__ import annotations

from collections import deque
from datetime import date

from app.domain.document import Document
from app.domain.ranked import RankedDocument

_MOST = 12


class EarlierRankings:
    """The last complete rankings, by the version of the document that they are of."""

    def __init__(self) -> None:
        self._rankings: deque[RankedDocument] = deque(maxlen=_MOST)

    def keep(self, ranked: RankedDocument | None) -> None:
        """Keep a ranking before its document is edited. One that is not complete would bring back less than a new one."""
        if ranked is not None and ranked.final:
            self._rankings.append(ranked)

    def of(self, document: Document, *, generation: str, as_of: date | None) -> RankedDocument | None:
        """Return the ranking of exactly this document against this state of the library and with this date, if there is one."""
        return next(
            (
                ranked
                for ranked in reversed(self._rankings)
                if (ranked.run.generation, ranked.run.as_of) == (generation, as_of) and ranked.document == document
            ),
            None,
        )

    def clear(self) -> None:
        """Another document is open."""
        self._rankings.clear()
