"""Decisions about sentences and matches: marks, and the operations that change them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from app.domain.history import RecordedOperation, inverted
from app.domain.manuscript import Splice
from app.domain.verdict import Verdict


class Decision(StrEnum):
    """What was decided about a match or a sentence. A flag is no decision: it goes with any of them."""

    CONFIRMED = "confirmed"
    PARTIAL = "partial"
    REJECTED = "rejected"
    DEFERRED = "deferred"

    @property
    def holds(self) -> bool:
        """Whether the fact-check is about this sentence, wholly or in part."""
        return self in (Decision.CONFIRMED, Decision.PARTIAL)


@dataclass(frozen=True, slots=True)
class Target:
    """What is decided about: a sentence by its key (`Manuscript.keys`), or one match of it by its fact-check's id."""

    sentence: str
    factcheck: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """All that one reviewer has laid down about one target; `verdict` is the reviewer's own."""

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
    splice: Splice | None = None

    def inverse(self) -> ReviewOperation:
        """Return the operation that undoes this one."""
        return replace(self, changes=inverted(self.changes), splice=self.splice.inverse() if self.splice else None)


@dataclass(slots=True)
class Marks:
    """Every reviewer's marks, as the operations so far have left them."""

    _by_reviewer: dict[str, dict[Target, Mark]] = field(default_factory=dict)

    def of(self, who: str, target: Target) -> Mark:
        """The mark of one reviewer; `UNMARKED` where there is none."""
        return self._by_reviewer.get(who, {}).get(target, UNMARKED)

    def all_of(self, who: str) -> Mapping[Target, Mark]:
        """All marks of one reviewer."""
        return self._by_reviewer.get(who, {})

    def by_sentence(self, who: str) -> dict[str, dict[str, Mark]]:
        """The marks of one reviewer by the sentence's key, then by fact-check id ("" for the sentence itself)."""
        by_sentence: dict[str, dict[str, Mark]] = {}
        for target, mark in self._by_reviewer.get(who, {}).items():
            by_sentence.setdefault(target.sentence, {})[target.factcheck] = mark
        return by_sentence

    def reviewers(self) -> tuple[str, ...]:
        """Who has marks, in the order of their first operation."""
        return tuple(who for who, marks in self._by_reviewer.items() if marks)

    def apply(self, operation: ReviewOperation) -> None:
        """Make the changes of an operation take effect."""
        marks = self._by_reviewer.setdefault(operation.who, {})
        for change in operation.changes:
            if change.after == UNMARKED:
                marks.pop(change.target, None)
            else:
                marks[change.target] = change.after
