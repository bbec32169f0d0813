"""Force-directed graph layout: similar nodes lie close together (Fruchterman and Reingold, "Graph Drawing by Force-directed
Placement", Software: Practice and Experience 21, 1991). It yields after every round so that the window stays responsive.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Places = NDArray[numpy.float64]

_ROUNDS = 80
_GRAVITY = 0.35
_HEAT = 0.15
_APART = 1e-5

Point = tuple[float, float]


def spring(nodes: int, edges: Sequence[tuple[int, int, float]]) -> Iterator[list[Point]]:
    """(x, y) of every node in [-1, 1], after each round; `edges` are (node, node, likeness in [0, 1]). The same graph is always laid out
    alike."""
    if nodes < 2:
        yield [(0.0, 0.0)] * nodes
        return
    import numpy as np  # not needed before somebody looks at a graph

    order = np.arange(nodes)
    angle, radius = order * np.pi * (3 - np.sqrt(5)), np.sqrt((order + 0.5) / nodes)  # a sunflower's: no two begin on one spot
    positions = np.stack((radius * np.cos(angle), radius * np.sin(angle)), axis=1)
    ends = np.array([(source, target) for source, target, _ in edges], dtype=np.intp).reshape(-1, 2)
    likeness = np.array([weight for _, _, weight in edges], dtype=np.float64)
    length = np.sqrt(2.0 / nodes)
    for round_number in range(_ROUNDS):
        moves = _pushes(positions, length) + _pulls(positions, ends, likeness, length) - _GRAVITY * positions * length
        distance = np.maximum(np.hypot(moves[:, 0], moves[:, 1]), _APART)
        positions += moves / distance[:, None] * np.minimum(distance, _HEAT * (1 - round_number / _ROUNDS))[:, None]
        yield _fitted(positions)


def _pushes(positions: Places, length: float) -> Places:
    """Every node away from every other, by the square of the length over their distance."""
    import numpy as np

    norms = (positions**2).sum(axis=1)
    squared = np.maximum(norms[:, None] + norms[None, :] - 2 * positions @ positions.T, 0.0) + _APART
    weight = length**2 / squared
    pushed: Places = positions * weight.sum(axis=1)[:, None] - weight @ positions
    return pushed


def _pulls(positions: Places, ends: NDArray[numpy.intp], likeness: NDArray[numpy.float64], length: float) -> Places:
    """Both ends of an edge towards each other, by the square of their distance over the length, the alike more."""
    import numpy as np

    pulled = np.zeros_like(positions)
    if len(ends):
        offsets = positions[ends[:, 0]] - positions[ends[:, 1]]
        force = offsets * (likeness * np.hypot(offsets[:, 0], offsets[:, 1]) / length)[:, None]
        np.add.at(pulled, ends[:, 0], -force)
        np.add.at(pulled, ends[:, 1], force)
    return pulled


def _fitted(positions: Places) -> list[Point]:
    low, high = positions.min(axis=0), positions.max(axis=0)
    half_width = max(float((high - low).max()) / 2, _APART)
    fitted = (positions - (low + high) / 2) / half_width
    return [(float(x), float(y)) for x, y in fitted]
