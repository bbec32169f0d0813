"""Verify: one claim against 100,000 passages of real articles, the whole process as a user runs it.
The evidence are PolitiFact's articles as documents, each dated the day it appeared; the claims are invented and dated the day after
the last.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator
from pathlib import Path

from app.ingest.evidence import cut_passages
from app.store.evidence.library import open_evidence
from models.examples.factchecks import read_factchecks
from tests.benchmarks.command import run
from tests.benchmarks.table import Result

_ARTICLES = 9_000
_LIMIT = 5.0
_CLAIMS = (
    "The federal minimum wage has not been raised since 2009.",
    "Texas has more wind power than any other state.",
    "The United States spends more on prisons than on universities.",
    "Ohio lost 300,000 jobs to China in ten years.",
    "Barack Obama doubled the national debt in eight years.",
    "No other country pays as much for prescription drugs as the United States.",
    "Wisconsin cut its school budget by a billion dollars in 2011.",
)


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Build the library once and keep it; verify each claim in a separate process."""
    folder, home = work / "verify-articles", work / "home-verify"
    indexed = work / "verify-articles-indexed"  # beside the library: a folder with other files in it is none
    if not indexed.is_file():
        rows = work / "articles.jsonl"
        _write(data, rows)
        cost = run(["library", "import", "--kind", "evidence", "--no-copies", rows, "--library", folder, "--quiet"], home=home)
        yield Result(name=f"verify: taking in {_ARTICLES:,} articles", value=f"{cost.seconds:.0f} s, {cost.megabytes:.0f} MB")
        cost = run(["library", "index", "--kind", "evidence", "--library", folder, "--quiet"], home=home)
        yield Result(name="verify: encoding their passages", value=f"{cost.seconds / 60:.1f} min, {cost.megabytes:.0f} MB")
        indexed.touch()
    passages = open_evidence(folder, cut=cut_passages).statistics().passages
    run(["verify", _CLAIMS[0], "--library", folder, "--quiet"], home=home)
    costs = [run(["verify", claim, "--library", folder, "--quiet"], home=home) for claim in _CLAIMS]
    seconds = [cost.seconds for cost in costs]
    yield Result(
        name=f"verify: one claim against {passages:,} passages, whole process",
        value=f"median {statistics.median(seconds):.1f} s, worst {max(seconds):.1f} s of {len(seconds)}",
        target=f"< {_LIMIT:.0f} s",
        met=max(seconds) < _LIMIT,
    )
    yield Result(name="verify: peak memory of that", value=f"{max(cost.megabytes for cost in costs):.0f} MB")


def _write(data: Path, rows: Path) -> None:
    items = list(read_factchecks(data / "politifact" / "factchecks.jsonl.gz"))[:_ARTICLES]
    with rows.open("w", encoding="utf-8") as file:
        for item in items:
            row = {"id": item.id, "title": item.title, "source": "Articles", "text": item.article, "language": "en"}
            row |= {"published": item.published.isoformat()} if item.published else {}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
