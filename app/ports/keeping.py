"""What is kept on disk beside the library: numbers that models made, projects, verifications, and judgements of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from app.domain.filed import FiledVerification, VerificationSummary
from app.domain.judgement import JudgementOperation, PairJudgement
from app.domain.manuscript import Manuscript
from app.domain.project import ProjectContent
from app.domain.ranked import RankedDocument
from app.domain.review import ReviewOperation
from app.ports.arrays import FloatMatrix, Mask


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

    def keep_act(self, number: int, act: ReviewOperation) -> None:
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


class VerificationFile(Protocol):
    """The verifications of a library on disk, each kept whole. What `keep` and `delete` were given is on the disk when they return, or all
    is as it was before. All raise LibraryError."""

    def summaries(self) -> tuple[VerificationSummary, ...]:
        """All of them, the latest first."""
        ...

    def get(self, ids: Sequence[str]) -> dict[str, FiledVerification]:
        """The known ones of these ids, in this order."""
        ...

    def keep(self, items: Sequence[FiledVerification]) -> None:
        """These are so from now on, all or none; one of a known id is replaced."""
        ...

    def delete(self, ids: Sequence[str]) -> int:
        """Forget these; how many were known."""
        ...

    def close(self) -> None: ...


class JudgementFile(Protocol):
    """The judgements of a library that belong to no project. What `keep` was given is on the disk when it returns, or all is as it was
    before. All raise LibraryError."""

    def all(self) -> tuple[PairJudgement, ...]:
        """Every reviewer's, the earliest first."""
        ...

    def keep(self, act: JudgementOperation) -> None:
        """The changes of this act hold from now on, all or none."""
        ...

    def close(self) -> None: ...
