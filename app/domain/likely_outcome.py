"""Outcome as displayed: never more certain than the probability shown with it."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.likelihood import PROBABLY
from app.domain.match import Match
from app.domain.ranked import Outcome


def likely_outcome(outcome: Outcome, matches: Sequence[Match]) -> Outcome:
    """Return the outcome to display: a match that is only possibly about the same claim becomes AMBIGUOUS."""
    chances = [match.probability for match in matches if match.probability is not None]
    return Outcome.AMBIGUOUS if outcome is Outcome.MATCH and chances and max(chances) < PROBABLY else outcome
