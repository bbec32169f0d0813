"""The sentence verdict and the outcome, by rule, from the matches of a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.match import Match
from app.domain.ranked import Outcome
from app.domain.stance import Stance
from app.domain.verdict import SentenceVerdict
from app.ranking.model import RankerFile

# Two agreeing fact-checks of opposite verdicts leave the sentence unknown unless one is this many times surer than the other. Sureness is
# the odds of the pair times the support: a ratio of odds means the same whether pair probabilities are low or high.
CLEAR_LEAD = 2.0


def pair_probability(match: Match) -> float:
    """How surely the fact-check is about the sentence's claim; 0 when the pair scorer has not run."""
    return match.parts.pair or 0.0


def sentence_verdict(matches: Sequence[Match], thresholds: RankerFile) -> SentenceVerdict:
    """True, false or unknown: the verdict of the surest agreeing fact-check that settles something.

    Disagreement never makes a sentence true or false; ambiguous verdicts settle nothing. When agreeing fact-checks of
    both kinds are about equally sure, the sentence is unknown.
    """
    strength = {SentenceVerdict.TRUE: 0.0, SentenceVerdict.FALSE: 0.0}
    for match in matches:
        verdict = match.factcheck.verdict
        if verdict.ambiguous or match.stance is not Stance.AGREE:
            continue
        if pair_probability(match) < thresholds.match_probability or match.stance_probabilities.support < thresholds.agree_probability:
            continue
        side = SentenceVerdict.TRUE if verdict.settles_true else SentenceVerdict.FALSE
        strength[side] = max(strength[side], _odds(pair_probability(match)) * match.stance_probabilities.support)
    surer = max(strength, key=lambda side: strength[side])
    if max(strength.values()) == 0 or max(strength.values()) < CLEAR_LEAD * min(strength.values()):
        return SentenceVerdict.UNKNOWN
    return surer


def _odds(probability: float) -> float:
    return probability / max(1.0 - probability, 1e-6)


def outcome(matches: Sequence[Match], thresholds: RankerFile, probability: float) -> Outcome:
    """MATCH when a fact-check is about this claim, AMBIGUOUS when one is merely near, NONE when nothing is.

    `probability` is the calibrated one of the sentence; it decides where the thresholds say so (`outcome_from`).
    """
    best = max((pair_probability(match) for match in matches), default=0.0)
    sure, near = thresholds.match_probability, thresholds.near_probability
    if thresholds.outcome_from is not None:
        best, (sure, near) = probability if matches else 0.0, thresholds.outcome_from
    if best >= sure:
        return Outcome.MATCH
    return Outcome.AMBIGUOUS if best >= near else Outcome.NONE
