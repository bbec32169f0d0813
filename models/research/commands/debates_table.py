"""The measures of `evaluate debates` as text tables, with the paper's numbers next to ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.cli.output import table
from models.research.debate_gold import SystemScore
from models.research.debate_report import candidate_note
from models.research.debate_run import DebateReport
from models.research.intervals import Interval
from models.research.paper.measures import TITLES
from models.research.paper.published import BEST, INNER
from models.research.scores import MEASURES, Protocol

_HEAD = ("MAP", "0^1", "0^3", "0.5^1", "0.5^3", "H^1", "H^3")
_PROTOCOLS = {Protocol.ALL: "All fact-checks, as in the paper", Protocol.BEFORE: "Fact-checks published before the debate"}


def debates_table(report: DebateReport) -> str:
    """Return a table for each protocol, each debate of our own systems, the inner measures, and the notes."""
    blocks = [_systems(report, protocol) for protocol in Protocol if protocol.value in report.positives]
    blocks += [_each_debate([system for system in report.systems if system.family in {"our own", "given"}])]
    blocks += [_verdicts(system) for system in report.systems]
    if report.inner:
        blocks += [_inner(report)]
    if any(system.family not in {"our own", "given"} for system in report.systems):
        blocks += [candidate_note(report.reach)]
    return "\n\n".join([block for block in blocks if block] + list(report.notes))


def _systems(report: DebateReport, protocol: Protocol) -> str:
    rows: list[Sequence[object]] = [("", *_HEAD, "MAP 95% (sentences)", "(debates)", "MAP without repeated")]
    if protocol is Protocol.ALL:
        rows.append(("the paper's best", *("/".join(f"{value:.3f}" for value in BEST[name]) for name in MEASURES), "", "", ""))
    family = ""
    for system in (candidate for candidate in report.systems if candidate.protocol is protocol):
        if system.family != family and system.family.startswith("ablation"):
            rows.append((system.family,))
        family = system.family
        rows.append(_row(system))
    width = len(rows[0])
    filled = [[*row, *([""] * (width - len(row)))] for row in rows]
    return f"{_PROTOCOLS[protocol]} ({report.positives[protocol.value]} verifiable sentences)\n\n{table(filled)}"


def _row(system: SystemScore) -> list[object]:
    values = [f"{system.score.values[name]:.3f}" for name in MEASURES]
    intervals = [_ends(system.score.over_sentences), _ends(system.score.over_debates)]
    return [system.name, *values, *intervals, f"{system.without_repeated.values['map']:.3f}"]


def _ends(interval: Interval) -> str:
    return f"{interval.low:.3f}–{interval.high:.3f}"


def _each_debate(systems: Sequence[SystemScore]) -> str:
    if not systems:
        return ""
    rows: list[Sequence[object]] = [("average precision of each debate", *(_named(system) for system in systems))]
    for name in dict.fromkeys(name for system in systems for name in system.score.by_debate):
        rows.append((name, *(_of(system, name) for system in systems)))
    return table(rows)


def _named(system: SystemScore) -> str:
    return f"{system.name} ({system.protocol.value})"


def _of(system: SystemScore, debate: str) -> str:
    return f"{system.score.by_debate[debate]['map']:.3f}" if debate in system.score.by_debate else "–"


def _verdicts(system: SystemScore) -> str:
    verdicts = system.detail.get("sentence_verdicts")
    if not isinstance(verdicts, Mapping):
        return ""
    nearest = verdicts["nearest_factcheck"]
    return (
        f"Sentence verdicts, {_named(system)}: {verdicts['spoken']} spoken, {verdicts['share_right']:.0%} right by the gold "
        f"({verdicts['right']}; {verdicts['opposite']} the opposite, {verdicts['without_gold']} on sentences without a gold verdict). "
        f"The nearest fact-check's verdict on as many sentences: {nearest['share_right']:.0%} right."
    )


def _inner(report: DebateReport) -> str:
    rows: list[Sequence[object]] = [("inner MAP, pairs that agree or disagree", "annotated", "library", "the paper")]
    for measure in report.inner:
        library = "–" if measure.library is None else f"{measure.library:.3f}" + ("" if measure.exact else " *")
        paper = f"{INNER[measure.name]:.3f}" if measure.name in INNER else ""
        rows.append((TITLES.get(measure.name, measure.name), f"{measure.annotated:.3f}", library, paper))
    return f"{table(rows)}\n* over each sentence's candidates only; a pair that is none counts as missed"
