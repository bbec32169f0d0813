"""Whether a claim has been debunked in a language that somebody reads, or so far in others alone."""

from __future__ import annotations

from collections.abc import Collection

from app.domain.match import Match
from app.domain.ranked import Outcome, RankedSentence

_ABOUT = 0.5
"""From which probability that a fact-check is about the claim it counts as a debunk of it."""


def debunk_languages(entry: RankedSentence) -> tuple[str, ...]:
    """The languages of the fact-checks that are most likely about the claim, codes without region, each once, the best first; "" where
    one's is not known. None where the outcome is no match."""
    if entry.outcome is not Outcome.MATCH:
        return ()
    about = (match.factcheck.language for match in entry.matches if _chance(match) >= _ABOUT)
    return tuple(dict.fromkeys(code.partition("-")[0] for code in about))


def _chance(match: Match) -> float:
    """The chance that both are about the same claim; of a ranking made before it was worked out, the pair probability, which is lower."""
    return (match.parts.pair or 0.0) if match.probability is None else match.probability


def only_elsewhere(entry: RankedSentence, mine: Collection[str]) -> tuple[str, ...]:
    """The languages in which a claim has been debunked, where none of them is among `mine`; nothing where one is, or one may be since
    its language is not known, or where `mine` names none."""
    found = debunk_languages(entry)
    own = {code.partition("-")[0] for code in mine}
    return found if own and found and "" not in found and own.isdisjoint(found) else ()
