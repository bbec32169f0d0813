"""Decide whether two fact-checks are about the same claim: by the cosine of their vectors, unless they are a minimal pair.

Singh's thesis takes a similarity of 0.8 alone. The crocodile in Hyderabad and the one in Mumbai are nearer than that: two claims
that differ only in a name or a number are different claims. Other features of the words, and the cross-encoder's score, were tried
and added nothing: see tests/quality/repeats/README.md.
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


def likeness(first: str, second: str, cosine: float, recipe: RepeatRecipe = REPEATS) -> Likeness:
    """Return the features of two claims that decide whether they are the same."""
    claim_differences = differences(first, second)
    numbers_differ_in_claims = any(difference.kind in (DifferenceKind.NUMBER, DifferenceKind.YEAR) for difference in claim_differences)
    is_minimal_pair = _rest(first, second) >= recipe.minimal_pair
    minimal = is_minimal_pair and (numbers_differ_in_claims or numbers_differ(second, first) or _swapped_names(first, second))
    return Likeness(cosine=cosine, minimal_pair=minimal, differences=claim_differences)


def probability(features: Likeness, recipe: RepeatRecipe = REPEATS) -> float:
    """The calibrated probability in [0, 1] that the two are the same claim; 0 for a minimal pair."""
    if features.minimal_pair:
        return 0.0
    return probability_of(features.cosine, recipe)


def probability_of(cosine: float, recipe: RepeatRecipe = REPEATS) -> float:
    """The same by the vectors alone."""
    return 1 / (1 + math.exp(-(recipe.intercept + recipe.slope * cosine)))


def covered(first: str, second: str) -> bool:
    """Return True if all content words of one claim are in the other."""
    first_stems, second_stems = _stems(first), _stems(second)
    return first_stems <= second_stems or second_stems <= first_stems


def _swapped_names(first: str, second: str) -> bool:
    """Return True if each claim has a name that the other has in no form: neither the word nor its initials."""
    first_names, second_names = _names(first), _names(second)
    first_only, second_only = first_names - second_names, second_names - first_names
    first_stems, second_stems = _stems(first), _stems(second)
    first_unmatched = {name for name in first_only if name[:_STEM] not in second_stems and not _initials(name, second)}
    second_unmatched = {name for name in second_only if name[:_STEM] not in first_stems and not _initials(name, first)}
    return bool(first_unmatched and second_unmatched)


def _rest(first: str, second: str) -> float:
    """Return the share of common words (Jaccard) without names and numbers, in [0, 1]; 0 if no words remain."""
    first_stems, second_stems = (
        {word for word in _stems(text) if not word.isnumeric()} - {name[:_STEM] for name in _names(text)} for text in (first, second)
    )
    return len(first_stems & second_stems) / (len(first_stems | second_stems) or 1)


@lru_cache(maxsize=1024)
def _stems(text: str) -> frozenset[str]:
    """Content words, cut to their beginnings, so that “claims” and “claimed” are one; kept, since a claim is beside many."""
    return frozenset([word[:_STEM] for word in words(text) if word not in FUNCTION_WORDS and (len(word) > 2 or word.isnumeric())])


@lru_cache(maxsize=1024)
def _names(text: str) -> frozenset[str]:
    """Capitalised words without the one that begins the text, unless it is capitalised further on."""
    capitalised = [(match.start(), match[0].casefold().removesuffix("'s").removesuffix("’s")) for match in _NAME.finditer(text)]
    inner = {name for start, name in capitalised if _ANY.search(text[:start]) and not _OPENING.search(text[:start])}
    parts = {part for name in inner for part in words(name)} & set(words(text))
    return frozenset([name for name in parts if name not in _NO_NAMES and name not in FUNCTION_WORDS and len(name) > 1])


def _initials(name: str, text: str) -> bool:
    """Return True if the name consists of first letters of consecutive words in the text ("DNC")."""
    letters = "".join(word[0] for word in words(text))
    return 2 <= len(name) <= 5 and name in letters
