"""How long the window takes from process start to shown: the real program (`python -m app`), started anew several times, Qt offscreen.

A start hands over, by a file, when its window had been shown and painted, what was imported until then, and how long the
longest imports took by themselves; then its window is closed. Folders of the user's own are as after a first run.
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
    """Medians of the starts after the first, which only warms the disk; and where the time of imports goes."""
    home = work / "home-startup"
    start(home)
    runs = [start(home) for _ in range(RUNS)]
    shown = statistics.median(float(run["shown"]) for run in runs)
    imports = statistics.median(float(run["imported"]) for run in runs)
    loaded = sorted({name for run in runs for name in run["heavy"]})
    yield Result(
        name=f"start: window shown, from process start (median of {RUNS})",
        value=f"{shown:.2f} s",
        target=f"< {TARGET} s",
        met=shown < TARGET,
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
    """One start of the program: seconds until its window was shown (`shown`), until it was imported (`imported`),
    processor seconds until shown (`processor`), and which `heavy` libraries were loaded."""
    home.mkdir(parents=True, exist_ok=True)
    answer = home / "startup.json"
    answer.unlink(missing_ok=True)
    command = [sys.executable, "-m", "tests.benchmarks.startup_child", str(answer)]
    began = time.time()
    done = subprocess.run(command, env=environment(home), capture_output=True, text=True, timeout=120, check=False)
    if done.returncode or not answer.is_file():
        raise SystemExit(f"the program did not start:\n{done.stderr}")
    told = json.loads(answer.read_text(encoding="utf-8"))
    return {**told, "shown": told["shown"] - began, "imported": told["imported"] - began}


def breakdown(home: Path, *, most: int = 8) -> dict[str, float]:
    """Seconds that each package's own modules take to be imported, the longest first; `app` by its parts."""
    command = [sys.executable, "-X", "importtime", "-c", "import app.__main__, app.network, app.gui.run"]
    told = subprocess.run(command, env=environment(home), capture_output=True, text=True, check=True).stderr
    own: dict[str, float] = defaultdict(float)
    for line in told.splitlines():
        parts = line.removeprefix("import time:").split("|")
        if len(parts) == 3 and parts[0].strip().isdigit():
            own[_package(parts[2].strip())] += int(parts[0]) / 1e6
    return dict(sorted(own.items(), key=lambda each: -each[1])[:most])


def _package(module: str) -> str:
    names = module.split(".")
    if names[0] in sys.stdlib_module_names or names[0].startswith("_"):
        return "the standard library"
    if names[0] in ("shiboken6", "shibokensupport"):
        return "PySide6"
    return ".".join(names[:2]) if names[0] == "app" else names[0]
