"""After a kill at any moment of finding or saving narratives, the file holds one complete result, the old or the new one."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from app.bootstrap.library_files import open_narratives
from app.domain.narrative_operations import Membership
from app.ports import KeptNarratives, NeighbourGraph
from tests.fakes.narratives import STORIES, narrative_engine

ROOT = Path(__file__).parents[2]
CHILD = """
import sys
from dataclasses import replace
from pathlib import Path
from app.domain.progress import CancelToken, no_progress
from app.narratives.parameters import RECIPE
from app.services.narratives import find_narratives
from tests.fakes.narratives import narrative_engine

with narrative_engine(Path(sys.argv[1])) as engine:
    print("open", flush=True)
    while True:
        for limit in (0.6, 0.95):
            recipe = replace(RECIPE, same_story=limit)
            find_narratives(engine=engine, regroup_all=True, progress=no_progress, cancel=CancelToken(), recipe=recipe)
            print(limit, flush=True)
"""


def find_until_killed(path: Path, seconds: float) -> None:
    """Find narratives repeatedly, with two settings in turn, until the process is killed."""
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert child.stdout is not None
    assert child.stdout.readline() == "open\n" and child.stdout.readline() == "0.6\n"
    time.sleep(seconds)
    child.send_signal(signal.SIGKILL)
    child.communicate()


def partition(narratives: KeptNarratives) -> set[frozenset[str]]:
    groups: dict[str, set[str]] = {}
    for key, membership in narratives.memberships.items():
        groups.setdefault(membership.narrative, set()).add(key)
    return {frozenset(group) for group in groups.values()}


def is_complete(narratives: KeptNarratives, graph: NeighbourGraph) -> bool:
    """Return True if the content equals one of the two results, including the graph."""
    expected_groups = {
        frozenset(f"factcheck:{identifier}" for identifier in ("croc-1", "croc-2", "croc-3", "croc-m", "undated")),
        frozenset(_otters()),
    }
    actual_groups = partition(narratives)
    is_close = all(group <= group_ids for group in actual_groups for group_ids in expected_groups if group & group_ids)
    return (
        is_close
        and (actual_groups == expected_groups or all(len(group) < 5 for group in actual_groups))
        and len(graph.keys) == len(STORIES)
        and len(narratives.repeats) == 2
    )


def _otters() -> tuple[str, str]:
    return ("factcheck:otter-1", "factcheck:otter-2")


def test_a_kill_leaves_one_complete_result_and_user_edits(tmp_path: Path) -> None:
    with narrative_engine(tmp_path, STORIES):
        pass
    draw = random.Random(11)
    for _ in range(3):
        find_until_killed(tmp_path, draw.uniform(0.0, 0.2))
        narrative_store = open_narratives(tmp_path)
        assert is_complete(narrative_store.read(), narrative_store.graph())
        assert set(narrative_store.read().memberships.values()) != {Membership()}
        narrative_store.close()
