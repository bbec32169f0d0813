"""Port of the fact-check library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from app.domain.factcheck import EVERY_FACTCHECK, NATURAL_ORDER, FactCheck, FactCheckFilter, FactCheckOrder
from app.domain.importing import ChangeCounts, CheckResult, LibraryStatistics, ReadRow
from app.domain.overview import DuplicatePage, PublisherSummary, StoredRating
from app.domain.progress import CancelToken, Progress
from app.ports.indexes import LibrarySnapshot
from app.ports.models import TextEncoder


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryChange:
    """Changes for one all-or-nothing step. An `upsert` with an existing id replaces that fact-check.

    `imported` are rows of files, whose ids identify only within their source (`domain.source_ids`): a row replaces only the
    fact-check that it is, not another source's fact-check with the same id. `languages` sets languages by id manually, after
    everything else. Such a language is no part of the content: it survives later imports of the id, until it is set again.
    """

    upsert: Sequence[FactCheck] = ()
    imported: Sequence[ReadRow] = ()
    delete: Sequence[str] = ()
    languages: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage:
    """One page of a library search: fact-checks without bodies, the total number of hits, and by id the matching passage and the
    ids of duplicates."""

    items: tuple[FactCheck, ...]
    total: int
    passages: Mapping[str, str]
    same_as: Mapping[str, tuple[str, ...]]


class Library(Protocol):
    """Local store of fact-checks: one folder with SQLite and index generations."""

    @property
    def path(self) -> Path: ...

    def __len__(self) -> int: ...

    def snapshot(self) -> LibrarySnapshot:
        """Return the current generation. Raises LibraryError if the library is empty or its index cannot be read."""
        ...

    def check_ahead(self) -> None:
        """Start verifying the index's files in the background; `snapshot` waits for the result and raises its faults."""
        ...

    def index_encoder(self) -> str:
        """Return `ModelIdentity.key()` of the encoder that made the current generation's vectors; "" without a readable index."""
        ...

    def apply(self, change: LibraryChange, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Write rows and a new index generation atomically, even if the process is killed."""
        ...

    def rebuild(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> str:
        """Build a new generation from the rows with this encoder, and return its name; the old one stays in use until then."""
        ...

    def get(self, ids: Sequence[str]) -> dict[str, FactCheck]:
        """Return the fact-checks by id with bodies, without unknown ids."""
        ...

    def same_as(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return for each known id the other ids of its duplicate group, in id order."""
        ...

    def search(
        self,
        text: str,
        *,
        among: FactCheckFilter = EVERY_FACTCHECK,
        order: FactCheckOrder = NATURAL_ORDER,
        offset: int = 0,
        limit: int = 50,
    ) -> SearchPage:
        """Search in claim, title and body; an empty text lists all. Without an `order`, the best matches or the newest come first."""
        ...

    def publishers(self) -> tuple[PublisherSummary, ...]:
        """Return all publishers, most fact-checks first."""
        ...

    def ratings(self) -> tuple[StoredRating, ...]:
        """Return every rating of every publisher with its stored verdict and rule, most frequent first."""
        ...

    def duplicates(self, *, offset: int = 0, limit: int = 50) -> DuplicatePage:
        """Return groups of several fact-checks: first those with different verdicts, then by size."""
        ...

    def statistics(self) -> LibraryStatistics: ...

    def verify(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Check database, manifest, hashes, and the agreement of index rows and database rows."""
        ...

    def repair(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Rebuild everything that can be derived from intact rows; return one line for each repair and each failure."""
        ...

    def close(self) -> None: ...
