"""Benchmark of Ask: MythQA's measures on Perspectrum and on three sets of entity questions, and the time of a question to a million
posts.
The million posts are those of `posts`, with its seeded vectors, which must exist already; the reader is the real one.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.paths import resources_dir
from tests.benchmarks.command import environment, run
from tests.benchmarks.posts_child import POSTS
from tests.benchmarks.table import Result

QUALITY = Path(__file__).resolve().parents[1] / "quality" / "ask"
PERSPECTRUM = {"mhit@100": 0.95, "f1_contro@1": 0.45, "f1_contro@10": 0.75, "f1_contro@100": None}
_ABLATION = ("f1_contro@1", "f1_contro@10", "f1_contro@100")
_DEPTHS = (10, 100, 1000)
_ENTITY = ("mhit@100", "f1_ans", "f1_contro@1", "f1_contro@10")
_LIMIT = 3.0


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Measure quality, then speed."""
    folder = work / "ask"
    folder.mkdir(exist_ok=True)
    yield from _perspectrum(data / "perspectrum", folder)
    multi_folder = folder / "multi"
    subprocess.run([sys.executable, "-m", "models.reader.multi", str(data), str(multi_folder)], check=True, stdout=subprocess.DEVNULL)
    sets = {
        "demo posts": (resources_dir() / "demo" / "posts.jsonl", QUALITY / "demo_gold.jsonl"),
        "held-out posts": (QUALITY / "heldout_posts.jsonl", QUALITY / "heldout_gold.jsonl"),
        "posts made of SQuAD": (multi_folder / "posts.jsonl", multi_folder / "gold.jsonl"),
    }
    for name, (posts, gold) in sets.items():
        yield from _answers(name, posts, gold, folder)
    yield from _million(work)


def _perspectrum(gold: Path, folder: Path) -> Iterator[Result]:
    """Measure the paper's figures on the dev part, by depth and without each part of the method."""
    out = folder / "perspectrum.json"
    run(["evaluate", "mythqa", "--gold", gold, "--split", "dev", "--ablation", "--out", out, "--quiet"], home=folder / "home")
    reports: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    first_report = next(iter(reports.values()))
    for name, target in PERSPECTRUM.items():
        value = first_report["groups"]["all"][name]
        yield _row(f"ask, Perspectrum dev, {first_report['questions']['all']} claims: {name}", value, target)
    in_both_columns = first_report["posts_in_both_columns"]
    yield Result(name="ask, Perspectrum dev: posts in both columns", value=str(in_both_columns), target="0", met=not in_both_columns)
    for name, report in list(reports.items())[1:]:
        values = [report["groups"]["all"][measure]["value"] for measure in _ABLATION]
        yield Result(name=f"ask, Perspectrum dev, {name}: F1_CONTRO@1, @10, @100", value=", ".join(f"{value:.3f}" for value in values))
    for judged in _DEPTHS:
        run(
            ["evaluate", "mythqa", "--gold", gold, "--split", "dev", "--judged", str(judged), "--out", out, "--quiet"], home=folder / "home"
        )
        means = json.loads(out.read_text(encoding="utf-8"))["groups"]["all"]
        values = [means[measure]["value"] for measure in _ABLATION]
        line = ", ".join(f"{value:.3f}" for value in values)
        yield Result(name=f"ask, Perspectrum dev, {judged} posts judged: F1_CONTRO@1, @10, @100", value=line)


def _answers(name: str, posts: Path, gold: Path, folder: Path) -> Iterator[Result]:
    library, out = folder / name.replace(" ", "-"), folder / "answers.json"
    shutil.rmtree(library, ignore_errors=True)
    run(["library", "import", posts, "--kind", "posts", "--library", library, "--quiet"], home=folder / "home")
    run(["evaluate", "mythqa", "--gold", gold, "--library", library, "--out", out, "--quiet"], home=folder / "home")
    report: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    for kind, measures in (("entity", _ENTITY), ("yes-no", _ENTITY[2:])):
        for measure in measures:
            value = report["groups"].get(kind, {}).get(measure)
            if value is not None:
                yield _row(f"ask, {name}, {report['questions'][kind]} {kind} questions: {measure}", value)


def _row(name: str, value: dict[str, float], target: float | None = None) -> Result:
    formatted = f"{value['value']:.3f} ({value['low']:.3f}–{value['high']:.3f})"
    if target is None:
        return Result(name=name, value=formatted)
    return Result(name=name, value=formatted, target=f"≥ {target}", met=value["value"] >= target)


def _million(work: Path) -> Iterator[Result]:
    """Measure a warm question and the whole process's memory."""
    folder = work / f"posts-{POSTS}"
    if not (folder / "posts-index").is_dir():
        yield Result(name=f"ask, {POSTS:,} posts", value="not measured: run the part “posts” first")
        return
    command = [sys.executable, "-m", "tests.benchmarks.ask_child", str(folder)]
    completed = subprocess.run(command, env=environment(work / "home-posts"), capture_output=True, text=True, check=False)
    if completed.returncode:
        raise SystemExit(f"asking failed:\n{completed.stderr}")
    payload: dict[str, Any] = json.loads(completed.stdout)
    for kind, seconds in payload["seconds"].items():
        ordered = sorted(seconds)
        value = f"median {ordered[len(ordered) // 2]:.2f} s, worst {ordered[-1]:.2f} s ({len(ordered)} questions)"
        yield Result(
            name=f"ask, {POSTS:,} posts: a {kind} question, warm", value=value, target=f"< {_LIMIT:.0f} s", met=ordered[-1] < _LIMIT
        )
    yield Result(name=f"ask, {POSTS:,} posts: peak memory while asking", value=f"{payload['megabytes']:.0f} MB")
