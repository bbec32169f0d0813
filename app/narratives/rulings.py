"""How the fact-checks of one narrative agree, and which of them changed the ruling."""

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


def ruling(items: Iterable[NarrativeItem], neighbours: Iterable[Near], recipe: RepeatRecipe = REPEATS) -> tuple[Ruling, tuple[str, ...]]:
    """Return the ruling of a narrative, and the keys of the fact-checks that contradict an earlier one on the same claim, by day.

    `near` are pairs with the cosine of their claims. Two opposite rulings conflict if their claims are probably the same and no
    number, year, direction or denial differs. If both are from one publisher, all words of the shorter claim must be in the longer
    one too. If all conflicts are within one publisher, it changed its ruling. Fact-checks that settle nothing have no side.
    """
    ruling_sides = sides(items)
    against = [pair for pair in neighbours if _against(*pair, recipe)]
    if not against:
        return (Ruling.NONE if not ruling_sides else Ruling.AGREE if len(ruling_sides) == 1 else Ruling.DIFFER), ()
    later = {max(pair[:2], key=_when).key: max(pair[:2], key=_when) for pair in against}
    turns = tuple(item.key for item in sorted(later.values(), key=_when))
    is_same_publisher = all(_publisher(first) == _publisher(second) for first, second, _ in against)
    return (Ruling.CHANGED if is_same_publisher else Ruling.CONFLICT), turns


def sides(items: Iterable[NarrativeItem]) -> set[bool]:
    """Return the sides of the rulings: true, false, both or none."""
    return {_side(item) for item in items if _settles(item)}


def _against(first: NarrativeItem, second: NarrativeItem, cosine: float, recipe: RepeatRecipe) -> bool:
    if not (_settles(first) and _settles(second)) or _side(first) == _side(second):
        return False
    # One desk that rules both ways has mostly looked into two claims, which differ by a word that no list knows.
    if _publisher(first) == _publisher(second) and not covered(first.text, second.text):
        return False
    features = likeness(first.text, second.text, cosine, recipe)
    return probability(features, recipe) >= _SAME_CLAIM and not any(difference.kind in _OTHER_CLAIM for difference in features.differences)


def _settles(item: NarrativeItem) -> bool:
    return item.kind is ItemKind.FACTCHECK and not item.verdict.ambiguous


def _side(item: NarrativeItem) -> bool:
    return item.verdict.settles_true


def _publisher(item: NarrativeItem) -> str:
    return item.publisher.casefold().strip()


def _when(item: NarrativeItem) -> tuple[date, str]:
    return item.day or date.max, item.id
