"""Limits of processor time and memory for reading one input, and so for the harm that a hostile file can do.

Processor time is limited instead of elapsed time, so that a busy computer refuses nothing that an idle one reads. The limit grows with the
file's size on the disk, the one property that a hostile file cannot fake; what is packed, nested or repeated inside does not count. A
genuine book of 4 MB needs half of its limit.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

# Processor seconds allowed without progress: a page, a row or a paragraph.
QUIET_SECONDS = 4.0
BASE_SECONDS, SECONDS_PER_MEGABYTE = 5.0, 3.0
# Seconds that each page or paragraph adds to the limit; a page of a PDF takes 4 milliseconds, its sentences another 5.
SECONDS_PER_UNIT = 0.02
# Seconds that each accepted row adds to the limit; a post takes a quarter of it, mostly for detecting its language.
SECONDS_PER_ROW = 0.001
# Memory allowed in addition to the file itself, which is held in memory up to this size.
MEMORY_BYTES, MAX_FILE_BYTES = 512 << 20, 256 << 20
_MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of one request: processor seconds, and bytes of memory."""

    quiet: float = QUIET_SECONDS
    seconds: float = BASE_SECONDS
    per_unit: float = SECONDS_PER_UNIT
    per_row: float = SECONDS_PER_ROW
    memory: int = MEMORY_BYTES


def limits_of(size: int) -> Limits:
    """Compute the limits of an input of `size` bytes."""
    seconds = BASE_SECONDS + SECONDS_PER_MEGABYTE * size / _MEGABYTE
    return Limits(seconds=seconds, memory=MEMORY_BYTES + min(size, MAX_FILE_BYTES))


def size_of(path: Path) -> int:
    """Return the bytes of a file, or of all files in a folder; 0 where that cannot be determined."""
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
