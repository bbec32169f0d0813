"""Verbal labels for the probability that a fact-check is about the same claim, with one set of thresholds for the whole program."""

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
    """Return the label of a probability in [0, 1], shown after the number: “same claim”."""
    return tr(next((words for least, words in _BANDS if probability >= least), _BELOW))


def closeness_words(match: Match, probability: float) -> str:
    """Return the label of a match: by its probability, but “the opposite claim” for a contradiction, and “a similar claim” for one
    with differences."""
    if probability >= PERHAPS and match.stance is Stance.DISAGREE:
        return tr("the opposite claim")
    return tr("a similar claim") if probability >= PERHAPS and match.differs else likelihood_words(probability)


def likelihood_line(match: Match) -> str:
    """Return probability and label of a match: “91% – same claim”; "" if it was not computed."""
    if match.probability is None:
        return ""
    return tr("{share} – {words}", share=percent(match.probability), words=closeness_words(match, match.probability))
