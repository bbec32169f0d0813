"""The statistics of a library as charts: which bars, in which order, how wide, and all of it in words."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.importing import LibraryStatistics
from app.domain.verdict import Verdict
from app.gui.model.labels import one_line, size
from app.gui.model.language_names import language_name
from app.gui.model.verdicts import Look, verdict_look
from app.translation import number, tr, trc, trn

_MOST = 12
_LONGEST_SPAN = 60


@dataclass(frozen=True, slots=True)
class Bar:
    """A name, how many, and the look of a verdict where it is one."""

    name: str
    number: int
    look: Look | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """A heading, its bars as shown, and every number in words (also those that the last bar sums up)."""

    heading: str
    bars: tuple[Bar, ...]
    words: str


def verdicts(statistics: LibraryStatistics) -> Chart:
    """By verdict, from true to unrated."""
    numbers = dict(statistics.verdicts)
    looks = [(verdict_look(verdict), numbers[verdict.value]) for verdict in Verdict if verdict.value in numbers]
    bars = [Bar(look.word, number, look) for look, number in looks]
    return _chart(tr("By verdict"), bars)


def publishers(statistics: LibraryStatistics) -> Chart:
    """By publisher, most fact-checks first."""
    return _chart(
        tr("By publisher"), [Bar(one_line(name) or trc("publisher", "Not known"), number) for name, number in statistics.publishers]
    )


def languages(statistics: LibraryStatistics) -> Chart:
    """By language, most fact-checks first."""
    return _chart(tr("By language"), [Bar(one_line(language_name(code)), number) for code, number in statistics.languages])


def years(statistics: LibraryStatistics) -> Chart:
    """By year of publication, without gaps between the first and the last; those without a date are told in the heading."""
    numbers = {int(year): number for year, number in statistics.years if year.isdigit()}
    undated = sum(number for year, number in statistics.years if not year.isdigit())
    last = max(numbers, default=0)
    first = max(min(numbers, default=0), last - _LONGEST_SPAN + 1)
    bars = [Bar(str(year), numbers.get(year, 0)) for year in range(first, last + 1)] if numbers else []
    earlier = sum(number for year, number in numbers.items() if year < first)
    notes = [trn("{count} before {year}", "{count} before {year}", earlier, year=first)] if earlier else []
    notes += [trn("{count} without a date", "{count} without a date", undated)] if undated else []
    heading = tr("By year of publication ({notes})", notes="; ".join(notes)) if notes else tr("By year of publication")
    return Chart(heading, tuple(bars), _words(heading, [bar for bar in bars if bar.number]))


def facts(statistics: LibraryStatistics) -> tuple[str, ...]:
    """The lines under the heading: dates and duplicates, place and size, encoder."""
    repeated = statistics.factchecks - statistics.groups
    dates, shared = tr("No dates known"), tr("no duplicates")
    if statistics.newest:
        dates = tr("Published between {first} and {last}", first=statistics.oldest, last=statistics.newest)
    if repeated > 0:
        shared = trn("{count} of them repeats another", "{count} of them repeat others", repeated)
    index = tr("index {generation} ({kind})", generation=statistics.generation, kind=statistics.index_kind)
    place = " · ".join((statistics.path, size(statistics.size_bytes), index))
    return (f"{dates} · {shared}", place, tr("Encoder {name}", name=statistics.encoder) if statistics.encoder else "")


def _chart(heading: str, bars: list[Bar]) -> Chart:
    rest = bars[_MOST:]
    shown = bars[:_MOST] + ([Bar(trn("{count} other", "{count} others", len(rest)), sum(bar.number for bar in rest))] if rest else [])
    return Chart(heading, tuple(shown), _words(heading, bars))


def _words(heading: str, bars: list[Bar]) -> str:
    return f"{heading}: " + (", ".join(f"{bar.name} {number(bar.number)}" for bar in bars) or tr("nothing yet"))
