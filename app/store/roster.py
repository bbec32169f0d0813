"""The list of the files that a library folder has had, so that one that is gone is missed.

It is a hidden text file, one name a line. A library without the list, as version 0.1 left it, gets it when its files are next opened
where they can be written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from app.errors import LibraryError
from app.file_replacement import replace_file
from app.translation import tr

FILE = ".files"


def note(library: Path, file: str) -> None:
    """Put a file of the library on the list. A list that cannot be written is left alone: it only helps to miss things."""
    known = _read(library)
    if file not in known:
        with suppress(OSError):
            replace_file(library / FILE, "".join(f"{name}\n" for name in sorted({*known, file})).encode())


def refuse_gone(library: Path, file: str, traces: Iterable[str] = ()) -> None:
    """Raise LibraryError `library-file-gone` where the library has had this file, as the list or a folder that was left tells; the file is
    known not to be there."""
    if file in missing(library, {file: tuple(traces)}):
        told = tr("The file {file} of the library {path} is gone.", file=file, path=library)
        hint = tr(
            "Restore it from a backup. If it was removed on purpose, delete its index folder and the file .files in the library, too."
        )
        raise LibraryError("library-file-gone", told, hint=hint)


def missing(library: Path, traces: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The files that the library has had and that are gone; `traces` names for a file the folders that are only there beside it."""
    left = {file for file, folders in traces.items() if any(_holds_files(library / folder) for folder in folders)}
    return sorted(file for file in left | _read(library) if not (library / file).is_file())


def _read(library: Path) -> set[str]:
    try:
        lines = (library / FILE).read_text("utf-8", "replace").splitlines()
    except OSError:
        return set()
    return {line for line in lines if line and Path(line).name == line}


def _holds_files(folder: Path) -> bool:
    return folder.is_dir() and any(folder.iterdir())
