"""Whether two fact-checks are about the same claim: how near their vectors are, unless they are a minimal pair.

Singh's thesis takes a similarity of 0.8 alone. The crocodile in Hyderabad and the one in Mumbai are nearer than that: two claims that are
the same but for a name or a number on either side are two claims, however near they are. What else the words tell (how many are shared,
which names, whether both have a number) and what the cross-encoder says of the pair were tried and added nothing to the vectors: see
tests/quality/repeats/README.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import regex

from app.domain.match import Difference, DifferenceKind
from app.domain.wordlists import FUNCTION_WORDS
from app.narratives.parameters import REPEATS, RepeatRecipe
from app.ranking.difference import differences, numbers_differ
from app.ranking.text import words

_NAME = regex.compile(r"(?<![\p{L}\p{M}\p{N}_])\p{Lu}[\p{L}\p{M}]*(?:[’'.-][\p{L}\p{M}]+)*")
_ANY = regex.compile(r"[\p{L}\p{N}]")
_OPENING = regex.compile(r"[.!?:“\"]\s*$")
_STEM = 5
_NO_NAMES = frozenset(
    (
        "president presidents vice house senate congress congressional speaker senator sen rep representative gov governor mayor "
        "minister secretary mr mrs ms dr sir former first lady democrat democrats democratic republican republicans gop candidate "
        "january february march april may june july august september october november december jan feb mar apr jun jul aug sept "
        "sep oct nov dec monday tuesday wednesday thursday friday saturday sunday united states us usa america american americans "
        "says say said new photo photograph video image facebook twitter"
    ).split()
)
"""Capitalised words that may well differ between two wordings of one claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """Two claims side by side: the cosine of their vectors, whether they are a minimal pair, and what can be read off their words."""

    cosine: float
    minimal_pair: bool
    differences: tuple[Difference, ...]


def likeness(one: str, other: str, cosine: float, recipe: RepeatRecipe = REPEATS) -> Likeness:
    """What is known of two claims."""
    found = differences(one, other)
    counted = any(each.kind in (DifferenceKind.NUMBER, DifferenceKind.YEAR) for each in found)
    alike = _rest(one, other) >= recipe.minimal_pair
    minimal = alike and (counted or numbers_differ(other, one) or _swapped_names(one, other))
    return Likeness(cosine=cosine, minimal_pair=minimal, differences=found)


def probability(found: Likeness, recipe: RepeatRecipe = REPEATS) -> float:
    """The calibrated probability in [0, 1] that the two are the same claim; 0 for a minimal pair."""
    if found.minimal_pair:
        return 0.0
    return probability_of(found.cosine, recipe)


def probability_of(cosine: float, recipe: RepeatRecipe = REPEATS) -> float:
    """The same by the vectors alone."""
    return 1 / (1 + math.exp(-(recipe.intercept + recipe.slope * cosine)))


def covered(one: str, other: str) -> bool:
    """Whether all content words of one of the two stand in the other."""
    left, right = _stems(one), _stems(other)
    return left <= right or right <= left


def _swapped_names(one: str, other: str) -> bool:
    """Whether each has a name that the other has in no form: neither the word, nor letters that it could stand for."""
    ours, others = _names(one), _names(other)
    left, right = ours - others, others - ours
    said, checked = _stems(one), _stems(other)
    mine = {name for name in left if name[:_STEM] not in checked and not _initials(name, other)}
    theirs = {name for name in right if name[:_STEM] not in said and not _initials(name, one)}
    return bool(mine and theirs)


def _rest(one: str, other: str) -> float:
    """How many of the words are shared (Jaccard) when names and numbers are left out, in [0, 1]; 0 where nothing is left."""
    left, right = (
        {word for word in _stems(text) if not word.isnumeric()} - {name[:_STEM] for name in _names(text)} for text in (one, other)
    )
    return len(left & right) / (len(left | right) or 1)


@lru_cache(maxsize=1024)
def _stems(text: str) -> frozenset[str]:
    """Content words, cut to their beginnings, so that “claims” and “claimed” are one; kept, since a claim is beside many."""
    return frozenset([word[:_STEM] for word in words(text) if word not in FUNCTION_WORDS and (len(word) > 2 or word.isnumeric())])


@lru_cache(maxsize=1024)
def _names(text: str) -> frozenset[str]:
    """Capitalised words without the one that begins the text, unless it is capitalised further on."""
    found = [(match.start(), match[0].casefold().removesuffix("'s").removesuffix("’s")) for match in _NAME.finditer(text)]
    inner = {name for start, name in found if _ANY.search(text[:start]) and not _OPENING.search(text[:start])}
    parts = {part for name in inner for part in words(name)} & set(words(text))
    return frozenset([name for name in parts if name not in _NO_NAMES and name not in FUNCTION_WORDS and len(name) > 1])


def _initials(name: str, text: str) -> bool:
    """Whether the name is made of first letters of words that follow each other in the text (“DNC”)."""
    letters = "".join(word[0] for word in words(text))
    return 2 <= len(name) <= 5 and name in letters
