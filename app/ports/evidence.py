"""What the services need from the evidence of a library."""

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
    """The passages of a library's evidence as they can be searched. A row is one passage; its words are those of passage and title, its
    vector is that of the passage alone."""

    def passages(self, rows: Sequence[int]) -> list[EvidencePassage]:
        """The passages at these rows, in the given order."""
        ...

    def allowed(self, among: EvidenceFilter) -> Mask | None:
        """Rows that may be used; None when all may."""
        ...


class EvidenceLibrary(Protocol):
    """The evidence of a library: documents, their passages, and the user's list of sources to be wary of."""

    def __len__(self) -> int: ...

    def add(self, documents: Iterable[EvidenceDocument], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Take in documents, all of them or, on an error or a cancel, none; a known id is replaced. `documents` may be a generator.

        The same text from the same address is one document, however often it is imported: the first, with the earliest date that is known;
        `grouped` counts the others.
        """
        ...

    def add_rows(self, rows: Iterable[ReadEvidence], *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
        """Take in what was read from files, whose ids identify only within their source (`domain.source_ids`): a row replaces the document
        that it is, and another source's document of the same id stays beside it. All or none; `rows` may be a generator."""
        ...

    def keep(self, content: bytes, *, suffix: str) -> str:
        """Keep a copy of the file that a document comes from (`suffix` as ".pdf"); what the document's `cached` is to be.

        To be called while `add` asks for its documents: a copy that no document names goes with the next change.
        """
        ...

    def set_date(self, document: str, published: date | None) -> bool:
        """This document was published on this day; whether it is known. The day stays when the same content is imported again."""
        ...

    def set_language(self, ids: Sequence[str], language: str) -> int:
        """These documents are in this language; how many are known. It stays when the same content is imported again."""
        ...

    def delete(self, ids: Sequence[str], *, cancel: CancelToken) -> int:
        """Forget documents with their passages; how many were known."""
        ...

    def get(self, ids: Sequence[str]) -> dict[str, EvidenceDocument]:
        """The known ones of these ids."""
        ...

    def search(self, text: str, *, among: EvidenceFilter, offset: int = 0, limit: int = 50) -> EvidencePage:
        """Full-text search for the eye, best first; an empty text lists all, latest first. Undated ones are found where `among` lets them.

        Of each document's text only what fits best is told, or its beginning; `get` has the whole.
        """
        ...

    def statistics(self) -> EvidenceStatistics: ...

    def index(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> EvidenceIndex:
        """The index of the passages as they are now; vectors are those that `encode` has made with this encoder's model."""
        ...

    def encode(self, *, encoder: TextEncoder, progress: Progress, cancel: CancelToken) -> int:
        """Make the vectors that are missing, in steps that are kept; how many were made."""
        ...

    def warnings(self) -> tuple[SourceWarning, ...]:
        """The user's list of sources, by host."""
        ...

    def keep_warnings(self, warnings: Sequence[SourceWarning]) -> None:
        """This is the list from now on."""
        ...

    def verify(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Is everything as it was written? Nothing is changed, and what is found is told, not raised."""
        ...

    def repair(self, *, progress: Progress, cancel: CancelToken) -> tuple[CheckResult, ...]:
        """Make anew what can be made from rows that are whole; what was done, and what could not be, one line each."""
        ...

    def close(self) -> None: ...
