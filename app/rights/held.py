"""Locks on files that the system drops with the process that holds them: shared by many, or held by one alone."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    _BASE, _SLOTS = 1 << 20, 1 << 16

    def _take(handle: int, *, alone: bool) -> None:
        # Windows has no shared locks here: each process locks a byte of its own, and who wants to be alone all of them.
        os.lseek(handle, _BASE if alone else _BASE + os.getpid() // 4 % _SLOTS, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, _SLOTS if alone else 1)

else:
    import fcntl

    def _take(handle: int, *, alone: bool) -> None:
        fcntl.flock(handle, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)


_TAKEN = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)


class Held:
    """A lock that is held until `release`, or the end of the process."""

    def __init__(self, handle: int) -> None:
        self._handle: int | None = handle

    def release(self) -> None:
        """Give it back; a second time does nothing."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)


def hold(path: Path, *, alone: bool, create: bool = True) -> Held | None:
    """Lock a file; None where another lock forbids it. Raises OSError where it cannot be opened, or the file system has no locks."""
    handle = os.open(path, os.O_RDWR | (os.O_CREAT if create else 0), 0o600)
    try:
        _take(handle, alone=alone)
    except OSError as error:
        os.close(handle)
        if error.errno not in _TAKEN:
            raise
        return None
    return Held(handle)


def in_use(path: Path) -> bool:
    """Whether somebody holds this lock now, or it cannot be told; not where there is no such file."""
    try:
        found = hold(path, alone=True, create=False)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    if found is not None:
        found.release()
    return found is None
