"""Small disks of memory, for those who may mount them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_MOUNT, _UNMOUNT = "/bin/mount", "/bin/umount"


def _mounted(*arguments: str) -> None:
    if not Path(_MOUNT).exists() or subprocess.run([_MOUNT, *arguments], check=False, capture_output=True).returncode:
        pytest.skip("a disk can be mounted by root alone, on Linux")


@contextmanager
def small_disk(place: Path, size: int) -> Iterator[Path]:
    """A new disk of so many bytes at this place. Skips the test where none can be mounted."""
    place.mkdir()
    _mounted("-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place))
    try:
        yield place
    finally:
        unplug(place)


@contextmanager
def plugged_in(disk: Path, place: Path) -> Iterator[Path]:
    """The same disk at a second place, from which it may be unplugged."""
    place.mkdir()
    _mounted("--bind", str(disk), str(place))
    try:
        yield place
    finally:
        if place.is_mount():
            unplug(place)


def unplug(place: Path) -> None:
    """Take the disk away at once, whatever is open on it."""
    subprocess.run([_UNMOUNT, "-l", str(place)], check=True)


def fill(disk: Path, left: int) -> Path:
    """A file that leaves so many bytes."""
    ballast = disk / "ballast"
    found = os.statvfs(disk)
    with ballast.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(1, found.f_bavail * found.f_frsize - left))
    return ballast
