"""Inter-annotator agreement: the share of equal judgements, and Cohen's kappa, which corrects it for chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)
Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement(Generic[Item, Label]):
    """Agreement of two people on `items` that both judged.

    `agreed` is the share of equal judgements in [0, 1]. `kappa` is at most 1, and 0 at chance level; None where it is undefined (no
    common items, or only one label in use). `disputed` are (item, first label, second label).
    """

    items: int
    agreed: float
    kappa: float | None
    disputed: tuple[tuple[Item, Label, Label], ...]


def agreement(first: Mapping[Item, Label], second: Mapping[Item, Label]) -> Agreement[Item, Label]:
    """Return the agreement of two people on their common items (Cohen 1960, equation 1)."""
    common_items = [(item, label, second[item]) for item, label in first.items() if item in second]
    total = len(common_items)
    if not total:
        return Agreement(items=0, agreed=0.0, kappa=None, disputed=())
    disputed = tuple(judged for judged in common_items if judged[1] != judged[2])
    observed = 1 - len(disputed) / total
    first_counts, second_counts = Counter(judged[1] for judged in common_items), Counter(judged[2] for judged in common_items)
    chance = sum(number * second_counts[label] for label, number in first_counts.items()) / total**2
    kappa = None if chance == 1 else (observed - chance) / (1 - chance)
    return Agreement(items=total, agreed=observed, kappa=kappa, disputed=disputed)
