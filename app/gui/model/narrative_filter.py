"""Which narratives are listed, and the chips that say so."""

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
        """Whether anything is asked for."""
        return self != Wanted()

    def among(self) -> NarrativeFilter:
        """The part that chooses items, as the worker is told."""
        return NarrativeFilter(since=self.days.first, until=self.days.last, language=self.language, publisher=self.publisher)


@dataclass(frozen=True, slots=True)
class WantedChip:
    """One thing that is asked for: the field (or the sort) and its words."""

    of: str
    label: str


def chips(wanted: Wanted) -> tuple[WantedChip, ...]:
    """What is asked for beside the words of the search."""
    made = []
    if wanted.language:
        made.append(WantedChip(LANGUAGE, tr("Language: {name}", name=language_name(wanted.language))))
    if wanted.publisher:
        made.append(WantedChip(PUBLISHER, tr("Publisher: {name}", name=one_line(wanted.publisher))))
    if wanted.days.bounded:
        made.append(WantedChip(_DAYS, wanted.days.words))
    return (*made, *(WantedChip(only, only.words) for only in Only if only in wanted.only))


def without(wanted: Wanted, chip: WantedChip) -> Wanted:
    """The same without what a chip says."""
    if chip.of == _DAYS:
        return replace(wanted, days=ANY_DAY)
    if chip.of == LANGUAGE:
        return replace(wanted, language="")
    if chip.of == PUBLISHER:
        return replace(wanted, publisher="")
    return replace(wanted, only=wanted.only - {Only(chip.of)})


def cleared(wanted: Wanted) -> Wanted:
    """Only the words of the search."""
    return Wanted(text=wanted.text)
