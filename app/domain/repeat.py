"""Repeats: a fact-check whose claim another publisher had checked before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from app.domain.judgement import Judgement, Pair, PairKind
from app.domain.match import Difference


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat:
    """A fact-check (`later`, its id) and an earlier one of another publisher about the same claim.

    `similarity` is the cosine of the two claims, `probability` the calibrated one in [0, 1] that they are the same claim. `days` lie
    between the two publications. `differences` can be read off the words, and did not decide. `judgement` is a person's.
    `new_language` is true where nobody had checked the claim in the later one's language before.
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
        """What a person judges."""
        return Pair(kind=PairKind.REPEAT, query=self.later, item=self.earlier)


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierDebunk:
    """The earliest one that a fact-check repeats: who, in which language (a code or ""), on which day, how many days before,
    and whether in the same language as the later one."""

    factcheck: str
    publisher: str
    language: str
    published: date
    days: int
    url: str = ""
    same_language: bool = False
