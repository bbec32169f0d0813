"""The file whose permissions a new file of a library gets."""

from __future__ import annotations

from pathlib import Path

DATABASE = "library.db"


def permission_template(library: Path) -> Path | None:
    """Return an existing database of the library, to copy its permissions from; None in a new library."""
    return next((file for file in (library / DATABASE, *sorted(library.glob("*.db"))) if file.is_file()), None)
