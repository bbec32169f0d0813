"""Term frequencies of one field as column-sorted arrays, which can be extended and reduced without the old texts.

Everything is a function of the content only: terms are sorted, and rows follow the library's canonical order. Postings that were
extended step by step equal those built at once, bit for bit.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken
from app.store.analysis import TermNumbers

K1 = 1.2
B = 0.75
_CHUNK = 500
_ROW = 0xFFFFFFFF

Text = tuple[str, str]
"""A text and the language by whose rules it is analysed."""
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Postings:
    """Compressed columns: term t occurs in rows `rows[starts[t]:starts[t + 1]]`, as often as the same slice of `counts` says.
    `terms` is sorted; `lengths` is the number of terms of each row."""

    terms: tuple[str, ...]
    starts: Longs
    rows: Ints
    counts: Ints
    lengths: Ints


def no_postings() -> Postings:
    """Return the postings of an empty field."""
    empty = np.zeros(0, np.int32)
    return Postings(terms=(), starts=np.zeros(1, np.int64), rows=empty, counts=empty, lengths=empty)


def extended_postings(
    old: Postings, *, sources: Ints, new_texts: Iterable[Text], cancel: CancelToken, order: Ints | None = None
) -> Postings:
    """Return new postings: row r is old row `sources[r]`, or where that is -1 the next of `new_texts`.

    Old rows keep their order (`sources` without -1 ascends). `new_texts` come in row order, or in the order of the rows in `order`.
    """
    is_old = sources >= 0
    rows = np.flatnonzero(~is_old).astype(np.int32) if order is None else order
    added = _count(new_texts, rows, cancel)
    lengths = np.zeros(len(sources), np.int32)
    lengths[is_old] = old.lengths[sources[is_old]]
    lengths[rows] = added.lengths
    moved = _moved(old, sources)
    cancel.check()
    return _merged(moved, added, lengths) if moved.terms and added.terms else replace(added if added.terms else moved, lengths=lengths)


def _count(texts: Iterable[Text], rows: Ints, cancel: CancelToken) -> Postings:
    """Return the postings of texts at these rows; `lengths` are the texts' own, in their order."""
    numbers = TermNumbers()
    keys: list[Longs] = [np.zeros(0, np.int64)]
    counts: list[Longs] = [np.zeros(0, np.int64)]
    lengths = np.zeros(len(rows), np.int32)
    pending: list[Longs] = []
    for index, ((text, language), row) in enumerate(zip(texts, rows.tolist(), strict=True)):
        term_numbers = numbers.of(text, language).astype(np.int64)
        lengths[index] = len(term_numbers)
        # One integer per occurrence (term number, row): `unique` then sorts and counts in one call.
        pending.append((term_numbers << 32) | row)
        if len(pending) == _CHUNK or index == len(rows) - 1:
            cancel.check()
            chunk_keys, chunk_counts = np.unique(np.concatenate(pending), return_counts=True)
            keys.append(chunk_keys)
            counts.append(chunk_counts)
            pending.clear()
    return _sorted_columns(numbers.terms, np.concatenate(keys), np.concatenate(counts).astype(np.int32), lengths)


def _sorted_columns(terms: list[str], keys: Longs, counts: Ints, lengths: Ints) -> Postings:
    """Return postings from keys (term number << 32 | row) in any order."""
    by_name = sorted(range(len(terms)), key=terms.__getitem__)
    column = np.zeros(len(terms), np.int64)
    column[by_name] = np.arange(len(terms))
    columns = column[keys >> 32] if len(keys) else keys
    order = np.argsort((columns << 32) | (keys & _ROW))
    starts = np.zeros(len(terms) + 1, np.int64)
    np.cumsum(np.bincount(columns, minlength=len(terms)), out=starts[1:])
    rows = (keys[order] & _ROW).astype(np.int32)
    return Postings(terms=tuple(terms[number] for number in by_name), starts=starts, rows=rows, counts=counts[order], lengths=lengths)


def _moved(old: Postings, sources: Ints) -> Postings:
    """Return the old postings of the rows that stay, under their new row numbers; terms without rows are dropped."""
    is_kept = sources >= 0
    new_row = np.full(len(old.lengths), -1, np.int32)
    new_row[sources[is_kept]] = np.flatnonzero(is_kept)
    rows = new_row[old.rows]
    if int(is_kept.sum()) == len(old.lengths):
        return replace(old, rows=rows)
    is_present = rows >= 0
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(is_present)])[old.starts]
    has_rows = np.diff(starts) > 0
    terms = tuple(compress(old.terms, has_rows.tolist()))
    starts = np.append(starts[:-1][has_rows], starts[-1])
    return Postings(terms=terms, starts=starts, rows=rows[is_present], counts=old.counts[is_present], lengths=old.lengths)


def _merged(old: Postings, added: Postings, lengths: Ints) -> Postings:
    """Merge postings that have no row in common."""
    before = np.array([bisect_left(old.terms, term) for term in added.terms], np.int64)
    exists_mask = np.array(
        [position < len(old.terms) and old.terms[position] == term for position, term in zip(before.tolist(), added.terms, strict=True)]
    )
    insert_at = np.empty(len(added.rows), np.int64)
    for column, (position, exists) in enumerate(zip(before.tolist(), exists_mask.tolist(), strict=True)):
        part = slice(int(added.starts[column]), int(added.starts[column + 1]))
        start = int(old.starts[position])
        position_in_term = np.searchsorted(old.rows[start : int(old.starts[position + 1])], added.rows[part]) if exists else 0
        insert_at[part] = start + position_in_term
    terms = sorted([*old.terms, *compress(added.terms, (~exists_mask).tolist())])
    new_before = before[~exists_mask]
    old_column = np.arange(len(old.terms)) + np.searchsorted(new_before, np.arange(len(old.terms)), side="right")
    added_column = np.empty(len(before), np.int64)
    added_column[~exists_mask] = new_before + np.arange(len(new_before))
    added_column[exists_mask] = old_column[before[exists_mask]]
    sizes = np.zeros(len(terms) + 1, np.int64)
    sizes[old_column + 1] = np.diff(old.starts)
    sizes[added_column + 1] += np.diff(added.starts)
    rows, counts = np.insert(old.rows, insert_at, added.rows), np.insert(old.counts, insert_at, added.counts)
    return Postings(terms=tuple(terms), starts=np.cumsum(sizes), rows=rows, counts=counts, lengths=lengths)


def inverse_document_frequency(frequency: int, total: int) -> float:
    """Return BM25's inverse document frequency of a term in `frequency` of `total` rows."""
    return math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))


def eager_scores(postings: Postings) -> Floats:
    """Return the BM25 score of every posting, in the order of `rows` (Kamphuis et al. 2020, Lucene's variant with exact lengths).

    score(t, d) = ln(1 + (N - df + 0.5) / (df + 0.5)) · tf / (tf + k1 · (1 - b + b · |d| / avgdl))
    """
    total = len(postings.lengths)
    frequency = np.diff(postings.starts)
    weights = np.array([inverse_document_frequency(df, total) for df in frequency.tolist()], np.float32)
    mean = float(postings.lengths.mean()) if total and postings.lengths.any() else 1.0
    norms = K1 * ((1 - B) + B * postings.lengths / mean)
    counts = postings.counts.astype(np.float64)
    counts /= counts + norms[postings.rows]
    return (np.repeat(weights, frequency) * counts).astype(np.float32)
