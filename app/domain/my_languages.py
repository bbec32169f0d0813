"""Detects claims that have been debunked only in languages that the user does not read."""

from __future__ import annotations

from collections.abc import Collection

from app.domain.match import Match
from app.domain.ranked import Outcome, RankedSentence

_ABOUT = 0.5
"""From which probability that a fact-check is about the claim it counts as a debunk of it."""


def debunk_languages(entry: RankedSentence) -> tuple[str, ...]:
    """Return the languages of the fact-checks that are most likely about the claim: codes without region, each once, the best
    first, "" for an unknown one; empty if the outcome is no match."""
    if entry.outcome is not Outcome.MATCH:
        return ()
    about = (match.factcheck.language for match in entry.matches if _chance(match) >= _ABOUT)
    return tuple(dict.fromkeys(code.partition("-")[0] for code in about))


def _chance(match: Match) -> float:
    """Return the probability of the same claim; for rankings made before it was computed the pair probability, which is lower."""
    return (match.parts.pair or 0.0) if match.probability is None else match.probability


def only_elsewhere(entry: RankedSentence, user_languages: Collection[str]) -> tuple[str, ...]:
    """Return the languages of the debunks if none is among `user_languages`; empty if one is, if a language is unknown, or if the
    user named no languages."""
    languages = debunk_languages(entry)
    user_codes = {code.partition("-")[0] for code in user_languages}
    return languages if user_codes and languages and "" not in languages and user_codes.isdisjoint(languages) else ()
