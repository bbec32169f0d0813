"""Approximate nearest neighbours with hnswlib, for libraries too large for exact search.

The graph holds every distinct text once, under a label that never changes while the graph grows. Removed texts are marked as
deleted, and the graph is rebuilt when more than a fifth of it is deleted. Candidates are scored again from the stored vectors:
scores and the order of ties are those of exact search, only recall is approximate.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken
from app.ports import FloatMatrix, Hits, Mask
from app.store.exact_index import ExactIndex, pair_scores
from app.store.generation import FieldVectors
from app.store.postings import Longs
from app.store.selection import empty_hits, write_best

M = 16
EF_CONSTRUCTION = 200
EF_SEARCH = 200
SEED = 100
SEARCH_THREADS = 2
MAX_DEAD = 0.2
EXACT_BELOW = 5_000
_ADD_BATCH = 500


def build_graph(
    target: Path, field_vectors: FieldVectors, *, old: FieldVectors | None, old_graph: Path | None, cancel: CancelToken
) -> FieldVectors:
    """Write the graph of a field to `target`; return the field with its labels.

    Texts are added one after the other in row order with a fixed seed, so that the same steps give the same graph.
    """
    labels, new_rows, reused = _labels(field_vectors, old)
    dead_count = (int(old.labels.max(initial=-1)) + 1 - reused) if old is not None and old.labels is not None else 0
    total = int(labels.max(initial=-1)) + 1
    # Removed texts stay in a graph as dead ones. With too many of them it is built anew.
    if old is None or old_graph is None or dead_count > MAX_DEAD * total:
        labels, new_rows, _ = _labels(field_vectors, None)
        graph = _empty(field_vectors.vectors.shape[1], len(new_rows))
    else:
        graph = _load(old_graph, field_vectors.vectors.shape[1], total)
        _mark_dead(graph, old, labels)
    for start in range(0, len(new_rows), _ADD_BATCH):
        cancel.check()
        part = new_rows[start : start + _ADD_BATCH]
        # One thread and a fixed order, so that the same steps give the same graph.
        graph.add_items(field_vectors.vectors[part], labels[part], num_threads=1)
    graph.save_index(str(target))
    return replace(field_vectors, labels=labels)


def _labels(field_vectors: FieldVectors, old: FieldVectors | None) -> tuple[Longs, Longs, int]:
    """Return the label of each row, the first row of each text that is new to the graph, and the number of old labels still in use."""
    label_of_key: dict[bytes, int] = {}
    following = 0
    if old is not None and old.labels is not None:
        label_of_key = dict(zip(_keys(old), old.labels.tolist(), strict=True))
        following = int(old.labels.max(initial=-1)) + 1
    labels = np.full(len(field_vectors.hashes), -1, np.int64)
    new_rows: list[int] = []
    used_labels: set[int] = set()
    for row, (key, present) in enumerate(zip(_keys(field_vectors), field_vectors.present.tolist(), strict=True)):
        if not present:
            continue
        label = label_of_key.get(key)
        if label is None:
            label = label_of_key[key] = following + len(new_rows)
            new_rows.append(row)
        labels[row] = label
        used_labels.add(label)
    return labels, np.array(new_rows, np.int64), len(used_labels) - len(new_rows)


def _keys(field_vectors: FieldVectors) -> list[bytes]:
    return [row.tobytes() for row in np.asarray(field_vectors.hashes)]


def _graph(dimension: int) -> Any:
    # Imported late: most libraries are small and have no graph, and must open even where the native module cannot be loaded.
    import hnswlib

    return hnswlib.Index(space="ip", dim=dimension)


def _empty(dimension: int, size: int) -> Any:
    graph = _graph(dimension)
    graph.init_index(max_elements=max(size, 1), M=M, ef_construction=EF_CONSTRUCTION, random_seed=SEED)
    return graph


def _load(path: Path, dimension: int, size: int) -> Any:
    graph = _graph(dimension)
    graph.load_index(str(path), max_elements=max(size, 1))
    return graph


def _mark_dead(graph: Any, old: FieldVectors, labels: Longs) -> None:
    assert old.labels is not None
    dead_labels = np.setdiff1d(old.labels[old.labels >= 0], labels)
    for label in dead_labels.tolist():
        graph.mark_deleted(label)


class HnswIndex:
    """VectorIndex over an HNSW graph; loaded whole, read-only, searched with few threads."""

    kind = "hnsw"

    def __init__(self, graph: Path, vectors: FieldVectors, *, threads: int = SEARCH_THREADS, exact_below: int = EXACT_BELOW) -> None:
        assert vectors.labels is not None
        self._vectors = vectors
        self._threads = threads
        self._exact_below = exact_below
        self._exact = ExactIndex(vectors.vectors, vectors.present)
        self._rows_by_label = np.argsort(vectors.labels, kind="stable")
        sorted_labels = vectors.labels[self._rows_by_label]
        total = int(vectors.labels.max(initial=-1)) + 1
        self._starts = np.searchsorted(sorted_labels, np.arange(total + 1))
        self._living = len(np.unique(sorted_labels[sorted_labels >= 0]))
        self._graph = _load(graph, vectors.vectors.shape[1], total)
        self._search_lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._vectors.vectors)

    def search(self, queries: FloatMatrix, k: int, *, allowed: Mask | None = None) -> Hits:
        """Return the k nearest rows of each query row. Few allowed rows are searched exactly; with many, more neighbours are
        requested and filtered."""
        usable = int(self._vectors.present.sum()) if allowed is None else int((self._vectors.present & allowed).sum())
        if k <= 0 or usable <= max(self._exact_below, 4 * k) or usable * 10 < len(self):
            return self._exact.search(queries, k, allowed=allowed)
        hits = empty_hits(len(queries), k)
        pending = np.arange(len(queries))
        # As many candidates that about k of them pass the filter, and some to spare.
        wanted_count = min(self._living, int(1.3 * k * len(self) / usable) + 8)
        while len(pending) and wanted_count < self._living // 2:
            short = self._ask(queries, pending, wanted_count, allowed, hits)
            pending, wanted_count = pending[short], 4 * wanted_count
        if len(pending):
            exact_hits = self._exact.search(queries[pending], k, allowed=allowed)
            hits.rows[pending], hits.scores[pending] = exact_hits.rows, exact_hits.scores
        return hits

    def _ask(self, queries: FloatMatrix, pending: NDArray[np.int64], wanted_count: int, allowed: Mask | None, hits: Hits) -> Mask:
        """Fill `hits` for the pending queries from `wanted_count` candidates each. Return a mask of the queries with fewer than k
        rows."""
        block = np.ascontiguousarray(queries[pending], np.float32)
        # hnswlib raises when it finds fewer undeleted texts than requested; the caller then searches exactly.
        try:
            with self._search_lock:  # ef is a property of the graph, which several jobs share
                self._graph.set_ef(max(EF_SEARCH, 2 * wanted_count))
                labels, _ = self._graph.knn_query(block, k=wanted_count, num_threads=self._threads)
        except RuntimeError:
            return np.ones(len(pending), np.bool_)
        query_indexes, rows = self._expand(labels.astype(np.int64))
        if allowed is not None:
            query_indexes, rows = query_indexes[allowed[rows]], rows[allowed[rows]]
        part = empty_hits(len(pending), hits.rows.shape[1])
        # Scored again from the stored vectors: scores and the order of ties are those of exact search.
        write_best(part, query_indexes, rows, pair_scores(block, self._vectors.vectors, query_indexes, rows))
        hits.rows[pending], hits.scores[pending] = part.rows, part.scores
        return np.asarray(part.rows[:, -1] < 0)

    def _expand(self, labels: Longs) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return (query, row) indexes for every row that has one of the labels found for the query."""
        flat = labels.ravel()
        sizes = self._starts[flat + 1] - self._starts[flat]
        query_indexes = np.repeat(np.repeat(np.arange(len(labels)), labels.shape[1]), sizes)
        offsets = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return query_indexes, self._rows_by_label[np.repeat(self._starts[flat], sizes) + offsets]
