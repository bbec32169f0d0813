"""The program's home folder: closed to other users at every start, and locked while a Priorcheck uses it, so that another one does
not erase it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from app.file_lock import FileLock, try_lock
from app.file_replacement import remove_unfinished
from app.paths import data_dir, home, home_folders
from app.rights.tighten import tighten
from app.temporary_files import remove_abandoned


def protect_home(*, thorough: bool = False) -> int:
    """Create missing home folders, close open ones to everybody but their owner, and remove temporary files of killed processes.

    Return how many entries were open. With `thorough`, every entry is examined. A disk that cannot be written is left as it is.
    """
    changed, limit = 0, sys.maxsize if thorough else None
    for folder in home_folders():
        with suppress(OSError):
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
        changed += tighten(folder, limit=limit)
        remove_unfinished(folder)
    root = home()
    if root is not None and _holds_only_home_folders(root):
        changed += tighten(root, limit=0)
    remove_abandoned()
    return changed


def lock_home() -> FileLock | None:
    """Lock the home as in use; several Priorchecks may do so. Return None where it cannot be locked, which is no obstacle."""
    try:
        return try_lock(home_lock_file(), exclusive=False)
    except OSError:
        return None


def lock_home_alone() -> FileLock | None:
    """Lock the home exclusively. Return None while another Priorcheck uses it. Raises OSError where it cannot be written."""
    return try_lock(home_lock_file(), exclusive=True)


def home_lock_file() -> Path:
    """Return the file that every process using the home holds locked."""
    return data_dir() / "in-use.lock"


def _holds_only_home_folders(root: Path) -> bool:
    try:
        return {entry.name for entry in os.scandir(root)} <= {folder.name for folder in home_folders()}
    except OSError:
        return False
