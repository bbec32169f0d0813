"""Statistics in plain words: what each says, and what it does not say."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.series import Finding, GrangerRow, LagRow, ResponseRow, Stationarity
from app.domain.timeline import Step
from app.translation import tr, trn

_LEVEL = 0.05


def names() -> tuple[str, ...]:
    """Return the names of the statistics, in order."""
    return (tr("Stationarity"), tr("Lag"), tr("Granger causality"), tr("Impulse response"), tr("Variance decomposition"))


def too_short(step: Step, least: int, bin_count: int) -> str:
    """Why a short series is refused."""
    if step is Step.MONTH:
        return tr("This needs at least {least} months; there are {count}.", least=least, count=bin_count)
    if step is Step.WEEK:
        return tr("This needs at least {least} weeks; there are {count}.", least=least, count=bin_count)
    return tr("This needs at least {least} days; there are {count}.", least=least, count=bin_count)


def too_empty(step: Step, least: int) -> str:
    """Why a series of hardly anything but zeros is refused."""
    if step is Step.MONTH:
        return tr("This needs at least {least} months with fact-checks and as many with posts.", least=least)
    if step is Step.WEEK:
        return tr("This needs at least {least} weeks with fact-checks and as many with posts.", least=least)
    return tr("This needs at least {least} days with fact-checks and as many with posts.", least=least)


def stationarity(tests: Sequence[Stationarity]) -> Finding:
    """Explain whether the series are stationary."""
    differences = max(test.differences for test in tests)
    if not all(test.stationary for test in tests):
        sentence = tr("The series wander: their level does not stay, even after two differences.")
    elif differences:
        sentence = trn(
            "The counts wander, their changes do not: everything below is about changes ({count} difference was taken).",
            "The counts wander, their changes do not: everything below is about changes ({count} differences were taken).",
            differences,
        )
    else:
        sentence = tr("Both series keep their level, so they can be compared as they are.")
    caveat = tr("Two tests have to agree (ADF and KPSS, at 5%); with few counts both can be wrong.")
    return Finding(name=names()[0], says=sentence, caveat=caveat)


def lag(best: int | None, rows: Sequence[LagRow], step: Step) -> Finding:
    """Explain which series comes first."""
    caveat = tr("Correlation says which comes first, not that one brings about the other; a third thing may move both.")
    if best is None:
        sentence = tr("At no lag do the two go together more than chance would have it.")
        return Finding(name=names()[1], says=sentence, caveat=caveat)
    strength = next(row.correlation for row in rows if row.lag == best)
    share = f"{strength:.2f}"
    if best == 0:
        sentence = tr("Debunks and posts go together most in the same bin (correlation {share}).", share=share)
    elif best > 0:
        sentence = tr("Debunks follow posts after {time} (correlation {share}).", time=duration(best, step), share=share)
    else:
        sentence = tr("Posts follow debunks after {time} (correlation {share}).", time=duration(-best, step), share=share)
    return Finding(name=names()[1], says=sentence, caveat=caveat)


def granger(rows: Sequence[GrangerRow], step: Step) -> Finding:
    """Explain whether the past of one series helps to predict the other."""
    significant = [row for row in rows if row.p < _LEVEL]
    posts_first = any(row.cause == "posts" for row in significant)
    debunks_first = any(row.cause != "posts" for row in significant)
    if posts_first and debunks_first:
        sentence = tr("Past posts help to predict debunks, and past debunks help to predict posts.")
    elif posts_first:
        sentence = tr("Past posts help to predict debunks; past debunks do not help to predict posts.")
    elif debunks_first:
        sentence = tr("Past debunks help to predict posts; past posts do not help to predict debunks.")
    else:
        sentence = tr("The past of neither helps to predict the other.")
    values = ", ".join(f"p = {row.p:.3f}" for row in rows)
    text = tr("{says} (looking {time} back; {values})", says=sentence, time=duration(rows[0].lags, step), values=values)
    caveat = tr("“Causality” here means that one helps to predict the other, nothing more. One in twenty such results is chance.")
    return Finding(name=names()[2], says=text, caveat=caveat)


def responses(rows: Sequence[ResponseRow], step: Step) -> Finding:
    """Explain what follows an unusual number of posts."""
    after_posts = [row for row in rows if row.impulse == "posts" and row.response != "posts"]
    significant = [row for row in after_posts if row.low > 0 or row.high < 0]
    if not significant:
        sentence = tr("An unusual number of posts is followed by no certain change in debunks.")
    else:
        last = duration(max(row.step for row in significant) + 1, step)
        largest = max(significant, key=lambda row: abs(row.effect))
        if largest.effect > 0:
            sentence = tr("An unusual number of posts is followed by more debunks, for up to {time}.", time=last)
        else:
            sentence = tr("An unusual number of posts is followed by fewer debunks, for up to {time}.", time=last)
    caveat = tr("It is assumed that within one bin debunks answer posts and not the other way round.")
    return Finding(name=names()[3], says=sentence, caveat=caveat)


def variance(rows: Sequence[ResponseRow], step: Step) -> Finding:
    """Explain how much of one series the other accounts for."""
    last = max(row.step for row in rows)
    shares = {(row.impulse == "posts", row.response == "posts"): row.share for row in rows if row.step == last}
    sentence = tr(
        "Of what debunks do {time} ahead, posts explain {one}; of what posts do, debunks explain {other}.",
        time=duration(last, step),
        one=f"{shares[True, False]:.0%}",
        other=f"{shares[False, True]:.0%}",
    )
    caveat = tr("Shares of the error of a forecast, not of all that happens; what both have in common in one bin is given to the posts.")
    return Finding(name=names()[4], says=sentence, caveat=caveat)


def duration(bins: int, step: Step) -> str:
    """“3 weeks”."""
    if step is Step.MONTH:
        return trn("{count} month", "{count} months", bins)
    if step is Step.WEEK:
        return trn("{count} week", "{count} weeks", bins)
    return trn("{count} day", "{count} days", bins)
