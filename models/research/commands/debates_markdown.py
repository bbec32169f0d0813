"""The measures of `evaluate debates` as a page of Markdown: the seed paper's tables one after the other, its numbers beside ours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from models.research.debate_gold import SystemScore
from models.research.debate_report import DEFINITIONS, candidate_note
from models.research.debate_run import DebateReport
from models.research.intervals import Interval
from models.research.paper.measures import TITLES
from models.research.paper.published import BEST, INNER
from models.research.scores import MEASURES, Protocol

_HEAD = ("MAP", "0^1", "0^3", "0.5^1", "0.5^3", "H^1", "H^3")
_PROTOCOLS = {
    Protocol.ALL: "Over all fact-checks, as in the paper",
    Protocol.BEFORE: "Over the fact-checks published before the debate",
}
_ABLATION = "ablation"


def debates_markdown(report: DebateReport, made_by: Mapping[str, str]) -> str:
    """The whole page; `made_by` says what it rests on, name by name (command, models, library)."""
    blocks = ["# The seven debates: the seed paper's tables, rebuilt" if len(report.debates) == 7 else "# The debates", _INTRODUCTION]
    for protocol in Protocol:
        if protocol.value in report.positives:
            blocks += _protocol(report, protocol)
    blocks += _each_debate(report)
    if report.inner:
        blocks += ["## Inner MAP (the paper's Table 3)", DEFINITIONS["inner"], *_inner(report)]
    blocks += ["## What the numbers rest on", _listed(_grounds(report)), _listed(f"{name}: {value}" for name, value in made_by.items())]
    return "\n\n".join(blocks) + "\n"


_INTRODUCTION = (
    "Made by the program; do not edit. Each figure is a mean over debates. *MAP* asks whether verifiable sentences stand on top; "
    "*0^r*, *0.5^r* and *H^r* are MAP_0^r, MAP_0.5^r and MAP_H^r, which also ask whether one of a sentence's first r fact-checks "
    "verifies it. In brackets the 95% interval of MAP when sentences are resampled within each debate. *w/o repeated* is MAP without "
    "the lines that are labelled as repeating an earlier sentence."
)


def _protocol(report: DebateReport, protocol: Protocol) -> list[str]:
    systems = [one for one in report.systems if one.protocol is protocol]
    blocks = [f"## {_PROTOCOLS[protocol]} ({report.positives[protocol.value]} verifiable sentences)"]
    families = list(dict.fromkeys(one.family for one in systems if not one.family.startswith(_ABLATION)))
    blocks.append(_summary(systems, families, protocol))
    for family in families:
        own = [one for one in systems if one.family == family]
        blocks += [f"### {_heading(family)}", _table(("", *_HEAD, "MAP 95%", "w/o repeated"), map(_row, own))]
    removed = [one for one in systems if one.family.startswith(_ABLATION)]
    if removed:
        blocks += [f"### {removed[0].family[0].upper()}{removed[0].family[1:]} (Table 6)", _ablation(removed)]
    return blocks


def _heading(family: str) -> str:
    return {"single measure": "Single measures (Table 5, top)", "our own": "Our own rankers"}.get(family, f"{family} (Table 5)")


def _summary(systems: Sequence[SystemScore], families: Iterable[str], protocol: Protocol) -> str:
    """The best of each family; over all fact-checks below the paper's best."""
    rows: list[Sequence[str]] = []
    if protocol is Protocol.ALL:
        rows.append(("the paper's best of each measure", *("/".join(f"{value:.3f}" for value in BEST[name]) for name in MEASURES), "", ""))
    for family in families:
        rows.append(_row(_best([one for one in systems if one.family == family])))
    return _table(("best of each kind, by MAP", *_HEAD, "MAP 95%", "w/o repeated"), rows)


def _best(systems: Sequence[SystemScore]) -> SystemScore:
    """The best by MAP; of our own rankers one that did not learn from the debates it ranks, where there is one."""
    fair = [one for one in systems if one.family != "our own" or "recipes" in one.detail]
    return max(fair or systems, key=lambda one: one.score.values["map"])


def _row(system: SystemScore) -> list[str]:
    values = [f"{system.score.values[name]:.3f}" for name in MEASURES]
    return [system.name, *values, _ends(system.score.over_sentences), f"{system.without_repeated.values['map']:.3f}"]


def _ends(interval: Interval) -> str:
    return f"({interval.low:.3f}–{interval.high:.3f})"


def _ablation(systems: Sequence[SystemScore]) -> str:
    """Every row with how much MAP it loses against all measures."""
    whole = systems[0].score.values["map"]
    rows = [(*_row(one)[:8], f"{one.score.values['map'] - whole:+.3f}") for one in systems]
    return _table(("", *_HEAD, "change of MAP"), rows)


def _each_debate(report: DebateReport) -> list[str]:
    """Average precision by debate, with the interval of the mean over debates: our own systems, and the best of the paper's."""
    shown = []
    for protocol in Protocol:
        systems = [one for one in report.systems if one.protocol is protocol]
        own = [one for one in systems if one.family in {"our own", "given"}]
        rebuilt = [one for one in systems if one.family.startswith("RankSVM")]
        shown += own + ([max(rebuilt, key=lambda one: one.score.values["map"])] if rebuilt else [])
    if not shown:
        return []
    names = list(dict.fromkeys(name for one in shown for name in one.score.each))
    rows = [(name, *(f"{one.score.each[name]['map']:.3f}" if name in one.score.each else "–" for one in shown)) for name in names]
    rows.append(("mean", *(f"**{one.score.values['map']:.3f}**" for one in shown)))
    rows.append(("95%, debates resampled", *(_ends(one.score.over_debates) for one in shown)))
    rows.append(("95%, sentences resampled", *(_ends(one.score.over_sentences) for one in shown)))
    head = ("average precision", *(f"{one.name} ({one.protocol.value})" for one in shown))
    return ["## Each debate, left out in turn", _table(head, rows), *(text for text in map(_choices, shown) if text)]


def _choices(system: SystemScore) -> str:
    """What was chosen for each debate on the others alone."""
    chosen = system.detail.get("strength_by_fold") or system.detail.get("recipes")
    if not chosen:
        return ""
    named = chosen.values() if isinstance(chosen, Mapping) else chosen
    values = ", ".join(map(str, named)) if isinstance(named, Iterable) else str(named)
    return f"Chosen for each debate on the others, {system.name} ({system.protocol.value}): {values}."


def _inner(report: DebateReport) -> list[str]:
    rows = []
    for one in report.inner:
        library = "–" if one.library is None else f"{one.library:.3f}" + ("" if one.exact else " *")
        paper = f"{INNER[one.name]:.3f}" if one.name in INNER else ""
        rows.append((TITLES.get(one.name, one.name), f"{one.annotated:.3f}", library, paper))
    note = "\\* over each sentence's candidates only; a pair that is none counts as missed."
    return [_table(("", "annotated candidates", "whole library", "the paper (protocol not given)"), rows), note]


def _grounds(report: DebateReport) -> list[str]:
    measured = any(system.family not in {"our own", "given"} for system in report.systems)
    return [*([candidate_note(report.reach)] if measured else []), *report.notes]


def _listed(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
