"""Chips for the restriction of the searched posts. Every restriction is visible and one click removes it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.domain.posts import PostFilter
from app.gui.model.day_range import ANY_DAY, DayRange, between
from app.gui.model.labels import one_line

PLATFORM, LANGUAGE, DAYS = "platform", "language", "days"


@dataclass(frozen=True, slots=True)
class PostChip:
    """One restriction: what it is of, and its words."""

    of: str
    label: str


def chips(among: PostFilter) -> tuple[PostChip, ...]:
    """One chip a restriction."""
    post_chips = [PostChip(name, one_line(value)) for name in (PLATFORM, LANGUAGE) if (value := getattr(among, name))]
    days = days_of(among)
    return (*post_chips, PostChip(DAYS, days.words)) if days.bounded else tuple(post_chips)


def without(among: PostFilter, chip: PostChip) -> PostFilter:
    """The same filter with one restriction removed."""
    return with_days(among, ANY_DAY) if chip.of == DAYS else with_value(among, chip.of, "")


def with_value(among: PostFilter, of: str, value: str) -> PostFilter:
    """The same filter for another platform or language; "" for any."""
    return replace(among, language=value) if of == LANGUAGE else replace(among, platform=value)


def days_of(among: PostFilter) -> DayRange:
    """The days that a filter admits."""
    return between(among.since, among.until)


def with_days(among: PostFilter, days: DayRange) -> PostFilter:
    """The same filter for other days."""
    return replace(among, since=days.first, until=days.last)
