"""The results table: one row a measurement, replaced in place, each with its date and machine."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

_HEAD = """# Benchmark results

Made by `make bench` on the research data (`../shared/data`); one part alone: `python -m tests.benchmarks rank`.
The rows that begin with "soak" are made by `make soak`, the long campaigns against faults.
Each row carries the day and the machine it was measured on. Timings are whole processes by the wall clock, medians where
several runs are named; the machines are noisy, so compare within one day.

| measurement | value | target | met | day | machine |
|---|---|---|---|---|---|
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One measurement. `met` is None when there is no target."""

    name: str
    value: str
    target: str = ""
    met: bool | None = None

    def line(self) -> str:
        """The measurement in one line."""
        verdict = "" if self.met is None else "  (met)" if self.met else "  (MISSED)"
        return f"{self.name}: {self.value}" + (f"  target {self.target}" if self.target else "") + verdict


def environment() -> str:
    """Processor and cores, in a few words; whether it has AVX-512, which more than halves what the networks take."""
    there = os.cpu_count() or 1
    used = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else there
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        names = [line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = names[0] if names else model
        model += " (AVX-512)" if " avx512f " in cpuinfo.read_text() else " (no AVX-512)"
    return f"{model}, {there} cores" if used == there else f"{model}, {used} of {there} cores"


def write_results(results: Sequence[Result], path: Path, machine: str) -> None:
    """Replace the rows of the measurements made now; keep the others."""
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    rows = _old_rows(path)
    for result in results:
        met = "" if result.met is None else "yes" if result.met else "**no**"
        rows[result.name] = f"| {result.name} | {result.value} | {result.target} | {met} | {today} | {machine} |"
    path.write_text(_HEAD + "\n".join(rows.values()) + "\n", encoding="utf-8")


def _old_rows(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return {line.split("|")[1].strip(): line for line in lines if not line.startswith("| measurement")}
