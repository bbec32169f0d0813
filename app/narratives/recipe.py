"""The numbers that narratives and repeats go by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrativeRecipe:
    """`neighbours` of an item are looked at, those with a cosine of `near` at least; two groups are one story from a mean cosine of
    `same_story`; so many pairs of posts are compared with each other at most."""

    neighbours: int = 16
    near: float = 0.5
    same_story: float = 0.6
    most_post_pairs: float = 4e9


RECIPE = NarrativeRecipe()


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatRecipe:
    """A logistic model over the measures of `app.narratives.repeats.likeness`, and the probability from which a pair is a repeat.

    Fitted on the tuning half of the judged pairs (tests/quality/repeats): `python -m tests.quality.repeats.fit` prints these numbers.
    """

    intercept: float = -8.0
    weights: tuple[float, ...] = (9.0, 2.0, 1.0, 1.0, -1.0, -1.0)
    least: float = 0.5


REPEATS = RepeatRecipe()
