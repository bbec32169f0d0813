"""A match: a sentence beside a fact-check, with every part of its score."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.domain.factcheck import FactCheck
from app.domain.speech import ClaimReading, SlotDifference
from app.domain.stance import Stance, StanceProbabilities
from app.translation import mark, tr


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreParts:
    """The measures of one (sentence, fact-check) pair; None where a measure was not computed.

    BM25 scores are unbounded and non-negative; dense scores are cosines in [-1, 1]; `fused` is the reciprocal rank fusion of the
    retrieval lists; `prefilter` is the quick scorer's probability that this fact-check is about this claim, `pair` that of
    prefilter and pair scorer together, which compares only the most promising in full; `quoted` is log(1 + runs of four words
    in common).
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
    """The wording of a claim that a search was made with: the claim itself, or a variant that was made of it."""

    WHOLE = "whole"
    PLAIN = "plain"
    QUOTED = "quoted"
    PART = "part"
    NAMES = "names"
    NO_NUMBERS = "no-numbers"
    REWORDED = "reworded"

    @property
    def words(self) -> str:
        """For the eye: what was searched with."""
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
    """One wording that was searched with beside the claim itself, and how it came about."""

    form: QueryForm
    text: str


class DifferenceKind(StrEnum):
    """What a sentence and a checked claim say differently."""

    NUMBER = "number"
    YEAR = "year"
    NAME = "name"
    DIRECTION = "direction"
    NEGATION = "negation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What the sentence says and what the fact-check looked into, as each has it; both empty for negation."""

    kind: DifferenceKind
    said: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """Both sides, for the eye: “32,000 ≠ 28,500”."""
        if self.kind is DifferenceKind.NEGATION:
            return tr("one of the two is a denial")
        return f"{', '.join(self.said)} ≠ {', '.join(self.checked)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One fact-check found for a sentence. `factcheck.body` is empty here; `excerpt` is its passage nearest to the sentence.

    `same_as` lists the ids of fact-checks grouped with this one as duplicates. `score` orders the matches of a sentence.
    `differences` are those that can be read off the words, of matches that were compared in full. `found_with` is the form of the
    claim whose search found it; a variant only where the claim's own search had not. It says nothing of how good the match is.
    `llm_rank` is its place (from 1) in the order that a language model gave the matches, 0 where none did; the matches themselves stay
    in their own order. `follows`: it stands behind the matches that were asked for, since the sentence's verdict rests on it. `reading`
    says what the sentence does with the claim, None where that was not looked at. `probability` is the calibrated chance that the
    fact-check is about the same claim, None where it was not worked out.
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
        """The respects in which the sentence is about something else than the claim."""
        return self.reading.differs if self.reading else ()

    @property
    def opposed(self) -> bool:
        """Whether the sentence denies the claim in so many words."""
        return any(one.kind is DifferenceKind.NEGATION for one in self.differences)

    @property
    def contrary(self) -> bool:
        """Whether the words of the two go against each other: one denies, a quantity goes up in the one and down in
        the other, or a word and its opposite are all that differs."""
        return self.opposed or any(one.kind is DifferenceKind.DIRECTION for one in self.differences)
