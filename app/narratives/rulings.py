"""How the fact-checks of one narrative stand to each other, and which of them turned it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from app.domain.match import DifferenceKind
from app.domain.narrative import ItemKind, NarrativeItem, Ruling
from app.narratives.parameters import REPEATS, RepeatRecipe
from app.narratives.repeats import covered, likeness, probability

_SAME_CLAIM = 0.5
_OTHER_CLAIM = frozenset({DifferenceKind.NUMBER, DifferenceKind.YEAR, DifferenceKind.DIRECTION, DifferenceKind.NEGATION})
Near = tuple[NarrativeItem, NarrativeItem, float]


def ruling(items: Iterable[NarrativeItem], near: Iterable[Near], recipe: RepeatRecipe = REPEATS) -> tuple[Ruling, tuple[str, ...]]:
    """How they stand, and the keys of those that ruled the other way than an earlier one on the same claim, by day.

    `near` are pairs of them with the cosine of their claims. Two that rule both ways stand against each other where their claims are
    likely the same and no number, year, direction or denial tells them apart; of one publisher, all words of the shorter claim have to
    stand in the longer one, too. Where all such pairs are of one publisher, it changed its ruling; otherwise rulings conflict.
    Fact-checks that settle nothing have no side.
    """
    found = sides(items)
    against = [pair for pair in near if _against(*pair, recipe)]
    if not against:
        return (Ruling.NONE if not found else Ruling.AGREE if len(found) == 1 else Ruling.DIFFER), ()
    later = {max(pair[:2], key=_when).key: max(pair[:2], key=_when) for pair in against}
    turns = tuple(item.key for item in sorted(later.values(), key=_when))
    alone = all(_publisher(one) == _publisher(other) for one, other, _ in against)
    return (Ruling.CHANGED if alone else Ruling.CONFLICT), turns


def sides(items: Iterable[NarrativeItem]) -> set[bool]:
    """Which ways they rule: true, false, both or none."""
    return {_side(item) for item in items if _settles(item)}


def _against(one: NarrativeItem, other: NarrativeItem, cosine: float, recipe: RepeatRecipe) -> bool:
    if not (_settles(one) and _settles(other)) or _side(one) == _side(other):
        return False
    # One desk that rules both ways has mostly looked into two claims, which differ by a word that no list knows.
    if _publisher(one) == _publisher(other) and not covered(one.text, other.text):
        return False
    found = likeness(one.text, other.text, cosine, recipe)
    return probability(found, recipe) >= _SAME_CLAIM and not any(each.kind in _OTHER_CLAIM for each in found.differences)


def _settles(item: NarrativeItem) -> bool:
    return item.kind is ItemKind.FACTCHECK and not item.verdict.ambiguous


def _side(item: NarrativeItem) -> bool:
    return item.verdict.settles_true


def _publisher(item: NarrativeItem) -> str:
    return item.publisher.casefold().strip()


def _when(item: NarrativeItem) -> tuple[date, str]:
    return item.day or date.max, item.id
