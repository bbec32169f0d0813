"""Measures that are cheap enough for all fact-checks, and each sentence's candidates: the union of every measure's best.

NLI and BERTScore of all 97 million pairs would take days, so they are computed for these candidates only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.ports import Field, FloatMatrix, Mask
from models.research.paper.measures import BM25, CHEAP, ENCODERS, text_columns
from models.research.paper.models import Corpus, Job
from models.research.paper.work import Arrays

BM25_FIELDS = (Field.CLAIM, Field.TITLE, Field.BODY)
DENSE_FIELDS = (Field.CLAIM, Field.TITLE)
RETRIEVED = 30
"""Number of fact-checks of each sentence that RankSVM sees: the best by BM25 on the body, the paper's best retriever (its Table
3)."""

_BLOCK = 64
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences:
    """The q sentences of a debate: texts, vectors (q, d) by encoder, vectors for bodies, the day, and the rows of annotated
    candidates."""

    name: str
    day: int
    lines: Sequence[int]
    texts: Sequence[str]
    vectors: dict[str, FloatMatrix]
    read_vectors: dict[str, FloatMatrix]
    annotated: Sequence[Sequence[int]]


def find_pairs(sentences: Sentences, corpus: Corpus, job: Job, *, depth: int) -> Arrays:
    """Return the candidates of one debate's sentences with their cheap measures.

    `starts` (q + 1,) cut the p pairs by sentence; `rows` (p,) ascend within a sentence. `in_all` and `in_before` mark pairs among
    the best `depth` of a cheap measure, over all fact-checks and over those published before the debate. `place_all` and
    `place_before` are their ranks by BM25 on the body (from 0, -1 beyond the first 30). `nearest` is the best rank by any of these.
    Annotated pairs are always included, with neither mark if no measure found them; `annotated` marks them. `cheap` (p, 7) holds
    the measures of `CHEAP`.
    """
    key = ["pairs-2", corpus.snapshot.generation, str(depth), sentences.name, str(sentences.day), *sentences.texts]
    key += [sample_of(vectors) for vectors in corpus.vectors.values()] + [str(list(rows)) for rows in sentences.annotated]
    return job.work.arrays("pairs", key, lambda: _find(sentences, corpus, job, depth))


def sample_of(vectors: FloatMatrix) -> str:
    """Return a few numbers of a matrix, which identify the encoder that made it."""
    return np.asarray(vectors[:: max(1, len(vectors) // 16)], np.float32).tobytes().hex()


def _find(sentences: Sentences, corpus: Corpus, job: Job, depth: int) -> dict[str, NDArray[Any]]:
    report_progress = job.progress_callback(f"Searching for {sentences.name}")
    before = corpus.before(sentences.day)
    parts: list[dict[str, NDArray[Any]]] = []
    for start in range(0, len(sentences.texts), _BLOCK):
        report_progress(start, len(sentences.texts))
        parts += _block(sentences, corpus, before, slice(start, start + _BLOCK), depth)
    joined = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]} if parts else _no_pairs()
    return joined | {"starts": np.cumsum([0, *(len(part["rows"]) for part in parts)])}


def _no_pairs() -> dict[str, NDArray[Any]]:
    flags, ranks = np.zeros(0, np.bool_), np.zeros(0, np.int16)
    empty: dict[str, NDArray[Any]] = {"rows": np.zeros(0, np.int64), "cheap": np.zeros((0, len(CHEAP)), np.float32)}
    empty |= {"in_all": flags, "in_before": flags, "annotated": flags}
    return empty | {"place_all": ranks, "place_before": ranks, "nearest": ranks}


def _block(sentences: Sentences, corpus: Corpus, before: Mask, which: slice, depth: int) -> list[dict[str, NDArray[Any]]]:
    """Return the pairs of a block of sentences, one entry for each sentence."""
    texts = sentences.texts[which]
    cosines = {
        column: sentences.vectors[encoder][which] @ corpus.vectors[encoder, field].T
        for encoder in ENCODERS
        for column, field in zip(text_columns(encoder), DENSE_FIELDS, strict=True)
    }
    best = {"all": _best_rows(texts, cosines, corpus, None, depth), "before": _best_rows(texts, cosines, corpus, before, depth)}
    entries = []
    for index, text in enumerate(texts):
        union = {name: np.unique(np.concatenate(lists[index])) for name, lists in best.items()}
        annotated = np.asarray(sentences.annotated[which][index], np.int64)
        rows = np.unique(np.concatenate([union["all"], union["before"], annotated]))
        values = {column: matrix[index, rows] for column, matrix in cosines.items()} | _bm25(text, rows, corpus)
        entry = {"rows": rows, "cheap": np.stack([values[name] for name in CHEAP], axis=1).astype(np.float32)}
        entry["annotated"] = np.isin(rows, annotated)
        entry["nearest"] = _nearest(rows, [*best["all"][index], *best["before"][index]])
        for name, lists in best.items():
            entry[f"in_{name}"] = np.isin(rows, union[name])
            entry[f"place_{name}"] = _places(rows, lists[index][BM25.index("bm25_body")][:RETRIEVED])
        entries.append(entry)
    return entries


def _best_rows(texts: Sequence[str], cosines: dict[str, FloatMatrix], corpus: Corpus, allowed: Mask | None, depth: int) -> list[list[Ints]]:
    """Return for each text the best rows by each cheap measure, best first, in the order of `CHEAP`."""
    lists: list[list[Ints]] = [[] for _ in texts]
    for field in BM25_FIELDS:
        hits = corpus.snapshot.lexical(field).search(texts, max(depth, RETRIEVED), allowed=allowed)
        for index, rows in enumerate(hits.rows):
            lists[index].append(rows[rows >= 0].astype(np.int64))
    every = np.arange(len(corpus.ids)) if allowed is None else np.flatnonzero(allowed)
    for matrix in cosines.values():
        for index in range(len(texts)):
            lists[index].append(_largest(matrix[index], every, depth))
    return lists


def _largest(scores: FloatMatrix, rows: Ints, count: int) -> Ints:
    """Return the rows with the largest scores, best first, or all rows if there are no more."""
    selected = rows if len(rows) <= count else rows[np.argpartition(-scores[rows], count)[:count]]
    ordered: Ints = selected[np.argsort(-scores[selected], kind="stable")]
    return ordered


def _bm25(text: str, rows: Ints, corpus: Corpus) -> dict[str, FloatMatrix]:
    row_numbers = rows.astype(np.int32)
    return {column: corpus.snapshot.lexical(field).scores(text, row_numbers) for column, field in zip(BM25, BM25_FIELDS, strict=True)}


def _nearest(rows: Ints, lists: Sequence[Ints]) -> NDArray[np.int16]:
    """Return each row's best rank in any of the lists; beyond all ranks if it is in none."""
    nearest = np.full(len(rows), np.iinfo(np.int16).max, np.int16)
    for ranked in lists:
        columns = np.searchsorted(rows, ranked)
        nearest[columns] = np.minimum(nearest[columns], np.arange(len(ranked), dtype=np.int16))
    return nearest


def _places(rows: Ints, ranked: Ints) -> NDArray[np.int16]:
    ranks = np.full(len(rows), -1, np.int16)
    columns = np.searchsorted(rows, ranked)
    ranks[columns] = np.arange(len(ranked), dtype=np.int16)
    return ranks
