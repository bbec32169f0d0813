"""Filter of the sentences: text and facets (finding, speaker, decision, …), each with a chip that one click removes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from app.decoding import JSON_ERRORS
from app.domain.match import Match
from app.domain.published_rating import attributed_rating
from app.domain.review import Decision
from app.gui.model.day_range import ANY_DAY, DayRange, day_range
from app.gui.model.language_names import language_name
from app.gui.model.review_state import FLAG, UNDECIDED, decision_badge
from app.gui.model.sentence_row import SentenceRow
from app.gui.model.verdicts import EARLIER_FINDINGS, Finding, finding_badge, quoted, stance_badge
from app.translation import mark, tr

_NEW = "new"
_NOTED = "noted"
_FLAGGED = "flagged"
_ELSEWHERE = "elsewhere"
_UNNAMED = mark("Publisher not named")
_UNKNOWN = mark("Language not known")
_WORDS = {
    _NEW: mark("New since last time"),
    _NOTED: mark("With a note"),
    _FLAGGED: FLAG.english,
    _ELSEWHERE: mark("Not in my languages yet"),
    UNDECIDED: mark("Not decided"),
    _UNNAMED: _UNNAMED,
    _UNKNOWN: _UNKNOWN,
}
"""The values that are no data of the document; filters that are kept name them in English, whatever the language."""


class Facet(StrEnum):
    """A way to tell sentences apart; within one any chosen value suffices, between two all must hold."""

    FINDING = "finding"
    RATING = "rating"
    SPEAKER = "speaker"
    DECISION = "decision"
    MARKED = "marked"
    BAND = "band"
    STANCE = "stance"
    PUBLISHER = "publisher"
    YEAR = "year"
    LANGUAGE = "language"


_ANSWERS = frozenset({Facet.FINDING, Facet.RATING, Facet.BAND, Facet.STANCE, Facet.PUBLISHER, Facet.YEAR, Facet.LANGUAGE})
"""The facets that tell what a blind review hides."""


class ChipKind(StrEnum):
    """The restriction that a chip removes."""

    TEXT = "text"
    FACET = "facet"
    PUBLISHED = "published"
    AS_OF = "as-of"


class Choice(NamedTuple):
    """One value of one facet."""

    facet: Facet
    value: str


@dataclass(frozen=True, slots=True)
class Chip:
    """One active restriction: its words, and the choice that removing it takes away."""

    kind: ChipKind
    label: str
    choice: Choice | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceFilter:
    """All of the given restrictions hold at once; within one facet any one value suffices."""

    text: str = ""
    choices: frozenset[Choice] = frozenset()
    published: DayRange = ANY_DAY

    @property
    def active(self) -> bool:
        """True when anything may be hidden."""
        return bool(self.words() or self.choices or self.published.bounded)

    def words(self) -> tuple[str, ...]:
        """The words that must all occur, without regard to case."""
        return tuple(self.text.casefold().split())

    def admitted(self, rows: Iterable[SentenceRow]) -> list[SentenceRow]:
        """The rows that pass, in their order."""
        words, required_values = self.words(), self._wanted()
        matches = (row for row in rows if all(word in row.searchable for word in words) and _admits(row, required_values))
        return [row for row in matches if self.published.holds(_published(row))] if self.published.bounded else list(matches)

    def chosen(self, facet: Facet) -> frozenset[str]:
        """The chosen values of one facet."""
        return frozenset(choice.value for choice in self.choices if choice.facet is facet)

    def toggled(self, facet: Facet, value: str) -> SentenceFilter:
        """The same filter with this value switched on or off."""
        return replace(self, choices=self.choices ^ {Choice(facet, value)})

    def in_languages(self, codes: Iterable[str]) -> SentenceFilter:
        """Return the filter restricted to fact-checks in these languages, or without this restriction where it is in force."""
        language_choices = {Choice(Facet.LANGUAGE, code) for code in codes}
        other_choices = frozenset(choice for choice in self.choices if choice.facet is not Facet.LANGUAGE)
        return replace(
            self, choices=other_choices if self.choices - other_choices == language_choices else other_choices | language_choices
        )

    def among(self, speakers: set[str]) -> SentenceFilter:
        """The same filter without speakers who are in the document no more."""
        missing_speakers = self.chosen(Facet.SPEAKER) - speakers
        return (
            replace(self, choices=self.choices - {Choice(Facet.SPEAKER, name) for name in missing_speakers}) if missing_speakers else self
        )

    def without_answers(self) -> SentenceFilter:
        """Return the filter for a blind review, without facets that would reveal results."""
        remaining_choices = frozenset(choice for choice in self.choices if choice.facet not in _ANSWERS)
        return replace(self, choices=remaining_choices, published=ANY_DAY)

    def without(self, chip: Chip) -> SentenceFilter:
        """The same filter with one chip removed."""
        if chip.kind is ChipKind.TEXT:
            return replace(self, text="")
        if chip.kind is ChipKind.PUBLISHED:
            return replace(self, published=ANY_DAY)
        return replace(self, choices=self.choices - {chip.choice}) if chip.choice else self

    def chips(self) -> tuple[Chip, ...]:
        """One chip a restriction, in a fixed order."""
        text = (Chip(ChipKind.TEXT, f"“{' '.join(self.text.split())}”"),) if self.words() else ()
        ordered = sorted(self.choices, key=lambda choice: (list(Facet).index(choice.facet), _place(choice)))
        facets = tuple(Chip(ChipKind.FACET, chip_words(choice), choice) for choice in ordered)
        days = (Chip(ChipKind.PUBLISHED, self.published.words),) if self.published.bounded else ()
        return text + facets + days

    def as_text(self) -> str:
        """For the settings and for project files."""
        choices = sorted([str(facet), value] for facet, value in self.choices)
        return json.dumps({"text": self.text, "choices": choices, "published": self.published.as_text()})

    def _wanted(self) -> tuple[tuple[Facet, frozenset[str]], ...]:
        return tuple((facet, values) for facet in Facet if (values := self.chosen(facet)))


NO_FILTER = SentenceFilter()


def filter_of(text: str) -> SentenceFilter:
    """The filter that `as_text` wrote; what is broken or unknown in it is left out."""
    try:
        stored = json.loads(text)
        pairs = [(str(facet), str(value)) for facet, value in stored["choices"]]
        words, days = str(stored["text"]), day_range(stored.get("published", ""))
    except (*JSON_ERRORS, TypeError, KeyError):
        return NO_FILTER
    facet_names = set(map(str, Facet))
    choices = frozenset(choice for facet, value in pairs if facet in facet_names for choice in _choices_of(Facet(facet), value))
    return SentenceFilter(text=words, choices=choices, published=days)


def _choices_of(facet: Facet, value: str) -> Iterable[Choice]:
    """The choices that a saved one stands for: findings have had other names."""
    if facet is Facet.FINDING and value in EARLIER_FINDINGS:
        return (Choice(facet, str(finding)) for finding in EARLIER_FINDINGS[value])
    return (Choice(facet, _EARLIER_STANCES.get(value, value) if facet is Facet.STANCE else value),)


_EARLIER_STANCES = {"Agreement not judged": "Not compared"}


def facet_values(row: SentenceRow, facet: Facet) -> frozenset[str]:
    """The values that a sentence has of a facet; those of fact-checks are of the one that its finding rests on."""
    return frozenset(_VALUES[facet](row))


def counts(rows: Iterable[SentenceRow], facet: Facet) -> Mapping[str, int]:
    """Count the sentences by value of a facet."""
    return Counter(value for row in rows for value in _VALUES[facet](row))


def published_days(rows: Iterable[SentenceRow]) -> tuple[date, ...]:
    """The days on which the first fact-checks of these sentences were published, each once, in order."""
    return tuple(sorted({day for row in rows if (day := _published(row)) is not None}))


def value_words(choice: Choice) -> str:
    """A value as a menu under its facet's name shows it."""
    facet, value = choice
    if facet is Facet.FINDING and value in set(Finding):
        return finding_badge(Finding(value)).word
    if facet is Facet.DECISION and value in set(Decision):
        return decision_badge(Decision(value)).word
    if facet is Facet.SPEAKER:
        return value or tr("No speaker")
    if facet is Facet.BAND:
        return tr("{step} of 5", step=value)
    if value in _WORDS or facet is Facet.STANCE:
        return tr(_WORDS.get(value, value))
    return language_name(value) if facet is Facet.LANGUAGE else value


def chip_words(choice: Choice) -> str:
    """A value as a chip shows it, on its own."""
    if choice.facet is Facet.BAND:
        return tr("Verifiability {step} of 5", step=choice.value)
    return tr("Published {year}", year=choice.value) if choice.facet is Facet.YEAR else value_words(choice)


def ordered_values(value_counts: Mapping[str, int], facet: Facet) -> list[str]:
    """The values in the order in which a menu lists them: known orders first, else the most frequent first."""
    if facet in _ORDERS or facet in (Facet.BAND, Facet.YEAR):
        return sorted(value_counts, key=lambda value: _place(Choice(facet, value)))
    return sorted(value_counts, key=lambda value: (not value, -value_counts[value], value))


def _admits(row: SentenceRow, required_values: tuple[tuple[Facet, frozenset[str]], ...]) -> bool:
    return all(not values.isdisjoint(_VALUES[facet](row)) for facet, values in required_values)


def _place(choice: Choice) -> tuple[int, str]:
    order = _ORDERS.get(choice.facet, ())
    if choice.facet in (Facet.BAND, Facet.YEAR):
        return (-int(choice.value) if choice.value.isdigit() else 1, choice.value)
    return (order.index(choice.value) if choice.value in order else len(order), choice.value)


_ORDERS: Mapping[Facet, tuple[str, ...]] = {
    Facet.FINDING: tuple(map(str, Finding)),
    Facet.DECISION: (UNDECIDED, *map(str, Decision)),
    Facet.MARKED: (_NEW, _FLAGGED, _NOTED, _ELSEWHERE),
}


def _marks(row: SentenceRow) -> tuple[str, ...]:
    mark_states = ((_NEW, row.new), (_FLAGGED, row.review.flagged), (_NOTED, bool(row.review.note)), (_ELSEWHERE, bool(row.elsewhere)))
    return tuple(name for name, is_set in mark_states if is_set) + row.review.tags


def _source(row: SentenceRow) -> Match | None:
    """The fact-check that the row's finding rests on, else its first."""
    if not row.has_match or row.ranked is None:
        return None
    source = row.conclusion.source if row.conclusion is not None else None
    return source or next(iter(row.ranked.matches), None)


def _rating(row: SentenceRow) -> tuple[str, ...]:
    """Publisher and rating, of sentences that are shown with it."""
    conclusion = row.conclusion
    if conclusion is None or conclusion.own is not None or conclusion.rating is None or conclusion.source is None:
        return ()
    return (attributed_rating(conclusion.source.factcheck, quoted),)


def _stance(row: SentenceRow) -> tuple[str, ...]:
    source = _source(row)
    return (stance_badge(source).english,) if source else ()


def _publisher(row: SentenceRow) -> tuple[str, ...]:
    source = _source(row)
    return (source.factcheck.publisher or _UNNAMED,) if source else ()


def _language(row: SentenceRow) -> tuple[str, ...]:
    source = _source(row)
    return (source.factcheck.language or _UNKNOWN,) if source else ()


def _year(row: SentenceRow) -> tuple[str, ...]:
    day = _published(row)
    return (str(day.year),) if day else ()


def _published(row: SentenceRow) -> date | None:
    source = _source(row)
    return source.factcheck.published if source else None


_VALUES = {
    Facet.FINDING: lambda row: (str(row.finding),) if row.finding else (),
    Facet.RATING: _rating,
    Facet.SPEAKER: lambda row: (row.sentence.speaker,),
    Facet.DECISION: lambda row: (str(row.review.decision) if row.review.decision else UNDECIDED,),
    Facet.MARKED: _marks,
    Facet.BAND: lambda row: (str(row.steps),) if row.steps else (),
    Facet.STANCE: _stance,
    Facet.PUBLISHER: _publisher,
    Facet.YEAR: _year,
    Facet.LANGUAGE: _language,
}
