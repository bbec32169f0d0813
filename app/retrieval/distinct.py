"""Retrieves distinct candidates: one fact-check of each duplicate group, and as many as were requested."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.progress import CancelToken
from app.ports import Field, FloatMatrix, Hits, IntMatrix, LibrarySnapshot, Mask
from app.retrieval.hybrid import DEPTH, Candidates, find_candidates, measure_rows, search_dense, take
from app.retrieval.representatives import represented


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateSearch:
    """Searches the fact-checks of a snapshot. `allowed` marks the rows that may be matched (None: all), `representatives` gives
    each row's group representative."""

    snapshot: LibrarySnapshot
    allowed: Mask | None
    representatives: IntMatrix

    def group_count(self) -> int:
        """Number of duplicate groups that may be matched."""
        groups = self.snapshot.groups
        if self.allowed is not None:
            return len(np.unique(groups[self.allowed]))
        return int(np.count_nonzero(groups == np.arange(len(groups))))  # a group has the number of one of its rows

    def dense(self, vectors: FloatMatrix, *, keep: int) -> dict[Field, Hits]:
        """Return the dense hits of these unit vectors, enough of them to keep `keep` candidates."""
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
        """Return up to `keep` candidates of each text.

        The first hit of a duplicate group is replaced by the group's newest member, later ones by -1. `lexical` and `dense` are the
        texts' hits, the latter from `dense` with the same `keep`. A text with fewer than `least` candidates is searched again twice
        as deep, and by itself, which keeps it independent of the other texts. Fewer remain only where the snapshot holds no more
        groups.
        """
        hits = find_candidates(texts, vectors, snapshot=self.snapshot, lexical=lexical, dense=dense, keep=keep, cancel=cancel)
        distinct = Candidates(rows=_first_of_each_group(hits.rows, self.snapshot.groups), measures=hits.measures)
        candidates = self._with_representatives(distinct, texts, vectors, cancel)
        short = np.flatnonzero((candidates.rows >= 0).sum(axis=1) < least).astype(np.int32)
        if not len(short) or keep >= len(self.snapshot.ids):
            return candidates
        # By itself, which keeps each text independent of the others.
        short_texts = [texts[int(index)] for index in short]
        deeper_hits = self.dense(vectors[short], keep=2 * keep)
        wider_candidates = self.find(
            short_texts, vectors[short], take(lexical, short), deeper_hits, keep=2 * keep, least=least, cancel=cancel
        )
        return _replace_queries(candidates, short, wider_candidates)

    def _with_representatives(self, candidates: Candidates, texts: Sequence[str], vectors: FloatMatrix, cancel: CancelToken) -> Candidates:
        """Replace each candidate by the newest of its group and measure that one; `fused` stays that of the candidate that was
        found."""
        rows = represented(candidates.rows, self.representatives)
        changed = rows != candidates.rows
        if not changed.any():
            return candidates
        remeasured = measure_rows(np.where(changed, rows, -1), texts, vectors, snapshot=self.snapshot, cancel=cancel)
        measures = {
            name: np.where(changed, remeasured[name], values) if name in remeasured else values
            for name, values in candidates.measures.items()
        }
        return Candidates(rows=rows, measures=measures)


def _replace_queries(candidates: Candidates, queries: IntMatrix, replacements: Candidates) -> Candidates:
    """`candidates` padded to the width of `replacements`, which replaces those of the given queries."""
    padding = ((0, 0), (0, replacements.rows.shape[1] - candidates.rows.shape[1]))
    rows = np.pad(candidates.rows, padding, constant_values=-1)
    rows[queries] = replacements.rows
    measures = {name: np.pad(values, padding) for name, values in candidates.measures.items()}
    for name, values in measures.items():
        values[queries] = replacements.measures[name]
    return Candidates(rows=rows, measures=measures)


def _first_of_each_group(rows: IntMatrix, groups: IntMatrix) -> IntMatrix:
    """Candidates with all but the best-placed member of each duplicate group replaced by -1."""
    distinct = rows.copy()
    for query in range(len(rows)):
        seen_groups: set[int] = set()
        for column, row in enumerate(rows[query]):
            group = int(groups[row]) if row >= 0 else -1
            if group in seen_groups:
                distinct[query, column] = -1
            seen_groups.add(group)
    return distinct
