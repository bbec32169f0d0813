"""Narratives after something was done to them by hand, without reading all of them again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.domain.narrative import Narrative, NarrativeMap
from app.domain.narrative_operations import NarrativeOperation


def changed_map(
    before: NarrativeMap, *, changed: Sequence[Narrative], gone: Sequence[str], act: NarrativeOperation | None, undo: str, redo: str
) -> NarrativeMap:
    """The map in which these narratives are as they are now; `act` is what was applied: its judgements hold from now on."""
    now = {each.id: each for each in changed}
    kept = [now.pop(each.id, each) for each in before.narratives if each.id not in gone]
    judged = {change.pair: change.after for change in act.judgements} if act is not None else {}
    repeats = tuple(replace(each, judgement=judged[each.pair]) if each.pair in judged else each for each in before.repeats)
    left = sum(bool(move.before.narrative) - bool(move.after.narrative) for move in act.moves) if act is not None else 0
    return replace(before, narratives=(*kept, *now.values()), repeats=repeats, alone=max(0, before.alone + left), undo=undo, redo=redo)
