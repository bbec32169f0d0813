"""What the charts show, as plain numbers: verifiability along the document, verdicts by speaker, publishers, years."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.services.reports.clean import clean
from app.services.reports.standing import Finding, Side
from app.services.reports.wording import SIDE_WORDS, place_words
from app.translation import number, percent, tr, trc, trn

BINS = 60
ROWS = 10
SIDES = (Side.FALSE, Side.MOSTLY_FALSE, Side.BETWEEN, Side.MOSTLY_TRUE, Side.TRUE, Side.UNSETTLED)


class ChartKind(StrEnum):
    """How a chart is drawn: columns of shares in [0, 1], columns of counts, or rows of counts by side."""

    SHARES = "shares"
    COLUMNS = "columns"
    ROWS = "rows"
    SIDES = "sides"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One bar: `values` is one number, or one for each of `SIDES`; `hint` says more than there is room for."""

    label: str
    values: tuple[float, ...]
    hint: str = ""

    @property
    def total(self) -> float:
        """The sum of the values."""
        return sum(self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """One chart; `summary` is its text alternative, `head` names the columns of its table."""

    kind: ChartKind
    title: str
    summary: str
    head: tuple[str, ...]
    bars: tuple[Bar, ...]

    def table(self) -> list[tuple[str, ...]]:
        """The numbers as rows of text."""
        if self.kind is ChartKind.SHARES:
            return [(bar.label, bar.hint, percent(bar.values[0])) for bar in self.bars]
        return [(bar.label, *(f"{value:g}" for value in bar.values)) for bar in self.bars]


def charts(findings: Sequence[Finding]) -> tuple[Chart, ...]:
    """The charts that these sentences give anything to show for."""
    made = (_along(findings), _by_speaker(findings), _publishers(findings), _years(findings))
    return tuple(chart for chart in made if chart is not None)


def _along(findings: Sequence[Finding]) -> Chart | None:
    ordered = sorted(findings, key=lambda each: each.entry.sentence.index)
    if len(ordered) < 2 or all(each.entry.probability <= 0 for each in ordered):
        return None
    size = math.ceil(len(ordered) / BINS)
    bins = [ordered[start : start + size] for start in range(0, len(ordered), size)]
    bars = tuple(_bin(each) for each in bins)
    top = sorted(range(len(bars)), key=lambda place: -bars[place].values[0])[:3]
    hottest = "; ".join(tr("{share} at {place}", share=percent(bars[place].values[0]), place=bars[place].label) for place in sorted(top))
    many = trn("Each column is the highest of {count} sentence.", "Each column is the highest of {count} sentences.", size)
    each = many if size > 1 else tr("Each column is one sentence.")
    return Chart(
        kind=ChartKind.SHARES,
        title=tr("Verifiability along the document"),
        summary=f"{each} {tr('The highest: {places}.', places=hottest)}",
        head=(trc("place in the document", "From"), tr("Sentences"), tr("Highest verifiability")),
        bars=bars,
    )


def _bin(part: Sequence[Finding]) -> Bar:
    first, last = part[0].entry.sentence, part[-1].entry.sentence
    numbers = f"{first.index + 1}" if first.index == last.index else f"{first.index + 1}–{last.index + 1}"
    return Bar(label=place_words(first), values=(max(each.entry.probability for each in part),), hint=numbers)


def _by_speaker(findings: Sequence[Finding]) -> Chart | None:
    nobody = tr("No speaker named")
    counts: dict[str, Counter[Side]] = {}
    for each in findings:
        if each.side is not None:
            counts.setdefault(clean(each.entry.sentence.speaker) or nobody, Counter())[each.side] += 1
    if not counts or set(counts) == {nobody}:
        return None
    ordered = sorted(counts.items(), key=lambda item: (-item[1].total(), item[0]))
    kept, rest = ordered[:ROWS], ordered[ROWS:]
    if rest:
        others = sum((own for _, own in rest), Counter())
        kept.append((_others(rest), others))
    bars = tuple(Bar(label=name, values=tuple(float(own[side]) for side in SIDES)) for name, own in kept)
    told = "; ".join(f"{bar.label}: {sides_words(bar.values)}" for bar in bars[:3])
    return Chart(
        kind=ChartKind.SIDES,
        title=tr("Verdicts by speaker"),
        summary=f"{tr('Sentences with a fact-check or a verdict; those without are not counted.')} {told}.",
        head=(tr("Speaker"), *(tr(SIDE_WORDS[side]) for side in SIDES)),
        bars=bars,
    )


def sides_words(values: Iterable[float]) -> str:
    """“2 false, 1 unsettled”."""
    return ", ".join(_of_side(side, int(value)) for side, value in zip(SIDES, values, strict=True) if value)


def _of_side(side: Side, times: int) -> str:
    return tr("{number} {finding}", number=number(times), finding=_lowered(tr(SIDE_WORDS[side])))


def _lowered(words: str) -> str:
    return words[:1].lower() + words[1:]


def _others(rest: Sequence[object]) -> str:
    return trn("{count} other", "{count} others", len(rest))


def _publishers(findings: Sequence[Finding]) -> Chart | None:
    unknown = tr("Unknown publisher")
    counts = Counter(clean(match.factcheck.publisher) or unknown for match in (each.best for each in findings) if match)
    if not counts:
        return None
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    kept, rest = ordered[:ROWS], ordered[ROWS:]
    if rest:
        kept.append((_others(rest), sum(times for _, times in rest)))
    first = "; ".join(f"{name} {number(times)}" for name, times in kept[:3])
    return Chart(
        kind=ChartKind.ROWS,
        title=tr("Publishers of the fact-checks"),
        summary=f"{tr('How many sentences have their best fact-check from whom.')} {first}.",
        head=(tr("Publisher"), tr("Sentences")),
        bars=tuple(Bar(label=name, values=(float(times),)) for name, times in kept),
    )


def _years(findings: Sequence[Finding]) -> Chart | None:
    found = [match.factcheck.published for match in (each.best for each in findings) if match]
    years = Counter(day.year for day in found if day)
    if not years:
        return None
    first, last = max(min(years), max(years) - 29), max(years)
    bars = [Bar(label=str(year), values=(float(years[year]),)) for year in range(first, last + 1)]
    earlier = sum(times for year, times in years.items() if year < first)
    if earlier:
        bars.insert(0, Bar(label=tr("before {year}", year=first), values=(float(earlier),)))
    undated = len(found) - years.total()
    if undated:
        bars.append(Bar(label=tr("no date"), values=(float(undated),)))
    most = max(years, key=lambda year: (years[year], year))
    told = tr(
        "When the best fact-checks were published: {first} to {last}, most of them in {most} ({number}).",
        first=min(years),
        last=last,
        most=most,
        number=number(years[most]),
    )
    return Chart(
        kind=ChartKind.COLUMNS,
        title=tr("Years of the fact-checks"),
        summary=told,
        head=(tr("Year"), tr("Sentences")),
        bars=tuple(bars),
    )
