"""Measures the processor time and memory of a process."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Usage:
    """Processor seconds since the process began, and its present memory in bytes."""

    seconds: float
    memory: int


def meter(pid: int) -> Callable[[], Usage | None]:
    """Return a function that measures the process, and returns None once it has ended.

    Another Python chosen in the settings may lack psutil. Then elapsed time replaces processor time, and only the system limits the
    memory.
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
