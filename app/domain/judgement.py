"""Human judgements of pairs: one text answers the other exactly, in part, or not at all.

Matches of a document's sentences, looked-up claims and repeats share this vocabulary, so all of them can feed a gold file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from app.domain.history import RecordedOperation, inverted
from app.domain.review import Decision


class Judgement(StrEnum):
    """Relevance of the second text of a pair to the first; the values are stored in files."""

    EXACT = "exact"
    PARTIAL = "partial"
    IRRELEVANT = "irrelevant"

    @property
    def grade(self) -> int:
        """Return the relevance grade in a judgement file: 2, 1 or 0."""
        return _GRADES[self]

    @property
    def holds(self) -> bool:
        """Return True if both are about the same claim, wholly or in part."""
        return self is not Judgement.IRRELEVANT


_GRADES = {Judgement.EXACT: 2, Judgement.PARTIAL: 1, Judgement.IRRELEVANT: 0}
_BY_DECISION = {
    Decision.CONFIRMED: Judgement.EXACT,
    Decision.PARTIAL: Judgement.PARTIAL,
    Decision.REJECTED: Judgement.IRRELEVANT,
}


def judgement_of(decision: Decision | None) -> Judgement | None:
    """Return the judgement that corresponds to a decision about a match; None for a deferred or undecided match."""
    return _BY_DECISION.get(decision) if decision is not None else None


def decision_of(judgement: Judgement) -> Decision:
    """Return the decision about a match that corresponds to this judgement."""
    return next(decision for decision, mapped in _BY_DECISION.items() if mapped is judgement)


def graded(grade: int) -> Judgement:
    """Return the judgement of a grade: 2 and more exact, 1 partial, 0 and less irrelevant."""
    return Judgement.EXACT if grade >= 2 else Judgement.PARTIAL if grade == 1 else Judgement.IRRELEVANT


class PairKind(StrEnum):
    """Kinds of pairs; the values are stored in files."""

    SENTENCE = "sentence"
    """A sentence of a document, by its words, and a fact-check, by its id."""
    CLAIM = "claim"
    """A looked-up claim, by its words, and a fact-check, by its id."""
    REPEAT = "repeat"
    """A fact-check and an earlier one of another publisher, both by their ids."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A pair to be judged: `query` is the claim's text or the later fact-check's id; `item` is the fact-check's id or the earlier
    one's."""

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
    """One reviewer's current judgements."""

    _by_pair: dict[Pair, Judgement] = field(default_factory=dict)

    @classmethod
    def of(cls, judged: Iterable[PairJudgement], reviewer: str) -> Judgements:
        """Select the judgements of one reviewer."""
        return cls({judgement.pair: judgement.judgement for judgement in judged if judgement.who == reviewer})

    def get(self, pair: Pair) -> Judgement | None:
        """Return the judgement of a pair; None without one."""
        return self._by_pair.get(pair)

    def all(self) -> Mapping[Pair, Judgement]:
        """Return all judgements by pair."""
        return self._by_pair

    def toggled(self, pairs: Iterable[Pair], judgement: Judgement) -> tuple[JudgementChange, ...]:
        """Return the changes that give these pairs this judgement, or remove it if all of them have it already."""
        unique_pairs = tuple(dict.fromkeys(pairs))
        after = None if all(self.get(pair) is judgement for pair in unique_pairs) else judgement
        return tuple(JudgementChange(pair, self.get(pair), after) for pair in unique_pairs if self.get(pair) is not after)

    def apply(self, operation: JudgementOperation) -> None:
        """Make the changes of an operation take effect."""
        for change in operation.changes:
            if change.after is None:
                self._by_pair.pop(change.pair, None)
            else:
                self._by_pair[change.pair] = change.after
