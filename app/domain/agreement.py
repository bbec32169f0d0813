"""How far two people agree: the share of equal judgements, and Cohen's kappa, which takes off what chance alone would give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)
Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement(Generic[Item, Label]):
    """`items` were judged by both; `agreed` is their share in [0, 1] that both judged alike; `kappa` is at most 1, 0 is chance, None
    where it is not defined (nothing in common, or both always gave one and the same judgement); `disputed` are (item, first, second)."""

    items: int
    agreed: float
    kappa: float | None
    disputed: tuple[tuple[Item, Label, Label], ...]


def agreement(first: Mapping[Item, Label], second: Mapping[Item, Label]) -> Agreement[Item, Label]:
    """The agreement of two people on what both have judged (Cohen 1960, equation 1)."""
    both = [(item, label, second[item]) for item, label in first.items() if item in second]
    total = len(both)
    if not total:
        return Agreement(items=0, agreed=0.0, kappa=None, disputed=())
    disputed = tuple(each for each in both if each[1] != each[2])
    observed = 1 - len(disputed) / total
    ones, others = Counter(each[1] for each in both), Counter(each[2] for each in both)
    chance = sum(number * others[label] for label, number in ones.items()) / total**2
    kappa = None if chance == 1 else (observed - chance) / (1 - chance)
    return Agreement(items=total, agreed=observed, kappa=kappa, disputed=disputed)
