"""Small disks in memory, for users who may mount them."""

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
def small_disk(path: Path, size: int) -> Iterator[Path]:
    """Mount a new disk of so many bytes at this path. Skip the test if mounting is not allowed."""
    path.mkdir()
    _mounted("-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(path))
    try:
        yield path
    finally:
        unplug(path)


@contextmanager
def plugged_in(disk: Path, path: Path) -> Iterator[Path]:
    """Mount the same disk at a second path, from which it may be unplugged."""
    path.mkdir()
    _mounted("--bind", str(disk), str(path))
    try:
        yield path
    finally:
        if path.is_mount():
            unplug(path)


def unplug(path: Path) -> None:
    """Detach the disk at once, whatever is open on it."""
    subprocess.run([_UNMOUNT, "-l", str(path)], check=True)


def fill(disk: Path, free: int) -> Path:
    """Write a file that leaves so many bytes free."""
    ballast = disk / "ballast"
    status = os.statvfs(disk)
    with ballast.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(1, status.f_bavail * status.f_frsize - free))
    return ballast
