"""Numbers of supporting and refuting posts by day, week, month or year, whichever fits the span."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from app.domain.ask import Answer, Opinion
from app.translation import number, tr, trn

_DAYS, _WEEKS, _MONTHS = 45, 400, 366 * 12
_MOST = 400


@dataclass(frozen=True, slots=True)
class Bin:
    """One step of time: its name, and how many posts of either side it has."""

    name: str
    supporting: int
    refuting: int

    @property
    def words(self) -> str:
        """For the tool tip."""
        return tr(
            "{time}: {supporting} supporting, {refuting} refuting",
            time=self.name,
            supporting=number(self.supporting),
            refuting=number(self.refuting),
        )


@dataclass(frozen=True, slots=True)
class Times:
    """Bins without gaps from the first post to the last; `undated` posts are in none."""

    bins: tuple[Bin, ...]
    undated: int

    @property
    def most(self) -> int:
        """The largest number on either side."""
        return max((max(time_bin.supporting, time_bin.refuting) for time_bin in self.bins), default=0)

    @property
    def words(self) -> str:
        """All of it in words, for screen readers."""
        parts = [time_bin.words for time_bin in self.bins if time_bin.supporting or time_bin.refuting]
        return "; ".join(part for part in (*parts, self.undated_words) if part)

    @property
    def undated_words(self) -> str:
        """Return the number of posts without a date in words; "" where all have one."""
        return trn("{count} post without a date", "{count} posts without a date", self.undated) if self.undated else ""


def times(answer: Answer) -> Times:
    """Count the posts of both sides over time. Posts before the last 400 steps are counted in the first step shown."""
    sides = [[_day(opinion) for opinion in opinions] for opinions in (answer.supporting, answer.refuting)]
    dated_days = [day for days in sides for day in days if day is not None]
    undated = sum(day is None for days in sides for day in days)
    if not dated_days:
        return Times((), undated)
    first, last = min(dated_days), max(dated_days)
    unit = _unit((last - first).days)
    step_counts = [Counter(_start(day, unit) for day in days if day is not None) for days in sides]
    steps = list(_steps(_start(first, unit), last, unit))[-_MOST:]
    bins = [Bin(_name(step, unit), *(count[step] for count in step_counts)) for step in steps]
    earlier = [sum(step_count for step, step_count in count.items() if step < steps[0]) for count in step_counts]
    bins[0] = Bin(bins[0].name, bins[0].supporting + earlier[0], bins[0].refuting + earlier[1])
    return Times(tuple(bins), undated)


def _day(opinion: Opinion) -> date | None:
    return opinion.post.published.date() if opinion.post.published else None


def _unit(days: int) -> str:
    return "day" if days <= _DAYS else "week" if days <= _WEEKS else "month" if days <= _MONTHS else "year"


def _start(day: date, unit: str) -> date:
    if unit == "week":
        return date.fromordinal(max(1, day.toordinal() - day.weekday()))
    if unit == "month":
        return day.replace(day=1)
    return day.replace(month=1, day=1) if unit == "year" else day


def _steps(start: date, last: date, unit: str) -> Iterator[date]:
    while start <= last:
        yield start
        if unit in ("day", "week"):
            start += timedelta(days=1 if unit == "day" else 7)
        elif unit == "month":
            start = start.replace(year=start.year + start.month // 12, month=start.month % 12 + 1)
        elif start.year == date.max.year:
            return
        else:
            start = start.replace(year=start.year + 1)


def _name(step: date, unit: str) -> str:
    if unit == "week":
        return tr("week of {day}", day=step.isoformat())
    return step.isoformat()[: {"day": 10, "month": 7, "year": 4}[unit]]
