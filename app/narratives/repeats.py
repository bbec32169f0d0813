"""Whether two fact-checks are about the same claim: how near their vectors are, which words they share, and where they differ.

Singh's thesis takes a similarity of 0.8 alone. The crocodile in Hyderabad and the one in Mumbai are nearer than that, and the same claim in
other words often is not; so the words decide with the vectors, and a number, a year or a place that only one of the two has counts against.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import regex

from app.domain.match import Difference, DifferenceKind
from app.domain.wordlists import FUNCTION_WORDS
from app.narratives.recipe import REPEATS, RepeatRecipe
from app.ranking.difference import differences
from app.ranking.text import words

FEATURES = ("cosine", "shared", "covered", "names", "numbers", "opposed")
_NAME = regex.compile(r"\b\p{Lu}[\p{L}\p{M}'’-]+")
_STEM = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """What is measured of two claims, in the order of FEATURES; and what differs."""

    values: tuple[float, ...]
    differences: tuple[Difference, ...]


def likeness(one: str, other: str, cosine: float) -> Likeness:
    """`cosine` of the two claims' vectors; `shared` content words over all (Jaccard), `covered` over those of the shorter; `names` over
    all names, half where neither has any; `numbers` and `opposed`: 1 where the two differ in a number or year, deny each other or go
    opposite ways."""
    left, right = _content(one), _content(other)
    common = len(left & right)
    found = tuple(dict.fromkeys((*differences(one, other),)))
    kinds = {each.kind for each in found}
    values = (
        cosine,
        common / (len(left | right) or 1),
        common / (min(len(left), len(right)) or 1),
        _names(one, other),
        float(bool(kinds & {DifferenceKind.NUMBER, DifferenceKind.YEAR})),
        float(bool(kinds & {DifferenceKind.NEGATION, DifferenceKind.DIRECTION})),
    )
    return Likeness(values=values, differences=found)


def probability(found: Likeness, recipe: RepeatRecipe = REPEATS) -> float:
    """The calibrated probability in [0, 1] that the two are the same claim, by a logistic model over the measures."""
    total = recipe.intercept + sum(weight * value for weight, value in zip(recipe.weights, found.values, strict=True))
    return 1 / (1 + math.exp(-total))


def _content(text: str) -> frozenset[str]:
    """Content words, cut to their beginnings, so that “claims” and “claimed” are one."""
    return frozenset(word[:_STEM] for word in words(text) if word not in FUNCTION_WORDS and (len(word) > 2 or word.isnumeric()))


def _names(one: str, other: str) -> float:
    left, right = (_named(text) for text in (one, other))
    if not left or not right:
        return 0.5
    return len(left & right) / len(left | right)


def _named(text: str) -> frozenset[str]:
    """Capitalised words that do not begin the text."""
    return frozenset(found[0].casefold().removesuffix("'s").removesuffix("’s")[:8] for found in _NAME.finditer(text) if found.start() > 2)
