"""Decides the verdict and the outcome of a sentence from its matches.

A verdict is given if a fact-check is surely about the sentence's claim, agrees with what the speaker asserts, has a rating that
settles it, differs in no respect, and no other fact-check of similar strength says the opposite. In every other case there is no
verdict, with a reason.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.domain.log_odds import log_odds
from app.domain.match import Match
from app.domain.ranked import Outcome
from app.domain.speech import SlotKind, SpeechAct
from app.domain.stance import Stance, StanceProbabilities
from app.domain.verdict import SentenceVerdict, VerdictReason
from app.ranking.model import RankerFile

# The chance from which a fact-check is more probably about the sentence's claim than not.
_SAME_CLAIM = 0.5
_ACTS = {
    SpeechAct.DENY: VerdictReason.DENIES,
    SpeechAct.QUOTE: VerdictReason.QUOTES,
    SpeechAct.ASK: VerdictReason.ASKS,
    SpeechAct.PROMISE: VerdictReason.PROMISES,
}


def pair_probability(match: Match) -> float:
    """Return the probability that the fact-check is about the sentence's claim; 0 if the pair scorer has not run."""
    return match.parts.pair or 0.0


@dataclass(frozen=True, slots=True)
class Evidence:
    """A judged fact-check that can settle a sentence.

    `chance` is the probability that it is about the sentence's claim, `side` its finding, `opposed` marks contradicting words,
    `bar` is the reason why it cannot give a verdict (None: it can). `is_match` is True if the pair probability alone makes it a
    match, without the overlap in words.
    """

    chance: float
    stance: StanceProbabilities
    side: SentenceVerdict
    opposed: bool = False
    bar: VerdictReason | None = None
    source: str = ""
    is_match: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictRule:
    """The conditions for a verdict.

    An agreeing fact-check (with support from `agree_from`) gives a right verdict with sigmoid(`slope` * log-odds(chance) +
    `shift`). The verdict is given from `silence_below` on, unless a fact-check of the other side is about the claim with a chance
    of `conflict_from` or more.
    """

    agree_from: float
    slope: float
    shift: float
    silence_below: float
    conflict_from: float

    def agrees(self, candidate: Evidence) -> bool:
        """Return True if the sentence may be taken to say what the fact-check looked into.

        Agreement must be the most probable stance or, where the pair scorer finds a match, disagreement must not be. (Few sentences
        of a debate contradict the claim that they are surely about.)
        """
        # Few sentences of a debate contradict the claim that they are surely about.
        may_agree = candidate.stance.label is Stance.AGREE or (candidate.is_match and candidate.stance.label is not Stance.DISAGREE)
        return may_agree and candidate.stance.support >= self.agree_from

    def right(self, candidate: Evidence) -> float:
        """Return the probability that the verdict of this fact-check is right for the sentence."""
        return 1.0 / (1.0 + math.exp(-(self.slope * log_odds(candidate.chance) + self.shift)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """The verdict on a sentence and its reason.

    `right` is the probability that the verdict is right (also of one that was withheld), `source` the id of the fact-check behind
    it, `against` that of one which says the opposite.
    """

    verdict: SentenceVerdict = SentenceVerdict.UNKNOWN
    reason: VerdictReason = VerdictReason.NONE
    right: float = 0.0
    source: str = ""
    against: str = ""


def rule_of(file: RankerFile) -> VerdictRule:
    """Return the rule in a ranker's file."""
    return VerdictRule(
        agree_from=file.agree_probability,
        slope=file.verdict_slope,
        shift=file.verdict_shift,
        silence_below=file.silence_below,
        conflict_from=file.conflict_from,
    )


def evidence(matches: Sequence[Match], *, near_from: float) -> tuple[Evidence, ...]:
    """Return the judged fact-checks that settle something, in order. `near_from` is the pair probability of a match."""
    collected = []
    for match in matches:
        side, stance = _side_of(match), match.stance_probabilities
        if side is not None and stance.judged:
            is_match = pair_probability(match) >= near_from
            collected.append(Evidence(match.probability or 0.0, stance, side, match.contrary, bar_of(match), match.factcheck.id, is_match))
    return tuple(collected)


def bar_of(match: Match) -> VerdictReason | None:
    """Return why an agreeing match gives no verdict: its speech act, or a difference; None where it may."""
    if match.reading is None:
        return None
    act = _ACTS.get(match.reading.act)
    # Differences in what is said are wrong too often on agreeing pairs; they are shown, but block nothing.
    differs = any(slot.kind is not SlotKind.WHAT for slot in match.reading.differs)
    return act if act is not None else VerdictReason.SIMILAR if differs else None


def rule(matches: Sequence[Match], thresholds: RankerFile, *, outcome: Outcome) -> Ruling:
    """Return the verdict of a sentence from its matches and its outcome."""
    if outcome is Outcome.NONE or not matches:
        return Ruling()
    ruling = decide(evidence(matches, near_from=thresholds.match_probability), rule_of(thresholds))
    # A verdict needs a fact-check that is more probably about the claim than not.
    is_tentative = ruling.reason is VerdictReason.SETTLED and outcome is not Outcome.MATCH
    if is_tentative or ruling.reason in (VerdictReason.NONE, VerdictReason.UNCERTAIN):
        return replace(_unsettled(matches), right=ruling.right)
    return ruling


def decide(candidates: Sequence[Evidence], rule: VerdictRule) -> Ruling:
    """Return the verdict of the most probable agreeing evidence, if it is sure enough and not contradicted by the other side.

    The reason is NONE where nothing agrees, UNCERTAIN where the agreeing evidence is not sure enough.
    """
    agreeing = sorted((candidate for candidate in candidates if rule.agrees(candidate)), key=lambda candidate: -candidate.chance)
    if not agreeing:
        return Ruling()
    best = next((candidate for candidate in agreeing if candidate.bar is None), None)
    if best is None:
        return Ruling(reason=agreeing[0].bar or VerdictReason.UNCERTAIN, source=agreeing[0].source)
    right = rule.right(best)
    against = _against(best, candidates, rule)
    if against is not None:
        return Ruling(reason=VerdictReason.DISAGREEMENT, right=right, source=best.source, against=against.source)
    if best.chance < _SAME_CLAIM or right < rule.silence_below:
        return Ruling(reason=VerdictReason.UNCERTAIN, right=right, source=best.source)
    return Ruling(verdict=best.side, reason=VerdictReason.SETTLED, right=right, source=best.source)


def _against(best: Evidence, candidates: Sequence[Evidence], rule: VerdictRule) -> Evidence | None:
    """Return the most probable fact-check of the other side, where it is sure enough to contradict the best one."""
    opposing = [
        candidate
        for candidate in candidates
        # One that the sentence itself contradicts is on no side, and one with a bar is about another claim.
        if candidate.side is not best.side and candidate.bar is None and candidate.stance.label is not Stance.DISAGREE
    ]
    most_probable = max(opposing, key=lambda candidate: candidate.chance, default=None)
    return most_probable if most_probable is not None and most_probable.chance >= rule.conflict_from else None


def _unsettled(matches: Sequence[Match]) -> Ruling:
    """Return the reason why nothing settles the sentence, from its best match."""
    best = max(matches, key=pair_probability)
    if not best.stance_probabilities.judged:
        return Ruling(reason=VerdictReason.NOT_JUDGED, source=best.factcheck.id)
    if best.stance is Stance.DISAGREE or (best.reading is not None and best.reading.act is SpeechAct.DENY):
        return Ruling(reason=VerdictReason.DENIES, source=best.factcheck.id)
    if best.stance is Stance.AGREE and best.factcheck.verdict.ambiguous:
        return Ruling(reason=bar_of(best) or VerdictReason.UNDECIDED, source=best.factcheck.id)
    return Ruling(reason=bar_of(best) or VerdictReason.UNCERTAIN, source=best.factcheck.id)


def _side_of(match: Match) -> SentenceVerdict | None:
    """Return the verdict of a fact-check on a sentence that repeats its claim; None where it settles nothing."""
    verdict = match.factcheck.verdict
    if verdict.ambiguous:
        return None
    return SentenceVerdict.TRUE if verdict.settles_true else SentenceVerdict.FALSE


def outcome(matches: Sequence[Match], thresholds: RankerFile, probability: float) -> Outcome:
    """Return MATCH if a fact-check is about this claim, AMBIGUOUS if one is merely near, else NONE.

    A document's sentence is judged by its best pair probability, and is a MATCH where a fact-check is more probably about the claim
    than not. `probability` is the calibrated one of the sentence. It decides where the thresholds say so (`outcome_from`); where it
    is high, the outcome is at least AMBIGUOUS.
    """
    best = max((pair_probability(match) for match in matches), default=0.0)
    match_from, near_from = thresholds.match_probability, thresholds.near_probability
    same = any((match.probability or 0.0) >= _SAME_CLAIM for match in matches)
    # For single claims the calibrated probability decides, not the best pair.
    if thresholds.outcome_from is not None:
        best, (match_from, near_from), same = probability if matches else 0.0, thresholds.outcome_from, False
    if best >= match_from or same:
        return Outcome.MATCH
    is_near = best >= near_from or (bool(matches) and probability >= thresholds.near_verifiability)
    return Outcome.AMBIGUOUS if is_near else Outcome.NONE
