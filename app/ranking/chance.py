"""The chance that a fact-check is about the same claim as a sentence, from the pair probability and whether the claim is quoted whole."""

from __future__ import annotations

from app.ranking.model import RankerFile
from app.ranking.text import words

QUOTED_WHOLE = 0.95
"""The least chance of a sentence that has the whole claim word for word. In 270 such pairs (250 claims of PolitiFact looked up again, the
others sentences of debates) all were about the same claim by eye; the pair probability alone gives short ones less."""
_LEAST_WORDS = 4
"""Fewer words in a row are often chance."""


def same_claim_chance(sentence: str, claim: str, pair: float, thresholds: RankerFile) -> float:
    """The calibrated chance in [0, 1]; it never falls as the pair probability rises."""
    chance = thresholds.same_claim(pair)
    return max(chance, QUOTED_WHOLE) if quotes_whole(sentence, claim) else chance


def quotes_whole(sentence: str, claim: str) -> bool:
    """Whether all words of the claim stand in the sentence in a row, whatever the punctuation, and are not too few."""
    said, checked = words(sentence), words(claim)
    length = len(checked)
    if length < _LEAST_WORDS:
        return False
    return any(said[start : start + length] == checked for start in range(len(said) - length + 1))
