"""Of which of AVeriTeC's types a claim is, told from its words: a first guess that the user can change."""

from __future__ import annotations

import re

from app.domain.verification import CLAIM_TYPES

EVENT, NUMERICAL, CAUSAL, QUOTE, POSITION = CLAIM_TYPES


def _any_of(phrases: str) -> re.Pattern[str]:
    """A pattern of phrases, a comma between two of them."""
    pattern = "|".join(re.escape(phrase.strip()).replace(r"\ ", r"\s+") for phrase in " ".join(phrases.split()).split(","))
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)


_FIGURE = re.compile(r"(?<![\w-])(?!(?:19|20)\d\d\b)[$£€₹]?\d[\d,.]*(?!\w)|[\d.]%")
_COUNTING = _any_of(
    """percent, per cent, percentage, majority, half, double, doubled, triple, tripled, million, billion, trillion, thousand, thousands,
    hundreds, highest, lowest, largest, smallest, biggest, most of, more than, fewer, less than, rate of, number of, average, two, three,
    four, five, six, seven, eight, nine, ten, dozen, third, quarter"""
)
_CAUSING = _any_of(
    """cause, causes, caused, causing, because, due to, lead to, leads to, leading to, led to, result in, results in, resulted in,
    resulting in,
    cure, cures, cured, curing, prevent, prevents, prevented, kill, kills, killing, responsible for, thanks to, triggers, triggered,
    protect against, protects against, protects from, increase the risk, increases the risk, reduces the risk, treat, treats, treating,
    effective against"""
)
_SAYING = _any_of(
    """said, says, say, saying, tweeted, tweets, posted, quote, quoted, stated, told, wrote, announced, claimed, claims that, called,
    warned,
    admitted, described, confirmed, praised, predicted"""
)
_QUOTED = re.compile(r"[“\"‘][^”\"’]{12,}[”\"’]")
_HOLDING = _any_of(
    """support, supports, supported, oppose, opposes, opposed, endorse, endorses, endorsed, wants to, want to, wanted to, plan to, plans to,
    promise, promises, promised, pledged, vows, vowed, vote for, vote against, voted, favour, favor, favours, favors, believe,
    believes, refuse,
    refuses, refused, agreed, reject, rejects, rejected, intends, would, will, policy, in favour of, in favor of, against"""
)


def claim_types(text: str) -> tuple[str, ...]:
    """The types in AVeriTeC's order; an event or property where nothing else shows."""
    matched = {
        NUMERICAL: _FIGURE.search(text) or _COUNTING.search(text),
        CAUSAL: _CAUSING.search(text),
        QUOTE: _SAYING.search(text) or _QUOTED.search(text),
        POSITION: _HOLDING.search(text),
    }
    return tuple(name for name in CLAIM_TYPES if matched.get(name)) or (EVENT,)
