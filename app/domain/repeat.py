"""Repeats: fact-checks of claims that another publisher had checked before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from app.domain.judgement import Judgement, Pair, PairKind
from app.domain.match import Difference


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat:
    """A fact-check (`later`, its id) and an earlier one of another publisher about the same claim.

    `similarity` is the cosine of the two claims, `probability` the calibrated probability in [0, 1] of the same claim. `days` is
    the time between the publications. `differences` are read off the words and did not influence the result. `judgement` is a
    person's. `new_language`: the first check of the claim in the later one's language.
    """

    later: str
    earlier: str
    similarity: float
    probability: float
    days: int
    differences: tuple[Difference, ...] = ()
    judgement: Judgement | None = None
    new_language: bool = False

    @property
    def pair(self) -> Pair:
        """Return the pair for a person to judge."""
        return Pair(kind=PairKind.REPEAT, query=self.later, item=self.earlier)


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierDebunk:
    """The earliest fact-check that a fact-check repeats: publisher, language (a code or ""), day, number of days before; and True
    if its language is the same."""

    factcheck: str
    publisher: str
    language: str
    published: date
    days: int
    url: str = ""
    same_language: bool = False
