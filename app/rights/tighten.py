"""Closes files and folders of the program's home that older versions, or another umask, left open to other people."""

from __future__ import annotations

import os
import stat
from collections import deque
from contextlib import suppress
from pathlib import Path

from app.rights import acl

_CLOSED, _OPEN = 2_000, 50_000
"""Entries examined by default in a folder that is closed (milliseconds), and in one that is found open, which happens once (seconds)."""


def tighten(top: Path, *, limit: int | None = None) -> int:
    """Remove everybody else's rights to a folder and its contents. Return how many entries were changed.

    The folder itself comes first and protects its contents; of those, `limit` entries are examined, nearest first, by default more where
    the folder was open. Symbolic links, other file systems and other people's files are left alone. Never raises; `readers` reports what
    stays open.
    """
    if os.name != "posix":
        return 0
    with suppress(OSError):
        status = top.lstat()
        if stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid():
            acl.remove(top, acl.DEFAULT)
            default = _OPEN if status.st_mode & 0o077 else _CLOSED
            return _close(str(top), status.st_mode) + _close_below(top, status.st_dev, default if limit is None else limit)
    return 0


def _close_below(top: Path, device: int, limit: int) -> int:
    folders, changed, examined, owner = deque([str(top)]), 0, 0, os.geteuid()
    while folders:
        folder = folders.popleft()
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                examined += 1
                if examined > limit:
                    return changed
                status = entry.stat(follow_symlinks=False)
                if status.st_uid != owner or status.st_dev != device or stat.S_ISLNK(status.st_mode):
                    continue
                changed += _close(entry.path, status.st_mode)
                if stat.S_ISDIR(status.st_mode):
                    acl.remove(Path(entry.path), acl.DEFAULT)
                    folders.append(entry.path)
    return changed


def _close(path: str, mode: int) -> int:
    """Close one file or folder. Parents come first: once a folder is closed, nobody can replace the next entry in it by a link."""
    if not mode & 0o077 or not (stat.S_ISDIR(mode) or stat.S_ISREG(mode)):
        return 0
    with suppress(OSError):
        os.chmod(path, stat.S_IMODE(mode) & 0o700)  # noqa: PTH101 - a walk over many names makes no Path of each
        return 1
    return 0
