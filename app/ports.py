"""The ports: what the services need from models, indexes and the library, told without naming any technology.

Adapters live in `store` and `inference` and are built only in `bootstrap`. Every port has one contract suite in
`tests/contract`, which the real adapters and the fakes pass alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.domain.factcheck import FactCheck
from app.domain.importing import ChangeCounts, CheckResult, LibraryStatistics
from app.domain.manuscript import Manuscript
from app.domain.overview import DuplicatePage, PublisherSummary, StoredRating
from app.domain.progress import CancelToken, Progress
from app.domain.project import ProjectContent
from app.domain.ranked import RankedDocument
from app.domain.review import Act

FloatMatrix = NDArray[np.float32]
IntMatrix = NDArray[np.int32]
Mask = NDArray[np.bool_]


class Field(StrEnum):
    """The searchable texts of a fact-check."""

    CLAIM = "claim"
    TITLE = "title"
    BODY = "body"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelIdentity:
    """What made a number: model name, hash of its files, backend ("onnx-cpu", "torch-cuda", …) and precision.

    Two identities that differ in any field never share a cache entry, nor do vectors of both stand in one index. An index that
    one device made may be searched with vectors of another (`same_model`): they agree to a cosine of 0.999.
    """

    name: str
    artefact: str
    backend: str
    precision: str

    def key(self) -> str:
        """One string for cache keys and manifests."""
        return f"{self.name}:{self.artefact[:16]}:{self.backend}:{self.precision}"

    def same_model(self, key: str) -> bool:
        """Whether this key names the same model, on whatever device and in whatever precision."""
        return key.rsplit(":", 2)[0] == f"{self.name}:{self.artefact[:16]}"


class TextEncoder(Protocol):
    """Texts to unit vectors; a vector is a function of its text alone, never of the batch around it."""

    @property
    def identity(self) -> ModelIdentity: ...

    @property
    def dimension(self) -> int: ...

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        """Rows of shape (len(texts), dimension), float32, L2-normalised; an empty text gives a unit vector too."""
        ...


class TokenEncoder(Protocol):
    """Texts to one vector a token, for measures that compare words in their context (BERTScore)."""

    @property
    def identity(self) -> ModelIdentity: ...

    def encode_tokens(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> tuple[FloatMatrix, NDArray[np.int64]]:
        """All texts' tokens one after the other (tokens, dimension), float32, L2-normalised, special tokens left out; and
        where each text's begin, (len(texts) + 1,): text i has the rows from starts[i] to starts[i + 1], perhaps none."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PairInput:
    """What a pair scorer may see of a sentence and a fact-check."""

    sentence: str
    claim: str
    context: tuple[str, ...] = ()
    speaker: str = ""
    title: str = ""
    claimant: str = ""
    published: date | None = None


class PairScorer(Protocol):
    """Does this fact-check settle this sentence? A calibrated probability for each pair."""

    @property
    def identity(self) -> ModelIdentity: ...

    def score(self, pairs: Sequence[PairInput], *, cancel: CancelToken) -> FloatMatrix:
        """Probabilities of shape (len(pairs),), float32, each a function of its pair alone."""
        ...


class StanceScorer(Protocol):
    """Stance of premises (published texts) towards hypotheses (what is judged)."""

    @property
    def identity(self) -> ModelIdentity: ...

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        """Probabilities of shape (n, 3), float32, rows sum to 1; columns support, refute, neutral."""
        ...


class CheckworthinessScorer(Protocol):
    """Is this sentence a factual claim of public interest, worth a check?"""

    @property
    def identity(self) -> ModelIdentity: ...

    def score(self, texts: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        """Probabilities of shape (len(texts),), float32, each a function of its text alone; check-worthy from 0.5.

        A text without a letter or digit says nothing and has 0.
        """
        ...


@dataclass(frozen=True, slots=True)
class Hits:
    """Top-k answers to q queries: `rows` (q, k) int32 into the snapshot's rows, -1 where there are fewer than k;
    `scores` (q, k) float32, descending; ties are in row order."""

    rows: IntMatrix
    scores: FloatMatrix


class VectorIndex(Protocol):
    """Nearest neighbours by cosine over unit vectors, exact or HNSW; `kind` says which."""

    @property
    def kind(self) -> str: ...

    def __len__(self) -> int: ...

    def search(self, queries: FloatMatrix, k: int, *, allowed: Mask | None = None) -> Hits:
        """The k nearest rows of each query row; with `allowed` (one bool a row of the index) only those rows."""
        ...


class LexicalIndex(Protocol):
    """BM25 (Lucene's variant, k1 = 1.2, b = 0.75) over one field."""

    def __len__(self) -> int: ...

    def search(self, queries: Sequence[str], k: int, *, allowed: Mask | None = None) -> Hits:
        """The k best rows of each query; rows that share no term with the query are not hits."""
        ...

    def scores(self, query: str, rows: IntMatrix) -> FloatMatrix:
        """The BM25 score of each given row (1-d array) for one query; 0 where no term is shared."""
        ...


class LibrarySnapshot(Protocol):
    """One generation of a library, pinned: rows, texts and indexes belong together and never change.

    Row r of every index and array is the same fact-check. Close it (or use it as a context manager) when done.
    """

    @property
    def generation(self) -> str: ...

    @property
    def encoder(self) -> str:
        """`ModelIdentity.key()` of the encoder that made the vectors."""
        ...

    @property
    def ids(self) -> Sequence[str]: ...

    @property
    def published(self) -> NDArray[np.int32]:
        """Proleptic ordinals (`date.toordinal`) by row; 0 where the date is not known."""
        ...

    @property
    def groups(self) -> NDArray[np.int32]:
        """The duplicate group of each row: rows with the same number are shown as one item."""
        ...

    def vectors(self, field: Field) -> VectorIndex:
        """The dense index of CLAIM or TITLE."""
        ...

    def vector_rows(self, field: Field, rows: IntMatrix) -> FloatMatrix:
        """The stored unit vectors of these rows (1-d array), shape (len(rows), dimension); zeros for an empty text."""
        ...

    def lexical(self, field: Field) -> LexicalIndex:
        """The BM25 index of CLAIM, TITLE or BODY."""
        ...

    def factchecks(self, rows: Sequence[int]) -> list[FactCheck]:
        """The fact-checks at these rows, bodies included, in the given order."""
        ...

    def allowed(
        self, *, published_before: date | None, include_publishers: Sequence[str], exclude_publishers: Sequence[str]
    ) -> Mask | None:
        """Rows that pass; None when all do. A fact-check without a date is not known to be published before any day."""
        ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryChange:
    """What to change in one all-or-nothing step. An `upsert` with a known id replaces that fact-check."""

    upsert: Sequence[FactCheck] = ()
    delete: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage:
    """One page of a library search: the fact-checks (bodies left out), how many there are in all, and by id the passage
    that matched and the ids grouped as duplicates."""

    items: tuple[FactCheck, ...]
    total: int
    passages: Mapping[str, str]
    same_as: Mapping[str, tuple[str, ...]]


class Library(Protocol):
    """The local store of fact-checks: one folder, SQLite plus index generations."""

    @property
    def path(self) -> Path: ...

    def __len__(self) -> int: ...

    def snapshot(self) -> LibrarySnapshot:
        """The current generation. Raises LibraryError when the library is empty or its index cannot be read."""
        ...

    def apply(self, change: LibraryChange, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Write rows and a new index generation, visible together or not at all, also across a kill at any moment."""
        ...

    def rebuild(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> str:
        """Build a new generation from the rows with this encoder; the old one serves until it is done. Returns its name."""
        ...

    def get(self, ids: Sequence[str]) -> dict[str, FactCheck]:
        """The known ones of these ids, bodies included."""
        ...

    def same_as(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """For each known id the other ids of its duplicate group, in id order."""
        ...

    def search(
        self,
        text: str,
        *,
        publisher: str = "",
        verdict: str = "",
        language: str = "",
        rating: str = "",
        group: str = "",
        offset: int = 0,
        limit: int = 50,
    ) -> SearchPage:
        """Full-text search over claim, title and body for the eye; an empty text lists all, newest first.

        The other values must be equal, "" for any; `group` is the smallest id of a duplicate group.
        """
        ...

    def publishers(self) -> tuple[PublisherSummary, ...]:
        """Every publisher, most fact-checks first."""
        ...

    def ratings(self) -> tuple[StoredRating, ...]:
        """Every rating of every publisher with the verdict and rule stored for it, most frequent first."""
        ...

    def duplicates(self, *, offset: int = 0, limit: int = 50) -> DuplicatePage:
        """Groups of more than one, those whose verdicts differ first, then the largest."""
        ...

    def statistics(self) -> LibraryStatistics: ...

    def verify(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Check database, manifest, hashes, and that every row of the index is the row of the database."""
        ...

    def close(self) -> None: ...


class VectorCache(Protocol):
    """Embeddings and scores kept by (model identity key, text hash), so that a second run computes only what is new."""

    def get(self, model: str, texts: Sequence[str]) -> tuple[FloatMatrix | None, Mask]:
        """(matrix (len(texts), d) with zero rows where missing, or None when nothing is known; mask of the known rows)."""
        ...

    def put(self, model: str, texts: Sequence[str], vectors: FloatMatrix) -> None: ...


class ProjectFile(Protocol):
    """One project on disk. Everything that a method was given is on the disk when it returns, or the file is as it was before;
    a kill at any moment costs at most the call that was running. All raise ProjectError."""

    @property
    def path(self) -> Path: ...

    def read(self) -> ProjectContent: ...

    def keep_base(self, base: Manuscript) -> None:
        """The document before any act; forgets everything else."""
        ...

    def keep_act(self, number: int, act: Act) -> None:
        """The act at this place (1 for the first) holds now; those behind it are forgotten."""
        ...

    def keep_position(self, position: int) -> None:
        """So many acts hold; the others stay, undone."""
        ...

    def keep_ranking(self, ranked: RankedDocument) -> None:
        """The ranking of the document as it is now."""
        ...

    def keep_note(self, name: str, text: str) -> None: ...

    def copy_to(self, path: Path) -> None:
        """A whole copy at another place, replacing what was there."""
        ...

    def close(self) -> None: ...
