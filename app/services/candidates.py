"""Candidates of which none repeats another: one of each duplicate group, and as many as were asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.progress import CancelToken
from app.ports import Field, FloatMatrix, Hits, IntMatrix, LibrarySnapshot, Mask
from app.retrieval import DEPTH, Candidates, find_candidates, measure_rows, search_dense, take
from app.services.newest import stand_in


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateSearch:
    """Where to look: a snapshot, the rows of it that may be matched (None: all), and by row the one that is shown for it."""

    snapshot: LibrarySnapshot
    allowed: Mask | None
    newest: IntMatrix

    def distinct(self) -> int:
        """How many duplicate groups may be matched."""
        groups = self.snapshot.groups
        if self.allowed is not None:
            return len(np.unique(groups[self.allowed]))
        return int(np.count_nonzero(groups == np.arange(len(groups))))  # a group is named by one of its own rows

    def dense(self, vectors: FloatMatrix, *, keep: int) -> dict[Field, Hits]:
        """The dense hits of these unit vectors, deep enough to keep so many candidates."""
        return search_dense(vectors, snapshot=self.snapshot, allowed=self.allowed, depth=max(DEPTH, keep))

    def find(
        self,
        texts: Sequence[str],
        vectors: FloatMatrix,
        lexical: Mapping[Field, Hits],
        dense: Mapping[Field, Hits],
        *,
        keep: int,
        least: int,
        cancel: CancelToken,
    ) -> Candidates:
        """Up to `keep` candidates of each text, of each duplicate group only one (else -1): the newest, at the place of the best-placed.

        `lexical` and `dense` are the texts' hits, the latter from `dense` with the same `keep`. A text that is left with fewer than
        `least` is searched again more widely, by itself: what the others get does not depend on it. Fewer remain only where the
        snapshot holds no more groups.
        """
        found = find_candidates(
            texts,
            vectors,
            snapshot=self.snapshot,
            lexical=lexical,
            dense=dense,
            keep=keep,
            cancel=cancel,
        )
        found = Candidates(rows=_one_of_each_group(found.rows, self.snapshot.groups), measures=found.measures)
        found = self._newest(found, texts, vectors, cancel)
        short = np.flatnonzero((found.rows >= 0).sum(axis=1) < least).astype(np.int32)
        if not len(short) or keep >= len(self.snapshot.ids):
            return found
        again = [texts[int(place)] for place in short]
        deeper = self.dense(vectors[short], keep=2 * keep)
        wider = self.find(again, vectors[short], take(lexical, short), deeper, keep=2 * keep, least=least, cancel=cancel)
        return _with_rows_of(found, short, wider)

    def _newest(self, found: Candidates, texts: Sequence[str], vectors: FloatMatrix, cancel: CancelToken) -> Candidates:
        """The candidates with the newest of their groups in their places, these measured anew; what lists they were in stays."""
        rows = stand_in(found.rows, self.newest)
        changed = rows != found.rows
        if not changed.any():
            return found
        measured = measure_rows(np.where(changed, rows, -1), texts, vectors, snapshot=self.snapshot, cancel=cancel)
        measures = {
            name: np.where(changed, measured[name], values) if name in measured else values for name, values in found.measures.items()
        }
        return Candidates(rows=rows, measures=measures)


def _with_rows_of(found: Candidates, places: IntMatrix, wider: Candidates) -> Candidates:
    """`found` with the rows at these places taken from `wider`, the others padded to its width."""
    more = wider.rows.shape[1] - found.rows.shape[1]
    rows = np.pad(found.rows, ((0, 0), (0, more)), constant_values=-1)
    rows[places] = wider.rows
    measures = {name: np.pad(values, ((0, 0), (0, more))) for name, values in found.measures.items()}
    for name, values in measures.items():
        values[places] = wider.measures[name]
    return Candidates(rows=rows, measures=measures)


def _one_of_each_group(rows: IntMatrix, groups: IntMatrix) -> IntMatrix:
    """Candidates with all but the best-placed member of each duplicate group taken out (-1)."""
    kept = rows.copy()
    for query in range(len(rows)):
        seen: set[int] = set()
        for column, row in enumerate(rows[query]):
            group = int(groups[row]) if row >= 0 else -1
            if group in seen:
                kept[query, column] = -1
            seen.add(group)
    return kept
