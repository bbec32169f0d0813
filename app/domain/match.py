"""Matches of sentences and fact-checks, with every component of their scores."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.domain.factcheck import FactCheck
from app.domain.speech import ClaimReading, SlotDifference
from app.domain.stance import Stance, StanceProbabilities
from app.translation import mark, tr


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreParts:
    """Scores of one (sentence, fact-check) pair; None for those that were not computed.

    BM25 scores are unbounded and non-negative; dense scores are cosines in [-1, 1]; `fused` is the reciprocal rank fusion of the
    retrieval lists. `prefilter` is the fast scorer's probability that the fact-check is about this claim, `pair` that of prefilter
    and pair scorer together, which compares only the most promising ones in full. `quoted` is log(1 + common runs of four words).
    """

    bm25_claim: float | None = None
    bm25_title: float | None = None
    bm25_body: float | None = None
    dense_claim: float | None = None
    dense_title: float | None = None
    fused: float | None = None
    prefilter: float | None = None
    pair: float | None = None
    quoted: float | None = None


class QueryForm(StrEnum):
    """Wording used for a search: the claim itself or a variant of it."""

    WHOLE = "whole"
    PLAIN = "plain"
    QUOTED = "quoted"
    PART = "part"
    NAMES = "names"
    NO_NUMBERS = "no-numbers"
    REWORDED = "reworded"

    @property
    def words(self) -> str:
        """Return the name of the wording for display."""
        return tr(_FORM_WORDS[self])


_FORM_WORDS = {
    QueryForm.WHOLE: mark("the claim as written"),
    QueryForm.PLAIN: mark("without who said it, links and tags"),
    QueryForm.QUOTED: mark("the quoted part only"),
    QueryForm.PART: mark("one part of the post"),
    QueryForm.NAMES: mark("names and numbers only"),
    QueryForm.NO_NUMBERS: mark("numbers removed"),
    QueryForm.REWORDED: mark("reworded by the language model"),
}


@dataclass(frozen=True, slots=True)
class QueryVariant:
    """A wording that was searched in addition to the claim itself, and its origin."""

    form: QueryForm
    text: str


class DifferenceKind(StrEnum):
    """Kinds of differences between a sentence and a checked claim."""

    NUMBER = "number"
    YEAR = "year"
    NAME = "name"
    DIRECTION = "direction"
    NEGATION = "negation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Differing words of the sentence (`said`) and of the fact-check (`checked`); both empty for negation."""

    kind: DifferenceKind
    said: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """Return both sides for display: “32,000 ≠ 28,500”."""
        if self.kind is DifferenceKind.NEGATION:
            return tr("one of the two is a denial")
        return f"{', '.join(self.said)} ≠ {', '.join(self.checked)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One fact-check found for a sentence.

    `factcheck.body` is empty here; `excerpt` is its passage nearest to the sentence. `same_as` are the ids of its duplicates.
    `score` orders the matches of a sentence. `differences` are read off the words of fully compared matches. `found_with` is the
    form of the claim whose search found it: a variant only if the claim's own search did not. It says nothing about quality.
    `llm_rank` is the rank (from 1) by a language model, 0 for none; the matches themselves stay in their own order. `follows`: the
    match is listed after the requested number because the sentence's verdict is based on it. `reading` is what the sentence does
    with the claim, None if that was not analysed. `probability` is the calibrated probability of being about the same claim, None
    if not computed.
    """

    factcheck: FactCheck
    score: float
    parts: ScoreParts
    stance: Stance
    stance_probabilities: StanceProbabilities
    same_as: tuple[str, ...] = ()
    excerpt: str = ""
    reasons: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    found_with: QueryForm = QueryForm.WHOLE
    llm_rank: int = 0
    follows: bool = False
    reading: ClaimReading | None = None
    probability: float | None = None

    @property
    def differs(self) -> tuple[SlotDifference, ...]:
        """Return the respects in which sentence and claim are about different things."""
        return self.reading.differs if self.reading else ()

    @property
    def opposed(self) -> bool:
        """Return True if the sentence explicitly denies the claim."""
        return any(difference.kind is DifferenceKind.NEGATION for difference in self.differences)

    @property
    def contrary(self) -> bool:
        """Return True if the wordings contradict each other: one denies, a quantity rises in one and falls in the other, or the
        only difference is a word and its antonym."""
        return self.opposed or any(difference.kind is DifferenceKind.DIRECTION for difference in self.differences)
