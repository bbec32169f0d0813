"""Reviewing a long document: a thousand decisions, undone and redone, each saved in the project file."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path

from app.bootstrap.projects import create_project, open_project
from app.domain.factcheck import FactCheck
from app.domain.keyed_document import with_keys
from app.domain.review import Decision
from app.domain.verdict import Verdict
from app.gui.model.review_view import ReviewView
from app.ports import ProjectFile
from tests.benchmarks.table import Result
from tests.fakes.task_client import rank, split

SENTENCES, STEPS = 5_000, 1_000


def measure(*, data: Path, work: Path) -> list[Result]:
    """Report figures of the model and of the file, each step by itself; the window adds painting. Needs no `data`."""
    path = work / "review.priorcheck"
    path.unlink(missing_ok=True)
    document = split("\n".join(f"Anna: Bridge number {number} costs nine million crowns." for number in range(SENTENCES)))
    ranked = rank(document, [FactCheck(id="a", claim="Bridge costs nine million crowns", verdict=Verdict.FALSE)])
    project, review = create_project(path, with_keys(document)), ReviewView("Anna")
    review.open(document)
    keeping = _timed(lambda: project.keep_ranking(ranked))
    decision_times, saving_times = _decide(review, project)
    undone = [_timed(review.history.undo) for _ in range(STEPS)]
    redo_times = [_timed(review.history.redo) for _ in range(STEPS)]
    project.close()
    opening = _timed(lambda: _reopen(path))
    return [
        _result("a decision", decision_times, "50 ms", 50),
        _result("undo, a thousand in a row", undone, "50 ms", 50),
        _result("redo, a thousand in a row", redo_times, "50 ms", 50),
        _result("keeping one act on the disk (beside the window)", saving_times, "1,000 ms", 1_000),
        Result(name=f"review: keeping the ranking of {SENTENCES:,} sentences (beside the window)", value=f"{keeping:.0f} ms"),
        Result(
            name=f"review: reading a project of {SENTENCES:,} sentences and {STEPS:,} acts (beside the window)", value=f"{opening:.0f} ms"
        ),
        Result(name="review: size of that project", value=f"{path.stat().st_size / 1e6:.1f} MB"),
    ]


def _decide(review: ReviewView, project: ProjectFile) -> tuple[list[float], list[float]]:
    decision_times, saving_times = [], []
    for number in range(1, STEPS + 1):
        start = time.perf_counter()
        act = review.decide([(number, "a")], Decision.CONFIRMED)
        assert act is not None
        review.history.do(act)
        review.states(lambda _: ["a"], review.touched(act))
        decision_times.append((time.perf_counter() - start) * 1000)
        saving_times.append(_timed(lambda number=number, act=act: project.keep_act(number, act)))  # type: ignore[misc]
    return decision_times, saving_times


def _reopen(path: Path) -> None:
    project = open_project(path)
    ReviewView("Anna").resume(project.read())
    project.close()


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def _result(name: str, times: list[float], target: str, limit: float) -> Result:
    worst = max(times)
    return Result(
        name=f"review: {name}", value=f"{statistics.median(times):.2f} ms (worst {worst:.1f})", target=f"≤ {target}", met=worst <= limit
    )
