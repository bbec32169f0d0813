"""Opinions that say nearly the same, one shown for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.ask import Opinion
from app.translation import trn


@dataclass(frozen=True, slots=True)
class OpinionGroup:
    """The best opinion of a cluster, and the others of it in their order."""

    head: Opinion
    further: tuple[Opinion, ...] = ()

    @property
    def words(self) -> str:
        """Return the number of further opinions in words; "" for a group of one."""
        if not self.further:
            return ""
        return trn("and {count} that says nearly the same", "and {count} that say nearly the same", len(self.further))


def grouped(opinions: Sequence[Opinion], *, merge_similar: bool) -> list[OpinionGroup]:
    """In the order of their best ones; where not `merge_similar`, each opinion on its own."""
    if not merge_similar:
        return [OpinionGroup(opinion) for opinion in opinions]
    clusters: dict[int, list[Opinion]] = {}
    for opinion in opinions:
        clusters.setdefault(opinion.cluster, []).append(opinion)
    return [OpinionGroup(group[0], tuple(group[1:])) for group in clusters.values()]
