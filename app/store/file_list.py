"""The list of a library's databases, which shows when one of them is missing.

It is the hidden text file `.files` in the library's folder, one name a line. A library of version 0.1 has none; it is written when the
library's files are next opened for writing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from app.errors import LibraryError
from app.file_replacement import replace_file
from app.translation import tr

FILE = ".files"


def add_file(library: Path, file: str) -> None:
    """Add a database to the list. Failure to write the list is ignored: it only helps to notice a missing file."""
    names = _read(library)
    if file not in names:
        with suppress(OSError):
            replace_file(library / FILE, "".join(f"{name}\n" for name in sorted({*names, file})).encode())


def refuse_missing(library: Path, file: str, traces: Iterable[str] = ()) -> None:
    """Raise LibraryError `library-file-gone` for a database that does not exist but once did: it is on the list, or one of the folders
    `traces` that belong to it is left."""
    if file in missing(library, {file: tuple(traces)}):
        message = tr("The file {file} of the library {path} is gone.", file=file, path=library)
        hint = tr(
            "Restore it from a backup. If it was removed on purpose, delete its index folder and the file .files in the library, too."
        )
        raise LibraryError("library-file-gone", message, hint=hint)


def missing(library: Path, traces: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the databases that once existed and are gone. `traces` names, for a database, the folders that only exist next to it."""
    with_traces = {file for file, folders in traces.items() if any(_holds_files(library / folder) for folder in folders)}
    return sorted(file for file in with_traces | _read(library) if not (library / file).is_file())


def _read(library: Path) -> set[str]:
    try:
        lines = (library / FILE).read_text("utf-8", "replace").splitlines()
    except OSError:
        return set()
    return {line for line in lines if line and Path(line).name == line}


def _holds_files(folder: Path) -> bool:
    return folder.is_dir() and any(folder.iterdir())
