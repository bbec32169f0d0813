"""Temporary folders inside the program's own cache, with names that reveal nothing. They are removed also after a kill."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from app.file_lock import is_locked, try_lock
from app.paths import temporary_dir

_TEMPDIR_LOCK = threading.Lock()
_LOCKED_WITHIN = 1
"""Seconds within which the owner of a new folder has locked it."""


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Create a folder that is removed at the end; after a kill, the next start of the program removes it. Raises OSError."""
    temporary_dir().mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=temporary_dir()))
    lock_file = folder.with_suffix(".lock")
    lock = None
    try:
        with suppress(OSError):  # a file system without locks
            lock = try_lock(lock_file, exclusive=False)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if lock is not None:
            lock.release()
        lock_file.unlink(missing_ok=True)


@contextmanager
def private_temporary_files() -> Iterator[None]:
    """Redirect the temporary files of libraries into a folder of our own. `tempfile.tempdir` belongs to the whole process, so one thread
    at a time does this."""
    with _TEMPDIR_LOCK, ExitStack() as stack:
        before = tempfile.tempdir
        with suppress(OSError):  # a home that cannot be written: the system's own folder then
            tempfile.tempdir = str(stack.enter_context(temporary_folder()))
        try:
            yield
        finally:
            tempfile.tempdir = before


def remove_abandoned() -> None:
    """Remove the temporary folders of processes that are gone."""
    with suppress(OSError):
        entries = [entry for entry in temporary_dir().iterdir() if time.time() - entry.lstat().st_mtime > _LOCKED_WITHIN]
        for folder in {entry.with_suffix("") for entry in entries}:
            lock_file = folder.with_suffix(".lock")
            if not is_locked(lock_file):
                shutil.rmtree(folder, ignore_errors=True)
                lock_file.unlink(missing_ok=True)
