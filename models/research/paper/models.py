"""Inputs of the measures: the models, the library's fact-checks, and their vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken, Progress, ProgressUpdate, no_progress
from app.ports import Field, FloatMatrix, LibrarySnapshot, Mask, StanceScorer, TextEncoder
from app.services.engine import Engine
from models.research.paper.measures import ENCODERS
from models.research.paper.token_vectors import TokenEncoder
from models.research.paper.work import WorkFolder

_CHUNK = 1024
"""Texts encoded between two saves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperModels:
    """Models behind the 19 measures.

    `encoders` are ours and another one, named as in `measures.ENCODERS`. `readers` are the same two in the precision for reading
    bodies. `exact` are the same models in float32, if these are not.
    """

    encoders: dict[str, TextEncoder]
    readers: dict[str, TextEncoder]
    tokens: TokenEncoder
    stance: StanceScorer
    exact: PaperModels | None = None

    def keys(self) -> dict[str, str]:
        """Return the identity of each model for the run's record."""
        identities = {name: encoder.identity.key() for name, encoder in self.encoders.items()}
        identities |= {f"{name} for bodies": reader.identity.key() for name, reader in self.readers.items()}
        return identities | {"tokens": self.tokens.identity.key(), "stance": self.stance.identity.key()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """The library's n fact-checks by row: ids, texts, dates, verdicts, and vectors (n, d) by encoder and field."""

    snapshot: LibrarySnapshot
    ids: Sequence[str]
    claims: Sequence[str]
    ambiguous: Mask
    published: NDArray[np.int32]
    vectors: dict[tuple[str, Field], FloatMatrix]

    def rows(self, ids: Iterable[str]) -> dict[str, int]:
        """Return the rows of those ids that the library has."""
        id_set = set(ids)
        return {identifier: row for row, identifier in enumerate(self.ids) if identifier in id_set}

    def before(self, day: int) -> Mask:
        """Return the rows published before this day (a proleptic ordinal). Undated ones are left out."""
        mask: Mask = (self.published > 0) & (self.published < day)
        return mask


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Context of a long step: the work folder, the progress callback and the cancel token."""

    work: WorkFolder
    progress: Progress
    cancel: CancelToken

    def progress_callback(self, activity: str) -> Callable[[int, int], None]:
        """Return a progress callback of (done, total) for an activity. It also checks for cancellation."""

        def tell(finished: int, total: int) -> None:
            self.cancel.check()
            self.progress(ProgressUpdate(activity, finished, total))

        return tell


def load_corpus(engine: Engine, models: PaperModels, snapshot: LibrarySnapshot, job: Job) -> Corpus:
    """Read the fact-checks. Our encoder's vectors of claims and titles come from the index; those of the second one are computed."""
    every = np.arange(len(snapshot.ids), dtype=np.int32)
    items = snapshot.factchecks(every.tolist())
    texts = {Field.CLAIM: [item.claim for item in items], Field.TITLE: [item.title for item in items]}
    vectors = {(ENCODERS[0], part): snapshot.vector_rows(part, every) for part in texts}
    engine.encoder.prime(texts[Field.CLAIM], vectors[ENCODERS[0], Field.CLAIM])  # the stance model may ask for them
    for part, part_texts in texts.items():
        vectors[ENCODERS[1], part] = encoded(part_texts, models.encoders[ENCODERS[1]], job, f"Second encoder: {part.value}s")
    return Corpus(
        snapshot=snapshot,
        ids=snapshot.ids,
        claims=texts[Field.CLAIM],
        ambiguous=np.array([item.verdict.ambiguous for item in items], np.bool_),
        published=snapshot.published,
        vectors=vectors,
    )


def encoded(texts: Sequence[str], encoder: TextEncoder, job: Job, activity: str) -> FloatMatrix:
    """Return unit vectors (len(texts), d), cached in the work folder; zeros for an empty text."""
    report_progress = job.progress_callback(activity)
    parts = [np.zeros((0, encoder.dimension), np.float32)]
    for start in range(0, len(texts), _CHUNK):
        report_progress(start, len(texts))
        chunk = texts[start : start + _CHUNK]

        def make(chunk: Sequence[str] = chunk) -> dict[str, FloatMatrix]:
            return {"vectors": encoder.encode(chunk, progress=no_progress, cancel=job.cancel)}

        vectors = job.work.arrays("vectors", [encoder.identity.key(), *chunk], make)["vectors"].astype(np.float32)
        non_empty = np.array([bool(text.strip()) for text in chunk])
        parts.append(np.where(non_empty[:, None], vectors, np.float32(0)))
    return np.concatenate(parts)
