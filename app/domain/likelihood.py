"""The chance that a fact-check is about the same claim as a sentence, and the words that stand for it: one set of bounds for all."""

from __future__ import annotations

from app.domain.match import Match
from app.domain.stance import Stance
from app.translation import mark, percent, tr

SAME, PROBABLY, PERHAPS = 0.85, 0.5, 0.25
"""From which chance a fact-check is called the same claim, probably the same one, and perhaps the same one. Out of fold, on debates,
9 of 10 pairs so called are the same, 44 of 61, and 58 of 177 (`models/ranker/CARD.md`)."""
_BANDS = ((SAME, mark("same claim")), (PROBABLY, mark("probably the same claim")), (PERHAPS, mark("perhaps the same claim")))
_BELOW = mark("probably another claim")


def likelihood_words(probability: float) -> str:
    """The words for a chance in [0, 1], to stand behind the number: “same claim”."""
    return tr(next((words for least, words in _BANDS if probability >= least), _BELOW))


def closeness_words(match: Match, probability: float) -> str:
    """The words for a match: by its chance, but “the opposite claim” where the sentence contradicts it, and “a similar claim” where the two
    differ."""
    if probability >= PERHAPS and match.stance is Stance.DISAGREE:
        return tr("the opposite claim")
    return tr("a similar claim") if probability >= PERHAPS and match.differs else likelihood_words(probability)


def likelihood_line(match: Match) -> str:
    """The one number of a match: “91% – same claim”; "" where it was not computed."""
    if match.probability is None:
        return ""
    return tr("{share} – {words}", share=percent(match.probability), words=closeness_words(match, match.probability))
