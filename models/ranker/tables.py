"""Debates as the ranker sees them: features and labels of every sentence, computed once and stored under build/.

The seven annotated debates are scored by leaving one out (`models.research.fitting`). Of the fifty training debates only those that
no network was trained on are used, since scores of learnt pairs are too good.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, no_progress
from app.ingest.documents import read_document
from app.ports import LibrarySnapshot
from app.ranking import OVERLAP_FEATURES
from app.services.engine import Engine
from app.services.matching.comparison import Comparison
from app.services.matching.context import document_context
from app.services.ranking import features_of_document
from models.examples.links import LINK_TYPES, held_back
from models.research.debates import read_gold
from models.training import read_rows

CACHE = Path("build") / "training" / "ranker"
COLUMNS = ("features", "lines", "labels", "found", "compared", "pairs")
SAME_CLAIM = frozenset({"agree", "disagree", "repeated"})
"""Annotated stances if sentence and fact-check are about the same claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """Debate transcript: its day, verifiable lines, and (line, fact-check) pairs that are linked or about the same claim."""

    name: str
    path: Path
    day: date | None
    verifiable: frozenset[int]
    pairs: frozenset[tuple[int, str]]
    same_claim: frozenset[tuple[int, str]]

    def linked(self, line: int | None) -> frozenset[str]:
        """Return the fact-checks linked to a line."""
        return frozenset(factcheck for linked_line, factcheck in self.pairs if linked_line == line)

    def same(self, line: int | None) -> frozenset[str]:
        """Return the fact-checks that are about the same claim as a line."""
        return frozenset(factcheck for linked_line, factcheck in self.same_claim if linked_line == line)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Sentences of a debate in document order: features (n, d), line numbers (n,), labels (n,) 1 for verifiable.

    `found` (n,) is 1 if a linked fact-check is among the sentence's candidates, `compared` if one was compared in full. `pairs` (m,
    3) has pair probability, `quoted`, and 1 for the same claim, for all pairs that were compared in full.
    """

    name: str
    features: NDArray[np.float32]
    lines: NDArray[np.int64]
    labels: NDArray[np.int64]
    found: NDArray[np.int64]
    compared: NDArray[np.int64]
    pairs: NDArray[np.float64]


def annotated(data: Path, published: dict[str, date] | None) -> Iterator[Transcript]:
    """Yield the seven debates. With `published`, a sentence counts only if a fact-check from before the debate verifies it."""
    for gold in read_gold(data / "debates"):
        lines = gold.verifiable(published=published)
        pairs = frozenset((pair.line, pair.factcheck) for pair in gold.pairs if pair.line in lines)
        same_claim_pairs = frozenset((pair.line, pair.factcheck) for pair in gold.annotated if pair.stance in SAME_CLAIM)
        yield Transcript(name=gold.name, path=gold.transcript, day=gold.day, verifiable=lines, pairs=pairs, same_claim=same_claim_pairs)


def unseen_training(data: Path) -> Iterator[Transcript]:
    """Yield the training debates that no network has seen. Their links are incomplete."""
    paths = sorted((data / "debates_train" / "transcripts").glob("*.tsv"))
    names = held_back([path.stem for path in paths])
    pairs = {name: set[tuple[int, str]]() for name in names}
    for row in read_rows(data / "debates_train" / "pairs.jsonl"):
        if row["transcript"] in names and row["type"] in LINK_TYPES:
            pairs[row["transcript"]].add((int(row["line"]), row["vclaim_id"]))
    for path in paths:
        if path.stem in names:
            linked_pairs = frozenset(pairs[path.stem])
            lines = frozenset(line for line, _ in linked_pairs)
            yield Transcript(name=path.stem, path=path, day=None, verifiable=lines, pairs=linked_pairs, same_claim=linked_pairs)


def table(transcript: Transcript, engine: Engine, *, before_only: bool) -> Table:
    """Return the debate's table, from the cache in build/ if the same models made it."""
    options = MatchOptions(as_of=transcript.day if before_only else None)
    with engine.snapshot() as snapshot:
        cache_parts = ["table-11", engine.models()[:6], engine.preliminary_ranker.key, snapshot.generation]
        key = json.dumps([*cache_parts, transcript.name, str(options.as_of)])
        path = CACHE / f"{hashlib.sha256(key.encode()).hexdigest()[:24]}.npz"
        if path.is_file():
            with np.load(path) as archive:
                return Table(name=transcript.name, **{name: archive[name] for name in archive.files})
        computed = _table(transcript, engine, snapshot, options)
    CACHE.mkdir(parents=True, exist_ok=True)
    np.savez(path, **{name: getattr(computed, name) for name in COLUMNS})
    return computed


def _table(transcript: Transcript, engine: Engine, snapshot: LibrarySnapshot, options: MatchOptions) -> Table:
    cancel = CancelToken()
    document = read_document(transcript.path, cancel=cancel, progress=no_progress)
    context = document_context(replace(document, language="en", date=transcript.day), engine=engine, snapshot=snapshot, options=options)
    comparisons, features = features_of_document(document, context=context, cancel=cancel)
    lines = [comparison.candidates.sentence.line for comparison in comparisons]
    found_flags, compared = np.zeros(len(lines), np.int64), np.zeros(len(lines), np.int64)
    for index, (line, comparison) in enumerate(zip(lines, comparisons, strict=True)):
        ids = [snapshot.ids[int(row)] if row >= 0 else "" for row in comparison.candidates.rows]
        linked = {column for column, name in enumerate(ids) if (line, name) in transcript.pairs}
        found_flags[index], compared[index] = bool(linked), bool(linked & comparison.pairs.keys())
    numbers = np.array([line or 0 for line in lines])
    labels = np.isin(numbers, sorted(transcript.verifiable)).astype(np.int64)
    return Table(
        name=transcript.name,
        features=features,
        lines=numbers,
        labels=labels,
        found=found_flags,
        compared=compared,
        pairs=compared_pairs(comparisons, snapshot.ids, [transcript.same(line) for line in lines]),
    )


def compared_pairs(comparisons: Sequence[Comparison], ids: Sequence[str], same: Sequence[frozenset[str]]) -> NDArray[np.float64]:
    """Return the rows (m, 3) of each pair compared in full: pair probability, `quoted`, and 1 if the fact-check is among the text's
    `same`."""
    quoted = OVERLAP_FEATURES.index("quoted")
    rows = [
        (pair.probability, float(pair.overlap[quoted]), float(ids[int(comparison.candidates.rows[column])] in of_text))
        for comparison, of_text in zip(comparisons, same, strict=True)
        for column, pair in comparison.pairs.items()
    ]
    return np.array(rows, dtype=np.float64).reshape(-1, 3)
