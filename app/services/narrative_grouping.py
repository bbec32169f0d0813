"""The graph of near items into groups: what belongs together already, what a person laid down, and what is joined now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from app.domain.narrative_operations import Membership
from app.domain.progress import CancelToken, Progress
from app.narratives.grouping import FREE, Edges, grouped
from app.narratives.parameters import NarrativeRecipe
from app.ports import FloatMatrix, NeighbourGraph
from app.services.narrative_items import Items


def starting_places(
    places: Mapping[str, Membership], graph: NeighbourGraph, fresh: NDArray[np.bool_], *, again: bool
) -> dict[str, Membership]:
    """Where items belong before anything is joined: those that a person placed, and, unless all is grouped again, those that have not
    changed since."""
    new = {key for key, changed in zip(graph.keys, fresh.tolist(), strict=True) if changed}
    return {key: place for key, place in places.items() if place.by_hand or not (again or key in new)}


def story_labels(
    pools: Sequence[Items],
    graph: NeighbourGraph,
    places: Mapping[str, Membership],
    recipe: NarrativeRecipe,
    *,
    progress: Progress,
    cancel: CancelToken,
) -> NDArray[np.int64]:
    """The group of each item of the graph, (n,) int64. Only items that have a neighbour or a place are looked at; those that a person took
    out of all narratives stay alone."""
    count = len(graph.keys)
    alone = np.array([place is not None and place.by_hand and not place.narrative for place in map(places.get, graph.keys)], np.bool_)
    joined = ~(alone[graph.ones] | alone[graph.others])
    ones, others = graph.ones[joined], graph.others[joined]
    numbers: dict[str, int] = {}
    start = np.full(count, FREE, np.int64)
    pinned: set[int] = set()
    for item, place in enumerate(map(places.get, graph.keys)):
        if place is not None and place.narrative:
            start[item] = numbers.setdefault(place.narrative, len(numbers))
            if place.by_hand:
                pinned.add(int(start[item]))
    wanted = start != FREE
    wanted[ones] = wanted[others] = True
    chosen = np.flatnonzero(wanted)
    at = np.full(count, -1, np.int32)
    at[chosen] = np.arange(len(chosen), dtype=np.int32)
    labels = np.arange(count)
    edges = Edges(firsts=at[ones], seconds=at[others], similarities=graph.similarities[joined])
    found = grouped(
        _vectors(pools, chosen),
        edges,
        threshold=recipe.same_story,
        start=start[chosen],
        pinned=pinned,
        progress=progress,
        cancel=cancel,
    )
    labels[chosen] = chosen[found]
    return labels


def _vectors(pools: Sequence[Items], places: NDArray[np.int64]) -> FloatMatrix:
    parts: list[FloatMatrix] = []
    begin = 0
    for pool in pools:
        own = places[(places >= begin) & (places < begin + len(pool))] - begin
        parts.append(pool.vectors(own.astype(np.int32)))
        begin += len(pool)
    return np.concatenate(parts)
