"""A project that lives in memory, and fails when it is told to."""

from __future__ import annotations

from pathlib import Path

from app.domain.keyed_document import KeyedDocument
from app.domain.project import ProjectContent
from app.domain.ranked import RankedDocument
from app.domain.review import ReviewOperation
from app.errors import ProjectError


class MemoryProject:
    """Behaves as `app.ports.ProjectFile`; while `broken`, every change fails and nothing of it is kept."""

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
        """All that was kept."""
        content = ProjectContent(base=self._base, acts=tuple(self._acts), position=self._position, notes=dict(self._notes))
        return content if self._ranked is None else content.with_ranking(self._ranked.sentences, self._ranked.run)

    def keep_base(self, base: KeyedDocument) -> None:
        """Begin anew."""
        self._check()
        self._base, self._acts, self._position, self._ranked, self._notes = base, [], 0, None, {}

    def keep_act(self, number: int, act: ReviewOperation) -> None:
        """The act at this place."""
        self._check()
        self._acts[number - 1 :] = [act]
        self._position = number

    def keep_position(self, position: int) -> None:
        """How many acts hold."""
        self._check()
        self._position = position

    def keep_ranking(self, ranked: RankedDocument) -> None:
        """The last ranking."""
        self._check()
        self._ranked = ranked

    def keep_note(self, name: str, text: str) -> None:
        """A text by name."""
        self._check()
        self._notes[name] = text

    def copy_to(self, path: Path) -> None:
        """Nothing to copy to: the file is memory."""
        self._check()

    def close(self) -> None:
        """No more changes come."""
        self.closed = True

    def _check(self) -> None:
        if self.broken is not None:
            raise self.broken
