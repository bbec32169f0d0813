"""The chance that a fact-check is about the same claim as a sentence, and the words that stand for it: one pair of bounds for all."""

from __future__ import annotations

from app.translation import mark, tr

SAME, PERHAPS = 0.75, 0.35
"""From which chance a fact-check is called the same claim, and from which perhaps the same one."""
_BANDS = ((SAME, mark("same claim")), (PERHAPS, mark("perhaps the same claim")), (0.0, mark("probably another claim")))


def likelihood_words(probability: float) -> str:
    """What a chance in [0, 1] stands for, as behind a number: “same claim”."""
    return tr(next(words for least, words in _BANDS if probability >= least or least == 0.0))
