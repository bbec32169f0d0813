"""Where the nodes of a graph lie: those that are alike near each other (Fruchterman and Reingold, "Graph Drawing by Force-directed
Placement", Software: Practice and Experience 21, 1991), a little at a time, so that nobody waits for it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

_ROUNDS = 60
_GRAVITY = 0.06
_SMALL = 1e-4


@dataclass(slots=True)
class Spring:
    """`places` are (x, y) by node, in [-1, 1]. `edges` are (node, node, likeness in [0, 1]). The same graph is always laid out alike."""

    nodes: int
    edges: Sequence[tuple[int, int, float]]
    places: list[tuple[float, float]] = field(init=False)

    def __post_init__(self) -> None:
        turn = math.pi * (3 - math.sqrt(5))  # a sunflower's: no two begin in one line or on one spot
        self.places = [
            (math.sqrt((node + 0.5) / self.nodes) * math.cos(node * turn), math.sqrt((node + 0.5) / self.nodes) * math.sin(node * turn))
            for node in range(self.nodes)
        ]

    def steps(self) -> Iterator[None]:
        """Lay it out; every step is short (the pushes of one node)."""
        if self.nodes < 2:
            self.places = [(0.0, 0.0)] * self.nodes
            return
        length = 1.6 / math.sqrt(self.nodes)
        for turn in range(_ROUNDS):
            moves = [(-_GRAVITY * x, -_GRAVITY * y) for x, y in self.places]
            for node in range(self.nodes):
                self._push(node, moves, length)
                yield
            self._pull(moves, length)
            self._move(moves, heat=0.12 * (1 - turn / _ROUNDS))
        self._fit()

    def finish(self) -> None:
        """All of it at once."""
        for _ in self.steps():
            pass

    def _push(self, node: int, moves: list[tuple[float, float]], length: float) -> None:
        x, y = self.places[node]
        by_x, by_y = moves[node]
        squared = length * length
        for other_x, other_y in self.places:
            away_x, away_y = x - other_x, y - other_y
            far = away_x * away_x + away_y * away_y
            if far > 0:
                by_x += away_x * squared / (far + _SMALL)
                by_y += away_y * squared / (far + _SMALL)
        moves[node] = (by_x, by_y)

    def _pull(self, moves: list[tuple[float, float]], length: float) -> None:
        for one, other, likeness in self.edges:
            away_x, away_y = self.places[one][0] - self.places[other][0], self.places[one][1] - self.places[other][1]
            force = likeness * math.hypot(away_x, away_y) / length
            moves[one] = (moves[one][0] - away_x * force, moves[one][1] - away_y * force)
            moves[other] = (moves[other][0] + away_x * force, moves[other][1] + away_y * force)

    def _move(self, moves: list[tuple[float, float]], *, heat: float) -> None:
        for node, (by_x, by_y) in enumerate(moves):
            far = math.hypot(by_x, by_y)
            if far > 0:
                step = min(far, heat) / far
                x, y = self.places[node]
                self.places[node] = (x + by_x * step, y + by_y * step)

    def _fit(self) -> None:
        middle_x = (max(x for x, _ in self.places) + min(x for x, _ in self.places)) / 2
        middle_y = (max(y for _, y in self.places) + min(y for _, y in self.places)) / 2
        widest = max(max(abs(x - middle_x), abs(y - middle_y)) for x, y in self.places) or 1.0
        self.places = [((x - middle_x) / widest, (y - middle_y) / widest) for x, y in self.places]
