"""Writer lock of a library across processes. The operating system releases it when its owner dies."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.errors import LibraryError
from app.rights.permissions import make_file
from app.store.disk_space import disk_full, is_disk_full
from app.store.permission_template import permission_template
from app.translation import tr

_FILE = "writer.lock"
_LOCKED_BYTE = 1 << 20

if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> None:
        os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    def share_lock(_library: Path, *, file: str = _FILE) -> int | None:  # noqa: ARG001 - as on other systems
        """Return None: locks on Windows cannot be shared."""
        return None

else:
    import fcntl

    def _try_lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def share_lock(library: Path, *, file: str = _FILE) -> int | None:
        """Return a handle that holds the library's lock together with other readers until it is closed; None where somebody writes."""
        try:
            make_file(library / file, like=permission_template(library) or library)
            handle = os.open(library / file, os.O_RDONLY)
        except OSError:
            return None
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            return None
        return handle


@contextmanager
def writer_lock(library: Path, *, file: str = _FILE) -> Iterator[None]:
    """Hold the library's lock for writing. Raises LibraryError `library-busy` at once, naming the process that holds it. Another
    `file` is a separate lock, for work during which the library may be written."""
    path = library / file
    make_file(path, like=permission_template(library) or library)
    handle = os.open(path, os.O_RDWR)
    try:
        _take(handle, library, file)
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        # So that another program can name the process that holds the lock.
        os.write(handle, str(os.getpid()).encode())
        yield
    finally:
        os.close(handle)


def _take(handle: int, library: Path, file: str) -> None:
    try:
        _try_lock(handle)
    except OSError as error:
        shared = share_lock(library, file=file)
        if shared is not None:  # held by readers on a full disk
            os.close(shared)
            if is_disk_full(library):
                raise disk_full(library) from error
            message = tr("The library {path} was opened while its disk was full, and cannot be changed until it is closed.", path=library)
            raise LibraryError("library-busy", message, hint=tr("Close Priorcheck and start it again.")) from error
        os.lseek(handle, 0, os.SEEK_SET)
        owner = os.read(handle, 32).decode("ascii", "replace").strip() or tr("unknown")
        raise LibraryError(
            "library-busy",
            tr("Another Priorcheck (process {owner}) is changing the library {library}.", owner=owner, library=library),
            hint=tr("Wait until it is done, or close it."),
        ) from error
