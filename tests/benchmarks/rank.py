"""`priorcheck rank` on the North Korea summit transcript, from process start to the written file."""

from __future__ import annotations

import shutil
import statistics
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks import library
from tests.benchmarks.command import run as run_command
from tests.benchmarks.table import Result

RUNS = 3


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Report the median of three runs with an empty cache, and of three with a full one; all outputs must be equal."""
    built = library.ensure(data, work)
    transcript = data / "debates" / "transcripts" / "20180612_Trump_Singapore.tsv"
    home, outputs, cold, warm, peak = work / "home-rank", set(), [], [], 0.0
    for run in range(2 * RUNS):
        if run < RUNS:
            shutil.rmtree(home, ignore_errors=True)
        out = work / f"ranked-{run}.jsonl"
        cost = run_command(["rank", transcript, "--library", built, "--out", out, "--quiet"], home=home)
        (cold if run < RUNS else warm).append(cost.seconds)
        peak = max(peak, cost.megabytes)
        outputs.add(out.read_bytes())
    middle = statistics.median(cold)
    yield Result(
        name="rank: 1,245 sentences against 19,250, whole process, empty cache", value=f"{middle:.1f} s", target="< 20 s", met=middle < 20
    )
    yield Result(name="rank: 1,245 sentences against 19,250, whole process, full cache", value=f"{statistics.median(warm):.1f} s")
    yield Result(name="rank: peak memory", value=f"{peak:.0f} MB")
    yield Result(name="rank: identical output in all runs", value="yes" if len(outputs) == 1 else "no", target="yes", met=len(outputs) == 1)
