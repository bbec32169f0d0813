"""100,000 invented passages of evidence: imported, indexed by words, encoded, and searched, each step in a separate process."""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.benchmarks.command import environment
from tests.benchmarks.evidence_child import ASKED, DOCUMENTS, KEPT, PARAGRAPHS
from tests.benchmarks.table import Result

_NAME = f"evidence, {DOCUMENTS * PARAGRAPHS:,} invented passages with seeded vectors"
_LIMIT = 1.0


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Build and search."""
    del data
    folder = work / "evidence-100000"
    if not (folder / "evidence.db").is_file():
        written = _run("write", folder, work)
        yield Result(name=f"{_NAME}: taken in", value=f"{written['import']:.0f} s (at most {written['megabytes']:.0f} MB of memory)")
    shutil.rmtree(folder / "evidence-index", ignore_errors=True)
    yield Result(name=f"{_NAME}: index of words made", value=f"{_run('words', folder, work)['words']:.1f} s")
    yield Result(name=f"{_NAME}: vectors kept, without the time of a model", value=f"{_run('encode', folder, work)['vectors']:.1f} s")
    cost = _run("search", folder, work)
    yield Result(name=f"{_NAME}: opening the index, once a process", value=f"{cost['open']:.2f} s")
    for name, label in ((ASKED, f"first {KEPT} to {ASKED}"), ("for the eye", "a word in a search for the eye")):
        seconds = cost[name]
        value = f"median {1000 * statistics.median(seconds):.0f} ms, worst {1000 * max(seconds):.0f} ms ({len(seconds)} runs)"
        yield Result(name=f"{_NAME}: {label}", value=value, target=f"< {_LIMIT:.0f} s", met=max(seconds) < _LIMIT)
    yield Result(name=f"{_NAME}: peak memory while searching", value=f"{cost['megabytes']:.0f} MB")


def _run(step: str, folder: Path, work: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.benchmarks.evidence_child", step, str(folder)]
    completed = subprocess.run(command, env=environment(work / "home-evidence"), capture_output=True, text=True, check=False)
    if completed.returncode:
        raise SystemExit(f"{step} failed:\n{completed.stderr}")
    cost: dict[str, Any] = json.loads(completed.stdout.splitlines()[-1])
    return cost
