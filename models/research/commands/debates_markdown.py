"""The measures of `evaluate debates` as a Markdown page: the seed paper's tables with its numbers next to ours."""

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
    """Return the whole page. `made_by` lists its inputs by name (command, models, library)."""
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
    systems = [system for system in report.systems if system.protocol is protocol]
    blocks = [f"## {_PROTOCOLS[protocol]} ({report.positives[protocol.value]} verifiable sentences)"]
    families = list(dict.fromkeys(system.family for system in systems if not system.family.startswith(_ABLATION)))
    blocks.append(_summary(systems, families, protocol))
    for family in families:
        family_systems = [system for system in systems if system.family == family]
        blocks += [f"### {_heading(family)}", _table(("", *_HEAD, "MAP 95%", "w/o repeated"), map(_row, family_systems))]
    removed = [system for system in systems if system.family.startswith(_ABLATION)]
    if removed:
        blocks += [f"### {removed[0].family[0].upper()}{removed[0].family[1:]} (Table 6)", _ablation(removed)]
    return blocks


def _heading(family: str) -> str:
    return {"single measure": "Single measures (Table 5, top)", "our own": "Our own rankers"}.get(family, f"{family} (Table 5)")


def _summary(systems: Sequence[SystemScore], families: Iterable[str], protocol: Protocol) -> str:
    """Return the best system of each family. Over all fact-checks, the paper's best follows."""
    rows: list[Sequence[str]] = []
    if protocol is Protocol.ALL:
        rows.append(("the paper's best of each measure", *("/".join(f"{value:.3f}" for value in BEST[name]) for name in MEASURES), "", ""))
    for family in families:
        rows.append(_row(_best([system for system in systems if system.family == family])))
    return _table(("best of each kind, by MAP", *_HEAD, "MAP 95%", "w/o repeated"), rows)


def _best(systems: Sequence[SystemScore]) -> SystemScore:
    """Return the system with the best MAP. Of our own rankers one is preferred that did not learn from the debates it ranks."""
    unbiased = [system for system in systems if system.family != "our own" or "recipes" in system.detail]
    return max(unbiased or systems, key=lambda system: system.score.values["map"])


def _row(system: SystemScore) -> list[str]:
    values = [f"{system.score.values[name]:.3f}" for name in MEASURES]
    return [system.name, *values, _ends(system.score.over_sentences), f"{system.without_repeated.values['map']:.3f}"]


def _ends(interval: Interval) -> str:
    return f"({interval.low:.3f}–{interval.high:.3f})"


def _ablation(systems: Sequence[SystemScore]) -> str:
    """Return each row with its loss of MAP against all measures."""
    full_map = systems[0].score.values["map"]
    rows = [(*_row(system)[:8], f"{system.score.values['map'] - full_map:+.3f}") for system in systems]
    return _table(("", *_HEAD, "change of MAP"), rows)


def _each_debate(report: DebateReport) -> list[str]:
    """Return average precision by debate, with the interval of the mean over debates: our own systems, and the best of the paper's."""
    columns = []
    for protocol in Protocol:
        systems = [system for system in report.systems if system.protocol is protocol]
        own_systems = [system for system in systems if system.family in {"our own", "given"}]
        rebuilt = [system for system in systems if system.family.startswith("RankSVM")]
        columns += own_systems + ([max(rebuilt, key=lambda system: system.score.values["map"])] if rebuilt else [])
    if not columns:
        return []
    names = list(dict.fromkeys(name for system in columns for name in system.score.by_debate))
    rows = [
        (name, *(f"{system.score.by_debate[name]['map']:.3f}" if name in system.score.by_debate else "–" for system in columns))
        for name in names
    ]
    rows.append(("mean", *(f"**{system.score.values['map']:.3f}**" for system in columns)))
    rows.append(("95%, debates resampled", *(_ends(system.score.over_debates) for system in columns)))
    rows.append(("95%, sentences resampled", *(_ends(system.score.over_sentences) for system in columns)))
    head = ("average precision", *(f"{system.name} ({system.protocol.value})" for system in columns))
    return ["## Each debate, left out in turn", _table(head, rows), *(text for text in map(_choices, columns) if text)]


def _choices(system: SystemScore) -> str:
    """Return the settings that were chosen for each debate on the other debates."""
    choices = system.detail.get("strength_by_fold") or system.detail.get("recipes")
    if not choices:
        return ""
    named = choices.values() if isinstance(choices, Mapping) else choices
    values = ", ".join(map(str, named)) if isinstance(named, Iterable) else str(named)
    return f"Chosen for each debate on the others, {system.name} ({system.protocol.value}): {values}."


def _inner(report: DebateReport) -> list[str]:
    rows = []
    for measure in report.inner:
        library = "–" if measure.library is None else f"{measure.library:.3f}" + ("" if measure.exact else " *")
        paper = f"{INNER[measure.name]:.3f}" if measure.name in INNER else ""
        rows.append((TITLES.get(measure.name, measure.name), f"{measure.annotated:.3f}", library, paper))
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
