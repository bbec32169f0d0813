"""Narratives after something was done to them by hand, without reading all of them again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.domain.narrative import Narrative, NarrativeMap
from app.domain.narrative_operations import NarrativeOperation


def changed_map(
    before: NarrativeMap, *, changed: Sequence[Narrative], deleted: Sequence[str], act: NarrativeOperation | None, undo: str, redo: str
) -> NarrativeMap:
    """Return the map with the changed narratives and without those `deleted`; `act` is the operation applied, with its judgements."""
    now = {narrative.id: narrative for narrative in changed}
    remaining = [now.pop(narrative.id, narrative) for narrative in before.narratives if narrative.id not in deleted]
    judged = {change.pair: change.after for change in act.judgements} if act is not None else {}
    repeats = tuple(
        replace(narrative, judgement=judged[narrative.pair]) if narrative.pair in judged else narrative for narrative in before.repeats
    )
    change_of_alone = sum(bool(move.before.narrative) - bool(move.after.narrative) for move in act.moves) if act is not None else 0
    return replace(
        before, narratives=(*remaining, *now.values()), repeats=repeats, alone=max(0, before.alone + change_of_alone), undo=undo, redo=redo
    )
