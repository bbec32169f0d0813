"""Query expansion for single claims: candidates found with variants of a claim join those found with the claim itself.

A variant only adds candidates. Each is measured against the claim as written, and scored like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.match import QueryForm, QueryVariant
from app.domain.progress import CancelToken
from app.ports import Field, FloatMatrix, Hits, IntMatrix
from app.retrieval.distinct import CandidateSearch
from app.retrieval.hybrid import DEPTH, KEEP, Candidates, fuse_hits, measure_rows, search_lexical
from app.retrieval.representatives import represented

OF_VARIANT = 5
"""Candidates considered of each variant; ten found no more."""
ADDED = 10
"""Candidates that variants may add to one claim; they stand in the columns after the first KEEP."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpandedCandidates:
    """Candidates with `ADDED` more columns after the first KEEP, and for each text the form that found such a column."""

    candidates: Candidates
    found_with: list[dict[int, QueryForm]]


def expand(
    texts: Sequence[str],
    vectors: FloatMatrix,
    unexpanded: Candidates,
    *,
    variants: Sequence[tuple[QueryVariant, ...]],
    dense: Mapping[Field, Hits],
    search: CandidateSearch,
    cancel: CancelToken,
) -> ExpandedCandidates:
    """Search with each text's variants, and add candidates that are not among its first KEEP; `unexpanded` has at least KEEP
    columns.

    `vectors` and `dense` are the unit vectors and dense hits of the texts, followed by those of all their variants.
    """
    groups = search.snapshot.groups
    variant_texts = [variant.text for of_text in variants for variant in of_text]
    variant_rows = _search(variant_texts, _of_variants(dense, len(texts)), search, cancel)
    rows = unexpanded.rows.copy()
    added = np.full((len(texts), ADDED), -1, np.int32)
    found_with: list[dict[int, QueryForm]] = [{} for _ in texts]
    start = 0
    for query, of_text in enumerate(variants):
        new_rows = _new_rows(rows[query, :KEEP], variant_rows[start : start + len(of_text)], groups)
        start += len(of_text)
        for column, (row, variant) in enumerate(new_rows):
            added[query, column] = row
            found_with[query][KEEP + column] = of_text[variant].form
        rows[query, KEEP:] = _without_groups_of(added[query], rows[query, KEEP:], groups)
    measures = measure_rows(added, texts, vectors[: len(texts)], snapshot=search.snapshot, cancel=cancel)
    measures["fused"] = np.zeros(added.shape, np.float32)  # none of the claim's own lists holds them
    expanded = Candidates(
        rows=np.hstack([rows[:, :KEEP], added, rows[:, KEEP:]]),
        measures={name: np.hstack([values[:, :KEEP], measures[name], values[:, KEEP:]]) for name, values in unexpanded.measures.items()},
    )
    return ExpandedCandidates(candidates=expanded, found_with=found_with)


def _of_variants(dense: Mapping[Field, Hits], first: int) -> dict[Field, Hits]:
    """Return the hits from the first variant on, cut to DEPTH: the number of a text's candidates must not change what its variants
    find."""
    return {field: Hits(hits.rows[first:, :DEPTH], hits.scores[first:, :DEPTH]) for field, hits in dense.items()}


def _search(texts: Sequence[str], dense: Mapping[Field, Hits], search: CandidateSearch, cancel: CancelToken) -> IntMatrix:
    """Return the best rows of each variant, (variants, OF_VARIANT)."""
    if not texts:
        return np.empty((0, OF_VARIANT), np.int32)
    lexical = search_lexical(texts, snapshot=search.snapshot, allowed=search.allowed, cancel=cancel)
    rows, _ = fuse_hits(lexical, dense, keep=OF_VARIANT)
    return represented(rows, search.representatives)


def _new_rows(known_rows: IntMatrix, variant_rows: IntMatrix, groups: IntMatrix) -> list[tuple[int, int]]:
    """Return (row, index of the variant) of up to ADDED groups that are not in `known_rows`: every variant's best first, then every
    second best."""
    seen_groups = {int(groups[row]) for row in known_rows if row >= 0}
    new_rows: list[tuple[int, int]] = []
    for rank in range(variant_rows.shape[1]):
        for variant, row in enumerate(variant_rows[:, rank]):
            if row >= 0 and int(groups[row]) not in seen_groups and len(new_rows) < ADDED:
                seen_groups.add(int(groups[row]))
                new_rows.append((int(row), variant))
    return new_rows


def _without_groups_of(added: IntMatrix, rows: IntMatrix, groups: IntMatrix) -> IntMatrix:
    """Return `rows` with -1 for members of groups that were added, so that no group occurs twice."""
    added_groups = groups[added[added >= 0]]
    return np.where((rows >= 0) & np.isin(groups[np.maximum(rows, 0)], added_groups), -1, rows).astype(np.int32)
