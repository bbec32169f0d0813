"""Groups the neighbour graph into stories: keeps existing groups and manual placements, and joins new items."""

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


def initial_memberships(
    memberships: Mapping[str, Membership], graph: NeighbourGraph, is_new: NDArray[np.bool_], *, again: bool
) -> dict[str, Membership]:
    """Return the initial memberships of items: those set by hand and, unless everything is regrouped, those of unchanged items."""
    new = {key for key, changed in zip(graph.keys, is_new.tolist(), strict=True) if changed}
    return {key: membership for key, membership in memberships.items() if membership.by_hand or not (again or key in new)}


def story_labels(
    pools: Sequence[Items],
    graph: NeighbourGraph,
    memberships: Mapping[str, Membership],
    recipe: NarrativeRecipe,
    *,
    progress: Progress,
    cancel: CancelToken,
) -> NDArray[np.int64]:
    """Return the group of each item of the graph, (n,) int64.

    Only items with a neighbour or a membership are grouped; those that a person removed from all narratives stay alone.
    """
    count = len(graph.keys)
    is_ungrouped = np.array(
        [membership is not None and membership.by_hand and not membership.narrative for membership in map(memberships.get, graph.keys)],
        np.bool_,
    )
    joined = ~(is_ungrouped[graph.first_nodes] | is_ungrouped[graph.second_nodes])
    first_nodes, second_nodes = graph.first_nodes[joined], graph.second_nodes[joined]
    numbers: dict[str, int] = {}
    start = np.full(count, FREE, np.int64)
    pinned: set[int] = set()
    for item, membership in enumerate(map(memberships.get, graph.keys)):
        if membership is not None and membership.narrative:
            start[item] = numbers.setdefault(membership.narrative, len(numbers))
            if membership.by_hand:
                pinned.add(int(start[item]))
    included = start != FREE
    included[first_nodes] = included[second_nodes] = True
    selected = np.flatnonzero(included)
    at = np.full(count, -1, np.int32)
    at[selected] = np.arange(len(selected), dtype=np.int32)
    labels = np.arange(count)
    edges = Edges(firsts=at[first_nodes], seconds=at[second_nodes], similarities=graph.similarities[joined])
    group_of = grouped(
        _vectors(pools, selected),
        edges,
        threshold=recipe.same_story,
        start=start[selected],
        pinned=pinned,
        progress=progress,
        cancel=cancel,
    )
    labels[selected] = selected[group_of]
    return labels


def _vectors(pools: Sequence[Items], indexes: NDArray[np.int64]) -> FloatMatrix:
    parts: list[FloatMatrix] = []
    begin = 0
    for pool in pools:
        pool_indexes = indexes[(indexes >= begin) & (indexes < begin + len(pool))] - begin
        parts.append(pool.vectors(pool_indexes.astype(np.int32)))
        begin += len(pool)
    return np.concatenate(parts)
