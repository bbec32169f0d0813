"""The sentence verdict and the outcome, from the matches of a sentence: the rule, and how sure it must be to speak.

A verdict is spoken where a fact-check is surely about the sentence's claim, agrees with what the speaker asserts, has a rating that settles
it, differs in no respect, and no other fact-check of like strength says the opposite. Everything else leads to no verdict, with the reason.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.domain.match import Match
from app.domain.ranked import Outcome
from app.domain.speech import SpeechAct
from app.domain.stance import Stance, StanceProbabilities
from app.domain.verdict import SentenceVerdict, VerdictReason
from app.ranking.features import LEAST
from app.ranking.model import RankerFile

_NOTHING = math.log(0.02 / (1 - 0.02))
"""The evidence of a side on which nothing stands: as of a fact-check that is about the claim once in fifty."""
_ACTS = {
    SpeechAct.DENY: VerdictReason.DENIES,
    SpeechAct.QUOTE: VerdictReason.QUOTES,
    SpeechAct.ASK: VerdictReason.ASKS,
    SpeechAct.PROMISE: VerdictReason.PROMISES,
}


def pair_probability(match: Match) -> float:
    """How surely the fact-check is about the sentence's claim; 0 when the pair scorer has not run."""
    return match.parts.pair or 0.0


@dataclass(frozen=True, slots=True)
class Evidence:
    """One judged fact-check that settles something: how surely it is about the claim, whether it agrees, what it found; whether the words
    of the two go against each other; and why it cannot give a verdict, if it cannot."""

    pair: float
    stance: StanceProbabilities
    side: SentenceVerdict
    opposed: bool = False
    bar: VerdictReason | None = None
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What is said of a sentence and why: the probability that a verdict is right (of an unspoken one, what it would have had), the id of
    the fact-check that it rests on, and that of one which says the opposite."""

    verdict: SentenceVerdict = SentenceVerdict.UNKNOWN
    reason: VerdictReason = VerdictReason.NONE
    right: float = 0.0
    source: str = ""
    against: str = ""


def evidence(matches: Sequence[Match]) -> tuple[Evidence, ...]:
    """The judged fact-checks that settle something, in order."""
    found = []
    for match in matches:
        side = _side_of(match)
        if side is not None and match.stance_probabilities.judged:
            pair, stance = pair_probability(match), match.stance_probabilities
            found.append(Evidence(pair, stance, side, match.contrary, bar_of(match), match.factcheck.id))
    return tuple(found)


def bar_of(match: Match) -> VerdictReason | None:
    """Why a match gives no verdict although it agrees: what the speaker does with the claim, or that the two differ; None for no reason."""
    if match.reading is None:
        return None
    act = _ACTS.get(match.reading.act)
    return act if act is not None else VerdictReason.SIMILAR if match.reading.differs else None


def weighed(found: Iterable[Evidence], *, agree_from: float, support_weight: float) -> tuple[SentenceVerdict, float]:
    """The side with the stronger evidence, and its lead; UNKNOWN and 0 where there is none or both are equal.

    Only agreement without a bar counts, with support from `agree_from`: disagreement never makes a sentence true or false. Evidence of a
    fact-check is log-odds(pair) + support_weight * log-odds(support); of a side, that of its strongest fact-check.
    """
    sides = {SentenceVerdict.TRUE: _NOTHING, SentenceVerdict.FALSE: _NOTHING}
    for one in found:
        if one.bar is None and _agrees(one.stance, agree_from):
            sides[one.side] = max(sides[one.side], _weight(one, support_weight))
    surer = max(sides, key=lambda side: sides[side])
    lead = sides[surer] - min(sides.values())
    return (surer, lead) if lead > 0 else (SentenceVerdict.UNKNOWN, 0.0)


def rule(matches: Sequence[Match], thresholds: RankerFile, *, probability: float, found: Outcome) -> Ruling:
    """The verdict of a sentence from its matches; `probability` is its calibrated verifiability, `found` its outcome.

    A verdict is right with verifiability times sigmoid(`verdict_slope` * lead + `verdict_shift`); below `silence_below` it is not spoken.
    """
    agreeing = [one for one in evidence(matches) if _agrees(one.stance, thresholds.agree_probability)]
    agreeing.sort(key=lambda one: -_weight(one, thresholds.support_weight))
    if found is Outcome.NONE or not matches:
        return Ruling()
    if not agreeing:
        return _without_agreement(matches)
    speaking = [one for one in agreeing if one.bar is None]
    if not speaking:
        return Ruling(reason=agreeing[0].bar or VerdictReason.UNCERTAIN, source=agreeing[0].source)
    return _spoken(speaking, agreeing, thresholds, probability, found)


def _spoken(
    speaking: Sequence[Evidence], agreeing: Sequence[Evidence], thresholds: RankerFile, probability: float, found: Outcome
) -> Ruling:
    """The verdict of the strongest evidence, if it is strong enough and nothing of like strength stands against it."""
    best = speaking[0]
    other = next((one for one in agreeing if one.side is not best.side), None)
    weight = _weight(best, thresholds.support_weight)
    lead = weight - max(_NOTHING, _weight(other, thresholds.support_weight) if other else _NOTHING)
    right = probability / (1.0 + math.exp(-(thresholds.verdict_slope * lead + thresholds.verdict_shift)))
    if other is not None and lead < thresholds.disagreement_lead:
        return Ruling(reason=VerdictReason.DISAGREEMENT, right=right, source=best.source, against=other.source)
    if found is not Outcome.MATCH or lead <= 0 or right < thresholds.silence_below:
        return Ruling(reason=VerdictReason.UNCERTAIN, right=right, source=best.source)
    return Ruling(verdict=best.side, reason=VerdictReason.SETTLED, right=right, source=best.source)


def _without_agreement(matches: Sequence[Match]) -> Ruling:
    """Why nothing agrees, by the best match."""
    best = max(matches, key=pair_probability)
    if not best.stance_probabilities.judged:
        return Ruling(reason=VerdictReason.NOT_JUDGED, source=best.factcheck.id)
    if best.stance is Stance.DISAGREE or (best.reading is not None and best.reading.act is SpeechAct.DENY):
        return Ruling(reason=VerdictReason.DENIES, source=best.factcheck.id)
    if best.stance is Stance.AGREE and best.factcheck.verdict.ambiguous:
        return Ruling(reason=bar_of(best) or VerdictReason.UNDECIDED, source=best.factcheck.id)
    return Ruling(reason=bar_of(best) or VerdictReason.UNCERTAIN, source=best.factcheck.id)


def _side_of(match: Match) -> SentenceVerdict | None:
    """What a fact-check makes of a sentence that says the same; None where it settles nothing."""
    verdict = match.factcheck.verdict
    if verdict.ambiguous:
        return None
    return SentenceVerdict.TRUE if verdict.settles_true else SentenceVerdict.FALSE


def _agrees(stance: StanceProbabilities, agree_from: float) -> bool:
    return stance.label is Stance.AGREE and stance.support >= agree_from


def _weight(one: Evidence, support_weight: float) -> float:
    """The evidence of one agreeing fact-check, in log-odds."""
    return _log_odds(one.pair) + support_weight * _log_odds(one.stance.support)


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
