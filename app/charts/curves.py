"""Curves over an axis: points, the band around them, and what they say."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from app.charts.axis import Span, Tick, number_ticks
from app.translation import number


class Stroke(StrEnum):
    """Line style of a curve, which tells curves apart without their colour."""

    SOLID = "solid"
    DASHED = "dashed"
    BARS = "bars"


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A name, places in ascending order, the value at each, and low and high of the band where there is one. `hue` numbers its colour;
    `faint` ones stand back."""

    name: str
    at: tuple[float, ...]
    values: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    hue: int = 0
    stroke: Stroke = Stroke.SOLID
    faint: bool = False

    def nearest(self, at: float) -> int | None:
        """The place of the point nearest to here."""
        if not self.at:
            return None
        after = min(bisect_left(self.at, at), len(self.at) - 1)
        before = max(0, after - 1)
        return before if abs(self.at[before] - at) <= abs(self.at[after] - at) else after


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """Curves over one axis; `ticks` says what is written along it, `point` names a place of it, `value` a value. `words` say it all."""

    heading: str
    curves: tuple[Curve, ...]
    ticks: Callable[[Span, int], tuple[Tick, ...]]
    point: Callable[[float], str]
    value: Callable[[float], str]
    words: str
    least: float = 1.0
    counted: bool = False
    """Whether the values are whole numbers, and so is what is written at their axis."""

    @property
    def whole(self) -> Span | None:
        """From the first point to the last, with half a step of room; None without points."""
        positions = [position for curve in self.curves for position in curve.at]
        if not positions:
            return None
        room = max(0.5, (max(positions) - min(positions)) * 0.02)
        return Span(min(positions) - room, max(positions) + room)

    def heights(self, visible: Span) -> Span:
        """Return the range of the visible values, including 0."""
        values = [0.0]
        for curve in self.curves:
            for index, at in enumerate(curve.at):
                if visible.low <= at <= visible.high:
                    values += [curve.values[index], *(band[index] for band in (curve.low, curve.high) if band)]
        low, high = min(values), max(values)
        return Span(low, high if high > low else low + 1.0)

    def value_ticks(self, heights: Span, limit: int) -> tuple[Tick, ...]:
        """Return the ticks of the value axis."""
        ticks = number_ticks(heights, limit)
        return tuple(Tick(tick.at, number(round(tick.at))) for tick in ticks if tick.at == round(tick.at)) if self.counted else ticks

    def words_at(self, at: float) -> str:
        """Return the values of all curves at the point nearest to `at`, in words."""
        texts: list[str] = []
        for curve in self.curves:
            index = curve.nearest(at)
            if index is not None:
                texts = texts or [self.point(curve.at[index])]
                texts.append(f"{curve.name}: {self.value(curve.values[index])}")
        return "\n".join(texts)
