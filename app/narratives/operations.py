"""What can be done to narratives by hand, each as an act that can be taken back."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence

from app.domain.judgement import Judgement, JudgementChange
from app.domain.narrative import Narrative
from app.domain.narrative_operations import Membership, Move, Naming, NarrativeOperation
from app.domain.repeat import Repeat
from app.translation import tr, trn

_DIGITS = 6
_LONGEST = 200


def new_id(members: Iterable[str], used_ids: Collection[str] = ()) -> str:
    """An id for a narrative that begins with these items (keys): the same items always give the same, unless it is taken."""
    number = 0
    stem = "\x1f".join(sorted(members))
    while True:
        digest = hashlib.blake2b(f"{stem}\x1f{number}".encode("utf-8", "surrogatepass"), digest_size=_DIGITS).hexdigest()
        if f"n-{digest}" not in used_ids:
            return f"n-{digest}"
        number += 1


def split(narrative: Narrative, items: Sequence[str], *, used_ids: Collection[str], reviewer: str, at: str) -> NarrativeOperation:
    """These items of the narrative become one of their own; both are kept apart from now on. `taken` are the ids of all narratives."""
    leaving = set(items)
    new_narrative = new_id(leaving, used_ids)
    label = trn("Split {count} item from “{name}”", "Split {count} items from “{name}”", len(leaving), name=narrative.name)
    return NarrativeOperation(
        label=label,
        who=reviewer,
        at=at,
        moves=_moves(narrative, {key: new_narrative if key in leaving else narrative.id for key in narrative.items}),
    )


def merge(target: Narrative, merged: Sequence[Narrative], *, reviewer: str, at: str) -> NarrativeOperation:
    """The others become part of the target, and stay so."""
    moves = [move for narrative in (target, *merged) for move in _moves(narrative, dict.fromkeys(narrative.items, target.id))]
    names = tuple(Naming(narrative.id, narrative.name, "") for narrative in merged if narrative.named_by_hand)
    label = trn("Merge {count} narrative into “{name}”", "Merge {count} narratives into “{name}”", len(merged), name=target.name)
    return NarrativeOperation(label=label, who=reviewer, at=at, moves=tuple(moves), names=names)


def take_out(narrative: Narrative, items: Sequence[str], *, reviewer: str, at: str) -> NarrativeOperation:
    """These items belong to no narrative, and stay so."""
    leaving = {key: "" for key in narrative.items if key in set(items)}
    label = trn("Take {count} item out of “{name}”", "Take {count} items out of “{name}”", len(leaving), name=narrative.name)
    return NarrativeOperation(label=label, who=reviewer, at=at, moves=_moves(narrative, leaving))


def rename(narrative: Narrative, name: str, *, reviewer: str, at: str) -> NarrativeOperation:
    """A name of the user's own; an empty one brings back the one that is made of the terms."""
    cleaned = " ".join(name.split())[:_LONGEST]
    label = (
        tr("Rename “{name}” to “{new}”", name=narrative.name, new=cleaned) if cleaned else tr("Drop the name “{name}”", name=narrative.name)
    )
    before = narrative.name if narrative.named_by_hand else ""
    return NarrativeOperation(label=label, who=reviewer, at=at, names=(Naming(narrative.id, before, cleaned),))


def judge(repeats: Sequence[Repeat], judgement: Judgement | None, *, reviewer: str, at: str) -> NarrativeOperation:
    """These repeats are exact, partial or irrelevant; None takes a judgement away."""
    changes = tuple(JudgementChange(repeat.pair, repeat.judgement, judgement) for repeat in repeats if repeat.judgement is not judgement)
    words = judgement.value if judgement else tr("not judged")
    label = trn("Judge {count} repeat: {judgement}", "Judge {count} repeats: {judgement}", len(changes), judgement=words)
    return NarrativeOperation(label=label, who=reviewer, at=at, judgements=changes)


def _moves(narrative: Narrative, after: dict[str, str]) -> tuple[Move, ...]:
    pinned = set(narrative.by_hand)
    changes = ((key, Membership(narrative.id, key in pinned), Membership(target, True)) for key, target in after.items())
    return tuple(Move(key, before, placement) for key, before, placement in changes if before != placement)
