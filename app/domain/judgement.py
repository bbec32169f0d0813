"""What people say of a pair: does this published text answer that one exactly, in part, or not at all. One vocabulary for the matches of
a document's sentence, for looked-up claims and for repeats, so that all of them can feed a gold file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from app.domain.history import RecordedOperation, inverted
from app.domain.review import Decision


class Judgement(StrEnum):
    """How well the second text of a pair answers the first; the value is what a file holds."""

    EXACT = "exact"
    PARTIAL = "partial"
    IRRELEVANT = "irrelevant"

    @property
    def grade(self) -> int:
        """Its relevance in a file of judgements: 2, 1 or 0."""
        return _GRADES[self]

    @property
    def holds(self) -> bool:
        """Whether the two are about the same, wholly or in part."""
        return self is not Judgement.IRRELEVANT


_GRADES = {Judgement.EXACT: 2, Judgement.PARTIAL: 1, Judgement.IRRELEVANT: 0}
_BY_DECISION = {
    Decision.CONFIRMED: Judgement.EXACT,
    Decision.PARTIAL: Judgement.PARTIAL,
    Decision.REJECTED: Judgement.IRRELEVANT,
}


def judgement_of(decision: Decision | None) -> Judgement | None:
    """The judgement that a decision about a match is; None for a match that was deferred or not decided about."""
    return _BY_DECISION.get(decision) if decision is not None else None


def decision_of(judgement: Judgement) -> Decision:
    """The decision about a match that is this judgement."""
    return next(decision for decision, judged in _BY_DECISION.items() if judged is judgement)


def graded(grade: int) -> Judgement:
    """The judgement of a grade: 2 and more exact, 1 partial, 0 and less irrelevant."""
    return Judgement.EXACT if grade >= 2 else Judgement.PARTIAL if grade == 1 else Judgement.IRRELEVANT


class PairKind(StrEnum):
    """What the two texts of a pair are; the value is what a file holds."""

    SENTENCE = "sentence"
    """A sentence of a document, by its words, and a fact-check, by its id."""
    CLAIM = "claim"
    """A looked-up claim, by its words, and a fact-check, by its id."""
    REPEAT = "repeat"
    """A fact-check and an earlier one of another publisher, both by their ids."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """What is judged: `query` is the claim's words, or the later fact-check's id; `item` the fact-check's id, or the earlier one's."""

    kind: PairKind
    query: str
    item: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairJudgement:
    """One reviewer's judgement of one pair; `at` is the time in UTC (ISO 8601, seconds)."""

    pair: Pair
    judgement: Judgement
    who: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class JudgementChange:
    """One pair's judgement, before and after; None where there is none."""

    pair: Pair
    before: Judgement | None
    after: Judgement | None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgementOperation(RecordedOperation):
    """A reviewer's changes of judgements."""

    changes: tuple[JudgementChange, ...]

    def inverse(self) -> JudgementOperation:
        """Return the operation that undoes this one."""
        return replace(self, changes=inverted(self.changes))


@dataclass(slots=True)
class Judgements:
    """One reviewer's judgements, as the operations so far have left them."""

    _by_pair: dict[Pair, Judgement] = field(default_factory=dict)

    @classmethod
    def of(cls, judged: Iterable[PairJudgement], who: str) -> Judgements:
        """Those of one reviewer among these."""
        return cls({each.pair: each.judgement for each in judged if each.who == who})

    def get(self, pair: Pair) -> Judgement | None:
        """The judgement of a pair; None where there is none."""
        return self._by_pair.get(pair)

    def all(self) -> Mapping[Pair, Judgement]:
        """All of them."""
        return self._by_pair

    def toggled(self, pairs: Iterable[Pair], judgement: Judgement) -> tuple[JudgementChange, ...]:
        """The changes that give these pairs this judgement; where all have it already, those that take it away."""
        chosen = tuple(dict.fromkeys(pairs))
        after = None if all(self.get(pair) is judgement for pair in chosen) else judgement
        return tuple(JudgementChange(pair, self.get(pair), after) for pair in chosen if self.get(pair) is not after)

    def apply(self, operation: JudgementOperation) -> None:
        """Make the changes of an operation take effect."""
        for change in operation.changes:
            if change.after is None:
                self._by_pair.pop(change.pair, None)
            else:
                self._by_pair[change.pair] = change.after
