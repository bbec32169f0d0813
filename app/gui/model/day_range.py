"""A span of days, either end open: when the first fact-check of a sentence was published."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from app.translation import tr


@dataclass(frozen=True, slots=True)
class DayRange:
    """Both days belong to it; None leaves that end open."""

    first: date | None = None
    last: date | None = None

    @property
    def bounded(self) -> bool:
        """False when every day is in it, and no day at all too."""
        return self.first is not None or self.last is not None

    def holds(self, day: date | None) -> bool:
        """Return whether a day is in the range; a missing day is only in the unbounded one."""
        if day is None:
            return not self.bounded
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)

    @property
    def words(self) -> str:
        """As a chip says it."""
        first, last = (day.isoformat() if day else "" for day in (self.first, self.last))
        if first and last:
            return tr("Published {first} to {last}", first=first, last=last) if first != last else tr("Published {day}", day=first)
        return tr("Published from {day}", day=first) if first else tr("Published until {day}", day=last) if last else ""

    def as_text(self) -> str:
        """As an interval of ISO 8601, two points for an open end; nothing when it is unbounded."""
        return "/".join(day.isoformat() if day else ".." for day in (self.first, self.last)) if self.bounded else ""


ANY_DAY = DayRange()


def day_range(text: object) -> DayRange:
    """The range that `as_text` wrote; unbounded for anything else. Ends in the wrong order are turned round."""
    first, slash, last = str(text).partition("/")
    try:
        ends = [None if end == ".." else date.fromisoformat(end) for end in (first, last)]
    except ValueError:
        return ANY_DAY
    return between(ends[0], ends[1]) if slash else ANY_DAY


def between(first: date | None, last: date | None) -> DayRange:
    """The range between two days, whichever comes first."""
    if first is not None and last is not None and last < first:
        first, last = last, first
    return DayRange(first, last)
