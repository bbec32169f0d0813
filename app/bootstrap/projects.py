"""Project files, opened by path: made new, or as they were left."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.manuscript import Manuscript

if TYPE_CHECKING:
    from app.ports import ProjectFile


def create_project(path: Path, base: Manuscript) -> ProjectFile:
    """A new project with this document, replacing what was at the path. Raises ProjectError when it cannot be written."""
    from app.store.project import ProjectDatabase

    made = ProjectDatabase.open(path, new=True)
    made.keep_base(base)
    return made


def open_project(path: Path) -> ProjectFile:
    """A project that is there. Raises ProjectError: open in another window, no project, newer, damaged."""
    from app.store.project import ProjectDatabase

    return ProjectDatabase.open(path)
