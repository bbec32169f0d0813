"""The faults of project files in plain words, each with what to do."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.errors import ProjectError

_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
_READ_ONLY = {errno.EROFS, errno.EACCES, errno.EPERM}


@contextmanager
def plain_words(path: Path) -> Iterator[None]:
    """Faults of SQLite and of the disk become ProjectErrors with a stable code."""
    try:
        yield
    except sqlite3.Error as error:
        raise _of_sqlite(path, str(error)) from error
    except OSError as error:
        raise _of_disk(path, error) from error


def _of_sqlite(path: Path, text: str) -> ProjectError:
    told = next((make for words, make in _SQLITE if any(word in text.lower() for word in words)), None)
    if told is not None:
        return told(path)
    if not path.exists():
        return vanished(path)
    if "unable to open" in text.lower() or "i/o error" in text.lower():
        return _unwritable(path, text)
    return damaged(path, text)


def _of_disk(path: Path, error: OSError) -> ProjectError:
    if error.errno in _FULL:
        return _full(path)
    if error.errno in _READ_ONLY:
        return _read_only(path)
    return _unwritable(path, error.strerror or str(error))


def _open_elsewhere(path: Path) -> ProjectError:
    return ProjectError("project-open", f"“{path.name}” is open in another window.", hint="Go on there, or close it there first.")


def vanished(path: Path) -> ProjectError:
    """There is no such file (any more)."""
    return ProjectError("project-vanished", f"There is no project “{path.name}” here.", hint="Was it moved, or a drive unplugged?")


def foreign(path: Path) -> ProjectError:
    """Some other file."""
    return ProjectError("project-foreign", f"“{path.name}” is not a Priorcheck project.", hint="Choose a file that ends in .priorcheck.")


def newer(path: Path, version: int, known: int) -> ProjectError:
    """Written by a version of the program that is yet to come."""
    told = f"“{path.name}” was written by a newer version of Priorcheck (format {version}, this one reads {known})."
    return ProjectError("project-newer", told, hint="Update Priorcheck to open it.")


def damaged(path: Path, detail: str) -> ProjectError:
    """The file cannot be read whole."""
    return ProjectError("project-damaged", f"“{path.name}” is damaged ({detail}).", hint="Open a backup or a copy of it.")


def _full(path: Path) -> ProjectError:
    hint = "Your decisions are kept in this window. Free some space, or save the project elsewhere."
    return ProjectError("disk-full", f"The disk is full: “{path.name}” could not be saved.", hint=hint)


def _read_only(path: Path) -> ProjectError:
    return ProjectError("project-read-only", f"“{path.name}” cannot be changed: it is write-protected.", hint="Copy it to your own folder.")


def _unwritable(path: Path, detail: str) -> ProjectError:
    return ProjectError("project-disk", f"“{path.name}” cannot be read or written ({detail}).", hint="Check the disk it lies on.")


_SQLITE = (
    (("locked", "busy"), _open_elsewhere),
    (("is full",), _full),
    (("readonly", "read-only"), _read_only),
    (("not a database",), foreign),
)
