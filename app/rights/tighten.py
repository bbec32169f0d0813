"""Closing what older versions, or another umask, left open in the program's own home."""

from __future__ import annotations

import os
import stat
from collections import deque
from contextlib import suppress
from pathlib import Path

from app.rights import acl

_CLOSED, _OPEN = 2_000, 50_000
"""How many entries are looked at by themselves in a home that is closed, and, once, in one that was open: milliseconds, and seconds."""


def tighten(top: Path, *, most: int | None = None) -> int:
    """Take everybody else's rights from a folder of ours and what lies in it; how many entries were changed.

    The folder itself comes first and protects what is inside; of that, `most` entries are looked at, nearest first, by default more where
    the folder was open. Symbolic links, other file systems and other people's files are left alone. Never raises: what cannot be changed,
    `reach` tells of.
    """
    if os.name != "posix":
        return 0
    with suppress(OSError):
        known = top.lstat()
        if stat.S_ISDIR(known.st_mode) and known.st_uid == os.geteuid():
            acl.remove(top, acl.DEFAULT)
            usual = _OPEN if known.st_mode & 0o077 else _CLOSED
            return _close(str(top), known.st_mode) + _below(top, known.st_dev, usual if most is None else most)
    return 0


def _below(top: Path, device: int, most: int) -> int:
    waiting, changed, seen, owner = deque([str(top)]), 0, 0, os.geteuid()
    while waiting:
        folder = waiting.popleft()
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                seen += 1
                if seen > most:
                    return changed
                known = entry.stat(follow_symlinks=False)
                if known.st_uid != owner or known.st_dev != device or stat.S_ISLNK(known.st_mode):
                    continue
                changed += _close(entry.path, known.st_mode)
                if stat.S_ISDIR(known.st_mode):
                    acl.remove(Path(entry.path), acl.DEFAULT)
                    waiting.append(entry.path)
    return changed


def _close(path: str, mode: int) -> int:
    """Parents first: once a folder is closed, nobody else can put a link in the place of what is closed next."""
    if not mode & 0o077 or not (stat.S_ISDIR(mode) or stat.S_ISREG(mode)):
        return 0
    with suppress(OSError):
        os.chmod(path, stat.S_IMODE(mode) & 0o700)  # noqa: PTH101 - a walk over many names makes no Path of each
        return 1
    return 0
