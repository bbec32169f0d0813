"""Creates and opens project files by path."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.keyed_document import KeyedDocument
from app.domain.project import ProjectContent, ProjectSummary
from app.errors import ProjectError

if TYPE_CHECKING:
    from app.ports import ProjectFile


def create_project(path: Path, base: KeyedDocument) -> ProjectFile:
    """Create a project with this document, replacing any file at the path atomically.

    Raises ProjectError if it cannot be written, or if a project at the path is open in another window.
    """
    from app.store.project import ProjectDatabase, move_into_place

    check_free(path)
    part = path.with_name(f".{path.name}.new")
    project = ProjectDatabase.open(part, new=True)
    try:
        project.keep_base(base)
    finally:
        project.close()
    move_into_place(part, path)
    return ProjectDatabase.open(path)


def check_free(path: Path) -> None:
    """Raise ProjectError if the project at this path is open in another window."""
    if path.is_file():
        try:
            open_project(path).close()
        except ProjectError as error:
            if error.code == "project-open":
                raise


def open_project(path: Path) -> ProjectFile:
    """Open an existing project. Raises ProjectError if it is open in another window, no project, newer, or damaged."""
    from app.store.project import ProjectDatabase

    return ProjectDatabase.open(path)


def project_summary(path: Path) -> ProjectSummary:
    """Return the summary of a project file. Raises ProjectError if there is none."""
    from app.store.project_summary import summary

    return summary(path)


def read_project(path: Path) -> ProjectContent:
    """Read a project without locking it. Raises ProjectError if there is none, it cannot be read, or a window has it open."""
    from app.store.project_summary import content

    return content(path)


def delete_project(path: Path) -> None:
    """Delete a project file for good. Raises ProjectError if it is open in a window, or the disk does not allow it."""
    from app.store.project_errors import project_errors

    check_free(path)
    with project_errors(path):
        path.unlink(missing_ok=True)
        path.with_name(path.name + "-journal").unlink(missing_ok=True)
