"""Cards of ten answers with a hundred posts each: the longest stall of the window while they are built (`cards_child`)."""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.command import environment
from tests.benchmarks.table import Result

RUNS = 3
_TARGET = 0.05
_ACTS = {"show": "shown", "more": "ten more posts of one", "correct": "one post corrected"}


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Return the median of three runs of the event loop's longest turn, and of the total time."""
    runs = [_run(work / "home-cards") for _ in range(RUNS)]
    for act, words in _ACTS.items():
        total, stall = (statistics.median(run[act][column] for run in runs) for column in (0, 1))
        name = f"ask: cards of 10 answers with 100 posts each, {words}"
        yield Result(name=f"{name}, longest stall", value=f"{1000 * stall:.0f} ms", target="≤ 50 ms", met=stall <= _TARGET)
        yield Result(name=f"{name}, until all is there", value=f"{1000 * total:.0f} ms")


def _run(home: Path) -> dict[str, list[float]]:
    shutil.rmtree(home, ignore_errors=True)
    command = [sys.executable, "-m", "tests.benchmarks.cards_child"]
    completed = subprocess.run(command, env=environment(home), capture_output=True, text=True, check=False)
    if completed.returncode:
        raise SystemExit(f"the window's run failed:\n{completed.stderr}")
    answer: dict[str, list[float]] = json.loads(completed.stdout.splitlines()[-1])
    return answer
