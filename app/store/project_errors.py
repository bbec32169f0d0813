"""Errors of project files, each with a message and a hint for the user."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.errors import ProjectError
from app.store.database import may_read
from app.store.disk_space import is_disk_full
from app.store.schema_check import AlteredFile
from app.store.stored_values import is_damage, printable
from app.translation import tr

_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
_READ_ONLY = {errno.EROFS, errno.EACCES, errno.EPERM}


@contextmanager
def project_errors(path: Path) -> Iterator[None]:
    """Translate errors of SQLite and of the disk to ProjectErrors with a stable code."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite's message may quote invalid text
        raise _of_sqlite(path, error) from error
    except OSError as error:
        raise _of_disk(path, error) from error


def _of_sqlite(path: Path, error: Exception) -> ProjectError:
    text = printable(str(error))
    if isinstance(error, AlteredFile):
        return altered(path, text)
    if is_damage(error):
        return damaged(path, text)
    make_error = next((factory for words, factory in _SQLITE if any(word in text.lower() for word in words)), None)
    if make_error is not None:
        return make_error(path)
    return _of_access(path, text)


def _of_access(path: Path, text: str) -> ProjectError:
    """Build the error for a file that SQLite cannot access."""
    if not path.exists():
        return vanished(path)
    if not may_read(path):
        return _unreadable(path)
    if "unable to open" in text.lower() or "i/o error" in text.lower():
        return _full(path) if is_disk_full(path.parent) else _unwritable(path, text)
    return damaged(path, text)


def _of_disk(path: Path, error: OSError) -> ProjectError:
    if error.errno in _FULL:
        return _full(path)
    if error.errno in _READ_ONLY:
        return _read_only(path) if may_read(path) else _unreadable(path)
    return _unwritable(path, error.strerror or str(error))


def _open_elsewhere(path: Path) -> ProjectError:
    message = tr("“{name}” is open in another window.", name=path.name)
    return ProjectError("project-open", message, hint=tr("Go on there, or close it there first."))


def vanished(path: Path) -> ProjectError:
    """Build the error for a file that does not exist, or no longer."""
    message = tr("There is no project “{name}” here.", name=path.name)
    return ProjectError("project-vanished", message, hint=tr("Was it moved, or a drive unplugged?"))


def foreign(path: Path) -> ProjectError:
    """Build the error for a file that is not a project."""
    message = tr("“{name}” is not a Priorcheck project.", name=path.name)
    return ProjectError("project-foreign", message, hint=tr("Choose a file that ends in .priorcheck."))


def newer(path: Path, version: int, supported: int) -> ProjectError:
    """Build the error for a file that a newer version of the program wrote."""
    message = tr(
        "“{name}” was written by a newer version of Priorcheck (format {version}, this one reads {known}).",
        name=path.name,
        version=version,
        known=supported,
    )
    return ProjectError("project-newer", message, hint=tr("Update Priorcheck to open it."))


def damaged(path: Path, detail: str) -> ProjectError:
    """Build the error for a file that cannot be read completely."""
    message = tr("“{name}” is damaged ({reason}).", name=path.name, reason=detail)
    return ProjectError("project-damaged", message, hint=tr("Open a backup or a copy of it."))


def altered(path: Path, detail: str) -> ProjectError:
    """Build the error for a file that holds something that this program never writes."""
    message = tr("“{name}” was altered by another program: {reason}.", name=path.name, reason=detail)
    return ProjectError("project-strange", message, hint=tr("Do not use it; ask whoever sent it for a fresh copy, or restore a backup."))


def _full(path: Path) -> ProjectError:
    hint = tr("Your decisions are kept in this window. Free some space, or save the project elsewhere.")
    return ProjectError("disk-full", tr("The disk is full: “{name}” could not be saved.", name=path.name), hint=hint)


def _read_only(path: Path) -> ProjectError:
    message = tr("“{name}” cannot be changed: it is write-protected.", name=path.name)
    return ProjectError("project-read-only", message, hint=tr("Copy it to your own folder."))


def _unreadable(path: Path) -> ProjectError:
    message = tr("“{name}” cannot be read: you have no permission.", name=path.name)
    return ProjectError("project-unreadable", message, hint=tr("Ask its owner to let you read it."))


def _unwritable(path: Path, detail: str) -> ProjectError:
    message = tr("“{name}” cannot be read or written ({reason}).", name=path.name, reason=detail)
    return ProjectError("project-disk", message, hint=tr("Check the disk it lies on."))


_SQLITE = (
    (("locked", "busy"), _open_elsewhere),
    (("is full",), _full),
    (("readonly", "read-only"), _read_only),
    (("not a database",), foreign),
)
