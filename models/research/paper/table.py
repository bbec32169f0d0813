"""The table of all measured pairs of one debate: what baselines, RankSVM and the inner measures are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.ports import FloatMatrix, Mask
from models.research.paper.measures import COLUMN, NLI
from models.research.scores import Protocol

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairTable:
    """The p measured pairs of q sentences; `starts` (q + 1,) cut the pairs by sentence.

    `values` (p, 19) in the order of `MEASURES`, NaN where a measure was not computed; `looked_at` is the same with what was computed
    only since annotators looked at the pair, which no ranking may see: it tells which sentences they looked at. `members` and
    `places` are by protocol: is the pair a candidate, and its place by BM25 on the body (-1: not among the first). `ambiguous` marks
    fact-checks whose verdict settles nothing (half-true).
    """

    name: str
    lines: Sequence[int]
    starts: Ints
    rows: Ints
    ids: Sequence[str]
    values: FloatMatrix
    looked_at: FloatMatrix
    members: dict[Protocol, Mask]
    places: dict[Protocol, NDArray[np.int16]]
    ambiguous: Mask

    def __len__(self) -> int:
        return len(self.lines)

    def pairs(self, sentence: int) -> slice:
        """Where a sentence's pairs stand."""
        return slice(int(self.starts[sentence]), int(self.starts[sentence + 1]))

    def judged(self, sentence: int) -> Ints:
        """A sentence's pairs whose NLI was computed, since the search found them or annotators looked at them."""
        where = self.pairs(sentence)
        found: Ints = where.start + np.flatnonzero(~np.isnan(self.looked_at[where, COLUMN[NLI[0]]]))
        return found

    def measure(self, name: str, protocol: Protocol) -> FloatMatrix:
        """One measure (p,); -inf where the pair is no candidate under this protocol or was not measured."""
        values = self.values[:, COLUMN[name]]
        known: FloatMatrix = np.where(self.members[protocol] & ~np.isnan(values), values, -np.inf)
        return known

    def best(self, scores: NDArray[Any]) -> NDArray[np.float64]:
        """The largest of these pair scores (p,) for each sentence, (q,); -inf where it has no pair."""
        result = np.full(len(self), -np.inf)
        there = np.diff(self.starts) > 0
        if there.any():
            result[there] = np.maximum.reduceat(scores.astype(np.float64), self.starts[:-1][there])
        return result

    def top(self, sentence: int, scores: NDArray[Any], count: int) -> list[str]:
        """The ids of a sentence's best pairs by these scores (p,), best first, ties by row; pairs at -inf are left out."""
        where = self.pairs(sentence)
        own = scores[where]
        order = np.argsort(-own, kind="stable")[:count]
        return [self.ids[where.start + place] for place in order if own[place] > -np.inf]
