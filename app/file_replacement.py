"""Atomic replacement of whole files: readers see the old content or the new, never a mixture, also after a crash of the computer."""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from app.rights.permissions import set_export_permissions, set_permissions

_UNFINISHED = re.compile(r"\..+\.[a-z0-9_]{8}")
"""Names that `tempfile.mkstemp` gives to the new content until it is complete."""
_ABANDONED_AFTER = 3600
"""Seconds after which no process can still be writing such a file."""


def replace_file(path: Path, content: bytes, *, like: Path | None = None) -> None:
    """Replace one of the program's own files. The content is on the disk when this returns.

    An existing file keeps owner, mode, group and access control list; a new one gets those of `like`, or is readable by its owner alone
    (`rights.permissions`). Raises OSError and leaves the old file untouched.
    """
    _replace(path, content, set_permissions, like=path if path.exists() else like)


def write_export(path: Path, content: bytes) -> None:
    """Replace or create a file that the user asked for; a new one gets the permissions of the user's other new files in that folder.
    Raises OSError and leaves the old file untouched."""
    _replace(path, content, set_export_permissions, like=path if path.exists() else None)


def replace_with(new: Path, path: Path) -> None:
    """Rename a finished file to `path`, with the permissions of the file that it replaces. Raises OSError."""
    set_permissions(new, like=path if path.exists() else None)
    new.replace(path)
    flush_folder(path.parent)


def remove_unfinished(folder: Path) -> None:
    """Remove the unfinished replacements of killed processes from this folder."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            if _UNFINISHED.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                file = Path(entry.path)
                if time.time() - file.lstat().st_mtime > _ABANDONED_AFTER:
                    file.unlink(missing_ok=True)


def flush_folder(folder: Path) -> None:
    """Bring a folder's entries to the disk; Windows has no such call and needs none. Raises OSError."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _replace(path: Path, content: bytes, set_rights: Callable[..., None], *, like: Path | None) -> None:
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    unfinished = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        set_rights(unfinished, like=like)
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    flush_folder(path.parent)
