"""How stories travel through time, languages and countries, counted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from app.translation import mark


class Facet(StrEnum):
    """What items are counted by."""

    LANGUAGE = mark("language")
    PUBLISHER = mark("publisher")
    COUNTRY = mark("country")
    PLATFORM = mark("platform")
    VERDICT = mark("verdict")
    CLAIMANT = mark("claimant")
    NARRATIVE = mark("narrative")


class Step(StrEnum):
    """The width of a bin of time: a day, a week from Monday, a month."""

    DAY = mark("day")
    WEEK = mark("week")
    MONTH = mark("month")


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineRow:
    """So many fact-checks and posts of one language, publisher, … in one bin; `start` is its first day; `value` is "" for unknown."""

    start: date
    value: str
    factchecks: int
    posts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """So many repeats went from the earlier fact-check's language (country) to the later one's, with the median days between them."""

    source: str
    target: str
    count: int
    median_days: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GapBin:
    """So many repeats came from `first` to `last` days after the narrative's first debunk, both included."""

    first: int
    last: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """So many of all items have this value of a facet; `share` is in [0, 1] of those whose value is known."""

    value: str
    count: int
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """How stories travelled: repeats, those in a language that had no debunk before (`new_language`, of `repeats` whose languages are
    known), flows between languages and between countries, and the histogram of gaps."""

    repeats: int = 0
    known_languages: int = 0
    new_language: int = 0
    languages: tuple[Flow, ...] = ()
    countries: tuple[Flow, ...] = ()
    gaps: tuple[GapBin, ...] = ()
