"""Running the installed command as a whole process, with a user's home of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path


def environment(home: Path) -> dict[str, str]:
    """The environment of a user whose folders are below `home`."""
    return {**os.environ, "PRIORCHECK_HOME": str(home), "HF_HUB_OFFLINE": "1", "QT_QPA_PLATFORM": "offscreen"}


def seconds(arguments: Sequence[str | Path], *, home: Path) -> float:
    """Wall-clock seconds of `priorcheck ARGUMENTS` from process start to its end. A failure ends the benchmark."""
    command = [sys.executable, "-m", "app", *(str(argument) for argument in arguments)]
    started = time.perf_counter()
    done = subprocess.run(command, env=environment(home), capture_output=True, text=True, check=False)
    elapsed = time.perf_counter() - started
    if done.returncode:
        raise SystemExit(f"priorcheck {' '.join(command[3:])} failed:\n{done.stderr}")
    return elapsed
