"""The program's home: closed to other people at every start, and locked while a Priorcheck uses it so that no other one erases it."""

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


def protect_home(*, whole: bool = False) -> int:
    """Create missing home folders, close open ones to everybody but their owner, and remove what killed processes left there.

    Return how many entries were open. With `whole`, every entry is examined. A disk that cannot be written is left as it is.
    """
    changed, limit = 0, sys.maxsize if whole else None
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
    """Lock the home as in use, together with other Priorchecks. Return None where it cannot be locked, which stops nobody's work."""
    try:
        return try_lock(home_lock_file(), exclusive=False)
    except OSError:
        return None


def lock_home_alone() -> FileLock | None:
    """Lock the home for this process alone. Return None while another Priorcheck uses it. Raises OSError where it cannot be written."""
    return try_lock(home_lock_file(), exclusive=True)


def home_lock_file() -> Path:
    """The file that every process using the home holds locked."""
    return data_dir() / "in-use.lock"


def _holds_only_home_folders(root: Path) -> bool:
    try:
        return {entry.name for entry in os.scandir(root)} <= {folder.name for folder in home_folders()}
    except OSError:
        return False
