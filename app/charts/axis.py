"""Positions and labels of the ticks of an axis, for days and for numbers, and the visible span of an axis."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from app.translation import decimal, number

_FIRST, _LAST = 1, date.max.toordinal()
_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000)
_DAYS = (1, 2, 7, 14)


@dataclass(frozen=True, slots=True)
class Tick:
    """A place on the axis and its words."""

    at: float
    words: str


@dataclass(frozen=True, slots=True)
class Span:
    """The stretch that is seen, `low` < `high`; on an axis of days these are ordinals."""

    low: float
    high: float

    @property
    def wide(self) -> float:
        """Its length."""
        return self.high - self.low

    def share(self, at: float) -> float:
        """Return the relative position in the span: 0 at its beginning, 1 at its end."""
        return (at - self.low) / self.wide

    def at(self, share: float) -> float:
        """The place at a share of it."""
        return self.low + share * self.wide

    def zoomed(self, factor: float, *, around: float, bounds: Span, least: float) -> Span:
        """Return the span scaled around `around`, never shorter than `least` nor beyond `bounds`."""
        width = max(least, min(bounds.wide, self.wide * factor))
        low = around - self.share(around) * width
        return Span(low, low + width).inside(bounds)

    def moved(self, share: float, *, bounds: Span) -> Span:
        """Moved by a share of its length, as far as there is something to see."""
        distance = share * self.wide
        return Span(self.low + distance, self.high + distance).inside(bounds)

    def inside(self, bounds: Span) -> Span:
        """Of the same length within bounds that are no shorter."""
        low = min(max(self.low, bounds.low), max(bounds.low, bounds.high - self.wide))
        return Span(low, low + self.wide)


def day_ticks(span: Span, limit: int) -> tuple[Tick, ...]:
    """Return at most `limit` ticks at the first days of days, weeks (from Mondays), months or years."""
    limit = max(1, limit)
    for step in _DAYS:
        if span.wide / step <= limit:
            return tuple(Tick(at, date.fromordinal(at).isoformat()) for at in _every(span, step))
    months = span.wide / 30.4
    step = next((step for step in _MONTHS if months / step <= limit), _MONTHS[-1])
    return tuple(Tick(day.toordinal(), _month(day, step)) for day in _months(span, step))


def number_ticks(span: Span, limit: int) -> tuple[Tick, ...]:
    """At most so many round numbers, evenly spaced: 1, 2 or 5 times a power of ten."""
    if not span.wide > 0:
        return (Tick(span.low, _written(span.low, 1.0)),)
    smallest_step = span.wide / max(1, limit)
    power = 10.0 ** math.floor(math.log10(smallest_step))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= smallest_step * (1 - 1e-9))
    first = math.ceil(span.low / step - 1e-9)
    last = math.floor(span.high / step + 1e-9)
    return tuple(Tick(multiple * step, _written(multiple * step, step)) for multiple in range(first, last + 1))


def ordinal_day(at: float) -> date:
    """The day at a place of an axis of days; the first or last there is beyond them."""
    return date.fromordinal(min(max(math.floor(at), _FIRST), _LAST))


def _every(span: Span, step: int) -> Iterator[int]:
    first = max(_FIRST, math.ceil(span.low))
    if step % 7 == 0:
        first += -(first - 1) % step  # ordinal 1 is a Monday
    yield from range(first, min(_LAST, math.floor(span.high)) + 1, step)


def _months(span: Span, step: int) -> Iterator[date]:
    low, high = ordinal_day(span.low), ordinal_day(span.high)
    month = low.year * 12 + low.month - 1
    month += -month % step
    while month // 12 <= high.year:
        day = date(max(1, month // 12), month % 12 + 1, 1)
        if low <= day <= high:
            yield day
        month += step


def _month(day: date, step: int) -> str:
    return day.isoformat()[: 4 if step % 12 == 0 else 7]


def _written(value: float, step: float) -> str:
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    return decimal(value + 0.0, digits) if digits else number(round(value))
