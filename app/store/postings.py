"""Term frequencies of one field as column-sorted arrays that can grow and shrink without the old texts.

Everything here is a function of the content alone: terms are sorted, rows follow the library's canonical order, so
postings that grew step by step equal, bit for bit, those built from nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken
from app.store.analysis import TermNumbers

K1 = 1.2
B = 0.75
_CHUNK = 500

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Postings:
    """Compressed columns: term t is found in rows `rows[starts[t]:starts[t + 1]]` with the counts beside them.

    `terms` is sorted; `lengths` holds the number of terms of each row.
    """

    terms: tuple[str, ...]
    starts: Longs
    rows: Ints
    counts: Ints
    lengths: Ints


def no_postings() -> Postings:
    """Postings of an empty field."""
    none = np.zeros(0, np.int32)
    return Postings(terms=(), starts=np.zeros(1, np.int64), rows=none, counts=none, lengths=none)


def grown(old: Postings, *, sources: Ints, fresh: Iterable[str], cancel: CancelToken) -> Postings:
    """New postings: row r is old row `sources[r]`, or where that is -1 the next text of `fresh`.

    Kept rows stay in their order (`sources` without -1 ascends).
    """
    fresh_rows = np.flatnonzero(sources < 0).astype(np.int32)
    numbers, keys, counts, fresh_lengths = _count(fresh, fresh_rows, cancel)
    old_columns, moved_keys, old_counts = _moved(old, sources)
    kept_terms = [old.terms[column] for column in np.unique(old_columns)] if len(old_columns) < len(old.rows) else old.terms
    terms = sorted(set(kept_terms).union(numbers))
    place = {term: column for column, term in enumerate(terms)}
    cancel.check()
    old_place = np.array([place.get(term, -1) for term in old.terms], np.int64)
    fresh_place = np.array([place[term] for term in numbers], np.int64)
    old_keys = (old_place[old_columns] << 32) | moved_keys if len(old_columns) else moved_keys
    fresh_keys = (fresh_place[keys >> 32] << 32) | (keys & 0xFFFFFFFF) if len(keys) else keys
    order = np.argsort(fresh_keys)
    old_keys, old_counts = _inserted(old_keys, old_counts, fresh_keys[order], counts[order])
    return _columns(terms, old_keys, old_counts, _lengths(old, sources, fresh_lengths))


def _count(texts: Iterable[str], rows: Ints, cancel: CancelToken) -> tuple[list[str], Longs, Ints, Ints]:
    """Terms in order of first sight; keys (term << 32 | row), their counts; and the length of each text."""
    numbers = TermNumbers()
    keys: list[Longs] = [np.zeros(0, np.int64)]
    counts: list[Longs] = [np.zeros(0, np.int64)]
    lengths = np.zeros(len(rows), np.int32)
    pending: list[Longs] = []
    for place, (text, row) in enumerate(zip(texts, rows.tolist(), strict=True)):
        found = numbers.of(text).astype(np.int64)
        lengths[place] = len(found)
        pending.append((found << 32) | row)
        if len(pending) == _CHUNK or place == len(rows) - 1:
            cancel.check()
            chunk_keys, chunk_counts = np.unique(np.concatenate(pending), return_counts=True)
            keys.append(chunk_keys)
            counts.append(chunk_counts)
            pending.clear()
    return numbers.terms, np.concatenate(keys), np.concatenate(counts).astype(np.int32), lengths


def _moved(old: Postings, sources: Ints) -> tuple[Longs, Longs, Ints]:
    """Column, new row and count of each old posting whose row is kept."""
    kept = sources >= 0
    new_row = np.full(len(old.lengths), -1, np.int64)
    new_row[sources[kept]] = np.flatnonzero(kept)
    columns = np.repeat(np.arange(len(old.terms), dtype=np.int64), np.diff(old.starts))
    rows = new_row[old.rows] if len(old.rows) else np.zeros(0, np.int64)
    if int(kept.sum()) == len(old.lengths):
        return columns, rows, old.counts
    stays = rows >= 0
    return columns[stays], rows[stays], old.counts[stays]


def _inserted(old_keys: Longs, old_counts: Ints, keys: Longs, counts: Ints) -> tuple[Longs, Ints]:
    if not len(keys):
        return old_keys, old_counts
    at = np.searchsorted(old_keys, keys)
    return np.insert(old_keys, at, keys), np.insert(old_counts, at, counts)


def _columns(terms: list[str], keys: Longs, counts: Ints, lengths: Ints) -> Postings:
    starts = np.zeros(len(terms) + 1, np.int64)
    np.cumsum(np.bincount(keys >> 32, minlength=len(terms)), out=starts[1:])
    rows = (keys & 0xFFFFFFFF).astype(np.int32)
    return Postings(terms=tuple(terms), starts=starts, rows=rows, counts=np.asarray(counts, np.int32), lengths=lengths)


def _lengths(old: Postings, sources: Ints, fresh: Ints) -> Ints:
    lengths = np.zeros(len(sources), np.int32)
    kept = sources >= 0
    lengths[kept] = old.lengths[sources[kept]]
    lengths[~kept] = fresh
    return lengths


def eager_scores(postings: Postings) -> Floats:
    """The BM25 share of every posting, beside `rows` (Kamphuis et al. 2020, Lucene's variant with exact lengths).

    score(t, d) = ln(1 + (N - df + 0.5) / (df + 0.5)) · tf / (tf + k1 · (1 - b + b · |d| / avgdl))
    """
    total = len(postings.lengths)
    frequency = np.diff(postings.starts)
    weights = np.array([math.log(1 + (total - df + 0.5) / (df + 0.5)) for df in frequency.tolist()], np.float32)
    mean = float(postings.lengths.mean()) if total and postings.lengths.any() else 1.0
    norms = K1 * ((1 - B) + B * postings.lengths / mean)
    counts = postings.counts.astype(np.float64)
    counts /= counts + norms[postings.rows]
    return (np.repeat(weights, frequency) * counts).astype(np.float32)
