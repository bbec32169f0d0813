"""More candidates of single claims: what their variants find joins what they found themselves.

A variant only adds candidates. Each is measured against the claim as it was written, and scored like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.match import QueryForm, QueryVariant
from app.domain.progress import CancelToken
from app.ports import Field, FloatMatrix, Hits, IntMatrix
from app.retrieval import DEPTH, KEEP, Candidates, fuse_hits, measure_rows, search_lexical
from app.services.candidates import CandidateSearch
from app.services.newest import stand_in

OF_VARIANT = 5
"""The candidates of each variant that are looked at; ten found no more."""
ADDED = 10
"""Candidates of one claim that variants may add; they stand in the columns after the first KEEP."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Widened:
    """Candidates with `ADDED` more columns after the first KEEP; `variants` of each text, and by column the form that found it."""

    candidates: Candidates
    variants: list[tuple[QueryVariant, ...]]
    forms: list[dict[int, QueryForm]]


def widen(
    texts: Sequence[str],
    vectors: FloatMatrix,
    own: Candidates,
    *,
    variants: list[tuple[QueryVariant, ...]],
    dense: Mapping[Field, Hits],
    search: CandidateSearch,
    cancel: CancelToken,
) -> Widened:
    """Search with each text's variants, and add what its own first KEEP candidates do not hold; `own` has at least KEEP columns.

    `vectors` and `dense` are the unit vectors and dense hits of the texts and then of all their variants.
    """
    found = _search([variant.text for each in variants for variant in each], _of_variants(dense, len(texts)), search, cancel)
    rows = own.rows.copy()
    added = np.full((len(texts), ADDED), -1, np.int32)
    forms: list[dict[int, QueryForm]] = [{} for _ in texts]
    at = 0
    for place, each in enumerate(variants):
        chosen = _new(own.rows[place, :KEEP], found[at : at + len(each)], search.snapshot.groups)
        at += len(each)
        for column, (row, number) in enumerate(chosen):
            added[place, column] = row
            forms[place][KEEP + column] = each[number].form
        rows[place, KEEP:] = _without(rows[place, KEEP:], added[place], search.snapshot.groups)
    measures = measure_rows(added, texts, vectors[: len(texts)], snapshot=search.snapshot, cancel=cancel)
    measures["fused"] = np.zeros(added.shape, np.float32)  # none of the claim's own lists has put them anywhere
    joined = {name: np.hstack([values[:, :KEEP], measures[name], values[:, KEEP:]]) for name, values in own.measures.items()}
    rows = np.hstack([rows[:, :KEEP], added, rows[:, KEEP:]])
    return Widened(candidates=Candidates(rows=rows, measures=joined), variants=variants, forms=forms)


def _of_variants(dense: Mapping[Field, Hits], first: int) -> dict[Field, Hits]:
    """The hits from the first variant on, as deep as those of variants always are, however many candidates the texts are to have."""
    return {field: Hits(hits.rows[first:, :DEPTH], hits.scores[first:, :DEPTH]) for field, hits in dense.items()}


def _search(texts: Sequence[str], dense: Mapping[Field, Hits], search: CandidateSearch, cancel: CancelToken) -> IntMatrix:
    if not texts:
        return np.empty((0, OF_VARIANT), np.int32)
    lexical = search_lexical(texts, snapshot=search.snapshot, allowed=search.allowed, cancel=cancel)
    rows, _ = fuse_hits(lexical, dense, keep=OF_VARIANT)
    return stand_in(rows, search.newest)


def _new(own: IntMatrix, found: IntMatrix, groups: IntMatrix) -> list[tuple[int, int]]:
    """(row, number of the variant) of up to ADDED groups that `own` lacks: every variant's best first, then every second best."""
    seen = {int(groups[row]) for row in own if row >= 0}
    chosen: list[tuple[int, int]] = []
    for place in range(found.shape[1]):
        for number, row in enumerate(found[:, place]):
            if row >= 0 and int(groups[row]) not in seen and len(chosen) < ADDED:
                seen.add(int(groups[row]))
                chosen.append((int(row), number))
    return chosen


def _without(rows: IntMatrix, taken: IntMatrix, groups: IntMatrix) -> IntMatrix:
    """The rows whose group was added already taken out (-1), so that none stands twice."""
    of_taken = groups[taken[taken >= 0]]
    return np.where((rows >= 0) & np.isin(groups[np.maximum(rows, 0)], of_taken), -1, rows).astype(np.int32)
