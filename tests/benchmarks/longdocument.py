"""The window on 5,000 sentences: the longest stall of its event loop while they are opened, scrolled, edited and ranked."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks import library
from tests.benchmarks.command import environment
from tests.benchmarks.table import Result

SENTENCES = 5000
LONGEST = 0.05
WITHOUT_TARGET = ("theme",)


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Run once with an empty cache; report wall-clock time and the processor time of the window's thread."""
    built = library.ensure(data, work)
    document = work / "five-thousand.tsv"
    document.write_text("\n".join(rows(data)), encoding="utf-8")
    home = work / "home-long"
    shutil.rmtree(home, ignore_errors=True)
    command = [sys.executable, "-m", "tests.benchmarks.longdocument_child", str(built), str(document)]
    completed = subprocess.run(command, env=environment(home), capture_output=True, text=True, check=False)
    if completed.returncode:
        raise SystemExit(f"the window's run failed:\n{completed.stderr}")
    stalls: dict[str, tuple[float, float]] = json.loads(completed.stdout.splitlines()[-1])
    for step, (clock, worked) in stalls.items():
        aimed = step not in WITHOUT_TARGET
        yield Result(
            name=f"window, 5,000 sentences: longest stall, {step} (of it the window's own work)",
            value=f"{1000 * clock:.0f} ms ({1000 * worked:.0f} ms)",
            target="≤ 50 ms" if aimed else "",
            met=clock <= LONGEST if aimed else None,
        )


def rows(data: Path) -> list[str]:
    """Return so many rows of the debates' transcripts, concatenated and renumbered."""
    line_cells = []
    for path in sorted((data / "debates" / "transcripts").glob("*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines():
            cells = line.split("\t")
            if len(cells) >= 3:
                line_cells.append(cells[1:])
    return ["\t".join([str(number + 1), *line_cells[number % len(line_cells)]]) for number in range(SENTENCES)]
