"""Ports of a library's evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Protocol

from app.domain.evidence import (
    EvidenceDocument,
    EvidenceFilter,
    EvidencePage,
    EvidencePassage,
    EvidenceStatistics,
    ReadEvidence,
    SourceWarning,
)
from app.domain.importing import ChangeCounts, CheckResult
from app.domain.progress import CancelToken, Progress
from app.ports.arrays import Mask
from app.ports.indexes import RowIndex
from app.ports.models import TextEncoder

PassageCutter = Callable[[str, str], Sequence[tuple[int, int]]]
"""From a text and its language (BCP-47, "" when unknown) to the (start, end) of its passages in order, as code points."""


class EvidenceIndex(RowIndex, Protocol):
    """Searchable passages of a library's evidence. A row is one passage; its words are those of passage and title, its vector is
    the passage's only."""

    def passages(self, rows: Sequence[int]) -> list[EvidencePassage]:
        """Return the passages at these rows, in the given order."""
        ...

    def allowed(self, among: EvidenceFilter) -> Mask | None:
        """Return a mask of the rows that may be used; None if all may."""
        ...


class EvidenceLibrary(Protocol):
    """Evidence of a library: documents, their passages, and the user's list of unreliable sources."""

    def __len__(self) -> int: ...

    def add(self, documents: Iterable[EvidenceDocument], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Add documents, all or, after an error or a cancellation, none; one with an existing id replaces it. `documents` may be a
        generator.

        The same text from the same address is one document, however often it is imported: the first, with the earliest known date;
        `grouped` counts the others.
        """
        ...

    def add_rows(self, rows: Iterable[ReadEvidence], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Add rows of files, whose ids identify only within their source (`domain.source_ids`): a row replaces only the document
        that it is, not another source's document with the same id. All or none; `rows` may be a generator."""
        ...

    def keep(self, content: bytes, *, suffix: str) -> str:
        """Store a copy of a document's file (`suffix` as ".pdf") and return the value of the document's `cached`.

        To be called while `add` iterates over its documents: copies without a document are deleted by the next change.
        """
        ...

    def set_date(self, document: str, published: date | None) -> bool:
        """Set a document's day of publication; return False for an unknown id. The day survives another import of the same content."""
        ...

    def set_language(self, ids: Sequence[str], language: str) -> int:
        """Set the language of documents; return the number of known ids. It survives another import of the same content."""
        ...

    def delete(self, ids: Sequence[str], *, cancel: CancelToken) -> int:
        """Delete documents with their passages; return the number of known ids."""
        ...

    def get(self, ids: Sequence[str]) -> dict[str, EvidenceDocument]:
        """Return the documents by id, without unknown ids."""
        ...

    def search(self, text: str, *, among: EvidenceFilter, offset: int = 0, limit: int = 50) -> EvidencePage:
        """Search in the full text, best first; an empty text lists all, latest first. Undated documents are included if `among`
        admits them.

        The text of each hit is reduced to the part that fits best, or to its beginning; `get` returns all of it.
        """
        ...

    def statistics(self) -> EvidenceStatistics: ...

    def index(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> EvidenceIndex:
        """Return the index of the current passages, with the vectors that `encode` has made with this encoder's model."""
        ...

    def encode(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> int:
        """Make the missing vectors, saving after each step; return their number."""
        ...

    def warnings(self) -> tuple[SourceWarning, ...]:
        """Return the user's list of sources, by host."""
        ...

    def keep_warnings(self, warnings: Sequence[SourceWarning]) -> None:
        """Replace the user's list of sources."""
        ...

    def verify(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Check the integrity of everything stored. Nothing is changed, and faults are returned, not raised."""
        ...

    def repair(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Rebuild everything that can be derived from intact rows; return one line for each repair and each failure."""
        ...

    def close(self) -> None: ...
