"""Locks on files that the system releases with the process that holds them: shared by many, or exclusive."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    _BASE, _SLOTS = 1 << 20, 1 << 16

    def _lock(descriptor: int, *, exclusive: bool) -> None:
        # Windows has no shared locks here: each process locks a byte of its own, and an exclusive lock takes all of them.
        os.lseek(descriptor, _BASE if exclusive else _BASE + os.getpid() // 4 % _SLOTS, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, _SLOTS if exclusive else 1)

else:
    import fcntl

    def _lock(descriptor: int, *, exclusive: bool) -> None:
        fcntl.flock(descriptor, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)


_LOCKED_BY_ANOTHER = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)


class FileLock:
    """A lock that lasts until `release`, or until the process ends."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    def release(self) -> None:
        """Release the lock; a second call does nothing."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)


def try_lock(path: Path, *, exclusive: bool, create: bool = True) -> FileLock | None:
    """Lock a file without waiting. Return None where another lock forbids it.

    Raises OSError where the file cannot be opened, or the file system has no locks.
    """
    descriptor = os.open(path, os.O_RDWR | (os.O_CREAT if create else 0), 0o600)
    try:
        _lock(descriptor, exclusive=exclusive)
    except OSError as error:
        os.close(descriptor)
        if error.errno not in _LOCKED_BY_ANOTHER:
            raise
        return None
    return FileLock(descriptor)


def is_locked(path: Path) -> bool:
    """True where somebody holds a lock on this file, or that cannot be determined; False where there is no such file."""
    try:
        lock = try_lock(path, exclusive=True, create=False)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    if lock is not None:
        lock.release()
    return lock is None
