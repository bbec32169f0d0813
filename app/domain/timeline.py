"""Counts of narratives through time, languages and countries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from app.translation import mark


class Facet(StrEnum):
    """Properties by which items are counted."""

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
    """Number of fact-checks and posts with one value (language, publisher, …) in one bin; `start` is its first day; `value` is ""
    for unknown."""

    start: date
    value: str
    factchecks: int
    posts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """Number of repeats between the earlier fact-check's language (country) and the later one's, with the median days between them."""

    source: str
    target: str
    count: int
    median_days: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GapBin:
    """Number of repeats `first` to `last` days after the narrative's first debunk, both included."""

    first: int
    last: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """Number of items with this value of a facet; `share` in [0, 1] is of those whose value is known."""

    value: str
    count: int
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Spread of narratives: repeats, those in a language without an earlier debunk (`new_language`, of `repeats` with known
    languages), flows between languages and between countries, and the histogram of gaps."""

    repeats: int = 0
    known_languages: int = 0
    new_language: int = 0
    languages: tuple[Flow, ...] = ()
    countries: tuple[Flow, ...] = ()
    gaps: tuple[GapBin, ...] = ()
