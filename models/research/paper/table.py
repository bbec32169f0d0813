"""Table of all measured pairs of one debate, the input of baselines, RankSVM and the inner measures."""

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
    """Measures of p pairs of q sentences and fact-checks. `starts` (q + 1,) are the offsets of each sentence's pairs.

    `values` (p, 19) are in the order of `MEASURES`, NaN if a measure was not computed. `looked_at` also has the values that were
    computed only because annotators looked at the pair. No ranking may use these: they reveal the sentences that annotators looked
    at. `members` and `ranks` are by protocol: whether the pair is a candidate, and its rank by BM25 on the body (-1 beyond the
    first ones). `ambiguous` marks fact-checks whose verdict settles nothing (half-true).
    """

    name: str
    lines: Sequence[int]
    starts: Ints
    rows: Ints
    ids: Sequence[str]
    values: FloatMatrix
    looked_at: FloatMatrix
    members: dict[Protocol, Mask]
    ranks: dict[Protocol, NDArray[np.int16]]
    ambiguous: Mask

    def __len__(self) -> int:
        return len(self.lines)

    def pairs(self, sentence: int) -> slice:
        """Return the slice of a sentence's pairs."""
        return slice(int(self.starts[sentence]), int(self.starts[sentence + 1]))

    def judged(self, sentence: int) -> Ints:
        """Return a sentence's pairs with a computed NLI: those that the search found and the annotated candidates."""
        pair_slice = self.pairs(sentence)
        judged_pairs: Ints = pair_slice.start + np.flatnonzero(~np.isnan(self.looked_at[pair_slice, COLUMN[NLI[0]]]))
        return judged_pairs

    def measure(self, name: str, protocol: Protocol) -> FloatMatrix:
        """Return one measure (p,); -inf if the pair is no candidate under this protocol or was not measured."""
        values = self.values[:, COLUMN[name]]
        scores: FloatMatrix = np.where(self.members[protocol] & ~np.isnan(values), values, -np.inf)
        return scores

    def best(self, scores: NDArray[Any]) -> NDArray[np.float64]:
        """Return the largest of these pair scores (p,) for each sentence, (q,); -inf if it has no pair."""
        result = np.full(len(self), -np.inf)
        has_pairs = np.diff(self.starts) > 0
        if has_pairs.any():
            result[has_pairs] = np.maximum.reduceat(scores.astype(np.float64), self.starts[:-1][has_pairs])
        return result

    def top(self, sentence: int, scores: NDArray[Any], count: int) -> list[str]:
        """Return the ids of a sentence's best pairs by these scores (p,), best first, ties by row. Pairs at -inf are left out."""
        pair_slice = self.pairs(sentence)
        sentence_scores = scores[pair_slice]
        order = np.argsort(-sentence_scores, kind="stable")[:count]
        return [self.ids[pair_slice.start + index] for index in order if sentence_scores[index] > -np.inf]
