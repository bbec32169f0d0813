"""Whether a disk has room, and what is told where it has none."""

from __future__ import annotations

import shutil
from pathlib import Path

from app.errors import LibraryError
from app.translation import tr

_LEAST_ROOM = 64 * 1024


def no_room(folder: Path) -> bool:
    """Whether the disk is as good as full."""
    try:
        return shutil.disk_usage(folder).free < _LEAST_ROOM
    except OSError:
        return False


def disk_full(path: Path) -> LibraryError:
    """No room for the change; the old state is untouched."""
    told = tr("The disk with the library {path} is full; the library is as it was before.", path=path)
    return LibraryError("disk-full", told, hint=tr("Free some space and try again."))
