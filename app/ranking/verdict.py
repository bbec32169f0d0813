"""The sentence verdict and the outcome, by rule, from the matches of a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.match import Match
from app.domain.ranked import Outcome
from app.domain.stance import Stance
from app.domain.verdict import SentenceVerdict
from app.ranking.model import RankerFile

# Two agreeing fact-checks of opposite verdicts leave the sentence unknown unless one is this much surer than the other.
CLEAR_LEAD = 0.15


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
        strength[side] = max(strength[side], pair_probability(match) * match.stance_probabilities.support)
    lead = strength[SentenceVerdict.TRUE] - strength[SentenceVerdict.FALSE]
    if min(strength.values()) > 0 and abs(lead) < CLEAR_LEAD:
        return SentenceVerdict.UNKNOWN
    if lead == 0:
        return SentenceVerdict.UNKNOWN
    return SentenceVerdict.TRUE if lead > 0 else SentenceVerdict.FALSE


def outcome(matches: Sequence[Match], thresholds: RankerFile) -> Outcome:
    """MATCH when a fact-check with a settling verdict is about this claim; AMBIGUOUS when only an ambiguous verdict is, or
    one is merely near; NONE when nothing is near."""
    sure = [match for match in matches if pair_probability(match) >= thresholds.match_probability]
    if any(not match.factcheck.verdict.ambiguous for match in sure):
        return Outcome.MATCH
    if sure or any(pair_probability(match) >= thresholds.near_probability for match in matches):
        return Outcome.AMBIGUOUS
    return Outcome.NONE
