"""Decisions about sentences and matches: marks, and the operations that change them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from app.domain.history import RecordedOperation, inverted
from app.domain.keyed_document import DocumentEdit
from app.domain.verdict import Verdict


class Decision(StrEnum):
    """A decision about a match or a sentence. A flag is separate and can accompany any of them."""

    CONFIRMED = "confirmed"
    PARTIAL = "partial"
    REJECTED = "rejected"
    DEFERRED = "deferred"

    @property
    def holds(self) -> bool:
        """Return True if the fact-check is about this sentence, wholly or in part."""
        return self in (Decision.CONFIRMED, Decision.PARTIAL)


@dataclass(frozen=True, slots=True)
class Target:
    """Target of a decision: a sentence by its key (`KeyedDocument.keys`), or one of its matches by the fact-check's id."""

    sentence: str
    factcheck: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """All decisions of one reviewer about one target; `verdict` is the reviewer's own."""

    decision: Decision | None = None
    flagged: bool = False
    note: str = ""
    tags: tuple[str, ...] = ()
    verdict: Verdict | None = None


UNMARKED = Mark()


@dataclass(frozen=True, slots=True)
class MarkChange:
    """One mark, before and after."""

    target: Target
    before: Mark
    after: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewOperation(RecordedOperation):
    """A reviewer's changes of marks; `splice` changes the document itself."""

    changes: tuple[MarkChange, ...] = ()
    splice: DocumentEdit | None = None

    def inverse(self) -> ReviewOperation:
        """Return the operation that undoes this one."""
        return replace(self, changes=inverted(self.changes), splice=self.splice.inverse() if self.splice else None)


@dataclass(slots=True)
class Marks:
    """Current marks of all reviewers."""

    _by_reviewer: dict[str, dict[Target, Mark]] = field(default_factory=dict)

    def of(self, reviewer: str, target: Target) -> Mark:
        """Return the mark of one reviewer; `UNMARKED` without one."""
        return self._by_reviewer.get(reviewer, {}).get(target, UNMARKED)

    def all_of(self, reviewer: str) -> Mapping[Target, Mark]:
        """Return all marks of one reviewer."""
        return self._by_reviewer.get(reviewer, {})

    def by_sentence(self, reviewer: str) -> dict[str, dict[str, Mark]]:
        """Return one reviewer's marks by sentence key, then by fact-check id ("" for the sentence itself)."""
        by_sentence: dict[str, dict[str, Mark]] = {}
        for target, mark in self._by_reviewer.get(reviewer, {}).items():
            by_sentence.setdefault(target.sentence, {})[target.factcheck] = mark
        return by_sentence

    def reviewers(self) -> tuple[str, ...]:
        """Return the reviewers with marks, in the order of their first operation."""
        return tuple(reviewer for reviewer, marks in self._by_reviewer.items() if marks)

    def apply(self, operation: ReviewOperation) -> None:
        """Make the changes of an operation take effect."""
        marks = self._by_reviewer.setdefault(operation.who, {})
        for change in operation.changes:
            if change.after == UNMARKED:
                marks.pop(change.target, None)
            else:
                marks[change.target] = change.after
