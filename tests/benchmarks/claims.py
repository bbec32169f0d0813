"""Claims looked up in the real window: from Return to the first painted card and to the last, one at a time and a hundred at once.
The window's process measures itself (`claims_child`) and is started once for each run, Qt offscreen, with a warm worker and
uncached claim vectors.
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
SINGLE, BATCH = 40, 100
_TARGET = 0.3


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Report median and worst of all single look-ups of three runs, and the median run of a hundred at once."""
    built = library.ensure(data, work)
    queries = work / "claims.json"
    queries.write_text(json.dumps(_claims(data)), encoding="utf-8")
    runs = [_run(built, queries, work / "home-claims") for _ in range(RUNS)]
    first, last = ([seconds for run in runs for seconds in run[name]] for name in ("first", "last"))
    seconds_per_claim = statistics.median(run["batch"][0] / BATCH for run in runs)
    middle = statistics.median(first)
    name = "claims: one tweet against 19,250, from Return to the first card"
    yield Result(name=f"{name} (median)", value=f"{1000 * middle:.0f} ms", target="≤ 300 ms", met=middle <= _TARGET)
    yield Result(name=f"{name} (19 of 20)", value=f"{1000 * statistics.quantiles(first, n=20)[-1]:.0f} ms")
    yield Result(name=f"{name} (worst)", value=f"{1000 * max(first):.0f} ms")
    yield Result(
        name="claims: one tweet against 19,250, from Return to the last card (median)", value=f"{1000 * statistics.median(last):.0f} ms"
    )
    yield Result(
        name="claims: a hundred at once, each",
        value=f"{1000 * seconds_per_claim:.0f} ms",
        target="≤ 300 ms",
        met=seconds_per_claim <= _TARGET,
    )


def _claims(data: Path) -> list[str]:
    """Return tweets that link to PolitiFact articles, one line each, in the file's order."""
    lines = (data / "politifact_tweets" / "pairs.jsonl").read_text(encoding="utf-8").splitlines()
    texts = dict.fromkeys(" ".join(json.loads(line)["text"].split()) for line in lines)
    return list(texts)[: SINGLE + BATCH]


def _run(built: Path, queries: Path, home: Path) -> dict[str, list[float]]:
    shutil.rmtree(home, ignore_errors=True)
    command = [sys.executable, "-m", "tests.benchmarks.claims_child", str(built), str(queries), str(SINGLE)]
    completed = subprocess.run(command, env=environment(home), capture_output=True, text=True, check=False)
    if completed.returncode:
        raise SystemExit(f"the window's run failed:\n{completed.stderr}")
    answer: dict[str, list[float]] = json.loads(completed.stdout.splitlines()[-1])
    return answer
