"""The sentence verdict and the outcome, from the matches of a sentence: the rule, and how sure it must be to speak."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.domain.match import Match
from app.domain.ranked import Outcome
from app.domain.stance import Stance, StanceProbabilities
from app.domain.verdict import SentenceVerdict
from app.ranking.features import LEAST
from app.ranking.model import RankerFile

_NOTHING = math.log(0.02 / (1 - 0.02))
"""The evidence of a side on which nothing stands: as of a fact-check that is about the claim once in fifty."""


def pair_probability(match: Match) -> float:
    """How surely the fact-check is about the sentence's claim; 0 when the pair scorer has not run."""
    return match.parts.pair or 0.0


@dataclass(frozen=True, slots=True)
class Evidence:
    """One judged fact-check that settles something: how surely it is about the claim, whether it agrees, what it found; and whether
    the words of the two go against each other."""

    pair: float
    stance: StanceProbabilities
    side: SentenceVerdict
    opposed: bool = False


def evidence(matches: Sequence[Match]) -> tuple[Evidence, ...]:
    """The judged fact-checks that settle something, in order."""
    found = []
    for match in matches:
        side = _side_of(match)
        if side is not None and match.stance_probabilities.judged:
            found.append(Evidence(pair_probability(match), match.stance_probabilities, side, match.contrary))
    return tuple(found)


def weighed(found: Iterable[Evidence], *, agree_from: float, support_weight: float) -> tuple[SentenceVerdict, float]:
    """The side with the stronger evidence, and its lead; UNKNOWN and 0 where there is none or both are equal.

    Only agreement counts, with support from `agree_from`: disagreement never makes a sentence true or false. Evidence of a fact-check
    is log-odds(pair) + support_weight * log-odds(support); of a side, that of its strongest fact-check.
    """
    sides = {SentenceVerdict.TRUE: _NOTHING, SentenceVerdict.FALSE: _NOTHING}
    for one in found:
        if _agrees(one.stance, agree_from):
            sides[one.side] = max(sides[one.side], _weight(one.pair, one.stance, support_weight))
    surer = max(sides, key=lambda side: sides[side])
    lead = sides[surer] - min(sides.values())
    return (surer, lead) if lead > 0 else (SentenceVerdict.UNKNOWN, 0.0)


def sentence_verdict(matches: Sequence[Match], thresholds: RankerFile, probability: float) -> tuple[SentenceVerdict, float]:
    """True, false or unknown, and the probability that it is right: the verdict of the surest agreeing fact-check.

    `probability` is the sentence's calibrated verifiability. The verdict is right with verifiability times
    sigmoid(`verdict_slope` * lead + `verdict_shift`); below `silence_below` the sentence is unknown, with the probability that
    its verdict would have had. Ambiguous verdicts settle nothing.
    """
    surer, lead = weighed(evidence(matches), agree_from=thresholds.agree_probability, support_weight=thresholds.support_weight)
    if surer is SentenceVerdict.UNKNOWN:
        return surer, 0.0
    right = probability / (1.0 + math.exp(-(thresholds.verdict_slope * lead + thresholds.verdict_shift)))
    return (surer if right >= thresholds.silence_below else SentenceVerdict.UNKNOWN), right


def verdict_source(matches: Sequence[Match], verdict: SentenceVerdict, thresholds: RankerFile) -> str:
    """The id of the fact-check that a verdict rests on, the strongest of its side; "" for an unknown verdict."""
    speaking = [
        match
        for match in matches
        if _side_of(match) is verdict
        and match.stance_probabilities.judged
        and _agrees(match.stance_probabilities, thresholds.agree_probability)
    ]
    if not speaking:
        return ""
    weights = [_weight(pair_probability(match), match.stance_probabilities, thresholds.support_weight) for match in speaking]
    return speaking[weights.index(max(weights))].factcheck.id


def _side_of(match: Match) -> SentenceVerdict | None:
    """What a fact-check makes of a sentence that says the same; None where it settles nothing."""
    verdict = match.factcheck.verdict
    if verdict.ambiguous:
        return None
    return SentenceVerdict.TRUE if verdict.settles_true else SentenceVerdict.FALSE


def _agrees(stance: StanceProbabilities, agree_from: float) -> bool:
    return stance.label is Stance.AGREE and stance.support >= agree_from


def _weight(pair: float, stance: StanceProbabilities, support_weight: float) -> float:
    """The evidence of one agreeing fact-check, in log-odds."""
    return _log_odds(pair) + support_weight * _log_odds(stance.support)


def _log_odds(probability: float) -> float:
    cut = min(max(probability, LEAST), 1.0 - LEAST)
    return math.log(cut / (1.0 - cut))


def outcome(matches: Sequence[Match], thresholds: RankerFile, probability: float) -> Outcome:
    """MATCH when a fact-check is about this claim, AMBIGUOUS when one is merely near, NONE when nothing is.

    `probability` is the calibrated one of the sentence; it decides where the thresholds say so (`outcome_from`), and where it is high
    there is something near, whatever the best pair says.
    """
    best = max((pair_probability(match) for match in matches), default=0.0)
    sure, near = thresholds.match_probability, thresholds.near_probability
    if thresholds.outcome_from is not None:
        best, (sure, near) = probability if matches else 0.0, thresholds.outcome_from
    if best >= sure:
        return Outcome.MATCH
    is_near = best >= near or (bool(matches) and probability >= thresholds.near_verifiability)
    return Outcome.AMBIGUOUS if is_near else Outcome.NONE
