"""Whose rights a new file of a library gets."""

from __future__ import annotations

from pathlib import Path

DATABASE = "library.db"


def neighbour(library: Path) -> Path | None:
    """Return a file of a library, whose rights the next one in its folder gets; None in a new one."""
    return next((file for file in (library / DATABASE, *sorted(library.glob("*.db"))) if file.is_file()), None)
