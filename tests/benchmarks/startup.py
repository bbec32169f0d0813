"""Time from process start to the shown window: the real program (`python -m app`), started several times, Qt offscreen.
Each start writes to a file when its window had been shown and painted, the modules imported until then, and the longest imports;
then its window is closed. The user's folders are as after a first run.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.benchmarks.command import environment
from tests.benchmarks.table import Result

RUNS = 7
TARGET = 1.5


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Report medians of the starts after the first, which only warms the disk, and the longest imports."""
    home = work / "home-startup"
    start(home)
    runs = [start(home) for _ in range(RUNS)]
    seconds_to_window = statistics.median(float(run["shown"]) for run in runs)
    imports = statistics.median(float(run["imported"]) for run in runs)
    loaded = sorted({name for run in runs for name in run["heavy"]})
    yield Result(
        name=f"start: window shown, from process start (median of {RUNS})",
        value=f"{seconds_to_window:.2f} s",
        target=f"< {TARGET} s",
        met=seconds_to_window < TARGET,
    )
    processor = statistics.median(float(run["processor"]) for run in runs)
    yield Result(name="start: processor time until then (the same on a busy machine)", value=f"{processor:.2f} s")
    yield Result(name="start: of that, until everything is imported", value=f"{imports:.2f} s")
    yield Result(
        name="start: heavy libraries imported before the window is shown", value=", ".join(loaded) or "none", target="none", met=not loaded
    )
    for name, seconds in breakdown(home).items():
        yield Result(name=f"start: importing {name}", value=f"{1000 * seconds:.0f} ms")


def start(home: Path) -> Mapping[str, object]:
    """Start the program once. Return seconds until its window was shown (`shown`), until it was imported (`imported`), processor
    seconds until shown (`processor`), and the loaded `heavy` libraries."""
    home.mkdir(parents=True, exist_ok=True)
    answer = home / "startup.json"
    answer.unlink(missing_ok=True)
    command = [sys.executable, "-m", "tests.benchmarks.startup_child", str(answer)]
    began = time.time()
    completed = subprocess.run(command, env=environment(home), capture_output=True, text=True, timeout=120, check=False)
    if completed.returncode or not answer.is_file():
        raise SystemExit(f"the program did not start:\n{completed.stderr}")
    payload = json.loads(answer.read_text(encoding="utf-8"))
    return {**payload, "shown": payload["shown"] - began, "imported": payload["imported"] - began}


def breakdown(home: Path, *, limit: int = 8) -> dict[str, float]:
    """Return the import seconds of each package's own modules, the longest first; `app` is split into its parts."""
    command = [sys.executable, "-X", "importtime", "-c", "import app.__main__, app.network, app.gui.run"]
    stderr = subprocess.run(command, env=environment(home), capture_output=True, text=True, check=True).stderr
    seconds: dict[str, float] = defaultdict(float)
    for line in stderr.splitlines():
        parts = line.removeprefix("import time:").split("|")
        if len(parts) == 3 and parts[0].strip().isdigit():
            seconds[_package(parts[2].strip())] += int(parts[0]) / 1e6
    return dict(sorted(seconds.items(), key=lambda package_seconds: -package_seconds[1])[:limit])


def _package(module: str) -> str:
    names = module.split(".")
    if names[0] in sys.stdlib_module_names or names[0].startswith("_"):
        return "the standard library"
    if names[0] in ("shiboken6", "shibokensupport"):
        return "PySide6"
    return ".".join(names[:2]) if names[0] == "app" else names[0]
