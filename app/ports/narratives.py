"""What the services need from the file that keeps narratives."""

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
    """Items by their keys, in ascending order, with a digest of each one's vector, (n,) uint64, and the pairs of them that are near:
    `ones` and `others` (m,) int32 are places in `keys`, `similarities` (m,) float32 cosines. Each pair stands once."""

    keys: Sequence[str] = ()
    digests: NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))
    ones: IntMatrix = field(default_factory=_no_rows)
    others: IntMatrix = field(default_factory=_no_rows)
    similarities: FloatMatrix = field(default_factory=_no_scores)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundNarratives:
    """What grouping left: the graph, the narrative of every item that is in one, and the repeats, without judgements.

    `state` names what it was found in. `remarks` are sentences for the user.
    """

    state: str
    encoder: str
    graph: NeighbourGraph
    places: Mapping[str, str]
    repeats: Sequence[Repeat] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptNarratives:
    """What is kept: as found last (`state` is "" where nothing was found yet), and what people made of it since.

    `places` has every item in a narrative, and every one that a person placed; `names` are those given by hand, by the narrative's id.
    `undo` and `redo` say what these would do, "" for nothing.
    """

    state: str = ""
    encoder: str = ""
    places: Mapping[str, Membership] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    repeats: Sequence[Repeat] = ()
    judgements: Mapping[Pair, Judgement] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    undo: str = ""
    redo: str = ""


class NarrativeFile(Protocol):
    """The narratives of a library on disk. What a method was given is on the disk when it returns, or all is as it was before, also across
    a kill at any moment. All raise LibraryError."""

    def read(self) -> KeptNarratives: ...

    def graph(self) -> NeighbourGraph:
        """As it was found last; empty where nothing was."""
        ...

    def keep(self, grouping: FoundNarratives) -> None:
        """This was found now, in place of what was found before. Places by hand, names, judgements and the acts stay."""
        ...

    def do(self, act: NarrativeOperation) -> None:
        """The act holds from now on; those that were undone before it can no longer be done again."""
        ...

    def undo(self) -> NarrativeOperation | None:
        """Take the last act back; the act that did so, None at the beginning."""
        ...

    def redo(self) -> NarrativeOperation | None:
        """Do the act again that was undone last; None at the end."""
        ...

    def labels(self) -> tuple[str, str]:
        """What undo and redo would do, "" for nothing."""
        ...

    def earlier(self, ids: Sequence[str]) -> dict[str, tuple[Repeat, ...]]:
        """The repeats of each of these fact-checks as the later one, longest ago first, with their judgements; ids without are left out."""
        ...

    def close(self) -> None: ...
