"""The statistics of a library as charts: which bars, in which order, how wide, and all of it in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.charts.bars import Bar, BarChart
from app.charts.drawing import Ink
from app.domain.importing import LibraryStatistics
from app.domain.verdict import Verdict
from app.gui.model.labels import one_line, size
from app.gui.model.language_names import language_name
from app.gui.model.verdicts import Badge, verdict_badge
from app.translation import number, tr, trc, trn

_MOST = 12
_LONGEST_SPAN = 60


def verdicts(statistics: LibraryStatistics) -> BarChart:
    """By verdict, from true to unrated."""
    numbers = dict(statistics.verdicts)
    used_verdicts = [verdict for verdict in Verdict if verdict.value in numbers]
    bars = [counted(verdict.label, numbers[verdict.value], verdict_badge(verdict)) for verdict in used_verdicts]
    return _chart(tr("By verdict"), bars)


def publishers(statistics: LibraryStatistics) -> BarChart:
    """By publisher, most fact-checks first."""
    return _chart(
        tr("By publisher"), [counted(one_line(name) or trc("publisher", "Not known"), count) for name, count in statistics.publishers]
    )


def languages(statistics: LibraryStatistics) -> BarChart:
    """By language, most fact-checks first."""
    return _chart(tr("By language"), [counted(one_line(language_name(code)), count) for code, count in statistics.languages])


def years(statistics: LibraryStatistics) -> BarChart:
    """By year of publication, without gaps between the first and the last; those without a date are told in the heading."""
    numbers = {int(year): number for year, number in statistics.years if year.isdigit()}
    undated = sum(number for year, number in statistics.years if not year.isdigit())
    last = max(numbers, default=0)
    first = max(min(numbers, default=0), last - _LONGEST_SPAN + 1)
    bars = [Bar(name=str(year), values=(float(numbers.get(year, 0)),)) for year in range(first, last + 1)] if numbers else []
    largest_total = max((bar.total for bar in bars), default=0.0)
    earlier = sum(number for year, number in numbers.items() if year < first)
    notes = [trn("{count} before {year}", "{count} before {year}", earlier, year=first)] if earlier else []
    notes += [trn("{count} without a date", "{count} without a date", undated)] if undated else []
    heading = tr("By year of publication ({notes})", notes="; ".join(notes)) if notes else tr("By year of publication")
    return BarChart(
        title=heading,
        summary=_words(heading, [bar for bar in bars if bar.total]),
        columns=True,
        scale=((largest_total, number(round(largest_total))),) if largest_total else (),
        bars=tuple(bars),
    )


def facts(statistics: LibraryStatistics) -> tuple[str, ...]:
    """The lines under the heading: dates and duplicates, place and size, encoder."""
    repeated = statistics.factchecks - statistics.groups
    dates, shared = tr("No dates known"), tr("no duplicates")
    if statistics.newest:
        dates = tr("Published between {first} and {last}", first=statistics.oldest, last=statistics.newest)
    if repeated > 0:
        shared = trn("{count} of them repeats another", "{count} of them repeat others", repeated)
    index = tr("index {generation} ({kind})", generation=statistics.generation, kind=statistics.index_kind)
    location = " · ".join((statistics.path, size(statistics.size_bytes), index))
    return (
        f"{dates} · {shared}",
        location,
        tr("Encoder {name}", name=statistics.encoder) if statistics.encoder else "",
        _mixed(statistics),
    )


def _mixed(statistics: LibraryStatistics) -> str:
    """A sentence about fact-checks that were added on a computer that computes in another precision; "" without any."""
    count = sum(number for _, number in statistics.other_encoders)
    if not count:
        return ""
    return trn(
        "{count} fact-check was added on a computer whose numbers differ slightly. “priorcheck library rebuild” computes it anew.",
        "{count} fact-checks were added on a computer whose numbers differ slightly. “priorcheck library rebuild” computes them anew.",
        count,
    )


def counted(name: str, count: int, badge: Badge | None = None) -> Bar:
    """A bar with its number; one of a verdict has its icon and tone."""
    icon, ink = (badge.icon, badge.tone) if badge is not None else ("", Ink.BAR)
    return Bar(name=name, values=(float(count),), number=number(count), icon=icon, ink=ink)


def first_bars(bars: Sequence[Bar], limit: int) -> tuple[Bar, ...]:
    """The first `limit` bars, and one that sums up the others."""
    remaining_bars = bars[limit:]
    if not remaining_bars:
        return tuple(bars)
    others_name = trn("{count} other", "{count} others", len(remaining_bars))
    return (*bars[:limit], counted(others_name, round(sum(bar.total for bar in remaining_bars))))


def _chart(heading: str, bars: list[Bar]) -> BarChart:
    return BarChart(title=heading, summary=_words(heading, bars), bars=first_bars(bars, _MOST))


def _words(heading: str, bars: Iterable[Bar]) -> str:
    return f"{heading}: " + (", ".join(f"{bar.name} {number(round(bar.total))}" for bar in bars) or tr("nothing yet"))
