"""Data of the charts: verifiability along the document, verdicts by speaker, publishers, years."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from app.charts.bars import Bar, BarChart
from app.charts.drawing import Ink
from app.services.reports.clean import clean
from app.services.reports.review_status import Finding, Side
from app.services.reports.wording import SIDE_MARKS, SIDE_WORDS, place_words
from app.translation import number, percent, tr, trc, trn

BINS = 60
ROWS = 10
SIDES = (Side.FALSE, Side.MOSTLY_FALSE, Side.BETWEEN, Side.MOSTLY_TRUE, Side.TRUE, Side.UNSETTLED)
INKS = {side: Ink(side.value) for side in SIDES}


def charts(findings: Sequence[Finding]) -> tuple[BarChart, ...]:
    """Return the charts for these sentences, without those that would have less than two bars: a single bar compares nothing."""
    candidates = (_along(findings), _by_speaker(findings), _publishers(findings), _years(findings))
    return tuple(chart for chart in candidates if chart is not None and len(chart.bars) > 1)


def _along(findings: Sequence[Finding]) -> BarChart | None:
    ordered = sorted(findings, key=lambda finding: finding.entry.sentence.index)
    if len(ordered) < 2 or all(finding.entry.probability <= 0 for finding in ordered):
        return None
    size = math.ceil(len(ordered) / BINS)
    bins = [ordered[start : start + size] for start in range(0, len(ordered), size)]
    bars = tuple(map(_bin, bins))
    top = sorted(range(len(bars)), key=lambda index: -bars[index].total)[:3]
    hottest = "; ".join(tr("{share} at {place}", share=percent(bars[index].total), place=bars[index].name) for index in sorted(top))
    merged_note = trn("Each column is the highest of {count} sentence.", "Each column is the highest of {count} sentences.", size)
    finding = merged_note if size > 1 else tr("Each column is one sentence.")
    return BarChart(
        columns=True,
        title=tr("Verifiability along the document"),
        summary=f"{finding} {tr('The highest: {places}.', places=hottest)}",
        scale=((0.5, f"{0.5:.0%}"), (1.0, f"{1.0:.0%}")),
        head=(trc("place in the document", "From"), tr("Sentences"), tr("Highest verifiability")),
        table=tuple((bar.name, _numbers(part), percent(bar.total)) for bar, part in zip(bars, bins, strict=True)),
        bars=bars,
    )


def _bin(part: Sequence[Finding]) -> Bar:
    highest, name = max(finding.entry.probability for finding in part), place_words(part[0].entry.sentence)
    hint = tr("{place} (sentences {numbers}): {share}", place=name, numbers=_numbers(part), share=percent(highest))
    return Bar(name=name, values=(highest,), hint=hint)


def _numbers(part: Sequence[Finding]) -> str:
    """“7” or “7–12”."""
    first, last = part[0].entry.sentence.index + 1, part[-1].entry.sentence.index + 1
    return str(first) if first == last else f"{first}–{last}"


def _by_speaker(findings: Sequence[Finding]) -> BarChart | None:
    unnamed_label = tr("No speaker named")
    counts: dict[str, Counter[Side]] = {}
    for finding in findings:
        if finding.side is not None:
            counts.setdefault(clean(finding.entry.sentence.speaker) or unnamed_label, Counter())[finding.side] += 1
    if not counts or set(counts) == {unnamed_label}:
        return None
    ordered = sorted(counts.items(), key=lambda item: (-item[1].total(), item[0]))
    rows, remaining = ordered[:ROWS], ordered[ROWS:]
    if remaining:
        rows.append((_others(remaining), sum((count for _, count in remaining), Counter())))
    bars = tuple(_sided(name, counter) for name, counter in rows)
    words = "; ".join(bar.hint for bar in bars[:3])
    shown_sides = [side for index, side in enumerate(SIDES) if any(bar.values[index] for bar in bars)]
    return BarChart(
        title=tr("Verdicts by speaker"),
        summary=f"{tr('Sentences with a fact-check or a verdict; those without are not counted.')} {words}.",
        inks=tuple(INKS.values()),
        legend=tuple((INKS[side], f"{SIDE_MARKS[side]} {tr(SIDE_WORDS[side])}") for side in shown_sides),
        head=(tr("Speaker"), *(tr(SIDE_WORDS[side]) for side in SIDES)),
        table=tuple((bar.name, *(f"{value:g}" for value in bar.values)) for bar in bars),
        bars=bars,
    )


def _sided(name: str, counts: Counter[Side]) -> Bar:
    sides = [(side, counts[side]) for side in SIDES if counts[side]]
    words = ", ".join(tr("{number} {finding}", number=number(times), finding=_lowered(tr(SIDE_WORDS[side]))) for side, times in sides)
    marks = "  ".join(f"{SIDE_MARKS[side]} {times}" for side, times in sides)
    return Bar(name=name, values=tuple(float(counts[side]) for side in SIDES), number=marks, hint=f"{name}: {words}")


def _counted(name: str, count: int, *, with_number: bool = True) -> Bar:
    return Bar(name=name, values=(float(count),), number=str(count) if with_number else "", hint=f"{name}: {count}")


def _rows(bars: Iterable[Bar]) -> tuple[tuple[str, ...], ...]:
    return tuple((bar.name, f"{bar.total:g}") for bar in bars)


def _lowered(words: str) -> str:
    return words[:1].lower() + words[1:]


def _others(values: Sequence[object]) -> str:
    return trn("{count} other", "{count} others", len(values))


def _publishers(findings: Sequence[Finding]) -> BarChart | None:
    unknown = tr("Unknown publisher")
    counts = Counter(clean(match.factcheck.publisher) or unknown for match in (finding.best for finding in findings) if match)
    if not counts:
        return None
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    top_rows, remainder = ordered[:ROWS], ordered[ROWS:]
    if remainder:
        top_rows.append((_others(remainder), sum(times for _, times in remainder)))
    first = "; ".join(f"{name} {number(times)}" for name, times in top_rows[:3])
    bars = tuple(_counted(name, times) for name, times in top_rows)
    return BarChart(
        title=tr("Publishers of the fact-checks"),
        summary=f"{tr('How many sentences have their best fact-check from whom.')} {first}.",
        head=(tr("Publisher"), tr("Sentences")),
        table=_rows(bars),
        bars=bars,
    )


def _years(findings: Sequence[Finding]) -> BarChart | None:
    days = [match.factcheck.published for match in (finding.best for finding in findings) if match]
    years = Counter(day.year for day in days if day)
    if not years:
        return None
    first, last = max(min(years), max(years) - 29), max(years)
    bars = [_counted(str(year), years[year], with_number=years[year] > 0) for year in range(first, last + 1)]
    earlier = sum(times for year, times in years.items() if year < first)
    if earlier:
        bars.insert(0, _counted(tr("before {year}", year=first), earlier))
    undated = len(days) - years.total()
    if undated:
        bars.append(_counted(tr("no date"), undated))
    busiest = max(years, key=lambda year: (years[year], year))
    summary = tr(
        "When the best fact-checks were published: {first} to {last}, most of them in {most} ({number}).",
        first=min(years),
        last=last,
        most=busiest,
        number=number(years[busiest]),
    )
    highest = max(bar.total for bar in bars)
    return BarChart(
        columns=True,
        scale=((highest, f"{highest:g}"),),
        title=tr("Years of the fact-checks"),
        summary=summary,
        head=(tr("Year"), tr("Sentences")),
        table=_rows(bars),
        bars=tuple(bars),
    )
