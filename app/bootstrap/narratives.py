"""The narratives of a library, opened by its folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.ports import NarrativeFile


def open_narratives(library: Path) -> NarrativeFile:
    """The narratives of the library in this folder; the file is made with the first that is kept. Raises nothing yet."""
    from app.store.narratives import SqliteNarratives

    return SqliteNarratives(library)
