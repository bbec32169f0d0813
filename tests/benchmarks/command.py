"""Runs the installed command as a whole process, with a separate user's home."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


def environment(home: Path) -> dict[str, str]:
    """Return the environment of a user whose folders are below `home`."""
    return {**os.environ, "PRIORCHECK_HOME": str(home), "HF_HUB_OFFLINE": "1", "QT_QPA_PLATFORM": "offscreen"}


@dataclass(frozen=True, slots=True)
class Cost:
    """Cost of a whole process: wall-clock seconds from start to end, and peak resident memory in megabytes."""

    seconds: float
    megabytes: float


def run(arguments: Sequence[str | Path], *, home: Path, module: str = "app") -> Cost:
    """Return the cost of `priorcheck ARGUMENTS`, or of another module with them. A failure ends the benchmark."""
    command = [sys.executable, "-m", module, *(str(argument) for argument in arguments)]
    with tempfile.TemporaryFile() as errors:
        started = time.perf_counter()
        child = subprocess.Popen(command, env=environment(home), stdout=subprocess.DEVNULL, stderr=errors)
        peak = _watched(child.pid)
        _, status, usage = os.wait4(child.pid, 0)
        elapsed = time.perf_counter() - started
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            errors.seek(0)
            raise SystemExit(f"priorcheck {' '.join(command[3:])} failed:\n{errors.read().decode()}")
    return Cost(elapsed, peak or usage.ru_maxrss / 1024)


def _watched(pid: int) -> float:
    """Wait for the end of a process and return its peak resident memory in megabytes from /proc, 0 where there is none. The
    system's figure at the end also counts the memory that the benchmark held when it started the process."""
    peak, status = 0.0, Path(f"/proc/{pid}/status")
    while status.exists() and os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        match = re.search(r"VmHWM:\s+(\d+) kB", status.read_text(encoding="utf-8"))
        peak = max(peak, int(match.group(1)) / 1024 if match else 0.0)
        time.sleep(0.02)
    return peak
