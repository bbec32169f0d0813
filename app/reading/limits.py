"""What reading one input may cost: processor time, memory, and so what a hostile file can take from whoever opens it.

Time is the processor's, not the clock's, so that a busy computer refuses nothing that an idle one reads. It grows with the size of the
file on the disk, which is the one thing that a hostile file cannot have for nothing: whatever is packed, nested or repeated inside does
not count. On this scale a book of 4 MB takes half of what it may.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

QUIET_SECONDS = 4.0
"""How long the reader may work without getting on by a page, a row or a paragraph."""
BASE_SECONDS, SECONDS_PER_MEGABYTE = 5.0, 3.0
SECONDS_PER_UNIT = 0.02
"""What each page or paragraph that was read adds; a page of a PDF takes 4 milliseconds, its sentences another 5."""
SECONDS_PER_ROW = 0.001
"""What each row that was taken adds; a post takes a quarter of it, most of that to tell its language."""
MEMORY_BYTES, MOST_FILE_BYTES = 512 << 20, 256 << 20
"""Memory beside the file itself, which is held whole up to this size."""
_MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of one request; seconds are processor time."""

    quiet: float = QUIET_SECONDS
    seconds: float = BASE_SECONDS
    per_unit: float = SECONDS_PER_UNIT
    per_row: float = SECONDS_PER_ROW
    memory: int = MEMORY_BYTES


def limits_of(size: int) -> Limits:
    """The limits of an input of this many bytes."""
    seconds = BASE_SECONDS + SECONDS_PER_MEGABYTE * size / _MEGABYTE
    return Limits(seconds=seconds, memory=MEMORY_BYTES + min(size, MOST_FILE_BYTES))


def size_of(path: Path) -> int:
    """The bytes of a file, or of all files in a folder; 0 where there is none to be seen."""
    try:
        if not path.is_dir():
            return path.stat().st_size
        return sum(_file_size(os.path.join(folder, name)) for folder, _, names in os.walk(path) for name in names)  # noqa: PTH118
    except (OSError, ValueError):
        return 0


def _file_size(name: str) -> int:
    try:
        return Path(name).stat().st_size
    except OSError:
        return 0
