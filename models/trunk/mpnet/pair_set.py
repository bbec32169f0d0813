"""Tokenised training examples of one task in flat arrays. A million tokens take three megabytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.trunk.losses import Item


@dataclass(frozen=True, slots=True)
class PairSet:
    """Groups of labelled pairs: a relevance group has several, a stance pair is a group of one.

    `tokens` and `kinds` are those of all pairs in a row. `pair_starts` (pairs + 1) and `group_starts` (groups + 1) are their
    offsets. `labels` has one entry for each pair, `sources` (groups) are indexes into `names`.
    """

    tokens: NDArray[np.uint16]
    kinds: NDArray[np.uint8]
    pair_starts: NDArray[np.int64]
    group_starts: NDArray[np.int64]
    labels: NDArray[np.int16]
    sources: NDArray[np.int16]
    names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.sources)

    def item(self, index: int) -> Item:
        """Return the token rows and labels of one group."""
        pairs = range(self.group_starts[index], self.group_starts[index + 1])
        spans = [slice(self.pair_starts[pair], self.pair_starts[pair + 1]) for pair in pairs]
        return [(self.tokens[span].tolist(), self.kinds[span].tolist()) for span in spans], [int(self.labels[pair]) for pair in pairs]

    def lengths(self) -> NDArray[np.int64]:
        """Return the tokens of each group's longest pair."""
        return np.maximum.reduceat(np.diff(self.pair_starts), self.group_starts[:-1])

    def counts(self) -> dict[str, int]:
        """Return the number of groups of each source."""
        return {name: int((self.sources == index).sum()) for index, name in enumerate(self.names)}

    def save(self, path: Path) -> None:
        """Write the arrays to an .npz file."""
        arrays = {name: getattr(self, name) for name in self.__slots__ if name != "names"}
        np.savez(path, names=np.array(self.names), **arrays)

    @classmethod
    def load(cls, path: Path) -> PairSet:
        """Read a file that `save` wrote."""
        with np.load(path) as file:
            arrays = {name: file[name] for name in cls.__slots__ if name != "names"}
            return cls(**arrays, names=tuple(str(name) for name in file["names"]))


def pack(items: Sequence[Item], sources: Sequence[str]) -> PairSet:
    """Pack groups, each with the name of its source. Sources are numbered in alphabetical order."""
    names = sorted(set(sources))
    rows = [row for item_rows, _ in items for row in item_rows]
    return PairSet(
        tokens=np.array([token for tokens, _ in rows for token in tokens], np.uint16),
        kinds=np.array([kind for _, kinds in rows for kind in kinds], np.uint8),
        pair_starts=np.cumsum([0, *(len(tokens) for tokens, _ in rows)]),
        group_starts=np.cumsum([0, *(len(item_rows) for item_rows, _ in items)]),
        labels=np.array([label for _, labels in items for label in labels], np.int16),
        sources=np.array([names.index(source) for source in sources], np.int16),
        names=tuple(names),
    )
