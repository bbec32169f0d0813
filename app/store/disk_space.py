"""Detects a full disk, and builds the error for it."""

from __future__ import annotations

import shutil
from pathlib import Path

from app.errors import LibraryError
from app.translation import tr

_MIN_FREE_BYTES = 64 * 1024


def is_disk_full(folder: Path) -> bool:
    """True where less than 64 kB are free; False where that cannot be determined."""
    try:
        return shutil.disk_usage(folder).free < _MIN_FREE_BYTES
    except OSError:
        return False


def disk_full(path: Path) -> LibraryError:
    """Build the error for a change that did not fit; the old state is untouched."""
    message = tr("The disk with the library {path} is full; the library is as it was before.", path=path)
    return LibraryError("disk-full", message, hint=tr("Free some space and try again."))
