"""What measuring needs, bundled: the models, the library's fact-checks, and their vectors."""

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
    """The models behind the 19 measures. `encoders` are ours and another one, named as in `measures.ENCODERS`; `readers` are the same
    two in the precision in which bodies are read. `exact` are the same models in float32, where these are not."""

    encoders: dict[str, TextEncoder]
    readers: dict[str, TextEncoder]
    tokens: TokenEncoder
    stance: StanceScorer
    exact: PaperModels | None = None

    def keys(self) -> dict[str, str]:
        """What each is called, for the run's record."""
        found = {name: encoder.identity.key() for name, encoder in self.encoders.items()}
        found |= {f"{name} for bodies": reader.identity.key() for name, reader in self.readers.items()}
        return found | {"tokens": self.tokens.identity.key(), "stance": self.stance.identity.key()}


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
        """The row of each of these ids that the library holds."""
        wanted = set(ids)
        return {identifier: row for row, identifier in enumerate(self.ids) if identifier in wanted}

    def before(self, day: int) -> Mask:
        """The rows published before this day (a proleptic ordinal); one without a date is not known to be."""
        mask: Mask = (self.published > 0) & (self.published < day)
        return mask


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What every long step needs: where to keep its work, whom to tell, whom to ask."""

    work: WorkFolder
    progress: Progress
    cancel: CancelToken

    def told(self, activity: str) -> Callable[[int, int], None]:
        """A function of (done, total) that tells of this activity and asks whether to go on."""

        def tell(done: int, total: int) -> None:
            self.cancel.check()
            self.progress(ProgressUpdate(activity, done, total))

        return tell


def load_corpus(engine: Engine, models: PaperModels, snapshot: LibrarySnapshot, job: Job) -> Corpus:
    """Read the fact-checks; claims and titles have vectors of our encoder in the index, the second one's are made here."""
    every = np.arange(len(snapshot.ids), dtype=np.int32)
    items = snapshot.factchecks(every.tolist())
    texts = {Field.CLAIM: [item.claim for item in items], Field.TITLE: [item.title for item in items]}
    vectors = {(ENCODERS[0], part): snapshot.vector_rows(part, every) for part in texts}
    engine.encoder.prime(texts[Field.CLAIM], vectors[ENCODERS[0], Field.CLAIM])  # the stance model may ask for them
    for part, own in texts.items():
        vectors[ENCODERS[1], part] = encoded(own, models.encoders[ENCODERS[1]], job, f"Second encoder: {part.value}s")
    return Corpus(
        snapshot=snapshot,
        ids=snapshot.ids,
        claims=texts[Field.CLAIM],
        ambiguous=np.array([item.verdict.ambiguous for item in items], np.bool_),
        published=snapshot.published,
        vectors=vectors,
    )


def encoded(texts: Sequence[str], encoder: TextEncoder, job: Job, activity: str) -> FloatMatrix:
    """Unit vectors (len(texts), d) from the work folder where they are there, zeros for an empty text."""
    tell = job.told(activity)
    parts = [np.zeros((0, encoder.dimension), np.float32)]
    for start in range(0, len(texts), _CHUNK):
        tell(start, len(texts))
        chunk = texts[start : start + _CHUNK]

        def make(chunk: Sequence[str] = chunk) -> dict[str, FloatMatrix]:
            return {"vectors": encoder.encode(chunk, progress=no_progress, cancel=job.cancel)}

        found = job.work.arrays("vectors", [encoder.identity.key(), *chunk], make)["vectors"].astype(np.float32)
        there = np.array([bool(text.strip()) for text in chunk])
        parts.append(np.where(there[:, None], found, np.float32(0)))
    return np.concatenate(parts)
