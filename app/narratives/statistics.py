"""Statistics of two series of counts, debunks and posts: which comes first, and whether one helps to predict the other.

As in Singh's thesis: both series are made stationary by differences (augmented Dickey-Fuller and KPSS tests); then a vector
autoregression whose order AIC chooses, Granger's test in both directions, orthogonal impulse responses, and the forecast error
variance decomposition (Lütkepohl 2005, New Introduction to Multiple Time Series Analysis, chapters 2 and 3). statsmodels is loaded
on demand.
"""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken
from app.domain.series import CountSeries, Finding, GrangerRow, LagRow, ResponseRow, SeriesStatistics, Stationarity
from app.domain.timeline import Step
from app.narratives import wording
from app.translation import tr

LEAST_BINS = 40
LEAST_FILLED = 8
MOST_LAGS = 8
STEPS = 10
LEVEL = 0.05
POSTS, DEBUNKS = "posts", "factchecks"
_MOST_DIFFERENCES = 2
_Series = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Prepared:
    """Both series after the same number of differences, and what the tests said of them."""

    posts: _Series
    debunks: _Series
    tests: tuple[Stationarity, ...]

    @property
    def stationary(self) -> bool:
        return all(test.stationary for test in self.tests)


def statistics_of(series: CountSeries, *, cancel: CancelToken) -> SeriesStatistics:
    """The statistics of a series; each that cannot be computed honestly is refused in a sentence instead. Raises Cancelled."""
    refused = refusal(series)
    if refused:
        return SeriesStatistics(series=series, findings=tuple(Finding(name=name, refused=refused) for name in wording.names()))
    with _quiet():
        prepared = _stationary(series)
        cancel.check()
        lags = cross_correlations(prepared.debunks, prepared.posts, most_lags=min(12, len(prepared.posts) // 4))
        best = _best(lags, len(prepared.posts))
        findings = [wording.stationarity(prepared.tests), wording.lag(best, lags, series.step)]
        if not prepared.stationary:
            message = tr("The series are not stationary, even after two differences: what follows would mean nothing.")
            refusals = [Finding(name=name, refused=message) for name in wording.names()[2:]]
            return SeriesStatistics(series=series, lags=lags, best_lag=best, stationarity=prepared.tests, findings=(*findings, *refusals))
        cancel.check()
        granger, responses, refusals = _regression(prepared, series.step)
    return SeriesStatistics(
        series=series,
        lags=lags,
        best_lag=best,
        stationarity=prepared.tests,
        granger=granger,
        responses=responses,
        findings=(*findings, *refusals),
    )


def refusal(series: CountSeries) -> str:
    """Why nothing can be said of these series; "" where something can."""
    if len(series.posts) < LEAST_BINS:
        return wording.too_short(series.step, LEAST_BINS, len(series.posts))
    if min(sum(map(bool, counts)) for counts in (series.posts, series.factchecks)) < LEAST_FILLED:
        return wording.too_empty(series.step, LEAST_FILLED)
    if len(set(series.posts)) == 1 or len(set(series.factchecks)) == 1:
        return tr("One of the two series never changes, so nothing can go with it.")
    if importlib.util.find_spec("statsmodels") is None:
        return tr('This needs statsmodels: install Priorcheck with the extra “statistics” (pip install ".[statistics]" in its source).')
    return ""


def cross_correlations(debunks: _Series, posts: _Series, *, most_lags: int) -> tuple[LagRow, ...]:
    """The correlation of debunks with posts `lag` bins earlier, from -most to most: the sum of products of deviations over the bins that
    both have, divided by those of all bins (Box, Jenkins and Reinsel 1994, section 11.1)."""
    debunk_deviations, post_deviations = debunks - debunks.mean(), posts - posts.mean()
    scale = float(np.sqrt((debunk_deviations @ debunk_deviations) * (post_deviations @ post_deviations))) or 1.0
    count = len(debunk_deviations)
    rows = []
    for lag in range(-most_lags, most_lags + 1):
        later_values, earlier_values = (
            (debunk_deviations[lag:], post_deviations[: count - lag])
            if lag >= 0
            else (debunk_deviations[: count + lag], post_deviations[-lag:])
        )
        rows.append(LagRow(lag=lag, correlation=float(later_values @ earlier_values) / scale))
    return tuple(rows)


def _best(lags: Sequence[LagRow], count: int) -> int | None:
    """The lag with the largest correlation, where that is more than chance would give (1.96 / √n); else None."""
    best = max(lags, key=lambda row: (row.correlation, -abs(row.lag)))
    return best.lag if best.correlation > 1.96 / np.sqrt(count) else None


def _stationary(series: CountSeries) -> _Prepared:
    """Both series with as few differences as make both stationary, two at most."""
    posts, debunks = (np.asarray(counts, np.float64) for counts in (series.posts, series.factchecks))
    tests: tuple[Stationarity, ...] = ()
    for differences in range(_MOST_DIFFERENCES + 1):
        tests = (_tested(POSTS, posts, differences), _tested(DEBUNKS, debunks, differences))
        if all(test.stationary for test in tests) or differences == _MOST_DIFFERENCES:
            break
        posts, debunks = np.diff(posts), np.diff(debunks)
    return _Prepared(posts, debunks, tests)


def _tested(name: str, values: _Series, differences: int) -> Stationarity:
    from statsmodels.tsa.stattools import adfuller, kpss

    if np.ptp(values) == 0:  # what is left of a straight line has no test
        return Stationarity(series=name, adf=1.0, kpss=0.0, differences=differences, stationary=False)
    adf, kpss_p = float(adfuller(values, autolag="AIC")[1]), float(kpss(values, regression="c", nlags="auto")[1])
    return Stationarity(series=name, adf=adf, kpss=kpss_p, differences=differences, stationary=adf < LEVEL and kpss_p >= LEVEL)


def _regression(prepared: _Prepared, step: Step) -> tuple[tuple[GrangerRow, ...], tuple[ResponseRow, ...], list[Finding]]:
    """The vector autoregression of posts and debunks, and what follows from it."""
    from statsmodels.tsa.api import VAR

    model = VAR(np.column_stack([prepared.posts, prepared.debunks]))
    most_lags = max(1, min(MOST_LAGS, len(prepared.posts) // 10))
    try:
        order = max(1, int(model.select_order(most_lags).selected_orders["aic"]))
        fitted = model.fit(order)
        granger = tuple(_granger(fitted, cause, effect, order) for cause, effect in ((0, 1), (1, 0)))
        responses = tuple(_responses(fitted))
    except (np.linalg.LinAlgError, ValueError):
        message = tr("The two series are too much alike, or too empty, for a regression.")
        return (), (), [Finding(name=name, refused=message) for name in wording.names()[2:]]
    if not all(np.isfinite([row.p for row in granger])) or not all(np.isfinite([row.effect for row in responses])):
        message = tr("The two series are too much alike, or too empty, for a regression.")
        return (), (), [Finding(name=name, refused=message) for name in wording.names()[2:]]
    return granger, responses, [wording.granger(granger, step), wording.responses(responses, step), wording.variance(responses, step)]


_NAMES = (POSTS, DEBUNKS)


def _granger(fitted: Any, cause: int, effect: int, order: int) -> GrangerRow:
    test = fitted.test_causality(effect, [cause], kind="f")
    return GrangerRow(cause=_NAMES[cause], effect=_NAMES[effect], lags=order, statistic=float(test.test_statistic), p=float(test.pvalue))


def _responses(fitted: Any) -> Iterator[ResponseRow]:
    """Orthogonal responses, posts first: within one bin debunks answer posts, not the other way round."""
    answer = fitted.irf(STEPS)
    effects, errors = answer.orth_irfs, answer.stderr(orth=True)
    shares = fitted.fevd(STEPS + 1).decomp
    for impulse in (0, 1):
        for response in (0, 1):
            for step in range(STEPS + 1):
                effect, error = float(effects[step, response, impulse]), float(errors[step, response, impulse])
                yield ResponseRow(
                    impulse=_NAMES[impulse],
                    response=_NAMES[response],
                    step=step,
                    effect=effect,
                    low=effect - 1.96 * error,
                    high=effect + 1.96 * error,
                    share=float(shares[response, step, impulse]),
                )


@contextmanager
def _quiet() -> Iterator[None]:
    """statsmodels warns where a p-value lies outside its table, or a frequency is not told: both are known here, and told otherwise."""
    import statsmodels.tsa.api as _loaded  # noqa: F401, before: at its import it asks for its warnings to be shown always

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
