"""State of the document page: order, filter, selection, and a newer ranking that waits until the reader asks for it.

Nothing moves while the reader works: until the reader has touched the list, a newer version is shown at once; after that it is
`pending`, announced, and shown by `accept`. The topmost sentence is selected until the reader chooses one. The choice is a
sentence, not a row, so it survives a new ranking.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise
from operator import attrgetter

from app.domain.direction import mostly_right_to_left
from app.domain.document import Document, Sentence
from app.domain.factcheck import FactCheck
from app.domain.match import Match, ScoreParts
from app.domain.published_rating import rating_words
from app.domain.ranked import Outcome, RankedDocument, RankedSentence
from app.domain.sentence_edits import Edited, carry
from app.domain.stance import NEUTRAL, Stance
from app.domain.verdict import SentenceVerdict, Verdict, VerdictReason
from app.gui.model.review_progress import ReviewProgress
from app.gui.model.review_state import ReviewState
from app.gui.model.sentence_filter import NO_FILTER, SentenceFilter
from app.gui.model.sentence_row import SentenceRow, bare_place, speakers
from app.gui.model.sentence_rows import SentenceRows
from app.gui.model.verdicts import Finding, quoted

_ORDER = (
    Verdict.FALSE,
    Verdict.MOSTLY_FALSE,
    Verdict.MISLEADING,
    Verdict.MIXED,
    Verdict.DISPUTED,
    Verdict.UNPROVEN,
    Verdict.OUTDATED,
    Verdict.SATIRE,
    Verdict.MOSTLY_TRUE,
    Verdict.TRUE,
    Verdict.UNRATED,
)


def counted_ratings(checks: Iterable[FactCheck]) -> list[tuple[str, int]]:
    """(rating, number) pairs, false ones first; “FALSE” and “False” are one rating."""
    numbers: Counter[str] = Counter()
    words: dict[str, tuple[int, str]] = {}
    for check in checks:
        rating = rating_words(check, quoted)
        key = rating.casefold()
        numbers[key] += 1
        words.setdefault(key, (_ORDER.index(check.verdict), rating))
    return [
        (words[key][1], numbers[key])
        for key in sorted(numbers, key=lambda rating_key: (words[rating_key][0], -numbers[rating_key], rating_key))
    ]


def hidden_row(row: SentenceRow) -> SentenceRow:
    """The row without rank, finding and verifiability; its matches without rating, stance, reasons and order."""
    ranked = _hidden(row.ranked) if row.ranked else None
    return replace(row, ranked=ranked, finding=None, conclusion=None, steps=0, hidden=True, elsewhere=())


def _hidden(ranked: RankedSentence) -> RankedSentence:
    matches = sorted((_without_answer(match) for match in ranked.matches), key=_shuffled)
    return replace(
        ranked,
        rank=0,
        score=0.0,
        probability=0.0,
        verdict=SentenceVerdict.UNKNOWN,
        verdict_probability=0.0,
        verdict_source="",
        verdict_against="",
        verdict_reason=VerdictReason.NONE,
        speech_act=None,
        compared=True,
        checkworthiness=0.5,
        outcome=Outcome.AMBIGUOUS,
        reasons=(),
        matches=tuple(matches),
    )


def _without_answer(match: Match) -> Match:
    """Titles and excerpts go too: "No, the bridge did not…" is a rating."""
    check = replace(match.factcheck, title="", body="", rating="", verdict=Verdict.UNRATED, rating_rule="", url="")
    return replace(
        match,
        factcheck=check,
        score=0.0,
        parts=ScoreParts(),
        stance=Stance.UNRELATED,
        stance_probabilities=NEUTRAL,
        same_as=(),
        excerpt="",
        reasons=(),
        differences=(),
        reading=None,
        probability=None,
        follows=False,
    )


def _shuffled(match: Match) -> str:
    """Return a fixed order that says nothing about the ranking."""
    return hashlib.blake2b(match.factcheck.id.encode("utf-8", "replace"), digest_size=8).hexdigest()


_LABEL = 200
_NOTHING = Document(title="", text="", sentences=())


class Order(StrEnum):
    """Order of the sentences."""

    RANKED = "ranked"
    DOCUMENT = "document"


class DocumentView:
    """The state of the document page; `visible` are sentence indexes in the order shown."""

    def __init__(self, *, my_languages: Callable[[], Sequence[str]] = tuple) -> None:
        """`my_languages` gives the codes of the languages that the user reads."""
        self.my_languages = my_languages
        self.ranked: RankedDocument | None = None
        self.pending: RankedDocument | None = None
        self._reset()

    def _reset(self) -> None:
        self.document: Document | None = None
        self.order = Order.RANKED
        self.filter: SentenceFilter = NO_FILTER
        self.selected: int | None = None
        self.chosen = False
        self.touched = False
        self.visible: list[int] = []
        self.blind = False
        self._rows = SentenceRows(_NOTHING)
        self._findings: dict[Finding, int] = {}
        self._speakers: tuple[tuple[str, int], ...] = ()
        self._right_to_left = False
        self._by_rank: list[int] = []
        self._positions: dict[int, int] = {}

    def open(self, document: Document) -> None:
        """Show a document before its ranking, in place of the previous one."""
        self.document = document
        self._hold(None)
        self.filter, self.selected, self.chosen, self.touched = NO_FILTER, None, False, False
        self._rows = SentenceRows(document)
        self._findings, self._speakers = {}, speakers(document.sentences)
        self._right_to_left = mostly_right_to_left(sentence.text for sentence in document.sentences)
        self._by_rank = list(range(len(self._rows)))
        self._arrange()

    def edit(self, edited: Edited) -> None:
        """The reader edited the document: results, selection and places in the list follow; a newer ranking may be shown when it comes."""
        self.document = edited.document
        self._hold(carry(self.ranked, edited) if self.ranked is not None else None)
        self.touched = False
        self._rows = SentenceRows(edited.document, self.ranked)
        self._rows.show_mine(self.my_languages())
        self._by_rank = _followed(self._by_rank, edited)
        self.selected = None if self.selected is None else edited.moved[self.selected]
        self.chosen = self.selected is not None
        self._speakers = speakers(edited.document.sentences)
        self.filter = self.filter.among({name for name, _ in self._speakers})
        self._count()
        self._arrange()

    def close(self) -> None:
        """Show nothing."""
        self._hold(None)
        self._reset()

    @property
    def holding(self) -> SentenceFilter:
        """The filter as it holds now; a blind review puts aside what would tell the findings."""
        return self.filter.without_answers() if self.blind else self.filter

    def set_blind(self, blind: bool) -> None:
        """Start or end a blind review, which hides rating, stance and rank of undecided sentences and shows the document's order."""
        self.blind = blind
        self._arrange()

    def show_review(self, states: Mapping[int, ReviewState]) -> None:
        """Take over the review states of these sentences. Sentences that no longer pass the filter stay listed until it is set
        anew."""
        self._rows.show_review({index: state for index, state in states.items() if index in self._rows})
        self._count()

    def forget_review(self) -> None:
        """Somebody else reviews, or the sentences are others: nothing was decided so far."""
        self._rows.forget_review()
        self._count()

    def show_new(self, new: Callable[[SentenceRow], bool]) -> None:
        """Mark the sentences whose first match is new since the last ranking."""
        self._rows.show_new(row.sentence.index for row in self._rows.matched() if new(row))

    def expect(self) -> None:
        """The reader asked for a new ranking (another date, another library): it may be shown when it comes."""
        self.touched = False
        self._hold(self.ranked)

    def touch(self) -> None:
        """The reader scrolled, selected or filtered: from now on newer versions wait."""
        self.touched = True

    def offer(self, ranked: RankedDocument) -> bool:
        """A new version: True when it is shown at once, False when it waits as `pending`."""
        if self.touched:
            self._hold(self.ranked, ranked)
            return False
        self._show(ranked)
        return True

    def accept(self) -> bool:
        """Show the version that waits; False when there is none."""
        if self.pending is None:
            return False
        self._show(self.pending)
        return True

    def set_order(self, order: Order) -> None:
        """Rank order or document order."""
        self.order = order
        self._arrange()

    def set_filter(self, sentence_filter: SentenceFilter) -> None:
        """Show only the sentences that pass; the selection stays even when it is hidden."""
        self.filter = sentence_filter
        self._arrange()

    def select(self, index: int | None) -> bool:
        """The reader chose a sentence by its index in the document; False when there is no such sentence."""
        if index is not None and index not in self._rows:
            return False
        self.selected, self.chosen = index, index is not None
        return True

    def row(self, index: int) -> SentenceRow:
        """The row of a sentence, without the answers where they are hidden. Raises KeyError for an unknown index."""
        return self._shown(self._rows[index])

    @property
    def current(self) -> SentenceRow | None:
        """The selected sentence's row."""
        return None if self.selected is None else self._shown(self._rows[self.selected])

    def position(self, index: int | None) -> int | None:
        """Return the position of a sentence in `visible`, or None when it is hidden."""
        return None if index is None else self._positions.get(index)

    def neighbour(self, step: int, *, with_match: bool = False) -> int | None:
        """The index of the sentence `step` rows on (with_match: the next one that has a match); None at the ends."""
        current_position = self.position(self.selected)
        position = (-1 if step > 0 else len(self.visible)) if current_position is None else current_position
        position += step
        while 0 <= position < len(self.visible):
            index = self.visible[position]
            if not with_match or self._worth_stopping(self._rows[index]):
                return index
            position += step
        return None

    @property
    def count(self) -> int:
        """Return the number of sentences."""
        return len(self._rows)

    def rows(self) -> list[SentenceRow]:
        """All rows in document order, without the answers where they are hidden."""
        return [self.row(index) for index in range(len(self._rows))]

    def matched(self) -> list[SentenceRow]:
        """Return the visible rows of the sentences with a fact-check worth stopping at."""
        return [row for matched_row in self._rows.matched() if (row := self._shown(matched_row)).has_match]

    def margin_words(self) -> set[str]:
        """Return all texts that the margin may show: the speakers, unless the text names them itself, and the last location."""
        last = self.document.sentences[-1:] if self.document is not None else ()
        last_location = {bare_place(sentence) for sentence in last}
        if self.speakers_in_text():
            return last_location
        names = {name for name, _ in self._speakers}
        return names - {""} | last_location if "" in names else names

    def speakers(self) -> tuple[tuple[str, int], ...]:
        """(speaker, sentences) pairs for the speaker filter."""
        return self._speakers

    def findings(self) -> dict[Finding, int]:
        """Return the number of sentences by finding; empty before the first ranking and in a blind review."""
        return {} if self.blind else dict(self._findings)

    def rating_counts(self) -> list[tuple[str, int]]:
        """(rating, sentences) pairs in the publishers' own words, false ones first; nothing in a blind review."""
        if self.blind:
            return []
        return counted_ratings(match.factcheck for match in self._rows.ratings())

    @property
    def decided(self) -> int:
        """Return the number of sentences that the reviewer has decided."""
        return self._rows.decided

    def progress(self) -> ReviewProgress:
        """Return how far the review has come."""
        return self._rows.progress()

    def next_undecided(self) -> int | None:
        """Return the next listed sentence with a match that is not decided, from the selected one on and then from the first; None where
        none is left."""
        start = self._positions.get(self.selected, -1) + 1 if self.selected is not None else 0
        for index in (*self.visible[start:], *self.visible[:start]):
            row = self._rows[index]
            if self._worth_stopping(row) and not row.review.decided:
                return index
        return None

    def speakers_in_text(self) -> bool:
        """Return whether the text names the speakers itself; the margin then does not repeat them."""
        document = self.document
        first_speaker = next((sentence for sentence in document.sentences if sentence.speaker), None) if document else None
        return bool(
            document
            and first_speaker
            and first_speaker.speaker in document.text[max(0, first_speaker.start - _LABEL) : first_speaker.start]
        )

    def most_on_a_line(self) -> int:
        """Return the largest number of sentences in one paragraph: so many icons may stand beside one line of text at most."""
        document = self.document
        if document is None:
            return 1
        most = count = 1
        for sentence, following in pairwise(document.sentences):
            count = 1 if "\n" in document.text[sentence.start : following.start] else count + 1
            most = max(most, count)
        return most

    @property
    def right_to_left(self) -> bool:
        """Return whether most of the document runs from right to left."""
        return self._right_to_left

    def sentences_between(self, start: int, end: int) -> list[Sentence]:
        """Sentences that overlap the code points [start, end) of the text, in order."""
        if self.document is None:
            return []
        return overlapping(self.document.sentences, start, end)

    def _hold(self, ranked: RankedDocument | None, pending: RankedDocument | None = None) -> None:
        self.ranked, self.pending = ranked, pending

    def _show(self, ranked: RankedDocument) -> None:
        self._hold(ranked)
        if self.document is not None:
            self._rows = SentenceRows(self.document, ranked, before=self._rows)
            self._rows.show_mine(self.my_languages())
        self._count()
        ordered = (entry.sentence.index for entry in sorted(ranked.sentences, key=attrgetter("rank")))
        by_rank = [index for index in ordered if index in self._rows]
        missing = set(range(len(self._rows))).difference(by_rank) if len(by_rank) < len(self._rows) else ()
        self._by_rank = by_rank + sorted(missing)  # what was not ranked yet comes last
        self._arrange()
        if not self.chosen and not self.touched and self.visible:
            self.selected = self.visible[0]

    def _count(self) -> None:
        self._findings = dict(Counter(self._rows.findings.values()))

    def _arrange(self) -> None:
        ranked = self.order is Order.RANKED and not self.blind
        order = self._by_rank if ranked else list(range(len(self._rows)))
        rows = (self.row(index) for index in order)
        is_held = self.holding
        self.visible = [row.sentence.index for row in is_held.admitted(rows)] if is_held.active else list(order)
        self._positions = {index: position for position, index in enumerate(self.visible)}

    def _shown(self, row: SentenceRow) -> SentenceRow:
        return hidden_row(row) if self.blind and not row.review.decided else row

    def _worth_stopping(self, row: SentenceRow) -> bool:
        """In a blind review every sentence that has any match, since which are good is the question."""
        return bool(row.ranked and row.ranked.matches) if self.blind else row.has_match


def _followed(by_rank: list[int], edited: Edited) -> list[int]:
    """The order of the list after an edit: every sentence keeps its place, a new one comes behind the one before it."""
    order = list(dict.fromkeys(new for old in by_rank if (new := edited.moved[old]) is not None))
    ordered_indexes = set(order)
    for index in range(len(edited.document.sentences)):
        if index not in ordered_indexes:
            order.insert(order.index(index - 1) + 1 if index else 0, index)
    return order


def overlapping(sentences: tuple[Sentence, ...], start: int, end: int) -> list[Sentence]:
    """The sentences, sorted by offset and without overlap, that touch the code points [start, end)."""
    low, high = 0, len(sentences)
    while low < high:
        middle = (low + high) // 2
        if sentences[middle].end <= start:
            low = middle + 1
        else:
            high = middle
    overlaps = []
    for index in range(low, len(sentences)):
        if sentences[index].start >= end:
            break
        overlaps.append(sentences[index])
    return overlaps
