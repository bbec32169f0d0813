"""Limits of the reading process that the system enforces (only on POSIX).

They hold where the program's watchdog cannot act: after the program has ended, and between two measurements.
"""

from __future__ import annotations

import contextlib
import sys

# Processor seconds without progress after which the system kills the process; the watchdog acts long before.
_SPARE_SECONDS = 15
# Address space allowed in addition to the memory limit: threads' stacks, and growth between two measurements.
_SPARE_MEMORY = 384 << 20

if sys.platform == "win32":

    def limit_memory(allowed: int) -> None:
        """Do nothing: the watchdog alone enforces limits on Windows."""

    def renew_time() -> None:
        """Do nothing, as above."""

    def forbid_writing() -> None:
        """Do nothing, as above."""

    def peak_memory() -> int:
        """Return 0: there is no system limit that could have been reached."""
        return 0

else:
    import resource

    def limit_memory(allowed: int) -> None:
        """Limit the address space to `allowed` bytes more than now, and some to spare; 0 for no limit."""
        # macOS accepts the limit and does not enforce it.
        if not allowed or not sys.platform.startswith("linux"):
            return
        with contextlib.suppress(OSError, ValueError):
            _set(resource.RLIMIT_AS, _reserved() + allowed + _SPARE_MEMORY)

    def renew_time() -> None:
        """Allow the process some more seconds of processor time from now on."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        with contextlib.suppress(OSError, ValueError):
            _set(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + _SPARE_SECONDS)

    def forbid_writing() -> None:
        """Forbid writing to files, and core dumps."""
        with contextlib.suppress(OSError, ValueError):
            _set(resource.RLIMIT_FSIZE, 0)
            _set(resource.RLIMIT_CORE, 0)

    def peak_memory() -> int:
        """Return the process's peak memory in bytes."""
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024

    def _set(kind: int, value: int) -> None:
        """Set the soft limit, which can be raised again."""
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))

    def _reserved() -> int:
        with open("/proc/self/statm", encoding="ascii") as statm:  # noqa: PTH123 - a file of the kernel's
            return int(statm.read().split()[0]) * resource.getpagesize()
