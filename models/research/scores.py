"""Scores of a ranking of debates by all measures of Shaar et al. 2022, section 6, under each protocol.

Two things vary. *Fact-checks that count*: all of them, as in the paper, or those published before the debate, with the gold limited
likewise. *Lines that count*: all, as in the paper, or all but those labelled `repeated`. Annotators did not link a repeated
sentence again, so a system that finds it is punished for being right.
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
    """Protocols: the fact-checks that may be matched, and the gold pairs that count."""

    ALL = "all"
    BEFORE = "before"


@dataclass(frozen=True, slots=True, kw_only=True)
class LineGold:
    """Gold of one debate under one protocol: verifying fact-checks by line of a verifiable sentence, and lines to leave out."""

    verifying: Mapping[int, frozenset[str]]
    left_out: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Measures of one system under one protocol: means over debates, values by debate, and intervals of MAP."""

    values: Mapping[str, float]
    by_debate: Mapping[str, Mapping[str, float]]
    over_debates: Interval
    over_sentences: Interval


def line_gold(
    debates: Sequence[GoldDebate], protocol: Protocol, *, published: Mapping[str, date], without_repeated: bool
) -> dict[str, LineGold]:
    """Return the gold by debate, for the debates with a verifiable sentence under this protocol."""
    days = published if protocol is Protocol.BEFORE else None
    gold = {
        debate.name: LineGold(verifying=debate.verifying(published=days), left_out=debate.repeated() if without_repeated else frozenset())
        for debate in debates
    }
    return {name: debate_gold for name, debate_gold in gold.items() if debate_gold.verifying}


def score(rankings: Rankings, gold: Mapping[str, LineGold], *, resamples: int = 1000, seed: int = 0) -> Score:
    """Return all measures of these rankings: means over the debates of the gold, with equal weights as in the paper."""
    scored_rankings = {name: [entry for entry in rankings[name] if entry.line not in gold[name].left_out] for name in gold}
    by_debate = {name: score_debate(ranking, gold[name]) for name, ranking in scored_rankings.items()}
    values = {measure: mean([debate_values[measure] for debate_values in by_debate.values()]) for measure in MEASURES}
    flags = [[entry.line in gold[name].verifying for entry in ranking] for name, ranking in scored_rankings.items()]
    lines = [[entry.line for entry in ranking] for ranking in scored_rankings.values()]
    missed = [len(gold[name].verifying) - sum(debate_values) for name, debate_values in zip(scored_rankings, flags, strict=True)]
    return Score(
        values=values,
        by_debate=by_debate,
        over_debates=mean_interval([debate_values["map"] for debate_values in by_debate.values()], resamples=resamples, seed=seed),
        over_sentences=sentence_interval(lines, flags, missed, resamples=resamples, seed=seed),
    )


def score_debate(ranking: DebateRanking, gold: LineGold) -> dict[str, float]:
    """Return the measures of one debate. A verifiable sentence that the ranking lacks counts as never found."""
    lines = [entry.line for entry in ranking]
    relevant = gold.verifying
    values = {"map": average_precision(lines, relevant)}
    for depth in DEPTHS:
        verified = {entry.line for entry in ranking if entry.line in relevant and _verified(entry, relevant[entry.line], depth)}
        values[f"map_0_{depth}"] = verified_average_precision(lines, relevant, verified)
        values[f"map_05_{depth}"] = verified_average_precision(lines, relevant, verified, credit=0.5)
        values[f"map_h_{depth}"] = verified_average_precision(lines, relevant, verified, harsh=True)
    return values


def _verified(entry: RankedLine, gold_ids: frozenset[str], depth: int) -> bool:
    return any(ids & gold_ids for ids in entry.factchecks[:depth])
