"""Estimate of the time that a job still takes, from the rate at which its units were done."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from app.translation import tr, trn

# Before this many seconds and steps the rate is not known well enough to say anything.
_LEAST_SECONDS, _LEAST_STEPS = 3.0, 3
# The rate is measured over this share of the time and of the units, and over this many seconds at least: long enough that a pause
# hardly counts, short enough to follow a change of pace.
_WINDOW_SHARE, _LEAST_WINDOW = 0.5, 10.0
# In this many seconds an estimate goes half of the way to a new measurement, and never further at once; sooner when little is left.
_SMOOTHING_SECONDS, _SMOOTHING_SHARE = 8.0, 0.25
# What is shown stays as it is until the estimate is this far from it, so that it does not flip between two minutes and three.
_STAYS_ABOVE, _STAYS_BELOW = 0.75, 1.2
_MINUTE, _HOUR = 60, 3600
_ROUNDED_TO = ((10, 5), (_MINUTE, 10), (10 * _MINUTE, _MINUTE), (_HOUR, 5 * _MINUTE), (10 * _HOUR, _HOUR / 2))


@dataclass(frozen=True, slots=True)
class _Sample:
    at: float
    done: int


class TimeLeft:
    """The remaining time of a job whose progress is told by `update`; all times are in seconds of one steady clock.

    A job goes through activities, each with units of its own; the estimate is that of the activity under way. It counts down with the
    clock and moves towards each new measurement by a part of the difference, so that it never jumps.
    """

    def __init__(self) -> None:
        self._activity = ""
        self._total = 0
        self._samples: deque[_Sample] = deque()
        self._start = _Sample(0.0, 0)
        self._steps = 0
        self._estimate: float | None = None
        self._estimated_at = 0.0
        self._shown: float | None = None

    def update(self, activity: str, done: int, total: int, now: float) -> None:
        """Take in a progress report."""
        last = self._samples[-1] if self._samples else None
        if last is None or activity != self._activity or total != self._total or done < last.done or now < last.at:
            self._begin(activity, done, total, now)
            return
        if done > last.done:
            self._steps += 1
        self._samples.append(_Sample(now, done))
        self._forget_old(now)
        self._estimate_anew(now)

    @property
    def seconds(self) -> float | None:
        """The estimate at the last report; None while too little is known, and where there is nothing to count."""
        return self._estimate

    def words(self) -> str:
        """Return "about 3 minutes left", or nothing while too little is known."""
        if self._estimate is None:
            return ""
        rounded = _rounded(self._estimate)
        if self._shown is None or not _STAYS_ABOVE * self._shown < self._estimate < _STAYS_BELOW * self._shown:
            self._shown = rounded
        return left_words(self._shown)

    def _begin(self, activity: str, done: int, total: int, now: float) -> None:
        self._activity, self._total = activity, total
        self._start = _Sample(now, done)
        self._samples = deque([self._start])
        self._steps, self._estimate, self._shown = 0, None, None

    def _forget_old(self, now: float) -> None:
        oldest = now - max(_LEAST_WINDOW, _WINDOW_SHARE * (now - self._start.at))
        least_done = self._start.done + _WINDOW_SHARE * (self._samples[-1].done - self._start.done)
        while len(self._samples) > 2 and self._samples[1].at <= oldest and self._samples[1].done <= least_done:
            self._samples.popleft()

    def _estimate_anew(self, now: float) -> None:
        first, last = self._samples[0], self._samples[-1]
        if self._total <= 0 or self._steps < _LEAST_STEPS or now - self._start.at < _LEAST_SECONDS or last.done == first.done:
            return
        measured = max(0, self._total - last.done) * (last.at - first.at) / (last.done - first.done)
        if self._estimate is None:
            self._estimate = measured
        else:
            passed = now - self._estimated_at
            share = min(0.5, passed / (passed + min(_SMOOTHING_SECONDS, 1 + _SMOOTHING_SHARE * measured)))
            counted_down = max(0.0, self._estimate - passed)
            self._estimate = counted_down + share * (measured - counted_down)
        if last.done >= self._total:
            self._estimate = 0.0
        self._estimated_at = now


def left_words(seconds: float) -> str:
    """Return a remaining time in round words."""
    rounded = _rounded(seconds)
    if rounded < 10:
        return tr("a few seconds left")
    if rounded < _MINUTE:
        return trn("about {count} second left", "about {count} seconds left", round(rounded))
    if rounded < 2 * _HOUR:
        return trn("about {count} minute left", "about {count} minutes left", round(rounded / _MINUTE))
    return trn("about {count} hour left", "about {count} hours left", round(rounded / _HOUR))


def _rounded(seconds: float) -> float:
    step = next((step for bound, step in _ROUNDED_TO if seconds < bound), _HOUR)
    return max(step, round(seconds / step) * step)
