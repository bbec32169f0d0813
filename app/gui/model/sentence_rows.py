"""The rows of a whole document. A document has thousands of sentences and the reader sees twenty: rows are made when asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from app.domain.conclusion import Conclusion, conclude
from app.domain.document import Document
from app.domain.match import Match
from app.domain.my_languages import only_elsewhere
from app.domain.ranked import RankedDocument, RankedSentence
from app.gui.model.review_progress import ReviewProgress
from app.gui.model.review_state import NOTHING_DECIDED, ReviewState
from app.gui.model.sentence_row import SentenceRow, plain_row, ranked_row
from app.gui.model.verdicts import NOTHING_FOUND, Finding, finding_of


class SentenceRows:
    """Rows by the sentence's index; `findings` has what was found for each sentence that was ranked."""

    def __init__(self, document: Document, ranked: RankedDocument | None = None, *, before: SentenceRows | None = None) -> None:
        """`before` are the rows of the same document, whose words need not be prepared again, and whose decisions hold."""
        self._sentences = document.sentences
        results = ranked.sentences if ranked is not None else ()
        self._results: dict[int, RankedSentence] = {result.sentence.index: result for result in results}
        self._conclusions: dict[int, Conclusion] = {}
        self.findings: dict[int, Finding] = {}
        self._plain: dict[int, SentenceRow] = before._plain if before is not None else {}
        self._reviews: dict[int, ReviewState] = before._reviews if before is not None else {}
        self._new: frozenset[int] = before._new if before is not None else frozenset()
        self._elsewhere: dict[int, tuple[str, ...]] = {}
        self._made: dict[int, SentenceRow] = {}
        self._conclude(self._results)

    def __len__(self) -> int:
        return len(self._sentences)

    def __contains__(self, index: int) -> bool:
        return 0 <= index < len(self._sentences)

    def __getitem__(self, index: int) -> SentenceRow:
        """The row of a sentence. Raises KeyError for an unknown index."""
        row = self._made.get(index)
        if row is None:
            plain, result = self.plain(index), self._results.get(index)
            row = plain if result is None else ranked_row(result, plain, self._conclusions[index])
            review, new = self._reviews.get(index, NOTHING_DECIDED), index in self._new
            elsewhere = self._elsewhere.get(index, ())
            if new or elsewhere or review is not NOTHING_DECIDED:
                row = replace(row, review=review, new=new, elsewhere=elsewhere)
            self._made[index] = row
        return row

    def show_review(self, states: Mapping[int, ReviewState]) -> None:
        """Take over the review states of these sentences."""
        changed = [index for index, state in states.items() if state != self._reviews.get(index, NOTHING_DECIDED)]
        self._reviews.update(states)
        self._conclude(changed)
        for index in states:
            self._made.pop(index, None)

    def forget_review(self) -> None:
        """Nothing was decided about any sentence."""
        reviewed_indexes = list(self._reviews)
        self._reviews.clear()
        self._conclude(reviewed_indexes)
        self._made.clear()

    def ratings(self) -> list[Match]:
        """The fact-check of each sentence that is shown with its rating, unless the reviewer has given a verdict."""
        rated = (conclusion for conclusion in self._conclusions.values() if conclusion.own is None and conclusion.rating is not None)
        return [conclusion.source for conclusion in rated if conclusion.source is not None]

    @property
    def decided(self) -> int:
        """Return the number of sentences that the reviewer has decided."""
        return sum(state.decided for state in self._reviews.values())

    def progress(self) -> ReviewProgress:
        """Count the decided sentences, those to be decided, and the flagged ones."""
        decided_indexes = {index for index, state in self._reviews.items() if state.decided}
        matched_indexes = {index for index, finding in self.findings.items() if finding not in NOTHING_FOUND}
        flagged_count = sum(state.flagged for state in self._reviews.values())
        return ReviewProgress(len(decided_indexes), len(matched_indexes | decided_indexes), flagged_count)

    def _conclude(self, indexes: Iterable[int]) -> None:
        """Work out what is said of these sentences, by the decisions as they are now."""
        for index in indexes:
            result = self._results.get(index)
            if result is not None:
                review = self._reviews.get(index, NOTHING_DECIDED)
                self._conclusions[index] = conclude(result, review.mark, review.decisions)
                self.findings[index] = finding_of(self._conclusions[index])

    def show_new(self, new: Iterable[int]) -> None:
        """Mark exactly these sentences as new."""
        self._new = frozenset(new)
        self._made.clear()

    def show_mine(self, my_languages: Collection[str]) -> None:
        """Mark the sentences that were debunked only in languages other than these."""
        debunked_elsewhere = (
            {index: only_elsewhere(result, my_languages) for index, result in self._results.items()} if my_languages else {}
        )
        self._elsewhere = {index: languages for index, languages in debunked_elsewhere.items() if languages}
        self._made.clear()

    def plain(self, index: int) -> SentenceRow:
        """The row without results. Raises KeyError for an unknown index."""
        plain = self._plain.get(index)
        if plain is None:
            if index not in self:
                raise KeyError(index)
            plain = self._plain[index] = plain_row(self._sentences[index])
        return plain

    def matched(self) -> list[SentenceRow]:
        """The rows that have a fact-check worth stopping at."""
        return [self[index] for index, finding in self.findings.items() if finding not in NOTHING_FOUND and index in self]
