"""The numbers that narratives and repeats go by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrativeRecipe:
    """`neighbours` of an item are looked at, those with a cosine of `near` at least; two groups are one story from a mean cosine of
    `same_story`; so many pairs of posts are compared with each other at most."""

    neighbours: int = 16
    least_cosine: float = 0.5
    same_story: float = 0.6
    most_post_pairs: float = 4e9


RECIPE = NarrativeRecipe()


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatRecipe:
    """The probability of a cosine c is logistic, 1 / (1 + exp(-(intercept + slope c))); a pair is a repeat from `least` on. Claims that
    share `minimal_pair` of their words beside names and numbers, and differ in one of these, are two claims.

    Fitted on the tuning half of the judged pairs: `python -m tests.benchmarks repeats` prints the fit and what it reaches on the other.
    """

    intercept: float = -21.19
    slope: float = 30.37
    least: float = 0.78
    minimal_pair: float = 0.6


REPEATS = RepeatRecipe()
