"""Filter of the list of narratives, and its chips."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from app.domain.narrative import NarrativeFilter
from app.gui.model.day_range import ANY_DAY, DayRange
from app.gui.model.labels import one_line
from app.gui.model.language_names import language_name
from app.translation import mark, tr

LANGUAGE, PUBLISHER = "language", "publisher"
_DAYS = "days"


class Only(StrEnum):
    """Narratives of one sort alone."""

    REPEATS = mark("With repeats")
    CONFLICTS = mark("Rulings conflict or changed")
    MISSING = mark("Not yet in your language")

    @property
    def words(self) -> str:
        """In the reader's language."""
        return tr(self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Narratives whose name, claim or items have the words of `text`; with an item of this language and publisher that was published in
    these days; and of every sort in `only`."""

    text: str = ""
    language: str = ""
    publisher: str = ""
    days: DayRange = ANY_DAY
    only: frozenset[Only] = field(default_factory=frozenset)

    @property
    def narrow(self) -> bool:
        """Return whether anything is restricted."""
        return self != Wanted()

    def among(self) -> NarrativeFilter:
        """Return the part of the filter that the worker applies to items."""
        return NarrativeFilter(since=self.days.first, until=self.days.last, language=self.language, publisher=self.publisher)


@dataclass(frozen=True, slots=True)
class WantedChip:
    """One thing that is asked for: the field (or the sort) and its words."""

    of: str
    label: str


def chips(criteria: Wanted) -> tuple[WantedChip, ...]:
    """Return a chip for each restriction other than the words of the search."""
    wanted_chips = []
    if criteria.language:
        wanted_chips.append(WantedChip(LANGUAGE, tr("Language: {name}", name=language_name(criteria.language))))
    if criteria.publisher:
        wanted_chips.append(WantedChip(PUBLISHER, tr("Publisher: {name}", name=one_line(criteria.publisher))))
    if criteria.days.bounded:
        wanted_chips.append(WantedChip(_DAYS, criteria.days.words))
    return (*wanted_chips, *(WantedChip(only, only.words) for only in Only if only in criteria.only))


def without(criteria: Wanted, chip: WantedChip) -> Wanted:
    """Return the filter without the restriction of a chip."""
    if chip.of == _DAYS:
        return replace(criteria, days=ANY_DAY)
    if chip.of == LANGUAGE:
        return replace(criteria, language="")
    if chip.of == PUBLISHER:
        return replace(criteria, publisher="")
    return replace(criteria, only=criteria.only - {Only(chip.of)})


def cleared(criteria: Wanted) -> Wanted:
    """Only the words of the search."""
    return Wanted(text=criteria.text)
