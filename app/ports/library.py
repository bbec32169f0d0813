"""What the services need from the library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from app.domain.factcheck import EVERY_FACTCHECK, FactCheck, FactCheckFilter
from app.domain.importing import ChangeCounts, CheckResult, LibraryStatistics, ReadRow
from app.domain.overview import DuplicatePage, PublisherSummary, StoredRating
from app.domain.progress import CancelToken, Progress
from app.ports.indexes import LibrarySnapshot
from app.ports.models import TextEncoder


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryChange:
    """What to change in one all-or-nothing step. An `upsert` with a known id replaces that fact-check.

    `imported` are the rows of files, whose ids identify only within their source (`domain.source_ids`): a row replaces the fact-check that
    it is, and another source's fact-check of the same id stays beside it.

    `languages` gives known ids a language by hand, last of all. It is no part of the content: whatever is imported under the id later,
    the language stays, until it is given anew.
    """

    upsert: Sequence[FactCheck] = ()
    imported: Sequence[ReadRow] = ()
    delete: Sequence[str] = ()
    languages: Mapping[str, str] = field(default_factory=dict)


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

    def check_ahead(self) -> None:
        """Begin to check the index's files beside other work; `snapshot` waits for the end. What is wrong is raised there."""
        ...

    def index_encoder(self) -> str:
        """`ModelIdentity.key()` of the encoder that made the current generation's vectors; "" where there is no readable index."""
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

    def search(self, text: str, *, among: FactCheckFilter = EVERY_FACTCHECK, offset: int = 0, limit: int = 50) -> SearchPage:
        """Full-text search over claim, title and body for the eye; an empty text lists all, newest first."""
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

    def repair(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Make anew what can be made from rows that are whole; what was done, and what could not be, one line each."""
        ...

    def close(self) -> None: ...
