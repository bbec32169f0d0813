"""Parallel count series of debunks and posts, and statistics about them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from app.domain.timeline import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class CountSeries:
    """Counts of fact-checks and posts in bins of equal width from `start` on, and their trailing means over `window` bins (each
    over its bin and those before it)."""

    start: date
    step: Step
    factchecks: tuple[int, ...]
    posts: tuple[int, ...]
    window: int
    factchecks_mean: tuple[float, ...]
    posts_mean: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LagRow:
    """Correlation of debunks with the posts `lag` bins earlier (later for a negative lag)."""

    lag: int
    correlation: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Stationarity:
    """Stationarity tests of one series: p of ADF (small: stationary) and of KPSS (small: not), after `differences` differences."""

    series: str
    adf: float
    kpss: float
    differences: int
    stationary: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GrangerRow:
    """Granger test with a number of lags: F and p for the past of `cause` as a predictor of `effect`."""

    cause: str
    effect: str
    lags: int
    statistic: float
    p: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseRow:
    """Impulse response of `response`, `step` bins after a shock of one standard deviation in `impulse`, with a 95% band; and the
    share in [0, 1] of its forecast variance that `impulse` explains at that step."""

    impulse: str
    response: str
    step: int
    effect: float
    low: float
    high: float
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One statistic in plain words: its meaning and its limits. `refused` is the reason why it was not computed, "" if it was."""

    name: str
    says: str = ""
    caveat: str = ""
    refused: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesStatistics:
    """All statistics about the two series; a refused part is empty and its finding gives the reason."""

    series: CountSeries
    lags: tuple[LagRow, ...] = ()
    best_lag: int | None = None
    stationarity: tuple[Stationarity, ...] = ()
    granger: tuple[GrangerRow, ...] = ()
    responses: tuple[ResponseRow, ...] = ()
    findings: tuple[Finding, ...] = ()
