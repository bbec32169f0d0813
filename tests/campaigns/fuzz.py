"""The campaign of altered files: many inputs in processes of their own, and a list of what should not have happened."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.campaigns.fuzz_child import known_seeds, made

ROOT = Path(__file__).resolve().parents[2]


def campaign(folder: Path, *, first: int, count: int, kind: str = "") -> list[str]:
    """What went wrong, a line each; the inputs and tracebacks lie in `folder` as `found-…`. A process that died is followed by another.
    `kind` is that of the SQLite files that are altered, "" for all other files that are read."""
    number, told = first, []
    while number < first + count:
        done = _run(folder, number, first + count - number, kind)
        place = (folder / "number").read_text() if (folder / "number").exists() else ""
        if done.returncode == 0 and place == "done":
            break
        if not place.isdecimal():
            return [f"the campaign could not start: {done.stderr[-2000:]}"]
        number = int(place)
        seed, data = made(number, known_seeds(kind))
        (folder / f"found-{number}-{seed.reader}-{seed.name}").write_bytes(data)
        (folder / f"found-{number}.log").write_text(done.stderr[-4000:])
        number += 1
    for log in sorted(folder.glob("found-*.log")):
        lines = [line for line in log.read_text().splitlines() if line.strip()]
        told.append(f"{log.stem}: {lines[-1] if lines else 'died'}")
    return told


def _run(folder: Path, first: int, count: int, kind: str) -> subprocess.CompletedProcess[str]:
    (folder / "number").unlink(missing_ok=True)
    command = [sys.executable, "-m", "tests.campaigns.fuzz_child", str(first), str(count), str(folder), kind]
    env = {**os.environ, "OMP_NUM_THREADS": "1", "PRIORCHECK_HOME": str(folder)}
    return subprocess.run(command, cwd=ROOT, env=env, check=False, capture_output=True, text=True, errors="replace")
