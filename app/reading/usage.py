"""What a process has used so far: processor time and memory."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Usage:
    """Processor seconds since the process began, and bytes of memory that it holds now."""

    seconds: float
    memory: int


def meter(pid: int) -> Callable[[], Usage | None]:
    """A function that measures the process; it returns None once the process is gone.

    Another Python that was chosen in the settings may lack psutil. Then the clock stands in for the processor, and only the limits that
    the system itself enforces hold for memory.
    """
    try:
        import psutil
    except ImportError:
        return lambda: Usage(time.monotonic(), 0)
    try:
        process = psutil.Process(pid)
    except psutil.Error:
        return lambda: None

    def measure() -> Usage | None:
        try:
            times = process.cpu_times()
            return Usage(times.user + times.system, process.memory_info().rss)
        except psutil.Error:
            return None

    return measure
