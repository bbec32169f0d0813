"""The umask: the program's own files are created for their owner alone, the user's exports as the user creates files.

The umask belongs to the whole process, so it is set once at the start and never changed while several threads write. The user's own umask
is passed on to our other processes in the environment.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

_OWNER_ALONE = 0o077
_VARIABLE = "PRIORCHECK_UMASK"


def make_files_private() -> None:
    """Create every file from now on for its owner alone. Every process calls this first; a second call changes nothing."""
    if os.name == "nt":
        return
    before = os.umask(_OWNER_ALONE)
    if before != _OWNER_ALONE:  # otherwise it is our own, from an earlier call or the process that started this one
        os.environ[_VARIABLE] = f"{before:04o}"


def users_umask() -> int:
    """Return the umask that the user started the program with."""
    current = os.umask(_OWNER_ALONE)  # it cannot be read without being set
    os.umask(current)
    if current != _OWNER_ALONE:
        return current  # `make_files_private` was not called
    try:
        return int(os.environ.get(_VARIABLE, f"{current:o}"), 8) & 0o777
    except ValueError:
        return current


@contextmanager
def users_umask_restored() -> Iterator[None]:
    """Restore the user's umask, to start other programs: their files do not belong to this program."""
    if os.name == "nt":
        yield
        return
    own_umask = os.umask(users_umask())
    try:
        yield
    finally:
        os.umask(own_umask)
