"""Ports of files that belong to a library: cached model results, projects, verifications, and judgements of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from app.domain.judgement import JudgementOperation, PairJudgement
from app.domain.keyed_document import KeyedDocument
from app.domain.project import ProjectContent
from app.domain.ranked import RankedDocument
from app.domain.review import ReviewOperation
from app.domain.stored_verification import StoredVerification, VerificationSummary
from app.ports.arrays import FloatMatrix, Mask


class VectorCache(Protocol):
    """Cache of embeddings and scores by (model identity key, text hash), so that a second run computes only what is new."""

    def get(self, model: str, texts: Sequence[str]) -> tuple[FloatMatrix | None, Mask]:
        """Return a matrix (len(texts), d) with zero rows for missing texts, or None if all are missing; and a mask of the known
        rows."""
        ...

    def put(self, model: str, texts: Sequence[str], vectors: FloatMatrix) -> None: ...


class ProjectFile(Protocol):
    """One project on disk.

    Every method is durable and atomic: on return its data is on the disk, and after an error the file is unchanged. A kill at any
    moment loses at most the current call. All raise ProjectError.
    """

    @property
    def path(self) -> Path: ...

    def read(self) -> ProjectContent: ...

    def keep_base(self, base: KeyedDocument) -> None:
        """Store the document before any operation, and delete everything else."""
        ...

    def keep_act(self, number: int, act: ReviewOperation) -> None:
        """Store the operation with this number (1 for the first) as the last one; later ones are deleted."""
        ...

    def keep_position(self, position: int) -> None:
        """Store the number of operations in effect; later ones stay, undone."""
        ...

    def keep_ranking(self, ranked: RankedDocument) -> None:
        """Store the ranking of the current document."""
        ...

    def keep_note(self, name: str, text: str) -> None: ...

    def copy_to(self, path: Path) -> None:
        """Write a complete copy, replacing an existing file."""
        ...

    def close(self) -> None: ...


class VerificationFile(Protocol):
    """Verifications of a library on disk.

    `keep` and `delete` are durable and atomic: on return their changes are on the disk, and after an error the file is unchanged.
    All raise LibraryError.
    """

    def summaries(self) -> tuple[VerificationSummary, ...]:
        """Return the summaries of all verifications, the latest first."""
        ...

    def get(self, ids: Sequence[str]) -> dict[str, StoredVerification]:
        """Return the verifications by id in this order, without unknown ids."""
        ...

    def keep(self, items: Sequence[StoredVerification]) -> None:
        """Store these verifications, all or none; one with an existing id replaces it."""
        ...

    def delete(self, ids: Sequence[str]) -> int:
        """Delete these verifications; return the number of known ids."""
        ...

    def close(self) -> None: ...


class JudgementFile(Protocol):
    """Judgements of a library outside projects.

    `keep` is durable and atomic: on return its changes are on the disk, and after an error the file is unchanged. All raise
    LibraryError.
    """

    def all(self) -> tuple[PairJudgement, ...]:
        """Return every reviewer's judgements, the earliest first."""
        ...

    def keep(self, act: JudgementOperation) -> None:
        """Store the changes of this operation, all or none."""
        ...

    def close(self) -> None: ...
