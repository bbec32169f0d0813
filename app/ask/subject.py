"""Find the end of the subject of an English question, from its words alone.

Every gap between two words gets a score from the word after it (a verb form, an adjective, "a", a preposition) and its neighbours.
The best gap wins, the earlier one of equals. A gap that only a guess supports is marked as unsure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from app.ask.clause_words import Words, blocked, read_words
from app.ask.predicates import after_be, as_base, as_participle

_SURE = 1.0
_CLEAR = 0.2
"""By how much the best place must be better than any that ends the subject elsewhere, to be sure of ("Is animal testing necessary?")."""
_INDEFINITE = frozenset("everyone everybody anyone anybody someone somebody nobody everything something anything nothing".split())


class Predicate(Enum):
    """Kinds of predicate: a base form after do and can, a participle after have, any of these or an adjective after be."""

    BASE = auto()
    PARTICIPLE = auto()
    AFTER_BE = auto()


_SCORES: dict[Predicate, Callable[[Words, int], float]] = {
    Predicate.BASE: as_base,
    Predicate.PARTICIPLE: as_participle,
    Predicate.AFTER_BE: after_be,
}


@dataclass(frozen=True, slots=True)
class Cut:
    """The subject is the first `at` words; `verb` is the place of the predicate's first verb or adjective, after adverbs."""

    at: int
    verb: int
    sure: bool


def cut(tokens: Sequence[str], predicate: Predicate, opener: str = "") -> Cut | None:
    """The subject's end in the words after the opening verb; None where no place is likely, or there are no two words."""
    words = read_words(tokens, opener)
    if len(words.cores) < 2:
        return None
    if words.has("pronouns", 0) and words.cores[0] not in {"this", "that"} | _INDEFINITE:
        return _at(words, 1, sure=True)
    score = _SCORES[predicate]
    scored = [(score(words, at) - 0.01 * at, -at) for at in range(1, len(words.cores)) if not blocked(words, at)]
    best, position = max(scored, default=(0.0, 0))
    if best <= 0:
        return None
    boundary = _at(words, -position, sure=True)
    rival_scores = [rival_score for rival_score, other in scored if _at(words, -other, sure=True).at != boundary.at]
    return replace(boundary, sure=best >= _SURE and best - max(rival_scores, default=0.0) >= _CLEAR)


def _at(words: Words, position: int, *, sure: bool) -> Cut:
    """The cut before the adverbs that stand before a predicate's first word."""
    at = verb = position
    while at > 1 and words.has("adverbs", at - 1) and not words.has("determiners", at - 2):
        at -= 1
    while verb + 1 < len(words.cores) and words.has("adverbs", verb) and words.cores[verb] not in words.vocabulary.verbs:
        verb += 1
    return Cut(at, verb, sure)
