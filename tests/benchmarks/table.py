"""The results table: one row per measurement, replaced in place, each with date and machine."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

_HEAD = """# Benchmark results

`make bench` measures these on the research data (`../shared/data`); `python -m tests.benchmarks rank` measures one part. `make soak`
measures the long campaigns against faults. Rows that name another command come from that command.
Each row has its day and machine. Timings are of whole processes by the wall clock, medians where several runs are named. The machines
are noisy, so compare within one day. The tables of the seven debates are in [DEBATES.md](DEBATES.md).
"""
_COLUMNS = "| measurement | value | target | met | day | machine |\n|---|---|---|---|---|---|\n"
# The section of a measurement is the first whose pattern occurs in its name.
_SECTIONS = (
    ("Faults, damage and hostile files", r"^(soak|fault|kill -9|damage|checks|attack)\b"),
    ("Silence and rights", r"^(silence|rights)\b"),
    ("Packages", r"^package\b"),
    ("The window", r"^(window|start|review|claims|browse|reports?)\b"),
    ("Plain language", r"^plain\b"),
    ("Library and speed of ranking", r"^(library|rank)\b"),
    ("Documents and imports", r"^(wild|speakers|web pages|days of|text of|long dates|reading)\b"),
    ("Ask", r"(?i)^(ask\b|1,000,000 invented posts|a question to a million)"),
    ("Verify", r"(?i)^(verify\b|evidence\b|one claim verified)"),
    ("Narratives", r"^(narratives|repeats)\b"),
    ("Languages", r"^(languages|multilingual|translated|a foreign sentence|foreign fact-checks|the demo debate|language of)\b"),
    ("Adapting and language models", r"^(adapt|rerank)\b"),
    ("Ranking and verdicts", r""),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One measurement. `met` is None when there is no target."""

    name: str
    value: str
    target: str = ""
    met: bool | None = None

    def line(self) -> str:
        """Return the measurement as one line."""
        verdict = "" if self.met is None else "  (met)" if self.met else "  (MISSED)"
        return f"{self.name}: {self.value}" + (f"  target {self.target}" if self.target else "") + verdict


def environment() -> str:
    """Return processor and cores in a few words, and whether it has AVX-512, which more than halves the time of the networks."""
    core_count = os.cpu_count() or 1
    used = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else core_count
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        names = [line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = names[0] if names else model
        model += " (AVX-512)" if " avx512f " in cpuinfo.read_text() else " (no AVX-512)"
    return f"{model}, {core_count} cores" if used == core_count else f"{model}, {used} of {core_count} cores"


def write_results(results: Sequence[Result], path: Path, machine: str) -> None:
    """Replace the rows of these measurements and keep the others, each in its section."""
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    rows = _old_rows(path)
    for result in results:
        met_text = "" if result.met is None else "yes" if result.met else "**no**"
        rows[result.name] = f"| {result.name} | {result.value} | {result.target} | {met_text} | {today} | {machine} |"
    sections: dict[str, list[str]] = {title: [] for title, _ in reversed(_SECTIONS)}
    for name, row in rows.items():
        sections[_section(name)].append(row)
    tables = [f"\n## {title}\n\n{_COLUMNS}" + "\n".join(lines) + "\n" for title, lines in sections.items() if lines]
    path.write_text(_HEAD + "".join(tables), encoding="utf-8")


def _section(name: str) -> str:
    return next(title for title, pattern in _SECTIONS if re.search(pattern, name))


def _old_rows(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return {line.split("|")[1].strip(): line for line in lines if not line.startswith("| measurement")}
