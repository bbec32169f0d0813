"""Port of the file of narratives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.domain.judgement import Judgement, Pair
from app.domain.narrative_operations import Membership, NarrativeOperation
from app.domain.repeat import Repeat
from app.ports.arrays import FloatMatrix, IntMatrix


def _no_rows() -> IntMatrix:
    return np.zeros(0, np.int32)


def _no_scores() -> FloatMatrix:
    return np.zeros(0, np.float32)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NeighbourGraph:
    """Item keys in ascending order, a digest of each one's vector, (n,) uint64, and the pairs of near items.

    `first_nodes` and `second_nodes` (m,) int32 are indexes into `keys`, `similarities` (m,) float32 cosines. Each pair occurs once.
    """

    keys: Sequence[str] = ()
    digests: NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))
    first_nodes: IntMatrix = field(default_factory=_no_rows)
    second_nodes: IntMatrix = field(default_factory=_no_rows)
    similarities: FloatMatrix = field(default_factory=_no_scores)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundNarratives:
    """Result of a grouping: the graph, the narrative of every grouped item (`narrative_of`), and the repeats, without judgements.

    `state` identifies the library state it was computed from. `remarks` are messages for the user.
    """

    state: str
    encoder: str
    graph: NeighbourGraph
    narrative_of: Mapping[str, str]
    repeats: Sequence[Repeat] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptNarratives:
    """Stored narratives: the last grouping (`state` is "" before the first), and people's later changes.

    `memberships` has every item in a narrative, and every one that a person placed; `names` are manual names by the narrative's id.
    `undo` and `redo` are labels of the next operations, "" for none.
    """

    state: str = ""
    encoder: str = ""
    memberships: Mapping[str, Membership] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    repeats: Sequence[Repeat] = ()
    judgements: Mapping[Pair, Judgement] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    undo: str = ""
    redo: str = ""


class NarrativeFile(Protocol):
    """Narratives of a library on disk.

    Every method is durable and atomic, even if the process is killed: on return its changes are on the disk, and after an error the
    file is unchanged. All raise LibraryError.
    """

    def read(self) -> KeptNarratives: ...

    def graph(self) -> NeighbourGraph:
        """Return the graph of the last grouping; empty before the first."""
        ...

    def keep(self, grouping: FoundNarratives) -> None:
        """Store a new grouping in place of the last one. Manual memberships, names, judgements and operations stay."""
        ...

    def do(self, act: NarrativeOperation) -> None:
        """Store an operation; those that were undone before can no longer be redone."""
        ...

    def undo(self) -> NarrativeOperation | None:
        """Undo the last operation and return the operation that did so; None at the beginning."""
        ...

    def redo(self) -> NarrativeOperation | None:
        """Redo the operation undone last and return it; None at the end."""
        ...

    def labels(self) -> tuple[str, str]:
        """Return the labels of the next undo and redo, "" for none."""
        ...

    def earlier(self, ids: Sequence[str]) -> dict[str, tuple[Repeat, ...]]:
        """Return the repeats with each of these fact-checks as the later one, the oldest first, with judgements; ids without
        repeats are left out."""
        ...

    def close(self) -> None: ...
