"""The limits that the system itself keeps for the reading process, where it has any: POSIX alone.

They hold where the watch in the program's own process cannot act: when that process has gone, and between two looks.
"""

from __future__ import annotations

import contextlib
import sys

_SPARE_SECONDS = 15
"""Processor time after which the system ends a reader that does not get on; the program itself acts long before."""
_SPARE_MEMORY = 384 << 20
"""What may be reserved beside the memory that is allowed: threads' stacks, and what lies between two looks of the program."""

if sys.platform == "win32":

    def limit_memory(allowed: int) -> None:
        """Nothing: the program's watch is the only one."""

    def renew_time() -> None:
        """Nothing, as above."""

    def forbid_writing() -> None:
        """Nothing, as above."""

    def peak_memory() -> int:
        """0: no limit of the system is ever met here."""
        return 0

else:
    import resource

    def limit_memory(allowed: int) -> None:
        """Let the process reserve so many bytes more than it has now; 0 for any number."""
        if not allowed or not sys.platform.startswith("linux"):  # macOS takes the limit and does not keep it
            return
        with contextlib.suppress(OSError, ValueError):
            _set(resource.RLIMIT_AS, _reserved() + allowed + _SPARE_MEMORY)

    def renew_time() -> None:
        """Give the process some seconds more from here."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        with contextlib.suppress(OSError, ValueError):
            _set(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + _SPARE_SECONDS)

    def forbid_writing() -> None:
        """Let the process write to no file, and leave no image of itself."""
        with contextlib.suppress(OSError, ValueError):
            _set(resource.RLIMIT_FSIZE, 0)
            _set(resource.RLIMIT_CORE, 0)

    def peak_memory() -> int:
        """The most bytes of memory that the process has held."""
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024

    def _set(kind: int, value: int) -> None:
        """Set the limit that can be raised again."""
        most = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (value if most == resource.RLIM_INFINITY else min(value, most), most))

    def _reserved() -> int:
        with open("/proc/self/statm", encoding="ascii") as told:  # noqa: PTH123 - a file of the kernel's
            return int(told.read().split()[0]) * resource.getpagesize()
