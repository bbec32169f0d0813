"""A million invented posts: indexed by words, encoded, and searched, each step in a separate process (`posts_child`).
The vectors have real size and are seeded rather than computed by a model, so that only the index is timed; a real encoder needs
about an hour for so many. The posts are written below the work folder only if they are missing; the index is rebuilt each time.
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.command import environment
from tests.benchmarks.posts_child import DIMENSION, EIGHT, FILTERS, KEPT, MORE, PARTS, POSTS, PROCESSOR, THREADS
from tests.benchmarks.table import Result

_NAME = f"{POSTS:,} invented posts with seeded vectors"
_LIMIT, _MEMORY = 1.0, 4000.0
Cost = dict[str, float | list[float]]


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Build, grow and search."""
    del data
    folder = work / f"posts-{POSTS}"
    if not (folder / "posts.db").is_file():
        written = _run("write", folder, work)
        yield Result(name=f"{_NAME}: taken in", value=f"{written['import']:.0f} s (at most {written['megabytes']:.0f} MB of memory)")
    shutil.rmtree(folder / "posts-index", ignore_errors=True)
    words = _run("words", folder, work)
    yield Result(name=f"{_NAME}: index of words made", value=f"{words['words']:.0f} s (at most {words['megabytes']:.0f} MB of memory)")
    vectors = _run("encode", folder, work)
    yield Result(
        name=f"{_NAME}: vectors kept, {DIMENSION} seeded numbers each, without the time of a model",
        value=f"{vectors['vectors']:.0f} s (at most {vectors['megabytes']:.0f} MB of memory)",
    )
    yield Result(name=f"{_NAME}: size on disk", value=_sizes(folder))
    growth = _run("more", folder, work)
    yield Result(
        name=f"{_NAME}: {MORE:,} more",
        value=f"taken in {growth['import']:.1f} s, words {growth['words']:.1f} s, vectors {growth['vectors']:.1f} s",
    )
    yield from _searched(_run("search", folder, work))


def _searched(cost: Cost) -> Iterator[Result]:
    yield Result(
        name=f"{_NAME}: opening the index, once a process", value=f"{cost['open']:.1f} s (processor: {cost[f'{PROCESSOR} open']:.1f} s)"
    )
    for name in FILTERS:
        for part in PARTS:
            yield _timed(f"{part} {name}".strip(), cost, limited=part == PARTS[-1])
    yield _timed(EIGHT, cost)
    memory = float(str(cost["megabytes"]))
    yield Result(name=f"{_NAME}: peak memory while searching", value=f"{memory:.0f} MB", target="< 4 GB", met=memory < _MEMORY)


def _timed(name: str, cost: Cost, *, limited: bool = False) -> Result:
    """Return median and worst wall-clock time. The processor time shows how much of it was a busy machine."""
    seconds, used = cost[name], cost[f"{PROCESSOR} {name}"]
    assert isinstance(seconds, list) and isinstance(used, list)
    value = (
        f"median {1000 * statistics.median(seconds):.0f} ms, worst {1000 * max(seconds):.0f} ms "
        f"(processor: median {1000 * statistics.median(used):.0f} ms in {THREADS} threads; {len(seconds)} runs)"
    )
    label = f"{_NAME}: first {KEPT} {name}"
    return (
        Result(name=label, value=value, target=f"< {_LIMIT:.0f} s", met=max(seconds) < _LIMIT)
        if limited
        else Result(name=label, value=value)
    )


def _sizes(folder: Path) -> str:
    parts = {"posts": "posts.db*", "words": "posts-index/heads-*/*", "vectors": "posts-index/vectors-*"}
    sizes = {name: sum(file.stat().st_size for file in folder.glob(pattern)) / 1e6 for name, pattern in parts.items()}
    return ", ".join(f"{name} {size:.0f} MB" for name, size in sizes.items())


def _run(step: str, folder: Path, work: Path) -> Cost:
    command = [sys.executable, "-m", "tests.benchmarks.posts_child", step, str(folder)]
    completed = subprocess.run(command, env=environment(work / "home-posts"), capture_output=True, text=True, check=False)
    if completed.returncode:
        raise SystemExit(f"{step} failed:\n{completed.stderr}")
    cost: Cost = json.loads(completed.stdout.splitlines()[-1])
    return cost
