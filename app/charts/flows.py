"""Layout of a flow diagram: sources at the left, targets at the right, ribbons between them as thick as their counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.domain.timeline import Flow

MOST = 10


@dataclass(frozen=True, slots=True)
class Node:
    """A language or country on one side, with its share of the height: from `top` to `bottom`, in [0, 1]."""

    value: str
    count: int
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Ribbon:
    """From a stretch of the left side to one of the right, as thick on both."""

    flow: Flow
    left: float
    right: float
    thick: float


@dataclass(frozen=True, slots=True)
class FlowLayout:
    """Both sides and what goes between them; `left_out` repeats went between others than the largest."""

    left: tuple[Node, ...]
    right: tuple[Node, ...]
    ribbons: tuple[Ribbon, ...]
    left_out: int


def flow_layout(flows: Iterable[Flow], *, gap: float = 0.02) -> FlowLayout:
    """Lay out the largest flows. A node's height is its count, with gaps of `gap` (share of the height) between nodes.

    Flows from or to an unknown value ("") are left out and counted.
    """
    named_flows = sorted((flow for flow in flows if flow.source and flow.target), key=lambda flow: (-flow.count, flow.source, flow.target))
    sources, targets = _largest(named_flows, "source"), _largest(named_flows, "target")
    largest = [flow for flow in named_flows if flow.source in sources and flow.target in targets]
    total = sum(flow.count for flow in largest)
    left_out = sum(flow.count for flow in flows) - total
    if not total:
        return FlowLayout((), (), (), left_out)
    sources = [value for value in sources if any(flow.source == value for flow in largest)]
    targets = [value for value in targets if any(flow.target == value for flow in largest)]
    unit = (1 - gap * (max(len(sources), len(targets)) - 1)) / total
    left = _side(sources, {value: sum(flow.count for flow in largest if flow.source == value) for value in sources}, unit, gap)
    right = _side(targets, {value: sum(flow.count for flow in largest if flow.target == value) for value in targets}, unit, gap)
    return FlowLayout(left, right, _ribbons(largest, left, right, unit), left_out)


def _largest(flows: Sequence[Flow], side: str) -> list[str]:
    counts: dict[str, int] = {}
    for flow in flows:
        value = getattr(flow, side)
        counts[value] = counts.get(value, 0) + flow.count
    return sorted(counts, key=lambda node_name: (-counts[node_name], node_name))[:MOST]


def _side(values: Sequence[str], counts: dict[str, int], unit: float, gap: float) -> tuple[Node, ...]:
    """Nodes one below the other, in the middle of the height."""
    high = sum(counts.values()) * unit + gap * (len(values) - 1)
    nodes, top = [], (1 - high) / 2
    for value in values:
        bottom = top + counts[value] * unit
        nodes.append(Node(value, counts[value], top, bottom))
        top = bottom + gap
    return tuple(nodes)


def _ribbons(flows: Sequence[Flow], left: Sequence[Node], right: Sequence[Node], unit: float) -> tuple[Ribbon, ...]:
    """Order the ribbons at each node by the order of the other side, which keeps crossings few."""
    target_index = {node.value: index for index, node in enumerate(right)}
    source_index = {node.value: index for index, node in enumerate(left)}
    next_left = {node.value: node.top for node in left}
    next_right = {node.value: node.top for node in right}
    starts, ends = {}, {}
    for flow in sorted(flows, key=lambda flow: (source_index[flow.source], target_index[flow.target])):
        starts[flow] = next_left[flow.source]
        next_left[flow.source] += flow.count * unit
    for flow in sorted(flows, key=lambda flow: (target_index[flow.target], source_index[flow.source])):
        ends[flow] = next_right[flow.target]
        next_right[flow.target] += flow.count * unit
    return tuple(Ribbon(flow, starts[flow], ends[flow], flow.count * unit) for flow in flows)
