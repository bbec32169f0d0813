"""The window on the North Korea summit transcript: time to show, to first and final results, cancel, and the longest stall.
The window's process measures itself (`window_child`) and is started once for each run, Qt offscreen.
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks import library
from tests.benchmarks.command import environment
from tests.benchmarks.table import Result

RUNS = 3


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Report medians of three runs with an empty cache; of stalls and cancels the worst."""
    built = library.ensure(data, work)
    transcript = data / "debates" / "transcripts" / "20180612_Trump_Singapore.tsv"
    runs = [_run(built, transcript, work / "home-window") for _ in range(RUNS)]
    seconds_to_window = statistics.median(run["shown"] for run in runs)
    first = statistics.median(run["first"] for run in runs)
    final = statistics.median(run["final"] for run in runs)
    worst, cancel = max(runs, key=lambda run: run["stall"]), max(run["cancel"] for run in runs)
    stall = worst["stall"]
    yield Result(name="window: from process start to shown", value=f"{seconds_to_window:.2f} s")
    yield Result(name="window: first results after opening 1,245 sentences", value=f"{first:.2f} s", target="< 2 s", met=first < 2)
    yield Result(name="window: final results after opening", value=f"{final:.1f} s")
    yield Result(
        name="window: longest stall of the event loop while analysing (worst run; of it the window's own work; when)",
        value=f"{1000 * stall:.0f} ms ({1000 * worst['stall_work']:.0f} ms; after {worst['stalled_at']:.1f} s)",
        target="≤ 50 ms",
        met=stall <= 0.05,
    )
    yield Result(name="window: from cancel to stopped (worst run)", value=f"{cancel:.2f} s", target="< 1 s", met=cancel < 1)


def _run(built: Path, transcript: Path, home: Path) -> dict[str, float]:
    shutil.rmtree(home, ignore_errors=True)
    command = [sys.executable, "-m", "tests.benchmarks.window_child", str(built), str(transcript)]
    completed = subprocess.run(command, env=environment(home), capture_output=True, text=True, check=False)
    if completed.returncode:
        raise SystemExit(f"the window's run failed:\n{completed.stderr}")
    answer: dict[str, float] = json.loads(completed.stdout.splitlines()[-1])
    return answer
