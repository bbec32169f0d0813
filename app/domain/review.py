"""What people decide about sentences and matches: marks, the acts that changed them, and how an act is taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

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
class Change:
    """One mark, before and after."""

    target: Target
    before: Mark
    after: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One thing that a person did: all its changes hold or none does. `label` is what an "Undo" menu says of it; `at` is the time in
    UTC (ISO 8601, seconds); `splice` changes the document itself."""

    label: str
    who: str
    at: str
    changes: tuple[Change, ...] = ()
    splice: Splice | None = None

    def taken_back(self) -> Act:
        """The act that undoes this one."""
        changes = tuple(Change(each.target, each.after, each.before) for each in reversed(self.changes))
        return Act(label=self.label, who=self.who, at=self.at, changes=changes, splice=self.splice.inverse() if self.splice else None)


@dataclass(slots=True)
class Marks:
    """Every reviewer's marks, as the acts so far have left them."""

    _by_reviewer: dict[str, dict[Target, Mark]] = field(default_factory=dict)

    def of(self, who: str, target: Target) -> Mark:
        """The mark of one reviewer; `UNMARKED` where there is none."""
        return self._by_reviewer.get(who, {}).get(target, UNMARKED)

    def all_of(self, who: str) -> Mapping[Target, Mark]:
        """All marks of one reviewer."""
        return self._by_reviewer.get(who, {})

    def by_sentence(self, who: str) -> dict[str, dict[str, Mark]]:
        """The marks of one reviewer by the sentence's key, then by fact-check id ("" for the sentence itself)."""
        found: dict[str, dict[str, Mark]] = {}
        for target, mark in self._by_reviewer.get(who, {}).items():
            found.setdefault(target.sentence, {})[target.factcheck] = mark
        return found

    def reviewers(self) -> tuple[str, ...]:
        """Who has marks, in the order of their first act."""
        return tuple(who for who, marks in self._by_reviewer.items() if marks)

    def apply(self, act: Act) -> None:
        """Let the changes of an act hold."""
        own = self._by_reviewer.setdefault(act.who, {})
        for change in act.changes:
            if change.after == UNMARKED:
                own.pop(change.target, None)
            else:
                own[change.target] = change.after


class Journal:
    """The acts in order; those before `position` hold, those behind it were undone and can be done again. No limit."""

    def __init__(self, acts: Iterable[Act] = (), position: int | None = None) -> None:
        self.acts = list(acts)
        self.position = len(self.acts) if position is None else min(max(position, 0), len(self.acts))

    @property
    def next_undo(self) -> Act | None:
        """The act that `undo` would take back."""
        return self.acts[self.position - 1] if self.position else None

    @property
    def next_redo(self) -> Act | None:
        """The act that `redo` would do again."""
        return self.acts[self.position] if self.position < len(self.acts) else None

    def do(self, act: Act) -> None:
        """Add an act that holds now; what was undone before it can no longer be done again."""
        del self.acts[self.position :]
        self.acts.append(act)
        self.position += 1

    def undo(self) -> Act | None:
        """The act that takes the last one back, which the caller applies; None at the beginning."""
        if not self.position:
            return None
        self.position -= 1
        return self.acts[self.position].taken_back()

    def redo(self) -> Act | None:
        """The act that was undone last, which the caller applies; None at the end."""
        act = self.next_redo
        if act is not None:
            self.position += 1
        return act
