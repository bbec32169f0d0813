"""The charts of a narrative, or of all together, as plots and bars with words: series, lags, responses, gaps, topics, who and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import accumulate, repeat

from app.charts.axis import Span, Tick, day_ticks, number_ticks, ordinal_day
from app.charts.bars import Bar, BarChart
from app.charts.curves import Curve, Plot, Stroke
from app.domain.narrative import Narrative, NarrativeItem
from app.domain.series import CountSeries, Finding, SeriesStatistics
from app.domain.timeline import Facet, GapBin, Step, TimelineRow
from app.domain.verdict import Verdict
from app.gui.model.labels import one_line, shortened
from app.gui.model.language_names import language_name
from app.gui.model.narrative_words import name_of
from app.gui.model.statistics import counted, first_bars
from app.gui.model.verdicts import verdict_badge
from app.gui.model.world_names import country_name
from app.narratives.timeline import following, shares
from app.translation import decimal, mark, number, tr, trn

_MOST = 8
_STEPS = {Step.DAY: mark("by day"), Step.WEEK: mark("by week"), Step.MONTH: mark("by month")}
_FACETS = {
    Facet.PUBLISHER: mark("Publishers"),
    Facet.PLATFORM: mark("Platforms"),
    Facet.VERDICT: mark("Verdicts"),
    Facet.CLAIMANT: mark("Who said it"),
    Facet.LANGUAGE: mark("Languages"),
    Facet.COUNTRY: mark("Countries"),
}


def bars(items: Sequence[NarrativeItem], facet: Facet) -> BarChart:
    """The most frequent values of a facet, with those that are left out summed up."""
    bars = first_bars([_bar(facet, facet_share.value, facet_share.count) for facet_share in shares(items, facet)], _MOST)
    bar_texts = ", ".join(f"{bar.name} {bar.number}" for bar in bars) or tr("nothing yet")
    heading = tr(_FACETS[facet])
    return BarChart(title=heading, summary=f"{heading}: {bar_texts}", bars=bars)


def series_plot(series: CountSeries) -> Plot:
    """Debunks and posts in each bin, faint, and their rolling means."""
    at = tuple(float(day.toordinal()) for day in _days(series))
    debunks, posts = tr("Fact-checks"), tr("Posts")
    mean_line = _mean(series)
    curves = (
        Curve(name=debunks, at=at, values=tuple(map(float, series.factchecks)), stroke=Stroke.BARS, faint=True),
        Curve(name=posts, at=at, values=tuple(map(float, series.posts)), hue=1, stroke=Stroke.BARS, faint=True),
        Curve(name=f"{debunks}, {mean_line}", at=at, values=series.factchecks_mean),
        Curve(name=f"{posts}, {mean_line}", at=at, values=series.posts_mean, hue=1, stroke=Stroke.DASHED),
    )
    visible_curves = curves if any(series.posts) else curves[::2]
    title = tr("Fact-checks and posts {step}") if any(series.posts) else tr("Fact-checks {step}")
    heading = title.format(step=tr(_STEPS[series.step]))
    totals = tr("{factchecks} fact-checks and {posts} posts", factchecks=number(sum(series.factchecks)), posts=number(sum(series.posts)))
    return Plot(heading=heading, curves=visible_curves, ticks=day_ticks, point=_day, value=_count, counted=True, words=totals, least=14.0)


def lag_plot(statistics: SeriesStatistics) -> Plot:
    """Plot the correlation of debunks with posts of so many bins earlier."""
    at = tuple(float(row.lag) for row in statistics.lags)
    values = tuple(row.correlation for row in statistics.lags)
    best = statistics.best_lag
    best_lag_text = tr("strongest at a lag of {lag}", lag=best) if best is not None else tr("no lag stands out")
    curve = Curve(name=tr("Correlation"), at=at, values=values, stroke=Stroke.BARS)
    heading = tr("Correlation of fact-checks with posts so many bins before")
    return Plot(heading=heading, curves=(curve,), ticks=_whole_ticks, point=_lag, value=_two, words=best_lag_text, least=4.0)


def response_plots(statistics: SeriesStatistics) -> tuple[Plot, ...]:
    """Plot the impulse responses between the two series, with confidence bands; responses of a series to itself are left out."""
    names = {"factchecks": tr("fact-checks"), "posts": tr("posts")}
    plots = []
    for impulse, response in dict.fromkeys((row.impulse, row.response) for row in statistics.responses):
        if impulse == response:
            continue
        rows = [row for row in statistics.responses if (row.impulse, row.response) == (impulse, response)]
        curve = Curve(
            name=tr("Effect"),
            at=tuple(float(row.step) for row in rows),
            values=tuple(row.effect for row in rows),
            low=tuple(row.low for row in rows),
            high=tuple(row.high for row in rows),
        )
        after, jump = names.get(response, response), names.get(impulse, impulse)
        heading = tr("What follows in {response} after a jump in {impulse}", response=after, impulse=jump)
        effects = ", ".join(f"{row.step}: {_two(row.effect)}" for row in rows)
        plots.append(Plot(heading=heading, curves=(curve,), ticks=_whole_ticks, point=_step, value=_two, words=effects, least=3.0))
    return tuple(plots)


def gap_plot(bins: Sequence[GapBin]) -> Plot:
    """Plot the number of repeats by days after the first debunk, in bins of seven days."""
    at = tuple((gap_bin.first + gap_bin.last) / 2 for gap_bin in bins)
    bin_at = dict(zip(at, bins, strict=True))

    def point(position: float) -> str:
        gap_bin_at = bin_at.get(position)
        return tr("{first} to {last} days after", first=number(gap_bin_at.first), last=number(gap_bin_at.last)) if gap_bin_at else ""

    curve = Curve(name=tr("Repeats"), at=at, values=tuple(float(gap_bin.count) for gap_bin in bins), stroke=Stroke.BARS)
    early_count = sum(gap_bin.count for gap_bin in bins[:4])
    within_text = trn("{count} repeat within 28 days", "{count} repeats within 28 days", early_count)
    heading = tr("Days from the first debunk to the later ones (bins of 7 days)")
    return Plot(
        heading=heading, curves=(curve,), ticks=_whole_ticks, point=point, value=_count, counted=True, words=within_text, least=28.0
    )


def topic_plots(narratives: Iterable[Narrative], rows: Sequence[TimelineRow]) -> tuple[Plot, ...]:
    """One small plot a narrative, over the same months, the largest first; `rows` come by narrative's id."""
    names = {narrative.id: shortened(name_of(narrative), 70) for narrative in narratives}
    totals = Counter[str]()
    for row in rows:
        totals[row.value] += row.factchecks + row.posts
    if not rows:
        return ()
    first, last = min(row.start for row in rows), max(row.start for row in rows)
    months = [first]
    while months[-1] < last:
        months.append(following(months[-1], Step.MONTH))
    plots = []
    for value in sorted((value for value in totals if value in names), key=lambda value: (-totals[value], value)):
        counts = {row.start: row.factchecks + row.posts for row in rows if row.value == value}
        values = tuple(float(counts.get(month, 0)) for month in months)
        curve = Curve(
            name=tr("Fact-checks and posts"), at=tuple(float(month.toordinal()) for month in months), values=values, stroke=Stroke.BARS
        )
        item_count = trn("{count} item", "{count} items", totals[value])
        plot = Plot(
            heading=names[value], curves=(curve,), ticks=day_ticks, point=_month, value=_count, counted=True, words=item_count, least=60.0
        )
        plots.append(plot)
    return tuple(plots)


def told_together(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Merge successive findings that were refused for the same reason into one, with all their names."""
    merged: list[Finding] = []
    for finding in findings:
        if finding.refused and merged and merged[-1].refused == finding.refused:
            merged[-1] = Finding(name=f"{merged[-1].name}, {finding.name}", refused=finding.refused)
        else:
            merged.append(finding)
    return tuple(merged)


def variance_rows(statistics: SeriesStatistics) -> tuple[tuple[str, str, str], ...]:
    """(series, explained by, share) at the last step that was looked at."""
    names = {"factchecks": tr("Fact-checks"), "posts": tr("Posts")}
    last = max((row.step for row in statistics.responses), default=0)
    rows = sorted((row for row in statistics.responses if row.step == last), key=lambda row: (row.response, row.impulse))
    return tuple((names.get(row.response, row.response), names.get(row.impulse, row.impulse), _percent(row.share)) for row in rows)


def _bar(facet: Facet, value: str, count: int) -> Bar:
    if facet is Facet.VERDICT:
        return counted(Verdict(value).label, count, verdict_badge(Verdict(value)))
    if facet is Facet.LANGUAGE:
        return counted(language_name(value), count)
    return counted(country_name(value) if facet is Facet.COUNTRY else one_line(value), count)


def _mean(series: CountSeries) -> str:
    if series.step is Step.DAY:
        return trn("mean of {count} day", "mean of {count} days", series.window)
    if series.step is Step.WEEK:
        return trn("mean of {count} week", "mean of {count} weeks", series.window)
    return trn("mean of {count} month", "mean of {count} months", series.window)


def _days(series: CountSeries) -> Iterable[date]:
    steps = repeat(series.step, max(0, len(series.factchecks) - 1))
    return accumulate(steps, following, initial=series.start)


def _day(at: float) -> str:
    return ordinal_day(at).isoformat()


def _month(at: float) -> str:
    return _day(at)[:7]


def _count(value: float) -> str:
    return number(round(value)) if value == round(value) else decimal(value, 1)


def _two(value: float) -> str:
    return decimal(value, 2)


def _percent(share: float) -> str:
    return tr("{number}%", number=round(share * 100))


def _lag(at: float) -> str:
    return trn("{count} bin", "{count} bins", round(at))


def _step(at: float) -> str:
    return trn("{count} bin later", "{count} bins later", round(at))


def _whole_ticks(span: Span, limit: int) -> tuple[Tick, ...]:
    return tuple(tick for tick in number_ticks(span, limit) if tick.at == round(tick.at))
