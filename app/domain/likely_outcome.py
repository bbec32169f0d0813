"""The outcome as it is put in words: never surer than the chance that stands beside it."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.likelihood import PROBABLY
from app.domain.match import Match
from app.domain.ranked import Outcome


def likely_outcome(found: Outcome, matches: Sequence[Match]) -> Outcome:
    """The outcome to put in words: a fact-check that is merely perhaps about the same claim is near, and not found."""
    chances = [match.probability for match in matches if match.probability is not None]
    return Outcome.AMBIGUOUS if found is Outcome.MATCH and chances and max(chances) < PROBABLY else found
