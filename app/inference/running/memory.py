"""Peak memory of this process and free memory of this computer."""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from pathlib import Path
from typing import Any


def peak_megabytes() -> float:
    """Return the peak resident memory in megabytes; 0 if the system does not report it (Windows)."""
    try:
        import resource
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20) if sys.platform == "darwin" else peak / 1024


def free_memory() -> int | None:
    """Return the bytes that a new process could use without displacing others; None if the system does not report it."""
    system = platform.system()
    if system == "Windows":
        return _windows()
    if system == "Linux":
        return _linux(Path("/proc/meminfo"))
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (OSError, ValueError):
        return None


def _linux(meminfo: Path) -> int | None:
    try:
        lines = meminfo.read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    fields = next((line.split() for line in lines if line.startswith("MemAvailable:")), None)
    return int(fields[1]) * 1024 if fields and len(fields) > 1 and fields[1].isdecimal() else None


class _Status(ctypes.Structure):
    _fields_ = (
        ("length", ctypes.c_ulong),
        ("load", ctypes.c_ulong),
        *((name, ctypes.c_ulonglong) for name in ("total", "free", "total_page", "free_page", "total_virtual", "free_virtual", "extended")),
    )


def _windows() -> int | None:
    windll: Any = getattr(ctypes, "windll", None)
    status = _Status(length=ctypes.sizeof(_Status))
    if windll is None or not windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
        return None
    return int(status.free)
