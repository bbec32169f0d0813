"""How the fact-checks of one narrative stand to each other, and which of them turned it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from itertools import pairwise

from app.domain.narrative import ItemKind, NarrativeItem, Ruling
from app.domain.verdict import Verdict


def ruling(items: Iterable[NarrativeItem]) -> tuple[Ruling, tuple[str, ...]]:
    """How they stand, and the keys of those whose side is not that of the settling one before them, in order of their day.

    A publisher that ruled one way and later the other has changed the ruling; where different publishers rule both ways they conflict. Both
    are told as a conflict. Fact-checks that settle nothing have no side. The checked claims are taken for one claim, as a narrative is: two
    that deny each other look like a conflict.
    """
    settling = [item for item in items if item.kind is ItemKind.FACTCHECK and not item.verdict.ambiguous]
    settling.sort(key=lambda item: (item.day or date.max, item.id))
    if not settling:
        return Ruling.NONE, ()
    turns = tuple(later.key for earlier, later in pairwise(settling) if _side(earlier.verdict) != _side(later.verdict))
    if not turns:
        return Ruling.AGREE, ()
    sides: dict[str, set[bool]] = {}
    for item in settling:
        sides.setdefault(item.publisher.casefold().strip(), set()).add(_side(item.verdict))
    last = {item.publisher.casefold().strip(): _side(item.verdict) for item in settling}
    return (Ruling.CONFLICT if len(set(last.values())) > 1 else Ruling.CHANGED), turns


def _side(verdict: Verdict) -> bool:
    return verdict.settles_true
