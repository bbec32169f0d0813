"""Narratives stored in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.domain.judgement import Judgement, Pair, PairKind
from app.domain.narrative_operations import Membership, NarrativeOperation
from app.domain.repeat import Repeat
from app.ports import FoundNarratives, KeptNarratives, NeighbourGraph


class MemoryNarratives:
    """A NarrativeFile without a disk."""

    def __init__(self) -> None:
        self._found: FoundNarratives | None = None
        self._places: dict[str, Membership] = {}
        self._names: dict[str, str] = {}
        self._judgements: dict[Pair, Judgement] = {}
        self._acts: list[NarrativeOperation] = []
        self._position = 0
        self.closed = False

    def read(self) -> KeptNarratives:
        stored = self._found
        undo, redo = self.labels()
        return KeptNarratives(
            state=stored.state if stored else "",
            encoder=stored.encoder if stored else "",
            memberships=dict(self._places),
            names=dict(self._names),
            repeats=sorted(stored.repeats, key=lambda repeat: (repeat.later, -repeat.days, repeat.earlier)) if stored else [],
            judgements=dict(self._judgements),
            remarks=stored.remarks if stored else (),
            undo=undo,
            redo=redo,
        )

    def graph(self) -> NeighbourGraph:
        return self._found.graph if self._found else NeighbourGraph()

    def keep(self, found_narratives: FoundNarratives) -> None:
        self._found = found_narratives
        by_hand = {key: membership for key, membership in self._places.items() if membership.by_hand}
        self._places = {key: Membership(narrative) for key, narrative in found_narratives.narrative_of.items()} | by_hand

    def do(self, act: NarrativeOperation) -> None:
        del self._acts[self._position :]
        self._acts.append(act)
        self._position += 1
        self._apply(act)

    def undo(self) -> NarrativeOperation | None:
        if not self._position:
            return None
        self._position -= 1
        act = self._acts[self._position].inverse()
        self._apply(act)
        return act

    def redo(self) -> NarrativeOperation | None:
        if self._position == len(self._acts):
            return None
        act = self._acts[self._position]
        self._position += 1
        self._apply(act)
        return act

    def labels(self) -> tuple[str, str]:
        acts = self._acts
        undo = acts[self._position - 1].label if self._position else ""
        return undo, acts[self._position].label if self._position < len(acts) else ""

    def earlier(self, ids: Sequence[str]) -> dict[str, tuple[Repeat, ...]]:
        earlier_by_id: dict[str, tuple[Repeat, ...]] = {}
        for repeat in self.read().repeats:
            if repeat.later in ids:
                pair = Pair(kind=PairKind.REPEAT, query=repeat.later, item=repeat.earlier)
                earlier_by_id[repeat.later] = (*earlier_by_id.get(repeat.later, ()), replace(repeat, judgement=self._judgements.get(pair)))
        return earlier_by_id

    def close(self) -> None:
        self.closed = True

    def _apply(self, act: NarrativeOperation) -> None:
        for move in act.moves:
            self._places.pop(move.item, None)
            if move.after != Membership():
                self._places[move.item] = move.after
        for naming in act.names:
            self._names.pop(naming.narrative, None)
            if naming.after:
                self._names[naming.narrative] = naming.after
        for change in act.judgements:
            self._judgements.pop(change.pair, None)
            if change.after is not None:
                self._judgements[change.pair] = change.after
