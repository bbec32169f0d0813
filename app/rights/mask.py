"""The umask: our own files are made for their owner alone, the user's exports as the user makes files.

The mask belongs to the whole process, so it is set once at the start and never changed while several threads write. The user's own is
handed on to our other processes in the environment.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

_OTHERS = 0o077
_VARIABLE = "PRIORCHECK_UMASK"


def begin() -> None:
    """Make every file from here on for its owner alone; to be called first in each process. A second call changes nothing."""
    if os.name == "nt":
        return
    before = os.umask(_OTHERS)
    if before != _OTHERS:  # otherwise it is our own, from an earlier call or the process that started this one
        os.environ[_VARIABLE] = f"{before:04o}"


def users_mask() -> int:
    """The umask that the user started the program with."""
    current = os.umask(_OTHERS)  # it cannot be read without being set
    os.umask(current)
    if current != _OTHERS:
        return current  # `begin` was not called
    try:
        return int(os.environ.get(_VARIABLE, f"{current:o}"), 8) & 0o777
    except ValueError:
        return current


@contextmanager
def users_own() -> Iterator[None]:
    """Work with the user's mask: for other programs that are started here, whose files are none of ours."""
    if os.name == "nt":
        yield
        return
    ours = os.umask(users_mask())
    try:
        yield
    finally:
        os.umask(ours)
