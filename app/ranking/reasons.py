"""Plain-language reasons for a match and for a sentence's place, from the measures that decided."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.match import Match
from app.domain.ranked import Outcome
from app.domain.stance import Stance
from app.domain.verdict import SentenceVerdict, Verdict
from app.ranking.model import RankerFile
from app.ranking.text import numbers, words

_COMMON = frozenset(
    "a an and are as at be been but by can did do does for from had has have he her his i if in is it its more most my no not of on or our "
    "out she so than that the their them there they this to up us was we were what when which who will with would you your".split()
)
_PLACE = {
    Outcome.MATCH: "a published fact-check is about this claim",
    Outcome.AMBIGUOUS: "a fact-check is near, but perhaps not about this very claim",
    Outcome.NONE: "no fact-check in the library is about this claim",
}


def match_reasons(sentence: str, match: Match, thresholds: RankerFile) -> tuple[str, ...]:
    """Why this fact-check was found for the sentence: nearness, shared words and numbers, what it cannot settle."""
    claim = match.factcheck.claim
    reasons = [_nearness(match, thresholds)]
    shared = _shared_words(sentence, claim)
    if shared:
        reasons.append(f"shared words: {', '.join(shared)}")
    reasons.extend(_number_reasons(sentence, claim))
    if match.factcheck.verdict.ambiguous:
        reasons.append(_ambiguity(match.factcheck.verdict))
    return tuple(reasons)


def _nearness(match: Match, thresholds: RankerFile) -> str:
    pair = match.parts.pair
    if pair is None:
        return "found by its words; not compared in full yet"
    if pair >= thresholds.match_probability:
        return "most likely the same claim"
    if pair >= thresholds.near_probability:
        return "close to the checked claim, perhaps not the same"
    return "about a related topic"


def _shared_words(sentence: str, claim: str) -> list[str]:
    in_claim = set(words(claim)) - _COMMON
    telling = (word for word in words(sentence) if word in in_claim and len(word) > 1 and not word.isnumeric())
    seen = dict.fromkeys(telling)
    return list(seen)[:6]


def _number_reasons(sentence: str, claim: str) -> list[str]:
    said, checked = numbers(sentence), numbers(claim)
    if not said or not checked:
        return []
    if said & checked:
        return [f"same number: {', '.join(sorted(said & checked)[:3])}"]
    return [f"different numbers: {', '.join(sorted(said)[:3])} said, {', '.join(sorted(checked)[:3])} checked"]


def _ambiguity(verdict: Verdict) -> str:
    if verdict is Verdict.UNRATED:
        return "the fact-check carries no rating that settles it"
    return f"its verdict ({verdict.value.replace('_', ' ').lower()}) settles nothing by itself"


def sentence_reasons(matches: Sequence[Match], verdict: SentenceVerdict, found: Outcome) -> tuple[str, ...]:
    """Why the sentence stands where it stands."""
    reasons = [_PLACE[found]]
    best = matches[0] if matches else None
    if best is None or found is Outcome.NONE:
        return tuple(reasons)
    if verdict is not SentenceVerdict.UNKNOWN:
        reasons.append(f"it agrees with a claim rated “{best.factcheck.rating or best.factcheck.verdict.value}”")
    elif best.stance is Stance.DISAGREE and best.factcheck.verdict.settles_false:
        reasons.append("it contradicts a claim rated false")
    elif found is Outcome.MATCH and best.factcheck.verdict.ambiguous:
        reasons.append(_ambiguity(best.factcheck.verdict))
    return tuple(reasons)
