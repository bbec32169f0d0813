"""Writes plain-language reasons for a match and for a sentence's rank, from the measures behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log

from app.domain.likelihood import closeness_words
from app.domain.likely_outcome import likely_outcome
from app.domain.match import Match
from app.domain.ranked import Outcome
from app.domain.verdict import Verdict, VerdictReason
from app.ranking.text import numbers, words
from app.ranking.verdict import Ruling
from app.translation import mark, tr

_COMMON = frozenset(
    "a an and are as at be been but by can did do does for from had has have he her his i if in is it its more most my no not of on or our "
    "out she so than that the their them there they this to up us was we were what when which who will with would you your".split()
)
_PLACE = {
    Outcome.MATCH: mark("a published fact-check is probably about this claim"),
    Outcome.AMBIGUOUS: mark("a fact-check is near, perhaps about this claim"),
    Outcome.NONE: mark("no fact-check in the library seems to be about this claim"),
}


# Three runs of four words in common are six words in a row.
_QUOTED = log(1 + 3)
_REPEATED, _HARDLY_A_CLAIM = 0.75, 0.1


def match_reasons(sentence: str, match: Match) -> tuple[str, ...]:
    """Return why this fact-check was found for the sentence: nearness, shared words and numbers, and an ambiguous rating."""
    claim = match.factcheck.claim
    reasons = [_nearness(match)]
    shared = _shared_words(sentence, claim)
    if shared:
        reasons.append(tr("shared words: {words}", words=", ".join(shared)))
    same = sorted(numbers(sentence) & numbers(claim))[:3]
    if same:
        reasons.append(tr("same number: {numbers}", numbers=", ".join(same)))
    if match.factcheck.verdict.ambiguous:
        reasons.append(_ambiguity(match.factcheck.verdict))
    return tuple(reasons)


def _nearness(match: Match) -> str:
    if match.parts.pair is None:
        return tr("found by its words; not compared in full yet")
    if match.probability is None:
        return tr("compared in full")
    return closeness_words(match, match.probability)


def _shared_words(sentence: str, claim: str) -> list[str]:
    in_claim = set(words(claim)) - _COMMON
    shared = (word for word in words(sentence) if word in in_claim and len(word) > 1 and not word.isnumeric())
    distinct = dict.fromkeys(shared)
    return list(distinct)[:6]


def _ambiguity(verdict: Verdict) -> str:
    if verdict is Verdict.UNRATED:
        return tr("the fact-check carries no rating that settles it")
    return tr("its verdict ({verdict}) settles nothing by itself", verdict=verdict.words)


def sentence_reasons(matches: Sequence[Match], ruling: Ruling, outcome: Outcome, features: Mapping[str, float]) -> tuple[str, ...]:
    """Return why the sentence has its rank. `features` are the sentence's FULL_FEATURES."""
    reasons = [tr(_PLACE[likely_outcome(outcome, matches)])]
    source = next((match for match in matches if match.factcheck.id == ruling.source), None)
    if source is None or outcome is Outcome.NONE:
        return tuple(reasons + _form_reasons(features))
    reasons += [reason for reason in [_ruling_reason(ruling, source)] if reason]
    return tuple(reasons + _likeness_reasons(features) + _form_reasons(features))


_RULINGS = {
    VerdictReason.SETTLED: mark("it agrees with a claim rated “{rating}”"),
    VerdictReason.DENIES: mark("it denies a claim rated “{rating}”"),
    VerdictReason.QUOTES: mark("it reports what others say; the claim is rated “{rating}”"),
    VerdictReason.ASKS: mark("it asks about a claim rated “{rating}”"),
    VerdictReason.PROMISES: mark("it promises, wishes or supposes what was rated “{rating}”"),
    VerdictReason.SIMILAR: mark("a similar claim was rated “{rating}”"),
    VerdictReason.DISAGREEMENT: mark("fact-checks disagree about it"),
}


def _ruling_reason(ruling: Ruling, source: Match) -> str:
    """Return the reason for the verdict, or for its lack; "" where there is none."""
    if ruling.reason is VerdictReason.UNDECIDED:
        return _ambiguity(source.factcheck.verdict)
    words = _RULINGS.get(ruling.reason, "")
    return tr(words, rating=source.factcheck.rating or tr(source.factcheck.verdict.value)) if words else ""


def _likeness_reasons(features: Mapping[str, float]) -> list[str]:
    """Return reasons from the surface overlap of the sentence and its best fact-check."""
    reasons = []
    if features["of_best_quoted"] >= _QUOTED:
        reasons.append(tr("the fact-check has several of its words in a row"))
    if features["of_best_same_speaker"] > 0:
        reasons.append(tr("the fact-check is about the same speaker"))
    return reasons


def _form_reasons(features: Mapping[str, float]) -> list[str]:
    """Return traits of the sentence itself that lowered its rank."""
    against = (
        (features["repeated"] >= _REPEATED, mark("it says again what an earlier sentence said")),
        (features["question"] > 0, mark("it is a question")),
        (features["opinion"] > 0, mark("it sounds like an opinion or a plan")),
        (features["checkworthiness"] < _HARDLY_A_CLAIM, mark("it hardly states a fact of public interest")),
    )
    return [tr(reason) for applies, reason in against if applies]
