"""What people do to narratives: split, merge, move, rename, judge a repeat; and how it is taken back."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.judgement import JudgementChange


@dataclass(frozen=True, slots=True)
class Place:
    """Where an item belongs: a narrative by its id, "" for none; `by_hand` where a person said so, which grouping anew respects."""

    narrative: str = ""
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """One item, by its key, before and after."""

    item: str
    before: Place
    after: Place


@dataclass(frozen=True, slots=True)
class Naming:
    """A narrative's name given by hand, before and after; "" for the one that is made of its terms."""

    narrative: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrativeAct:
    """One thing that a person did: all its changes hold or none does. `label` is what an "Undo" menu says of it; `at` is the time in UTC
    (ISO 8601, seconds)."""

    label: str
    who: str
    at: str
    moves: tuple[Move, ...] = ()
    names: tuple[Naming, ...] = ()
    judgements: tuple[JudgementChange, ...] = ()

    def taken_back(self) -> NarrativeAct:
        """The act that undoes this one."""
        return NarrativeAct(
            label=self.label,
            who=self.who,
            at=self.at,
            moves=tuple(Move(each.item, each.after, each.before) for each in reversed(self.moves)),
            names=tuple(Naming(each.narrative, each.after, each.before) for each in reversed(self.names)),
            judgements=tuple(JudgementChange(each.pair, each.after, each.before) for each in reversed(self.judgements)),
        )
