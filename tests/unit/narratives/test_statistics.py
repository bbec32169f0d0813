"""Statistics of fact-checks and posts over time, on constructed series; refused series."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from app.domain.progress import CancelToken
from app.domain.series import CountSeries
from app.domain.timeline import Step
from app.errors import Cancelled
from app.narratives.statistics import LEAST_BINS, cross_correlations, statistics_of


def series(factchecks: object, posts: object, step: Step = Step.WEEK) -> CountSeries:
    debunks, spread = (tuple(int(value) for value in values) for values in (factchecks, posts))  # type: ignore[attr-defined]
    return CountSeries(start=date(2020, 1, 6), step=step, factchecks=debunks, posts=spread, window=4, factchecks_mean=(), posts_mean=())


def following(lag: int, count: int = 160) -> CountSeries:
    """Return fact-checks that follow the posts after some weeks."""
    chance = np.random.default_rng(3)
    posts = chance.poisson(6, count)
    return series(np.concatenate([np.ones(lag), chance.poisson(0.7 * posts[: count - lag])]), posts)


def test_fact_checks_that_follow_posts_are_reported() -> None:
    statistics = statistics_of(following(2), cancel=CancelToken())
    assert statistics.best_lag == 2 and all(test.stationary for test in statistics.stationarity)
    p_values = {(row.cause, row.effect): row.p for row in statistics.granger}
    assert p_values["posts", "factchecks"] < 0.001 and p_values["factchecks", "posts"] > 0.05
    answers = [row for row in statistics.responses if (row.impulse, row.response) == ("posts", "factchecks")]
    assert [row.step for row in answers] == list(range(11)) and max(answers, key=lambda row: row.effect).step == 2
    assert all(row.low <= row.effect <= row.high for row in answers)
    for step in range(11):
        shares = [row.share for row in statistics.responses if row.step == step and row.response == "factchecks"]
        assert sum(shares) == pytest.approx(1.0)
    assert "2 weeks" in statistics.findings[1].says and all(finding.caveat and not finding.refused for finding in statistics.findings)


def test_unrelated_series_are_reported_as_such() -> None:
    chance = np.random.default_rng(5)
    statistics = statistics_of(series(chance.poisson(4, 200), chance.poisson(4, 200)), cancel=CancelToken())
    assert statistics.best_lag is None and all(row.p > 0.05 for row in statistics.granger)


def test_non_stationary_series_are_differenced() -> None:
    chance = np.random.default_rng(2)
    walk = 80 + np.cumsum(chance.integers(-3, 4, 300))
    statistics = statistics_of(series(walk + chance.poisson(2, 300), walk), cancel=CancelToken())
    assert {test.differences for test in statistics.stationarity} == {1}


@pytest.mark.parametrize("step", list(Step))
def test_too_few_data_are_refused_in_a_sentence(step: Step) -> None:
    short = statistics_of(series([1] * 39, [2] * 39, step), cancel=CancelToken())
    assert len(short.findings) == 5 and all(str(LEAST_BINS) in finding.refused for finding in short.findings)
    assert not (short.lags or short.granger or short.responses or short.stationarity)
    empty = statistics_of(series([1] * 7 + [0] * 80, [2] * 87, step), cancel=CancelToken())
    assert all("at least 8" in finding.refused for finding in empty.findings)


def test_identical_and_constant_series_are_handled() -> None:
    same = np.random.default_rng(1).poisson(5, 90)
    for pair in (series(same, same), series([3] * 90, same), series([3] * 90, [3] * 90)):
        statistics = statistics_of(pair, cancel=CancelToken())
        assert len(statistics.findings) == 5 and all(finding.says or finding.refused for finding in statistics.findings)
        assert all(np.isfinite(row.correlation) for row in statistics.lags)


def test_cross_correlation_by_hand() -> None:
    posts, debunks = np.array([1.0, 0, 0, -1, 0, 0]), np.array([0.0, 1, 0, 0, -1, 0])
    rows = {row.lag: row.correlation for row in cross_correlations(debunks, posts, most_lags=2)}
    assert rows == {-2: -0.5, -1: 0.0, 0: 0.0, 1: 1.0, 2: 0.0}


def test_cancel_is_honoured() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        statistics_of(following(1), cancel=token)
