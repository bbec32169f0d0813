"""Two series of counts beside each other, debunks and posts, and what statistics say of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from app.domain.timeline import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class CountSeries:
    """Counts of fact-checks and posts in bins of equal width from `start` on, and their rolling means over `window` bins (centred on
    nothing: each is the mean of its bin and those before it)."""

    start: date
    step: Step
    factchecks: tuple[int, ...]
    posts: tuple[int, ...]
    window: int
    factchecks_mean: tuple[float, ...]
    posts_mean: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LagRow:
    """The correlation of debunks with the posts `lag` bins earlier (a negative lag: later)."""

    lag: int
    correlation: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Stationarity:
    """One series' tests: ADF's p (small: stationary) and KPSS' p (small: not), after `differences` differences."""

    series: str
    adf: float
    kpss: float
    differences: int
    stationary: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GrangerRow:
    """Whether the past of `cause` helps to predict `effect`, with so many lags: F and its p."""

    cause: str
    effect: str
    lags: int
    statistic: float
    p: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseRow:
    """What follows in `response`, `step` bins after a shock of one standard deviation in `impulse`, with a 95% band; and the share of the
    forecast's variance of `response` that `impulse` explains at that step, in [0, 1]."""

    impulse: str
    response: str
    step: int
    effect: float
    low: float
    high: float
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One statistic in plain words: what it says, and what it does not say. `refused` says why it was not computed, "" if it was."""

    name: str
    says: str = ""
    caveat: str = ""
    refused: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesStatistics:
    """Everything about the two series; a part that was refused is empty and its finding says why."""

    series: CountSeries
    lags: tuple[LagRow, ...] = ()
    best_lag: int | None = None
    stationarity: tuple[Stationarity, ...] = ()
    granger: tuple[GrangerRow, ...] = ()
    responses: tuple[ResponseRow, ...] = ()
    findings: tuple[Finding, ...] = ()
