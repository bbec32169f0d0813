"""Operations on narratives: split, merge, move, rename, judge a repeat; and their inverses."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.domain.history import RecordedOperation, inverted
from app.domain.judgement import JudgementChange


@dataclass(frozen=True, slots=True)
class Membership:
    """Where an item belongs: a narrative by its id, "" for none; `by_hand` where a person said so, which grouping anew respects."""

    narrative: str = ""
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """One item, by its key, before and after."""

    item: str
    before: Membership
    after: Membership


@dataclass(frozen=True, slots=True)
class Naming:
    """A narrative's name given by hand, before and after; "" for the one that is made of its terms."""

    narrative: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrativeOperation(RecordedOperation):
    """A user's changes of narratives."""

    moves: tuple[Move, ...] = ()
    names: tuple[Naming, ...] = ()
    judgements: tuple[JudgementChange, ...] = ()

    def inverse(self) -> NarrativeOperation:
        """Return the operation that undoes this one."""
        return replace(self, moves=inverted(self.moves), names=inverted(self.names), judgements=inverted(self.judgements))
