"""A project in memory that fails on request."""

from __future__ import annotations

from pathlib import Path

from app.domain.keyed_document import KeyedDocument
from app.domain.project import ProjectContent
from app.domain.ranked import RankedDocument
from app.domain.review import ReviewOperation
from app.errors import ProjectError


class MemoryProject:
    """Behaves as `app.ports.ProjectFile`; while `broken`, every change fails and nothing is saved."""

    def __init__(self, base: KeyedDocument, path: Path = Path("memory.priorcheck")) -> None:
        self.path = path
        self.broken: ProjectError | None = None
        self.closed = False
        self._base = base
        self._acts: list[ReviewOperation] = []
        self._position = 0
        self._ranked: RankedDocument | None = None
        self._notes: dict[str, str] = {}

    def read(self) -> ProjectContent:
        """Return the saved content."""
        content = ProjectContent(base=self._base, acts=tuple(self._acts), position=self._position, notes=dict(self._notes))
        return content if self._ranked is None else content.with_ranking(self._ranked.sentences, self._ranked.run)

    def keep_base(self, base: KeyedDocument) -> None:
        """Start a new project."""
        self._check()
        self._base, self._acts, self._position, self._ranked, self._notes = base, [], 0, None, {}

    def keep_act(self, number: int, act: ReviewOperation) -> None:
        """Save the act at this position."""
        self._check()
        self._acts[number - 1 :] = [act]
        self._position = number

    def keep_position(self, position: int) -> None:
        """Save the number of acts in effect."""
        self._check()
        self._position = position

    def keep_ranking(self, ranked: RankedDocument) -> None:
        """Save the last ranking."""
        self._check()
        self._ranked = ranked

    def keep_note(self, name: str, text: str) -> None:
        """Save a text by name."""
        self._check()
        self._notes[name] = text

    def copy_to(self, path: Path) -> None:
        """Do nothing, since there is no file to copy."""
        self._check()

    def close(self) -> None:
        """Accept no more changes."""
        self.closed = True

    def _check(self) -> None:
        if self.broken is not None:
            raise self.broken
