"""Fuzzing campaign: many altered inputs in child processes, and a list of failures."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.campaigns.fuzz_child import altered_input, known_seeds

ROOT = Path(__file__).resolve().parents[2]


def campaign(folder: Path, *, first: int, count: int, kind: str = "") -> list[str]:
    """Return the failures, one line each; inputs and tracebacks are in `folder` as `found-…`. A process that died is replaced by
    another. `kind` is the kind of the altered SQLite files, "" for all other files."""
    number, troubles = first, []
    while number < first + count:
        completed = _run(folder, number, first + count - number, kind)
        progress = (folder / "number").read_text() if (folder / "number").exists() else ""
        if completed.returncode == 0 and progress == "done":
            break
        if not progress.isdecimal():
            return [f"the campaign could not start: {completed.stderr[-2000:]}"]
        number = int(progress)
        seed, data = altered_input(number, known_seeds(kind))
        (folder / f"found-{number}-{seed.reader}-{seed.name}").write_bytes(data)
        (folder / f"found-{number}.log").write_text(completed.stderr[-4000:])
        number += 1
    for log in sorted(folder.glob("found-*.log")):
        lines = [line for line in log.read_text().splitlines() if line.strip()]
        troubles.append(f"{log.stem}: {lines[-1] if lines else 'died'}")
    return troubles


def _run(folder: Path, first: int, count: int, kind: str) -> subprocess.CompletedProcess[str]:
    (folder / "number").unlink(missing_ok=True)
    command = [sys.executable, "-m", "tests.campaigns.fuzz_child", str(first), str(count), str(folder), kind]
    env = {**os.environ, "OMP_NUM_THREADS": "1", "PRIORCHECK_HOME": str(folder)}
    return subprocess.run(command, cwd=ROOT, env=env, check=False, capture_output=True, text=True, errors="replace")
