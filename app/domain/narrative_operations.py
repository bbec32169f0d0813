"""Undoable operations on narratives: split, merge, move, rename, judge a repeat."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.domain.history import RecordedOperation, inverted
from app.domain.judgement import JudgementChange


@dataclass(frozen=True, slots=True)
class Membership:
    """Assignment of an item to a narrative by its id, "" for none; `by_hand`: by a person, which regrouping respects."""

    narrative: str = ""
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """Change of one item's membership, by its key."""

    item: str
    before: Membership
    after: Membership


@dataclass(frozen=True, slots=True)
class Naming:
    """Change of a narrative's manual name; "" for the automatic name."""

    narrative: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrativeOperation(RecordedOperation):
    """A user's changes to narratives."""

    moves: tuple[Move, ...] = ()
    names: tuple[Naming, ...] = ()
    judgements: tuple[JudgementChange, ...] = ()

    def inverse(self) -> NarrativeOperation:
        """Return the operation that undoes this one."""
        return replace(self, moves=inverted(self.moves), names=inverted(self.names), judgements=inverted(self.judgements))
