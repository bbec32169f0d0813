"""Scoring a ranking of debates by all measures of Shaar et al. 2022, section 6, under each protocol.

Two things vary. *Which fact-checks count*: all of them, as in the paper, or those published before the debate, with the gold
limited likewise. *Which lines count*: all, as in the paper, or all but those labelled `repeated`: annotators did not link a
repeated sentence again, so that a system that finds it is punished for being right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from models.research.debates import GoldDebate
from models.research.intervals import Interval, mean_interval, sentence_interval
from models.research.metrics import average_precision, mean, verified_average_precision
from models.research.rankings import DebateRanking, RankedLine, Rankings

DEPTHS = (1, 3)
MEASURES = ("map", *(f"map_{kind}_{depth}" for kind in ("0", "05", "h") for depth in DEPTHS))


class Protocol(StrEnum):
    """Which fact-checks may be matched and which gold pairs count."""

    ALL = "all"
    BEFORE = "before"


@dataclass(frozen=True, slots=True, kw_only=True)
class LineGold:
    """One debate's gold under one protocol: verifying fact-checks by line of a verifiable sentence, and lines to leave out."""

    verifying: Mapping[int, frozenset[str]]
    left_out: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One system's measures under one protocol: means over debates by measure, each debate's own, and intervals of MAP."""

    values: Mapping[str, float]
    each: Mapping[str, Mapping[str, float]]
    over_debates: Interval
    over_sentences: Interval


def line_gold(
    debates: Sequence[GoldDebate], protocol: Protocol, *, published: Mapping[str, date], without_repeated: bool
) -> dict[str, LineGold]:
    """The gold of the debates that have a verifiable sentence under this protocol, by name."""
    days = published if protocol is Protocol.BEFORE else None
    gold = {
        debate.name: LineGold(verifying=debate.verifying(published=days), left_out=debate.repeated() if without_repeated else frozenset())
        for debate in debates
    }
    return {name: found for name, found in gold.items() if found.verifying}


def score(rankings: Rankings, gold: Mapping[str, LineGold], *, resamples: int = 1000, seed: int = 0) -> Score:
    """All measures of these rankings, a mean over the debates of the gold (each counts alike, as in the paper)."""
    kept = {name: [entry for entry in rankings[name] if entry.line not in gold[name].left_out] for name in gold}
    each = {name: score_debate(ranking, gold[name]) for name, ranking in kept.items()}
    values = {measure: mean([own[measure] for own in each.values()]) for measure in MEASURES}
    flags = [[entry.line in gold[name].verifying for entry in ranking] for name, ranking in kept.items()]
    lines = [[entry.line for entry in ranking] for ranking in kept.values()]
    missed = [len(gold[name].verifying) - sum(own) for name, own in zip(kept, flags, strict=True)]
    return Score(
        values=values,
        each=each,
        over_debates=mean_interval([own["map"] for own in each.values()], resamples=resamples, seed=seed),
        over_sentences=sentence_interval(lines, flags, missed, resamples=resamples, seed=seed),
    )


def score_debate(ranking: DebateRanking, gold: LineGold) -> dict[str, float]:
    """The measures of one debate; a verifiable sentence that the ranking lacks counts as never found."""
    lines = [entry.line for entry in ranking]
    relevant = gold.verifying
    values = {"map": average_precision(lines, relevant)}
    for depth in DEPTHS:
        verified = {entry.line for entry in ranking if entry.line in relevant and _verified(entry, relevant[entry.line], depth)}
        values[f"map_0_{depth}"] = verified_average_precision(lines, relevant, verified)
        values[f"map_05_{depth}"] = verified_average_precision(lines, relevant, verified, credit=0.5)
        values[f"map_h_{depth}"] = verified_average_precision(lines, relevant, verified, harsh=True)
    return values


def _verified(entry: RankedLine, wanted: frozenset[str], depth: int) -> bool:
    return any(ids & wanted for ids in entry.factchecks[:depth])
